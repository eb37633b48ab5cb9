public import Core
public import Foundation

/// A post of a community as the person will see it: what is stored of it, with everything of theirs that is not sent.
///
/// ``CommunityPosts`` reads it.
public struct CommunityPost: Hashable, Sendable, Identifiable {
    /// The server's id.
    public let id: String
    /// The stored post with the marks of whoever looks, for whatever else of it is wanted.
    public internal(set) var item: FeedItem
    /// The category; empty where the server names none.
    public internal(set) var category: String
    /// The title, which ordinary posts leave empty.
    public var title: String { item.post.title }
    /// The text.
    public var text: String { item.post.text ?? "" }
    /// The paths of the pictures, in their order, as the server writes them; those that are not uploaded have none.
    public internal(set) var files: [String]
    /// The width of the first picture divided by its height; `nil` where it is not known.
    public internal(set) var aspect: Double?
    /// The hashtags, without `#`, as the server has them: those of a text that is not sent are not among them.
    public let hashtags: [String]
    /// The date when it was made; `nil` where it is not known.
    public var created: Date? { item.post.created }
    /// The author, whose picture is that of the last answer; `nil` where they are not known.
    public let author: Person?
    /// The number of likes, with the person's own as they wish it.
    public var likes: Int { max(0, item.shownScore ?? 0) }
    /// Whether the person likes it, as they wish it.
    public var isLiked: Bool { item.status.vote == .up }
    /// The number of comments, as the server has it.
    public var commentCount: Int { item.post.commentCount ?? 0 }
    /// Whether the person has deleted it: it belongs in no list.
    public var isDeleted: Bool { item.own?.isDeleted ?? false }

    /// The kinds of intents that are not sent: of a like, a change, a deletion, or of the post itself.
    public var pending: [OutboxItem.Kind] { item.status.pending.kinds + (item.own?.pending ?? []) + changes }
    /// The kinds of changes that are laid over it.
    var changes: [OutboxItem.Kind] = []

    /// Creates a post of what is stored of it.
    ///
    /// - Parameters:
    ///   - item: The stored post.
    ///   - extras: The fields that only this site has, as they are stored; `nil` where nothing is.
    public init(_ item: FeedItem, extras: RawJSON?) {
        self.init(item, PostFields(extras))
    }

    /// Creates the same post with another item of it.
    init(_ item: FeedItem, of post: CommunityPost) {
        self = post
        self.item = item
    }

    init(_ item: FeedItem, _ fields: PostFields) {
        id = item.id.native
        self.item = item
        category = fields.category.isEmpty ? item.post.subreddit ?? "" : fields.category
        files = fields.files
        aspect = fields.aspect
        hashtags = fields.hashtags
        author = fields.person(item.post.authorFullname, named: item.post.author)
    }

    /// Whether the post is an account's own, which may edit and delete it.
    ///
    /// - Parameter account: The account; `nil` for nobody.
    /// - Returns: True for the account of its author.
    public func isOwn(of account: AccountKey?) -> Bool { author != nil && author?.id == account?.name }

    /// Whether the post is shown in a list: not where it was deleted, is not liked any more or has another category.
    ///
    /// So a wish that is not sent yet shows at once, and a post comes back where it fails for good.
    ///
    /// - Parameter listing: The list, which has the post in the store.
    /// - Returns: True where it is shown.
    public func isShown(in listing: PostListing) -> Bool {
        guard !isDeleted else { return false }
        if listing == .liked { return isLiked }
        return listing.category.map { $0 == category } ?? true
    }
}

/// A comment of a post as the person will see it.
public struct CommunityComment: Hashable, Sendable, Identifiable {
    /// The id, by which it is deleted: that of the item for one that is not sent.
    public let id: String
    /// An id that stays the same when the comment is sent, for lists on a screen.
    public let name: String
    /// The author; `nil` where they are not known.
    public let author: Person?
    /// The text.
    public let text: String
    /// The date when it was made; `nil` where it is not known.
    public let created: Date?
    /// What the person wants of it and the server does not have yet, with state and reason; `nil` for most.
    public let own: OwnText?
    /// Whether it is the person's own, who may delete it then.
    public let isOwn: Bool

    init(_ comment: Comment, own: OwnText?, by viewer: AccountKey?, _ fields: PostFields) {
        id = comment.id.native
        name = own?.name(of: comment.id).native ?? comment.id.native
        text = comment.body ?? ""
        created = comment.created
        self.own = own
        let isUnsent = comment.authorFullname == nil && own?.made != nil
        let author = isUnsent ? viewer?.name : comment.authorFullname
        self.author = fields.person(author, named: comment.author)
        isOwn = author != nil && author == viewer?.name
    }
}

/// A post with its comments.
public struct CommunityThread: Equatable, Sendable {
    /// The post; `nil` where it is not known.
    public var post: CommunityPost?
    /// The comments as the person will see them, the newest first, without those that they have deleted.
    public var comments: [CommunityComment]
    /// The origin of the answer.
    public var origin: DataOrigin
    /// The parts that could not be read.
    public var issues: [DecodeIssue]
    /// The reason for which the server's answer is missing; `nil` where it is there, or was not asked for.
    public var error: DataError?

    /// Creates a thread without anything in it.
    ///
    /// - Parameters:
    ///   - post: The post; none by default.
    ///   - comments: The comments; none by default.
    ///   - error: The reason for which the server's answer is missing.
    public init(post: CommunityPost? = nil, comments: [CommunityComment] = [], error: DataError? = nil) {
        (self.post, self.comments, self.error) = (post, comments, error)
        (origin, issues) = (.database, [])
    }
}

extension CommunityThread {
    init(_ update: ThreadUpdate, _ fields: PostFields, by viewer: AccountKey?) {
        self.init(post: update.post.map { CommunityPost($0, fields) }, error: update.error)
        (origin, issues) = (update.origin, update.thread?.issues ?? [])
        comments = (update.thread?.comments ?? []).compactMap { comment in
            let own = update.own[comment.id]
            guard own?.isDeleted != true else { return nil }
            return CommunityComment(comment, own: own, by: viewer, fields)
        }
    }
}
