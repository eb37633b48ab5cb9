/// Where a feed's posts come from.
///
/// Written as people type it: `home`, `r/swift`, `r/swift+memes`, `u/name`.
public enum FeedSource: Hashable, Sendable {
    /// The front page.
    case home
    /// One or several subreddits.
    case subreddits([String])
    /// What one person posted.
    case user(String)
    /// What the server finds.
    case search(String)
    /// Local: what the person saved.
    case saved
    /// Local: what the person keeps with its media.
    case favourites
    /// Local: what was packed for later.
    case downloads

    /// Whether it is made from the database alone.
    public var isLocal: Bool {
        switch self {
        case .saved, .favourites, .downloads: true
        case .home, .subreddits, .user, .search: false
        }
    }

    /// Reads a source as a person types it, and checks its names by the rules of its site.
    ///
    /// On a Lemmy server, a community and a user are `NAME` or `NAME@HOST`, and there is one community to a feed.
    /// Everywhere else Reddit's rules hold: a subreddit's name is 2 to 21 of `A-Z a-z 0-9 _`, a user's is 2 to 20 of
    /// those and `-`.
    ///
    /// - Parameters:
    ///   - text: `home`, `r/NAME`, `r/A+B`, `u/NAME`, `saved`, `favourites` or `downloads`.
    ///   - site: Whose feed it is to be; Reddit's by default.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message says what is allowed.
    public init(parsing text: String, on site: Site = .reddit) throws(DataError) {
        let names = FeedNames(on: site)
        switch text {
        case "home": self = .home
        case "saved": self = .saved
        case "favourites": self = .favourites
        case "downloads": self = .downloads
        default:
            if text.hasPrefix("r/") {
                self = .subreddits(try names.subreddits(text.dropFirst(2)))
            } else if text.hasPrefix("u/") {
                self = .user(try names.user(text.dropFirst(2)))
            } else {
                throw DataError(.invalidInput, message: "'\(text)' is no feed. Use \(names.forms).")
            }
        }
    }
}

extension FeedSource: LosslessStringConvertible {
    /// Reads a source back from its ``description``, with no rule of a site: `nil` for what is no source's.
    ///
    /// What people type is checked: see ``init(parsing:on:)``.
    ///
    /// - Parameter description: What ``description`` says of a source.
    public init?(_ description: String) {
        func name(behind prefix: String) -> String? {
            guard description.hasPrefix(prefix), description.utf8.count > prefix.utf8.count else { return nil }
            return String(description.dropFirst(prefix.count))
        }
        switch description {
        case "home": self = .home
        case "saved": self = .saved
        case "favourites": self = .favourites
        case "downloads": self = .downloads
        default:
            if let names = name(behind: "r/") {
                self = .subreddits(names.split(separator: "+", omittingEmptySubsequences: false).map(String.init))
            } else if let name = name(behind: "u/") {
                self = .user(name)
            } else if let text = name(behind: "search/") {
                self = .search(text)
            } else {
                return nil
            }
        }
    }

    /// The source as people type it.
    public var description: String {
        switch self {
        case .home: "home"
        case .subreddits(let names): "r/" + names.joined(separator: "+")
        case .user(let name): "u/" + name
        case .search(let text): "search/" + text
        case .saved: "saved"
        case .favourites: "favourites"
        case .downloads: "downloads"
        }
    }
}
