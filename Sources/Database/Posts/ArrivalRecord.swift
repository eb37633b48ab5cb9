import Core
import Foundation

/// The last time that a server had a post in an answer, to within ``precision``.
struct ArrivalRecord: StoredRecord {
    let id: Post.ID
    var date: Date

    /// The time after which another arrival of a post is written: a refresh must not write all of a feed again.
    static let precision: TimeInterval = 6 * 3600
}

extension WriteTransaction {
    /// Notes that posts were in an answer.
    mutating func noteArrival(of ids: [Post.ID], at date: Date) throws {
        for id in ids {
            // A clock that was set back is no reason to write either.
            if let stored = try record(id, in: PostSchemas.arrivals),
                date.timeIntervalSince(stored.date) < ArrivalRecord.precision
            {
                continue
            }
            try upsert(ArrivalRecord(id: id, date: date), in: PostSchemas.arrivals)
        }
    }

    /// Notes that the server still has the stored first page of a feed.
    mutating func noteUnchanged(_ feed: Feed, at date: Date) throws {
        try noteArrival(of: try snapshot.order(of: feed).firstPosts, at: date)
    }
}
