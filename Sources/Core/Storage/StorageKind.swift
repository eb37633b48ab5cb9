/// What something on the disk is there for.
public enum StorageKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Posts as their servers describe them; the files of the journal are counted here, whatever else is in them.
    case posts
    /// Which posts a feed has, in which order, and where it goes on.
    case feeds
    /// What a person did with posts and threads.
    case statuses
    /// Comments.
    case comments
    /// What was packed, and how far packs came.
    case packs
    /// Files of media that posts hold.
    case media
    /// The cache of images.
    case images
    /// What a person has set.
    case settings
    /// The subreddits and users that a person follows.
    case sources
    /// Where a person was reading.
    case positions
    /// Small values that survive a run: what servers allow, for one.
    case state
    /// Tokens of people who signed in.
    case tokens
    /// What the database keeps beside records: indexes, lines that were replaced, room for changes.
    case database
    /// What was damaged and set aside, as it was found.
    case damaged
    /// Collections and files of the app's own.
    case other

    /// Whether it holds what belongs to posts, and can be fetched again: what is let go of when space is short.
    public var isFetched: Bool {
        switch self {
        case .posts, .feeds, .comments, .packs, .media, .images: true
        case .statuses, .settings, .sources, .positions, .state, .tokens, .database, .damaged, .other: false
        }
    }
}
