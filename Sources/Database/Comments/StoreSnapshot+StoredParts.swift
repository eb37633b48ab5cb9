import Core
import Synchronization

/// A part of a thread's order with its comments, as they lie in the store.
struct StoredPart {
    let part: ThreadPart
    let place: RecordPlace
    /// Its comments, as they were read.
    fileprivate(set) var shares: [StoreSnapshot.StoredComments]
    /// Whether every comment was found.
    let isWhole: Bool

    fileprivate init(_ part: ThreadPart, at place: RecordPlace, _ shares: [StoreSnapshot.StoredComments]) {
        self.part = part
        self.place = place
        self.shares = shares
        isWhole = shares.allSatisfy { share in
            !share.comments.contains { $0 == nil } && !share.places.contains { $0 == nil }
        }
    }

    /// Puts its entries behind others; the comments are taken out.
    mutating func append(of post: Post.ID, to entries: inout [CommentThread.Entry]) {
        var (share, first) = (0, 0)
        // Taken, and not copied: counting the references to thousands of objects takes its time.
        part.append(of: post, to: &entries) { position in
            while position - first >= shares[share].comments.count {
                first += shares[share].comments.count
                share += 1
            }
            return shares[share].comments[position - first].take()
        }
    }
}

/// The record of a part, which whoever comes first reads: several threads read its comments.
private final class SharedPart: Sendable {
    private let place: RecordPlace
    private let known = Mutex<Result<ThreadPart?, any Error>?>(nil)

    init(at place: RecordPlace) {
        self.place = place
    }

    /// The part; nil where it cannot be read.
    func part(in snapshot: StoreSnapshot) throws -> ThreadPart? {
        try known.withLock { known in
            if let known { return known }
            let result = Result {
                var part: ThreadPart?
                try snapshot.visitRecords(at: [place.location], in: CommentSchemas.parts) { part = $0 }
                return part
            }
            known = result
            return result
        }.get()
    }
}

extension StoreSnapshot {
    /// So many shares of a part are read by different cores: a thread of 5,000 comments may have no more than five parts.
    private static let shareCount = 2

    /// Reads the parts of a thread with their comments.
    ///
    /// Several parts are read, looked up and gone over beside one another, on all cores.
    ///
    /// - Parameters:
    ///   - record: The facts about the thread.
    ///   - other: Something else to read, beside the parts where there are several; called once, if at all.
    /// - Returns: The parts that can be read, in their order.
    /// - Throws: ``StoreError``.
    func storedParts(of record: ThreadRecord, beside other: (@Sendable () -> Void)?) throws -> [StoredPart] {
        if record.partCount > 1, let stored = try likelyParts(of: record, beside: other) { return stored }
        let (parts, places) = try parts(of: record)
        var ids: [Comment.ID] = []
        for part in parts { ids += part.ids(part.comments.indices, of: record.id) }
        let stored = try comments(ids, of: record.id)
        var start = 0
        return zip(parts, places).map { part, place in
            let range = start..<start + part.comments.count
            start = range.upperBound
            let comments = StoredComments(
                comments: Array(stored.comments[range]), places: Array(stored.places[range]))
            return StoredPart(part, at: place, [comments])
        }
    }

    /// Reads the parts of a thread beside one another; nil where one of them or a comment cannot be read: what is read
    /// in order is mended.
    private func likelyParts(
        of record: ThreadRecord, beside other: (@Sendable () -> Void)?
    ) throws -> [StoredPart]? {
        let found = try partPlaces(of: record)
        let places = found.compactMap { $0 }
        guard places.count == found.count else { return nil }
        let parts = places.map { SharedPart(at: $0) }
        let otherCount = other == nil ? 0 : 1
        // All first shares before the second ones, so that nobody waits for a part.
        let stored: [StoredComments?]
        do {
            stored = try concurrentValues(otherCount + Self.shareCount * parts.count) { number in
                guard number >= otherCount else {
                    other?()
                    return nil
                }
                let (share, position) = (number - otherCount).quotientAndRemainder(dividingBy: parts.count)
                guard let part = try parts[position].part(in: self) else { return nil }
                return try self.comments(of: part, share: share, of: record.id)
            }
        } catch  where error is StoreError || error is UnreadableRecordError {
            // Not swallowed: whoever reads in order meets it again.
            return nil
        }
        var whole: [StoredPart] = []
        for (position, place) in places.enumerated() {
            let shares = (0..<Self.shareCount).compactMap { stored[otherCount + $0 * parts.count + position] }
            guard shares.count == Self.shareCount, let part = try parts[position].part(in: self) else { return nil }
            whole.append(StoredPart(part, at: place, shares))
        }
        return whole
    }

    /// Reads a share of a part's comments: all of a short part are in its first.
    private func comments(of part: ThreadPart, share: Int, of post: Post.ID) throws -> StoredComments {
        let count = part.comments.count
        guard count > Self.largestShare else {
            return share == 0 ? try self.share(part.ids(0..<count, of: post), of: post) : StoredComments()
        }
        let range = count * share / Self.shareCount..<count * (share + 1) / Self.shareCount
        return try self.share(part.ids(range, of: post), of: post)
    }

    /// The parts of a thread's order, with their places.
    func parts(of record: ThreadRecord) throws -> (parts: [ThreadPart], places: [RecordPlace]) {
        try mending(CommentSchemas.parts.name) {
            // One that was damaged costs itself alone, until the thread is fetched again.
            let places = try partPlaces(of: record).compactMap { $0 }
            var parts: [ThreadPart] = []
            try visitRecords(at: places.map(\.location), in: CommentSchemas.parts) { parts.append($0) }
            return (parts, places)
        }
    }

    private func partPlaces(of record: ThreadRecord) throws -> [RecordPlace?] {
        let ids = (0..<record.partCount).map { ThreadPart.id(of: record.id, $0) }
        return try places(of: SortedIDs(ids), in: CommentSchemas.parts)
    }
}

extension ThreadPart {
    /// The ids of some of its comments.
    fileprivate func ids(_ range: Range<Int>, of post: Post.ID) -> [Comment.ID] {
        comments[range].map { Comment.ID(site: post.site, native: $0) }
    }
}
