/// The content at a route, before a dialect writes it.
enum SiteContent: Sendable {
    /// Part of a list, and the fullname to go on after.
    case listing([Thing], after: String?)
    /// The comments on a post; `parent` is what the first of them answer, `limit` how many are shown at most.
    case thread(Post, comments: [Comment], parent: String, limit: Int)
    /// Comments that a placeholder names; `limit` is how many replies to them are shown at most.
    case more([Reply], on: Post, limit: Int)
    case about(Subreddit)
    /// An account by its name, as it is spelled.
    case user(String)
    case file(Route.FileKind, name: String, fileExtension: String)

    /// A comment and where in its thread it is.
    struct Reply: Sendable {
        let comment: Comment
        /// The fullname of what it answers.
        let parent: String
        /// The depth of nesting.
        let depth: Int
    }

    /// An element of a list.
    enum Thing: Sendable {
        case post(Post)
        /// A comment, and the fullname of what it answers.
        case comment(Comment, parent: String, on: Post)

        var fullname: String {
            switch self {
            case .post(let post): post.fullname
            case .comment(let comment, _, _): comment.fullname
            }
        }

        /// Seconds before the reference date.
        var age: Int {
            switch self {
            case .post(let post): post.age
            case .comment(let comment, _, _): comment.age
            }
        }
    }
}

/// The reason why a route has no content.
enum SiteRefusal: Error {
    case notFound
    case forbidden(reason: String?)
    /// 400, without any JSON.
    case badRequest

    var answer: Answer {
        switch self {
        case .notFound: .notFound
        case .forbidden(let reason): .forbidden(reason: reason)
        case .badRequest: .plainText("Bad Request", status: 400)
        }
    }
}
