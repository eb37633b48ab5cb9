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

    /// Reads a source as a person types it, and checks its names by Reddit's rules.
    ///
    /// - Parameter text: `home`, `r/NAME`, `r/A+B`, `u/NAME`, `saved`, `favourites` or `downloads`. A subreddit's name
    ///   is 2 to 21 of `A-Z a-z 0-9 _`; a user's is 2 to 20 of those and `-`.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message says what is allowed.
    public init(parsing text: String) throws(DataError) {
        switch text {
        case "home": self = .home
        case "saved": self = .saved
        case "favourites": self = .favourites
        case "downloads": self = .downloads
        default:
            if text.hasPrefix("r/") {
                let names = text.dropFirst(2).split(separator: "+", omittingEmptySubsequences: false).map(String.init)
                self = .subreddits(try names.map { name throws(DataError) in try Self.checkSubreddit(name) })
            } else if text.hasPrefix("u/") {
                self = .user(try Self.checkUser(String(text.dropFirst(2))))
            } else {
                throw DataError(
                    .invalidInput,
                    message: "'\(text)' is no feed. Use home, r/NAME, r/A+B, u/NAME, saved, favourites or downloads.")
            }
        }
    }

    private static func checkSubreddit(_ name: String) throws(DataError) -> String {
        guard (2...21).contains(name.utf8.count), name.utf8.allSatisfy(isNameByte) else {
            throw DataError(
                .invalidInput,
                message: "'\(name)' is no subreddit's name. It is 2 to 21 of the characters A-Z a-z 0-9 and _.")
        }
        return name
    }

    private static func checkUser(_ name: String) throws(DataError) -> String {
        let isAllowed = name.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: "-") }
        guard (2...20).contains(name.utf8.count), isAllowed else {
            throw DataError(
                .invalidInput,
                message: "'\(name)' is no user's name. It is 2 to 20 of the characters A-Z a-z 0-9 _ and -.")
        }
        return name
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension FeedSource: CustomStringConvertible {
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
