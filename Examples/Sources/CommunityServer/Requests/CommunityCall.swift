/// A thing that can be asked of the server.
public enum CommunityCall: String, Sendable, Hashable, CaseIterable {
    /// POST `users/join`.
    case join
    /// POST `validation/email`.
    case checkEmail
    /// POST `users/login`.
    case login
    /// GET `auth/refresh`.
    case refresh
    /// GET `users/withdraw`.
    case withdraw
    /// GET `users/me/profile`.
    case ownProfile
    /// PUT `users/me/profile`.
    case changeProfile
    /// GET `users/{user}/profile`.
    case profile
    /// POST `follow/{user}`.
    case follow
    /// DELETE `follow/{user}`.
    case unfollow
    /// POST `posts/files`.
    case uploadPictures
    /// POST `posts`.
    case writePost
    /// PUT `posts/{post}`.
    case editPost
    /// DELETE `posts/{post}`.
    case deletePost
    /// GET `posts`.
    case posts
    /// GET `posts/{post}`.
    case post
    /// GET `posts/users/{user}`.
    case postsOfPerson
    /// GET `posts/hashTags`.
    case hashtag
    /// GET `posts/likes/me`.
    case liked
    /// POST `posts/{post}/like`.
    case like
    /// POST `posts/{post}/comments`.
    case writeComment
    /// PUT `posts/{post}/comments/{comment}`.
    case editComment
    /// DELETE `posts/{post}/comments/{comment}`.
    case deleteComment
    /// POST `payments/validation`.
    case validatePayment
    /// GET `payments/me`.
    case payments
    /// POST `chats`.
    case openRoom
    /// GET `chats`.
    case rooms
    /// GET `chats/{room}`.
    case messages
    /// POST `chats/{room}`.
    case sendMessage
    /// POST `chats/{room}/files`.
    case uploadMessagePictures
    /// GET of a path that `files` or `profileImage` holds.
    case file

    /// Whether it changes anything.
    public var isWrite: Bool {
        switch self {
        case .checkEmail, .refresh, .ownProfile, .profile, .posts, .post, .postsOfPerson, .hashtag, .liked, .payments,
            .rooms, .messages, .file:
            false
        default: true
        }
    }

    /// Whether it is asked without a token.
    public var isOpen: Bool {
        [.join, .checkEmail, .login].contains(self)
    }
}

/// A call and the ids in its path.
struct CommunityRoute: Sendable, Equatable {
    let call: CommunityCall
    /// The ids in the order of the path; of a file, its whole path.
    let ids: [String]

    private static let prefix = "/v1/"

    /// Method and path of each call; of two that fit, the first counts.
    private static let table: [(CommunityCall, String, String)] = [
        (.join, "POST", "users/join"), (.checkEmail, "POST", "validation/email"), (.login, "POST", "users/login"),
        (.refresh, "GET", "auth/refresh"), (.withdraw, "GET", "users/withdraw"),
        (.ownProfile, "GET", "users/me/profile"), (.changeProfile, "PUT", "users/me/profile"),
        (.profile, "GET", "users/*/profile"), (.follow, "POST", "follow/*"), (.unfollow, "DELETE", "follow/*"),
        (.uploadPictures, "POST", "posts/files"), (.writePost, "POST", "posts"), (.posts, "GET", "posts"),
        (.hashtag, "GET", "posts/hashTags"), (.liked, "GET", "posts/likes/me"),
        (.postsOfPerson, "GET", "posts/users/*"), (.like, "POST", "posts/*/like"),
        (.writeComment, "POST", "posts/*/comments"), (.editComment, "PUT", "posts/*/comments/*"),
        (.deleteComment, "DELETE", "posts/*/comments/*"), (.post, "GET", "posts/*"), (.editPost, "PUT", "posts/*"),
        (.deletePost, "DELETE", "posts/*"), (.validatePayment, "POST", "payments/validation"),
        (.payments, "GET", "payments/me"), (.openRoom, "POST", "chats"), (.rooms, "GET", "chats"),
        (.messages, "GET", "chats/*"), (.sendMessage, "POST", "chats/*"),
        (.uploadMessagePictures, "POST", "chats/*/files"),
    ]

    private static let patterns = table.map { call, method, path in
        (call: call, method: method, path: path.split(separator: "/"))
    }

    /// The call of a method and a path; nil for an address that the service does not have.
    init?(method: String, path: String) {
        guard path.hasPrefix(Self.prefix) else { return nil }
        let rest = String(path.dropFirst(Self.prefix.count))
        if method == "GET", rest.hasPrefix(Picture.folder + "/") {
            self.init(call: .file, ids: [rest])
            return
        }
        let segments = rest.split(separator: "/", omittingEmptySubsequences: false)
        for pattern in Self.patterns where pattern.method == method && pattern.path.count == segments.count {
            let pairs = zip(pattern.path, segments)
            guard pairs.allSatisfy({ $0 == $1 || ($0 == "*" && !$1.isEmpty) }) else { continue }
            self.init(call: pattern.call, ids: pairs.filter { $0.0 == "*" }.map { String($0.1) })
            return
        }
        return nil
    }

    private init(call: CommunityCall, ids: [String]) {
        self.call = call
        self.ids = ids
    }

    /// The id at a place of the path.
    subscript(place: Int) -> String { ids.indices.contains(place) ? ids[place] : "" }
}
