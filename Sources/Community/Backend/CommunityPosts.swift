public import Core

/// The reading of a community's stored posts and comments, with what only this site has.
///
/// Lists are feeds: follow them with a `PostProvider` or a view model, and give their items to ``posts(of:)``.
///
/// Safe from any thread.
public struct CommunityPosts: Sendable {
    private let posts: any PostProvider
    private let comments: any CommentProvider
    private let accounts: (any AccountProvider)?

    /// Creates a reading of the registered `PostProvider` and `CommentProvider`, for whoever is in use of the registered
    /// ``CommunityAccounts``.
    public init() {
        posts = Dependency.resolve((any PostProvider).self)
        comments = Dependency.resolve((any CommentProvider).self)
        let isRegistered = Dependency.current.isRegistered(CommunityAccounts.self)
        accounts = isRegistered ? Dependency.resolve(CommunityAccounts.self).sessions : nil
    }

    /// The account in use; `nil` for nobody.
    public var viewer: AccountKey? { accounts?.accounts.value.current?.key }

    /// Reads the posts of stored items.
    ///
    /// - Parameter items: The items, such as those of a list.
    /// - Returns: The posts, in the order of the items.
    /// - Throws: A `CodedError` when the store cannot be read.
    public func posts(of items: [FeedItem]) async throws -> [CommunityPost] {
        let fields = try await fields(of: items.map(\.id))
        return items.map { CommunityPost($0, fields[$0.id] ?? PostFields(nil)) }
    }

    /// Reads the fields of posts that only this site has, for those of which some are stored.
    func fields(of ids: [Post.ID]) async throws -> [Post.ID: PostFields] {
        try await posts.extras(of: ids).mapValues { PostFields($0) }
    }

    /// Reads a post with its comments.
    ///
    /// - Parameters:
    ///   - id: The post, by the server's id, or an item's id for one that is not sent.
    ///   - policy: When the server is asked; where it can be, and what is stored else, by default.
    /// - Returns: The post with its comments; with an error and what is stored where the server could not be asked.
    /// - Throws: `DataError`: with `.networkOnly` where there is no answer, and when the store cannot be read or written;
    ///   `CancellationError`.
    public func thread(_ id: String, policy: ReadPolicy = .networkElseStored) async throws -> CommunityThread {
        var request = ThreadRequest(post: Post.ID(site: .community, native: id), sort: CommunityProvider.sort)
        request.policy = policy
        let update = try await comments.thread(request)
        let post = update.post?.id ?? request.post
        let fields = PostFields(try await posts.extras(of: [post])[post])
        return CommunityThread(update, fields, by: viewer)
    }

    /// Reads what is stored of the comments of posts, which came with the posts.
    ///
    /// - Parameter ids: The posts, by the server's ids.
    /// - Returns: The comments of each, the newest first.
    /// - Throws: `DataError` when the store cannot be read, `CancellationError`.
    /// - Complexity: One reading for each post.
    public func comments(of ids: [String]) async throws -> [String: [CommunityComment]] {
        var comments: [String: [CommunityComment]] = [:]
        for id in ids { comments[id] = try await thread(id, policy: .storedOnly).comments }
        return comments
    }
}
