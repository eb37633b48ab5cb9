import Core
import Foundation

extension StoreSnapshot {
    /// The bytes that the live records of each kind take in the journal.
    ///
    /// - Complexity: O(1) for each collection: the store keeps count.
    func recordBytes() -> [StorageKind: Int] {
        view.tables.reduce(into: [:]) { bytes, table in
            bytes[StorageKind(collection: table.key), default: 0] += table.value.liveBytes
        }
    }

    /// Returns the number of a collection's records for each owner, and the bytes of their lines.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - owner: To whom a record belongs; nil for one that is left out.
    /// - Returns: The amounts by owner.
    /// - Throws: ``StoreError``, or what `owner` throws.
    /// - Complexity: O(*n*): every record is read, a few microseconds each.
    func amounts<Record: StoredRecord, Owner: Hashable>(
        of schema: CollectionSchema<Record>, by owner: (Record) throws -> Owner?
    ) throws -> [Owner: RetentionReport.Amount] {
        try view.read(schema.name) { table in
            var amounts: [Owner: RetentionReport.Amount] = [:]
            let frame = schema.putOpening.count + "}\n".utf8.count
            var cursor = try table.orders[schema.idOrder].cursor(from: nil, .ascending)
            while let values = try nextValues(&cursor, table) {
                try values.visit { bytes in
                    guard let owner = try owner(try schema.codec.decode(bytes)) else { return }
                    amounts[owner, default: RetentionReport.Amount()].add(frame + bytes.count)
                }
            }
            return amounts
        }
    }

    /// The JSON of the next records of an order, some at a time; nil at the end.
    private func nextValues(_ cursor: inout OrderCursor, _ table: CollectionState) throws -> RecordFiles.Values? {
        let slots = try cursor.nextSlots(1_024)
        guard !slots.isEmpty else { return nil }
        return try view.files.values(at: table.slots.locations(of: slots))
    }

    /// Returns every stored post with what decides whether it is evicted.
    ///
    /// - Complexity: O(*n*) in the posts, what belongs to them, their statuses and places.
    func retentionCandidates() throws -> [RetentionCandidate] {
        var candidates: [Post.ID: RetentionCandidate] = [:]
        _ = try amounts(of: PostSchemas.posts) { post -> Post.ID? in
            candidates[post.id] = RetentionCandidate(id: post.id, date: post.created ?? .distantPast, bytes: 0)
            return nil
        }
        var undated = Set(candidates.keys)
        _ = try amounts(of: PostSchemas.arrivals) { arrival -> Post.ID? in
            candidates[arrival.id]?.date = arrival.date
            undated.remove(arrival.id)
            return nil
        }
        try date(undated, in: &candidates)
        // A thread whose post is not there, which came while the post was evicted, or of which no post came at all.
        _ = try amounts(of: CommentSchemas.threads) { thread -> Post.ID? in
            if candidates[thread.id] == nil {
                candidates[thread.id] = RetentionCandidate(id: thread.id, date: thread.fetched, bytes: 0)
            }
            return nil
        }
        for part in StoragePart.all {
            for (id, amount) in try part.amounts(self) {
                if part.kind == .comments {
                    candidates[id]?.threadBytes += amount.bytes
                    if part.isCounted { candidates[id]?.threads += amount.count }
                } else {
                    candidates[id]?.bytes += amount.bytes
                }
            }
        }
        _ = try amounts(of: StatusSchemas.statuses) { status -> Post.ID? in
            if status.isFavourite { candidates[status.id]?.kept = .favourite }
            if status.isSaved { candidates[status.id]?.kept = .saved }
            return nil
        }
        _ = try amounts(of: StatusSchemas.marks) { marks -> Post.ID? in
            guard let post = marks.id.target.post else { return nil }
            if marks.marks.isFavourite, candidates[post]?.kept == nil { candidates[post]?.kept = .favourite }
            if marks.marks.isSaved { candidates[post]?.kept = .saved }
            return nil
        }
        try keepWhatIsOnSites(in: &candidates)
        return Array(candidates.values)
    }

    /// Keeps what accounts have saved on their sites, and what something unsent is about.
    private func keepWhatIsOnSites(in candidates: inout [Post.ID: RetentionCandidate]) throws {
        let saved = try window(of: StatusSchemas.confirmed, by: StatusSchemas.confirmed.indexes[1], in: .texts)
        let unsent = try postsWithUnsent()
        for post in Set(saved.compactMap(\.id.target.post)).union(unsent) where candidates[post] != nil {
            if try keepingMark(of: post) == .saved { candidates[post]?.kept = .saved }
        }
        for post in unsent where candidates[post]?.kept == nil { candidates[post]?.kept = .unsent }
    }

    /// Dates what was stored before arrivals were noted: by the feeds that hold it.
    private func date(_ undated: Set<Post.ID>, in candidates: inout [Post.ID: RetentionCandidate]) throws {
        guard !undated.isEmpty else { return }
        for feed in try window(of: PostSchemas.feeds) {
            guard let refreshed = feed.refreshed else { continue }
            for id in try elements(ofKey: feed.id).compactMap(\.post) where undated.contains(id) {
                let own = candidates[id]?.date ?? refreshed
                candidates[id]?.date = max(refreshed, own)
            }
        }
    }

    /// The marks that would be forgotten.
    func forgettableMarks(before date: Date, without gone: Set<Post.ID>) throws -> RetentionReport.Amount {
        var amount =
            try amounts(of: StatusSchemas.statuses) { status -> Bool? in
                guard status.isFleeting, (status.changed ?? .distantPast) < date else { return nil }
                let isGone = try gone.contains(status.id) || !contains(status.id, in: PostSchemas.posts)
                return isGone ? true : nil
            }[true] ?? RetentionReport.Amount()
        let owned = try amounts(of: StatusSchemas.marks) { marks -> Bool? in
            try isForgettable(marks, before: date, without: gone) ? true : nil
        }[true]
        let visits = try amounts(of: StatusSchemas.visits) { visit -> Bool? in
            try isForgettable(visit, before: date, without: gone) ? true : nil
        }[true]
        for more in [owned, visits].compactMap({ $0 }) {
            amount.count += more.count
            amount.bytes += more.bytes
        }
        var threads: Set<Post.ID> = []
        let marks = try amounts(of: CommentSchemas.marks) { marks -> Bool? in
            guard try isForgettable(marks, before: date, without: gone) else { return nil }
            threads.insert(marks.id)
            return true
        }[true]
        guard let marks else { return amount }
        let seen = try amounts(of: CommentSchemas.seen) { part -> Bool? in
            part.post.map(threads.contains) == true ? true : nil
        }[true]
        amount.count += marks.count
        amount.bytes += marks.bytes + (seen?.bytes ?? 0)
        return amount
    }
}

extension RetentionReport.Amount {
    /// Counts one record of so many bytes.
    fileprivate mutating func add(_ size: Int) {
        count += 1
        bytes += size
    }
}
