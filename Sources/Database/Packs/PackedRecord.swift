import Core
import Foundation

/// A post that was packed, as it is stored.
struct PackedRecord: StoredRecord {
    let id: Post.ID
    /// The key of the feed that it was packed from.
    let feed: String
    let date: Date
    let position: Int
    let isAutomatic: Bool

    static let schema = CollectionSchema<PackedRecord>(name: "packed", indexes: [Index("order", \.order)])

    init(_ post: PackedPost) {
        id = post.id
        feed = post.feed
        date = post.date
        position = post.position
        isAutomatic = post.isAutomatic
    }

    var post: PackedPost {
        PackedPost(id: id, feed: feed, date: date, position: position, isAutomatic: isAutomatic)
    }

    /// The key of the index: the newest pack first, each in its feed's order.
    var order: String {
        // Larger dates have larger bits, as none is before 1970; turned over, the newest is the smallest.
        let newest = Self.padded(~max(0, date.timeIntervalSince1970).bitPattern)
        return "\(newest) \(feed)\u{1}\(Self.padded(UInt64(max(0, position))))"
    }

    private static func padded(_ number: UInt64) -> String { String(number, radix: 16).zeroPadded(to: 16) }
}
