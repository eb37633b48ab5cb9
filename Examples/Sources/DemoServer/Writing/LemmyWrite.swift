/// The calls of Lemmy's API that change something.
enum LemmyWrite: String, Sendable, CaseIterable {
    case login = "POST user/login"
    case logout = "POST user/logout"
    case likePost = "POST post/like"
    case likeComment = "POST comment/like"
    case savePost = "PUT post/save"
    case saveComment = "PUT comment/save"
    case createComment = "POST comment"
    case editComment = "PUT comment"
    case deleteComment = "POST comment/delete"
    case createPost = "POST post"
    case editPost = "PUT post"
    case deletePost = "POST post/delete"
    case follow = "POST community/follow"
    case hidePosts = "POST post/hide"
    case markPostsAsRead = "POST post/mark_as_read"
    case markReplyAsRead = "POST comment/mark_as_read"
    case markMentionAsRead = "POST user/mention/mark_as_read"
    case markAllAsRead = "POST user/mark_all_as_read"

    /// The call of a method and a path that begins with `/api/v3`; nil for any other.
    init?(path: String, method: String) {
        self.init(rawValue: "\(method) \(Self.page(path))")
    }

    /// The methods of the calls on a path, without GET.
    static func methods(ofPath path: String) -> [String] {
        ["POST", "PUT"].filter { LemmyWrite(path: path, method: $0) != nil }
    }

    private static func page(_ path: String) -> String {
        path.lowercased().split(separator: "/").dropFirst(2).joined(separator: "/")
    }

    var act: DemoAct {
        switch self {
        case .login, .logout: .login
        case .likePost, .likeComment: .vote
        case .savePost, .saveComment: .save
        case .createComment: .reply
        case .editComment, .editPost: .edit
        case .deleteComment, .deletePost: .delete
        case .createPost: .submit
        case .follow: .subscribe
        case .hidePosts: .hide
        case .markPostsAsRead, .markReplyAsRead, .markMentionAsRead, .markAllAsRead: .read
        }
    }
}
