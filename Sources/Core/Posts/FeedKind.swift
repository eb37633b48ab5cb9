/// A kind of feed: the front page, a subreddit, a hashtag, what the person saved.
///
/// Kinds are open. The built-in ones have names here; a site's profile and an app add others, such as
/// `FeedKind(rawValue: "tag")`, and the framework passes on what it does not know. What it switches on are the local
/// ones: ``saved``, ``favourites`` and ``downloads``.
public struct FeedKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word in front of the slash in a source's written form, such as `r` in `r/swift`.
    public let rawValue: String

    /// Creates a kind.
    ///
    /// - Parameter rawValue: The word that stands in front of the slash; one that has a slash or is empty stops the
    ///   program, as it is the app's own.
    public init(rawValue: String) {
        precondition(
            !rawValue.isEmpty && !rawValue.utf8.contains(UInt8(ascii: "/")),
            "'\(rawValue)' is no kind of feed: it is a word without slashes.")
        self.rawValue = rawValue
    }

    /// The front page.
    public static let home = FeedKind(rawValue: "home")
    /// One or several subreddits or communities.
    public static let subreddit = FeedKind(rawValue: "r")
    /// Posts of one person.
    public static let user = FeedKind(rawValue: "u")
    /// Posts that the server finds.
    public static let search = FeedKind(rawValue: "search")
    /// Posts that the person saved; local.
    public static let saved = FeedKind(rawValue: "saved")
    /// Posts that the person keeps with their media; local.
    public static let favourites = FeedKind(rawValue: "favourites")
    /// Posts that were packed for later; local.
    public static let downloads = FeedKind(rawValue: "downloads")

    /// Whether a feed of this kind is made from the database alone.
    public var isLocal: Bool { self == .saved || self == .favourites || self == .downloads }

    /// The word in front of the slash.
    public var description: String { rawValue }
}
