/// The place that a feed's posts come from: a kind and, for most kinds, a name.
///
/// Written as people type it: `home`, `r/swift`, `r/swift+memes`, `u/name`, `tag/sunset`. Sources are open: what a site
/// has beyond the built-in kinds is made from its kind and its name, `FeedSource(FeedKind(rawValue: "tag"), "sunset")`.
/// Nothing is checked here; ``SiteProfile/source(parsing:)`` reads what a person types by the rules of a site.
public struct FeedSource: Hashable, Sendable {
    /// The kind.
    public let kind: FeedKind
    /// The name behind the slash; empty for kinds that have none.
    public let name: String

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - name: The name as its site spells it; empty, the default, for kinds that have none. Not checked.
    public init(_ kind: FeedKind, _ name: String = "") {
        self.kind = kind
        self.name = name
    }

    /// The front page.
    public static let home = FeedSource(.home)
    /// The local list of saved posts.
    public static let saved = FeedSource(.saved)
    /// The local list of posts that are kept with their media.
    public static let favourites = FeedSource(.favourites)
    /// The local list of posts that were packed for later.
    public static let downloads = FeedSource(.downloads)

    /// One or several subreddits or communities.
    ///
    /// - Parameter names: Their names, without `r/`; not checked.
    /// - Returns: The source.
    public static func subreddits(_ names: [String]) -> FeedSource {
        FeedSource(.subreddit, names.joined(separator: "+"))
    }

    /// The posts of one person.
    ///
    /// - Parameter name: The person's name, without `u/`; not checked.
    /// - Returns: The source.
    public static func user(_ name: String) -> FeedSource { FeedSource(.user, name) }

    /// The posts that the server finds.
    ///
    /// - Parameter text: The words to look for.
    /// - Returns: The source.
    public static func search(_ text: String) -> FeedSource { FeedSource(.search, text) }

    /// The names of a source that has several, divided by `+`; one or none for others.
    public var names: [String] {
        name.isEmpty ? [] : name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether it is made from the database alone.
    public var isLocal: Bool { kind.isLocal }
}

extension FeedSource: LosslessStringConvertible {
    /// Reads a source back from its ``description``, with no rule of a site.
    ///
    /// `nil` for a text without a kind, for a kind that is followed by a slash and no name, and for a built-in kind
    /// without the name that belongs to it. Text that a person types
    /// is checked: see ``SiteProfile/source(parsing:)``.
    ///
    /// - Parameter description: The written form of a source.
    public init?(_ description: String) {
        guard let slash = description.firstIndex(of: "/") else {
            guard !description.isEmpty, !["r", "u", "search"].contains(description) else { return nil }
            self.init(FeedKind(rawValue: description))
            return
        }
        let name = description[description.index(after: slash)...]
        guard slash != description.startIndex, !name.isEmpty else { return nil }
        self.init(FeedKind(rawValue: String(description[..<slash])), String(name))
    }

    /// The source as people type it.
    public var description: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue)/\(name)" }
}
