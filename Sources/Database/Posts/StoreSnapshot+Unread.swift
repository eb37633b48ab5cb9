import Core

extension StoreSnapshot {
    /// The number of posts whose marks are looked up together, and of which then those are read that are unread.
    private static var partSize: Int { 128 }

    /// The first unread posts of a feed, without reading those that are read or come behind.
    ///
    /// - Parameters:
    ///   - feed: A feed that has an order of its own.
    ///   - owner: Whose marks.
    ///   - limit: The number of posts to find at most.
    ///   - isShown: Whether an unread post counts.
    /// - Returns: The posts.
    /// - Throws: ``StoreError``.
    func unread(
        in feed: Feed, for owner: MarkOwner, limit: Int, where isShown: (FeedItem) -> Bool
    ) throws -> StoredUnread {
        var found = StoredUnread(posts: try elements(ofKey: feed.key).compactMap(\.post))
        var start = 0
        while start < found.posts.count, found.unread.count < limit {
            let part = found.posts[start..<min(start + Self.partSize, found.posts.count)]
            start = part.endIndex
            let statuses = try statuses(of: part.map { .post($0) }, for: owner, withCollapsed: false)
            let unread = part.filter { statuses[.post($0)]?.isUnread ?? true }
            guard !unread.isEmpty else { continue }
            for item in try owned(ItemRows(unread, in: self).items, by: owner)
            where found.unread.count < limit && item.isUnread && isShown(item) {
                found.unread.append(item.id)
            }
        }
        return found
    }
}
