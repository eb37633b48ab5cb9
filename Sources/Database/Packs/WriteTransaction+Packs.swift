import Core

extension WriteTransaction {
    /// Notes that posts are packed; what says nothing new is not written.
    mutating func addPacked(_ posts: [PackedPost]) throws {
        for post in posts {
            let stored = try record(post.id, in: PackedRecord.schema)?.post
            if stored == post { continue }
            // What a person asked for stays as it is when an automatic pack finds it too.
            if let stored, !stored.isAutomatic, post.isAutomatic { continue }
            try upsert(PackedRecord(post), in: PackedRecord.schema)
        }
    }

    /// Takes posts out of what was packed; their files stay held.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: Those that were packed.
    /// - Throws: ``StoreError``.
    mutating func removePacked(_ ids: [Post.ID]) throws -> [Post.ID] {
        var removed: [Post.ID] = []
        for id in ids where try record(id, in: PackedRecord.schema) != nil {
            try delete(id, from: PackedRecord.schema)
            removed.append(id)
        }
        return removed
    }
}

extension StoreSnapshot {
    /// The posts that were packed, the newest pack first, each in its feed's order.
    func packedPosts() throws -> [PackedPost] {
        try window(of: PackedRecord.schema, by: PackedRecord.schema.indexes[0]).map(\.post)
    }
}
