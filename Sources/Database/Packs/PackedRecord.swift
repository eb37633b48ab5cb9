import Core
import Foundation

/// The stored record of a packed post.
struct PackedRecord: StoredRecord {
    let id: Post.ID
    /// The key of the pack's feed.
    let feed: String
    let date: Date
    let position: Int
    let isAutomatic: Bool

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

    /// The index key: the newest pack first, each in its feed's order.
    var order: String {
        // Larger dates have larger bits, as none is before 1970; inverted, the newest is the smallest.
        let newest = Self.padded(~max(0, date.timeIntervalSince1970).bitPattern)
        return "\(newest) \(feed)\u{1}\(Self.padded(UInt64(max(0, position))))"
    }

    private static func padded(_ number: UInt64) -> String { String(number, radix: 16).zeroPadded(to: 16) }
}

extension WriteTransaction {
    /// Stores packed posts; unchanged ones are not written again.
    mutating func addPacked(_ posts: [PackedPost]) throws {
        for post in posts {
            let stored = try record(post.id, in: PackSchemas.packed)?.post
            if stored == post { continue }
            // A post of a pack that a person requested stays so when an automatic pack finds it too.
            if let stored, !stored.isAutomatic, post.isAutomatic { continue }
            try upsert(PackedRecord(post), in: PackSchemas.packed)
        }
    }

    /// Removes packed posts, and returns those that were packed; their files stay held.
    mutating func removePacked(_ ids: [Post.ID]) throws -> [Post.ID] {
        var removed: [Post.ID] = []
        for id in ids where try record(id, in: PackSchemas.packed) != nil {
            try delete(id, from: PackSchemas.packed)
            removed.append(id)
        }
        return removed
    }
}

extension StoreSnapshot {
    /// The packed posts, the newest pack first, each in its feed's order.
    func packedPosts() throws -> [PackedPost] {
        try window(of: PackSchemas.packed, by: PackSchemas.packed.indexes[0]).map(\.post)
    }
}
