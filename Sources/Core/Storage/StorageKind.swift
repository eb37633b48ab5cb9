/// A kind of data on the disk.
public enum StorageKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Posts, and the values of resources; the files of the journal are counted here, whatever else is in them.
    case posts
    /// Feeds: their posts, the order and the cursors.
    case feeds
    /// Marks on posts and threads.
    case statuses
    /// Comments.
    case comments
    /// Packed posts, and the progress of packs.
    case packs
    /// Media files of posts.
    case media
    /// The image cache.
    case images
    /// Settings.
    case settings
    /// The subscribed sources.
    case sources
    /// Reading positions.
    case positions
    /// What people have begun to write.
    case drafts
    /// What is unsent, and what was sent lately.
    case outbox
    /// Small values that survive a relaunch, such as the rate limits of servers.
    case state
    /// The tokens of signed-in accounts.
    case tokens
    /// The database's own data beside records: indexes, replaced lines, space for changes.
    case database
    /// Damaged files that were set aside.
    case damaged
    /// Collections and files of the app's own.
    case other

    /// Whether it belongs to posts and can be fetched again, so that it is deleted when space is short.
    package var isFetched: Bool {
        switch self {
        case .posts, .feeds, .comments, .packs, .media, .images: true
        case .statuses, .settings, .sources, .positions, .drafts, .outbox, .state, .tokens, .database, .damaged,
            .other:
            false
        }
    }
}
