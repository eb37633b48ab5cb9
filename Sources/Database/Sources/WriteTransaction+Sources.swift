import Core
import Foundation

extension StoreSnapshot {
    /// A site's list in the person's own order.
    func sources(on site: Site) throws -> [SubscribedSource] {
        // Equal places are in the order of their ids.
        try window(of: SourceSchemas.sources, by: SourceSchemas.place, in: SourceRecord.places(of: site))
            .compactMap(\.source)
    }

    /// Throws when the list of a site is full.
    fileprivate func checkHasRoom(_ site: Site) throws {
        let count = try self.count(
            of: SourceSchemas.sources, by: SourceSchemas.place, in: SourceRecord.places(of: site))
        guard count < SubscribedSource.maximumCount else { throw DataError.sourceListIsFull }
    }
}

/// The changes of lists; each is the only one of its batch, so that the snapshot is the current list.
extension WriteTransaction {
    mutating func addSource(_ source: SubscribedSource, at date: Date) throws -> SubscribedSource {
        if let known = try self.source(source.id) { throw DataError(isDuplicateOf: known) }
        try snapshot.checkHasRoom(source.site)
        let last = try snapshot.window(
            of: SourceSchemas.sources, by: SourceSchemas.place, .descending, in: SourceRecord.places(of: source.site),
            limit: 1)
        var source = source
        source.changed = date
        source.position = (last.first?.position ?? 0) + 1
        try put(source)
        return source
    }

    mutating func updateSource(
        _ id: SubscribedSource.ID, with result: SourceLookupResult, at date: Date
    ) throws -> SubscribedSource? {
        guard var source = try source(id) else { return nil }
        source.update(with: result, at: date)
        guard source.id != id else {
            try put(source)
            return source
        }
        // The source has another id from now on; its old id is stored as removed.
        try putRemoved(source, as: id, at: date)
        if var other = try self.source(source.id) {
            other.update(with: result, at: date)
            source = other
        }
        try put(source)
        return source
    }

    mutating func removeSource(_ id: SubscribedSource.ID, at date: Date) throws -> SubscribedSource? {
        guard let source = try source(id) else { return nil }
        try putRemoved(source, as: id, at: date)
        return source
    }

    mutating func restoreSource(_ source: SubscribedSource, at date: Date) throws -> SubscribedSource {
        if let known = try self.source(source.id) { return known }
        try snapshot.checkHasRoom(source.site)
        var source = source
        source.changed = date
        try put(source)
        return source
    }

    mutating func moveSource(_ id: SubscribedSource.ID, to index: Int, at date: Date) throws -> Bool {
        var list = try snapshot.sources(on: id.site)
        guard let from = list.firstIndex(where: { $0.id == id }) else { return false }
        let to = min(max(index, 0), list.count - 1)
        guard to != from else { return true }
        var source = list.remove(at: from)
        list.insert(source, at: to)
        source.changed = date
        if let position = Self.position(between: to > 0 ? list[to - 1] : nil, and: list.dropFirst(to + 1).first) {
            source.position = position
            try put(source)
            return true
        }
        // No number is left between the two: all get whole numbers again. Only the moved source has a new date.
        for (offset, other) in list.enumerated() {
            var other = other.id == id ? source : other
            other.position = Double(offset + 1)
            try put(other)
        }
        return true
    }

    mutating func openSource(_ id: SubscribedSource.ID, at date: Date) throws -> Bool {
        guard var source = try source(id) else { return false }
        guard source.lastOpened.map({ $0 < date }) ?? true else { return true }
        source.lastOpened = date
        try put(source)
        return true
    }

    /// A position between two others; nil when there is no number between them.
    private static func position(between left: SubscribedSource?, and right: SubscribedSource?) -> Double? {
        switch (left?.position, right?.position) {
        case (let left?, let right?):
            let middle = left + (right - left) / 2
            return left < middle && middle < right ? middle : nil
        case (let left?, nil): return left + 1 > left ? left + 1 : nil
        case (nil, let right?): return right - 1 < right ? right - 1 : nil
        case (nil, nil): return 1
        }
    }

    private func source(_ id: SubscribedSource.ID) throws -> SubscribedSource? {
        try record(id, in: SourceSchemas.sources)?.source
    }

    private mutating func put(_ source: SubscribedSource) throws {
        let record = SourceRecord(source)
        // An unchanged record is not written again.
        if try self.record(record.id, in: SourceSchemas.sources) != record {
            try upsert(record, in: SourceSchemas.sources)
        }
    }

    private mutating func putRemoved(_ source: SubscribedSource, as id: SubscribedSource.ID, at date: Date) throws {
        let (schema, index, all) = (SourceSchemas.sources, SourceSchemas.removed, SourceRecord.removals)
        let surplus = try snapshot.count(of: schema, by: index, in: all) - SourceRecord.maximumRemoved + 1
        if surplus > 0 {
            for old in try snapshot.window(of: schema, by: index, in: all, limit: surplus) {
                try delete(old.id, from: schema)
            }
        }
        try upsert(SourceRecord(removed: source, as: id, at: date), in: SourceSchemas.sources)
    }
}
