import Core
import Foundation

extension StoreSnapshot {
    /// A site's list in the person's own order.
    func sources(on site: Site) throws -> [SubscribedSource] {
        let key = site.rawValue
        let records = try window(
            of: SourceSchemas.sources, by: SourceSchemas.listed, in: .text(key)..<(.text(key + "\u{1}")))
        // Of one key, records come in the order of their ids, so equal positions have an order too.
        return records.compactMap(\.source).enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }.map(\.element)
    }
}

/// Each of these is the only one of its batch, so that the snapshot is the list as it is.
extension WriteTransaction {
    mutating func addSource(_ source: SubscribedSource, at date: Date) throws -> SubscribedSource {
        let list = try snapshot.sources(on: source.site)
        if let known = list.first(where: { $0.id == source.id }) { throw DataError(isDuplicateOf: known) }
        guard list.count < SubscribedSource.maximumCount else { throw DataError.sourceListIsFull }
        var source = source
        source.changed = date
        source.position = (list.last?.position ?? 0) + 1
        try put(source)
        return source
    }

    mutating func settleSource(
        _ id: SubscribedSource.ID, _ verdict: SourceVerdict, at date: Date
    ) throws -> SubscribedSource? {
        guard var source = try source(id) else { return nil }
        source.settle(verdict, at: date)
        guard source.id != id else {
            try put(source)
            return source
        }
        // Known by another name from now on. Whoever asks for the old one finds it removed.
        try putRemoved(source, as: id, at: date)
        if var other = try self.source(source.id) {
            other.settle(verdict, at: date)
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
        guard try snapshot.sources(on: source.site).count < SubscribedSource.maximumCount else {
            throw DataError.sourceListIsFull
        }
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
        // No room is left between the two: all get whole numbers again. Only what was moved has changed its place.
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

    /// A place between two others, `nil` when numbers have none.
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
        // What says nothing new is not written again.
        if try self.record(record.id, in: SourceSchemas.sources) != record {
            try upsert(record, in: SourceSchemas.sources)
        }
    }

    private mutating func putRemoved(_ source: SubscribedSource, as id: SubscribedSource.ID, at date: Date) throws {
        let removed = try snapshot.window(
            of: SourceSchemas.sources, by: SourceSchemas.removed, in: .double(-.greatestFiniteMagnitude)..<(.text("")))
        for old in removed.dropLast(SourceRecord.maximumRemoved - 1) {
            try delete(old.id, from: SourceSchemas.sources)
        }
        try upsert(SourceRecord(removed: source, as: id, at: date), in: SourceSchemas.sources)
    }
}
