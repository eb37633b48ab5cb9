/// The thing that a path asks for, in any dialect.
enum Route: Sendable, Equatable {
    enum FileKind: String, Sendable {
        case media, preview, thumbnails
    }

    /// The ways in which an account marks posts and comments.
    enum Mark: String, Sendable {
        case saved, hidden, upvoted, downvoted
    }

    /// The pages of an inbox.
    enum InboxPage: String, Sendable {
        case inbox, unread, mentions, comments, selfreply
    }

    case front(PostSort)
    /// One community, or several joined by `+`.
    case subreddits([String], PostSort)
    case about(subreddit: String)
    case rules(subreddit: String)
    case aboutUser(String)
    case submitted(user: String)
    /// The comments of an account.
    case userComments(user: String)
    /// The posts and comments of an account, mixed.
    case overview(user: String)
    /// The things that an account has marked, which only it may see.
    case marked(Mark, user: String)
    /// The posts, comments and communities with certain fullnames.
    case info
    /// The communities that the account is subscribed to.
    case subscriptions
    /// The texts that answer the account, or mention it.
    case inbox(InboxPage)
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
        switch DemoDialect(path: path) {
        case .lemmy:
            let writes = LemmyWrite.methods(ofPath: path)
            // A comment and a post have one path for reading and for writing.
            let isRead = writes.isEmpty || ["post", "comment"].contains(path.lowercased().split(separator: "/").last)
            return (isRead ? ["GET"] : []) + writes
        case .json, .oauth:
            if RedditWrite(path: path) != nil { return ["POST"] }
            let page = path.lowercased().split(separator: "/").joined(separator: "/")
            return page.hasPrefix("api/morechildren") ? ["GET", "POST"] : ["GET"]
        default: return ["GET"]
        }
    }

    /// Whether what is there is a list or a thread, which a site may show as it was some seconds ago.
    var isList: Bool {
        switch self {
        case .front, .subreddits, .submitted, .userComments, .overview, .search, .comments, .moreComments: true
        case .about, .rules, .aboutUser, .marked, .info, .subscriptions, .inbox, .me, .file: false
        }
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
        case ("api", 2) where words[1] == "info": self = .info
        case ("subreddits", 3) where words[1] == "mine" && words[2] == "subscriber": self = .subscriptions
        case ("message", 2):
            guard let page = InboxPage(rawValue: words[1]) else { return nil }
            self = .inbox(page)
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
        case ("about", 2) where words[1] == "rules": self = .rules(subreddit: name)
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
        case "comments": self = .userComments(user: user)
        case "overview": self = .overview(user: user)
        case "about": self = .aboutUser(user)
        default:
            guard let mark = Mark(rawValue: page) else { return nil }
            self = .marked(mark, user: user)
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
