import Core

/// The packed posts, as the feed `downloads` shows them.
extension InMemoryPostStore {
    /// The newest pack first, each in its feed's order.
    var packedPosts: [PackedPost] {
        packed.values.sorted { left, right in
            if left.date != right.date { return left.date > right.date }
            if left.feed != right.feed { return left.feed < right.feed }
            return left.position == right.position ? left.id < right.id : left.position < right.position
        }
    }

    mutating func addPacked(_ posts: [PackedPost]) -> StoredChange? {
        var changed: Set<Post.ID> = []
        for post in posts where packed[post.id] != post {
            // What a person asked for stays as it is when an automatic pack finds it too.
            if let known = packed[post.id], !known.isAutomatic, post.isAutomatic { continue }
            packed[post.id] = post
            changed.insert(post.id)
        }
        return announce(changed)
    }

    mutating func removePacked(_ ids: [Post.ID]) -> (removed: [Post.ID], change: StoredChange?) {
        let removed = ids.withoutRepetitions().filter { packed.removeValue(forKey: $0) != nil }
        return (removed, announce(Set(removed)))
    }

    private mutating func announce(_ changed: Set<Post.ID>) -> StoredChange? {
        guard !changed.isEmpty else { return nil }
        version += 1
        return StoredChange(posts: changed, version: version)
    }
}

extension InMemoryOfflinePostProvider {
    func packedPosts() -> [PackedPost] { withStore { store in (store.packedPosts, nil) } }

    func addPacked(_ posts: [PackedPost]) { withStore { store in ((), store.addPacked(posts)) } }

    func removePacked(_ ids: [Post.ID]) -> [Post.ID] {
        withStore { store in
            let (removed, change) = store.removePacked(ids)
            return (removed, change)
        }
    }
}
