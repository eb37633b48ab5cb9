/// What a path asks for.
enum Route: Sendable, Equatable {
    enum FileKind: String, Sendable {
        case media, preview, thumbnails
    }

    case front(PostSort)
    /// One community, or several joined by `+`.
    case subreddits([String], PostSort)
    case about(subreddit: String)
    case submitted(user: String)
    /// A thread, or the part of it below one comment.
    case comments(postID: String, commentID: String?)
    case file(FileKind, name: String, fileExtension: String)

    /// Reads a path; nil when nothing is there.
    ///
    /// Page paths end in `.json`, before which a slash is allowed.
    init?(path: String) {
        let parts = path.split(separator: "/").map(String.init)
        if parts.count == 2, let kind = FileKind(rawValue: parts[0]) {
            self.init(kind, file: parts[1])
        } else if path.lowercased().hasSuffix(".json") {
            self.init(page: path.dropLast(5).split(separator: "/").map(String.init))
        } else {
            return nil
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
        case ("r", 2...) where words.dropFirst(2).first == "comments":
            self.init(thread: Array(parts.dropFirst(3)))
        case ("r", 2): self = .subreddits(Self.names(parts[1]), .hot)
        case ("r", 3) where words[2] == "about": self = .about(subreddit: parts[1])
        case ("r", 3):
            guard let sort = PostSort(rawValue: words[2]) else { return nil }
            self = .subreddits(Self.names(parts[1]), sort)
        case ("user", 3) where words[2] == "submitted", ("u", 3) where words[2] == "submitted":
            self = .submitted(user: parts[1])
        case ("comments", _): self.init(thread: Array(parts.dropFirst()))
        case (let word?, 1):
            guard let sort = PostSort(rawValue: word) else { return nil }
            self = .front(sort)
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
