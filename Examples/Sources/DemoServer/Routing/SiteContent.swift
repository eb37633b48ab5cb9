import ServerKit

/// The content at a route, before a dialect writes it.
enum SiteContent: Sendable {
    /// Part of a list, and the fullname to go on after.
    case listing([Thing], after: String?)
    /// The comments on a post; `parent` is what the first of them answer, `limit` how many are shown at most.
    case thread(Post, comments: [Comment], parent: String, limit: Int)
    /// Comments that a placeholder names; `limit` is how many replies to them are shown at most.
    case more([Reply], on: Post, limit: Int)
    /// A community, and whether the account that asks is subscribed to it; nil for nobody.
    case about(Subreddit, isSubscriber: Bool?)
    /// The rules of a community.
    case rules(Subreddit)
    /// Part of a list of communities that the account is subscribed to.
    case subscriptions([Subreddit])
    /// Part of an inbox, and the fullname to go on after.
    case inbox([Message], after: String?)
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

    /// A comment that answers or mentions the account that asks.
    struct Message: Sendable {
        let notice: SiteState.Notice
        let comment: Comment
        /// The fullname of what it answers.
        let parent: String
        let post: Post
    }

    /// An element of a list.
    enum Thing: Sendable {
        case post(Post)
        /// A comment, and the fullname of what it answers.
        case comment(Comment, parent: String, on: Post)
        case community(Subreddit, isSubscriber: Bool?)

        var fullname: String {
            switch self {
            case .post(let post): post.fullname
            case .comment(let comment, _, _): comment.fullname
            case .community(let subreddit, _): "t5_" + subreddit.id
            }
        }

        /// Seconds before the reference date.
        var age: Int {
            switch self {
            case .post(let post): post.age
            case .comment(let comment, _, _): comment.age
            case .community: 0
            }
        }

        /// The greater of two in the same second was written later.
        private var writtenNumber: Int {
            switch self {
            case .post(let post): post.ordinal
            case .comment(let comment, _, _): comment.writtenNumber
            case .community: 0
            }
        }

        /// Things by age, the newest first.
        static func newestFirst(_ things: [Thing]) -> [Thing] {
            things.enumerated()
                .sorted {
                    ($0.element.age, -$0.element.writtenNumber, $0.offset)
                        < ($1.element.age, -$1.element.writtenNumber, $1.offset)
                }
                .map(\.element)
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
