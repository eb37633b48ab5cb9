/// What a screen says about what is kept, and letting it go.
public enum StoragePhrase: String, LocalizedPhrase {
    // MARK: Kinds, by the words of `StorageKind`

    /// Posts.
    case posts
    /// The order of feeds.
    case feeds
    /// Marks of posts and threads.
    case statuses
    /// Comments.
    case comments
    /// Packs.
    case packs
    /// Media that posts hold.
    case media
    /// The image cache.
    case images
    /// Settings.
    case settings
    /// Followed subreddits and users.
    case sources
    /// Where the person was reading.
    case positions
    /// Small values.
    case state
    /// Tokens.
    case tokens
    /// The database's own.
    case database
    /// Damaged files that were set aside.
    case damaged
    /// Anything else.
    case other

    // MARK: What can go

    /// The image cache, as a thing to clear.
    case clearImages
    /// Downloads, as a thing to clear.
    case clearDownloads
    /// All that was fetched, as a thing to clear.
    case clearFetched
    /// What stays in any case.
    case keptNote
    /// So much would be freed.
    case wouldFree
    /// So much was freed.
    case freed
    /// There is nothing that could go.
    case nothingToFree
    /// So many posts are older than what is set.
    case oldPosts
    /// So many marks are older than what is set.
    case oldMarks

    // MARK: Sizes

    /// Bytes.
    case bytes
    /// Thousands of bytes.
    case kilobytes
    /// Millions of bytes.
    case megabytes
    /// Billions of bytes.
    case gigabytes
    /// So many files.
    case files

    /// How each text reads in English.
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
