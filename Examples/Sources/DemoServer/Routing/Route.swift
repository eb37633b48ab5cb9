/// The thing that a path asks for, in any dialect.
enum Route: Sendable, Equatable {
    enum FileKind: String, Sendable {
        case media, preview, thumbnails
    }

    case front(PostSort)
    /// One community, or several joined by `+`.
    case subreddits([String], PostSort)
    case about(subreddit: String)
    case aboutUser(String)
    case submitted(user: String)
    /// The posts and comments of an account, mixed.
    case overview(user: String)
    /// The saved posts of an account, which only it may see.
    case saved(user: String)
    /// Posts with certain words, of some communities or of all.
    case search(in: [String])
    /// A thread, or the part of it below one comment.
    case comments(postID: String, commentID: String?)
    /// The comments that a thread's placeholder names.
    case moreComments
    /// The account a token belongs to.
    case me
    case file(FileKind, name: String, fileExtension: String)

    /// Reads a path; nil when nothing is there.
    ///
    /// Page paths end in `.json` or `.rss`, before which a slash is allowed, or in neither.
    init?(path: String, dialect: DemoDialect) {
        func parts(droppingLast count: Int) -> [String] {
            path.dropLast(count).split(separator: "/").map(String.init)
        }
        switch dialect {
        case .lemmy, .hackerNews, .authorization: return nil
        case .media:
            let parts = parts(droppingLast: 0)
            guard let folder = parts.first?.lowercased(), let kind = FileKind(rawValue: folder) else { return nil }
            // The files of a video are in a folder of their post's.
            guard parts.count == 2 || (parts.count == 3 && kind == .media) else { return nil }
            self.init(kind, file: parts.dropFirst().joined(separator: "/"))
        case .json: self.init(page: parts(droppingLast: 5))
        case .atom: self.init(page: parts(droppingLast: 4))
        case .oauth:
            if path.lowercased() == "/api/v1/me" {
                self = .me
            } else {
                self.init(page: parts(droppingLast: 0))
            }
        }
    }

    /// The methods a path is asked with, as `Allow` names them.
    static func methods(ofPath path: String) -> [String] {
        let page = path.lowercased().split(separator: "/").joined(separator: "/")
        return page.hasPrefix("api/morechildren") ? ["GET", "POST"] : ["GET"]
    }

    private init?(_ kind: FileKind, file: String) {
        let parts = file.split(separator: ".").map(String.init)
        guard parts.count == 2 else { return nil }
        self = .file(kind, name: parts[0].lowercased(), fileExtension: parts[1].lowercased())
    }

    private init?(page parts: [String]) {
        let words = parts.map { $0.lowercased() }
        switch (words.first, parts.count) {
        case (nil, _): self = .front(.hot)
        case ("r", 2...): self.init(communities: Self.names(parts[1]), rest: Array(parts.dropFirst(2)))
        case ("user", 2...3), ("u", 2...3): self.init(user: parts[1], page: words.count == 3 ? words[2] : "overview")
        case ("comments", _): self.init(thread: Array(parts.dropFirst()))
        case ("search", 1): self = .search(in: [])
        case ("api", 2) where words[1] == "morechildren": self = .moreComments
        case (let word?, 1):
            guard let sort = PostSort(rawValue: word) else { return nil }
            self = .front(sort)
        default: return nil
        }
    }

    private init?(communities names: [String], rest: [String]) {
        guard let name = names.first else { return nil }
        let words = rest.map { $0.lowercased() }
        switch (words.first, rest.count) {
        case (nil, _): self = .subreddits(names, .hot)
        case ("comments", _): self.init(thread: Array(rest.dropFirst()))
        case ("about", 1): self = .about(subreddit: name)
        case ("search", 1): self = .search(in: names)
        case (let word?, 1):
            guard let sort = PostSort(rawValue: word) else { return nil }
            self = .subreddits(names, sort)
        default: return nil
        }
    }

    private init?(user: String, page: String) {
        switch page {
        case "submitted": self = .submitted(user: user)
        case "overview": self = .overview(user: user)
        case "saved": self = .saved(user: user)
        case "about": self = .aboutUser(user)
        default: return nil
        }
    }

    /// `ID`, `ID/slug` or `ID/slug/COMMENT`.
    private init?(thread parts: [String]) {
        guard let postID = parts.first, parts.count <= 3 else { return nil }
        self = .comments(postID: postID.lowercased(), commentID: parts.count == 3 ? parts[2].lowercased() : nil)
    }

    private static func names(_ joined: String) -> [String] {
        joined.split(separator: "+").map(String.init)
    }
}
