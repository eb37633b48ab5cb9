/// The kinds of acts that people ask the server for; taking one back is of the same kind.
public enum DemoAct: String, Sendable, Hashable, CaseIterable {
    case vote
    case save
    case hide
    /// Marking posts, answers and mentions as read.
    case read
    /// A comment.
    case reply
    /// Another text for a comment or a post.
    case edit
    case delete
    /// A post.
    case submit
    case subscribe
    /// Signing in and out, as Lemmy does.
    case login

    /// The act that a request asks for; nil where it asks for none.
    ///
    /// - Parameters:
    ///   - method: The method in capitals.
    ///   - path: The path without its query.
    public init?(method: String, path: String) {
        switch DemoDialect(path: path) {
        case .lemmy: self.init(lemmy: path, method: method)
        case .json, .oauth:
            guard method == "POST", let write = RedditWrite(path: path) else { return nil }
            self = write.act
        default: return nil
        }
    }

    private init?(lemmy path: String, method: String) {
        guard let write = LemmyWrite(path: path, method: method) else { return nil }
        self = write.act
    }
}
