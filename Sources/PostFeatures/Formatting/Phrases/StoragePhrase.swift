/// Texts about storage: kinds of stored data, clearing, and sizes.
public enum StoragePhrase: String, LocalizedPhrase {
    // MARK: Kinds, by the words of `StorageKind`

    /// The name of the stored posts.
    case posts
    /// The name of the stored feeds.
    case feeds
    /// The name of the marks of posts and threads.
    case statuses
    /// The name of the stored comments.
    case comments
    /// The name of the packs.
    case packs
    /// The name of the downloaded media.
    case media
    /// The name of the image cache.
    case images
    /// The name of the settings.
    case settings
    /// The name of the sources.
    case sources
    /// The name of the reading positions.
    case positions
    /// The name of what people have begun to write.
    case drafts
    /// The name of what is unsent.
    case outbox
    /// The name of the small state files, such as those of rate limits.
    case state
    /// The name of the stored tokens.
    case tokens
    /// The name of the database's own files.
    case database
    /// The name of the damaged files that were set aside.
    case damaged
    /// The name of all other files.
    case other

    // MARK: What can go

    /// The action that clears the image cache.
    case clearImages
    /// The action that deletes downloads.
    case clearDownloads
    /// The action that deletes everything that can be fetched again.
    case clearFetched
    /// A note on what clearing keeps.
    case keptNote
    /// The size that clearing would free.
    case wouldFree
    /// The size that clearing freed.
    case freed
    /// There is nothing to clear.
    case nothingToFree
    /// The number of posts beyond the retention limit.
    case oldPosts
    /// The number of marks beyond the retention limit.
    case oldMarks

    // MARK: Sizes

    /// A size in bytes.
    case bytes
    /// A size in thousands of bytes.
    case kilobytes
    /// A size in millions of bytes.
    case megabytes
    /// A size in billions of bytes.
    case gigabytes
    /// The number of files.
    case files

    public var english: PhraseText {
        switch self {
        case .posts: .fixed("Posts")
        case .feeds: .fixed("Feeds")
        case .statuses: .fixed("Marks")
        case .comments: .fixed("Comments")
        case .packs: .fixed("Packs")
        case .media: .fixed("Media")
        case .images: .fixed("Image cache")
        case .settings: .fixed("Settings")
        case .sources: .fixed("Sources")
        case .positions: .fixed("Reading positions")
        case .drafts: .fixed("Drafts")
        case .outbox: .fixed("Outbox")
        case .state: .fixed("Notes for requests")
        case .tokens: .fixed("Sign-ins")
        case .database: .fixed("Database")
        case .damaged: .fixed("Damaged, set aside")
        case .other: .fixed("Other")
        case .clearImages: .fixed("Clear the image cache")
        case .clearDownloads: .fixed("Clear downloads")
        case .clearFetched: .fixed("Clear everything that can be fetched again")
        case .keptNote: .fixed("Saved posts and favourites stay, with their media and comments")
        case .wouldFree: .filled("% will be freed")
        case .freed: .filled("% freed")
        case .nothingToFree: .fixed("Nothing to clear")
        case .oldPosts: .counted([.one: "% old post", .other: "% old posts"])
        case .oldMarks: .counted([.one: "% old mark", .other: "% old marks"])
        case .bytes: .filled("% B")
        case .kilobytes: .filled("% kB")
        case .megabytes: .filled("% MB")
        case .gigabytes: .filled("% GB")
        case .files: .counted([.one: "% file", .other: "% files"])
        }
    }
}
