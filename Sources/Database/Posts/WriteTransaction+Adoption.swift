import Core

/// Feeds that an account fetched before its server had said whose it is.
///
/// They are kept under the name of its credentials, and are the account's own once that is known.
extension WriteTransaction {
    /// Keeps a feed under the name of its account where it is kept under the name of the credentials alone.
    ///
    /// - Parameters:
    ///   - feed: A feed of an account.
    ///   - name: The name of the account's credentials.
    /// - Returns: Whether there was one; a feed that the account has by its own name stays as it is.
    /// - Throws: ``StoreError``.
    @discardableResult
    mutating func adopt(_ feed: Feed, from name: String) throws -> Bool {
        guard feed.account != nil, try record(feed.key, in: PostSchemas.feeds) == nil else { return false }
        let before = feed.seen(by: name)
        guard let record = try record(before.key, in: PostSchemas.feeds) else { return false }
        try upsert(FeedRecord(record, of: feed), in: PostSchemas.feeds)
        let entries = try snapshot.window(
            of: PostSchemas.entries, by: PostSchemas.entries.indexes[0], in: FeedEntry.positions(of: before.key))
        for entry in entries {
            try upsert(FeedEntry(feed: feed.key, element: entry.element), in: PostSchemas.entries)
            try delete(entry.id, from: PostSchemas.entries)
        }
        try delete(before.key, from: PostSchemas.feeds)
        return true
    }
}
