public import Core

/// The reading of a community's stored posts and comments, with what only this site has.
///
/// Posts are given as the person who looks wants them, with changes that are not sent yet. Lists are feeds: follow them
/// with a `PostProvider` or a view model, and give their items to ``posts(of:)``.
///
/// Safe from any thread.
public struct CommunityPosts: Sendable {
    private let posts: any PostProvider
    private let comments: any CommentProvider
    private let accounts: (any AccountProvider)?
    /// The outbox, whose posts are shown; `nil` for none.
    private let writing: (any WritingProvider)?

    /// Creates a reading of the registered `PostProvider`, `CommentProvider` and `WritingProvider`, for whoever is in use
    /// of the registered ``CommunityAccounts``; the last two may be missing.
    public init() {
        posts = Dependency.resolve((any PostProvider).self)
        comments = Dependency.resolve((any CommentProvider).self)
        let isRegistered = Dependency.current.isRegistered(CommunityAccounts.self)
        accounts = isRegistered ? Dependency.resolve(CommunityAccounts.self).sessions : nil
        let canWrite = Dependency.current.isRegistered((any WritingProvider).self)
        writing = canWrite ? Dependency.resolve((any WritingProvider).self) : nil
    }

    /// The account in use; `nil` for nobody.
    public var viewer: AccountKey? { accounts?.accounts.value.current?.key }

    /// Reads the posts of stored items.
    ///
    /// - Parameter items: The items, such as those of a list.
    /// - Returns: The posts, in the order of the items.
    /// - Throws: A `CodedError` when the store cannot be read.
    public func posts(of items: [FeedItem]) async throws -> [CommunityPost] {
        let (fields, own) = (try await fields(of: items.map(\.id)), try await loadOwn())
        return items.map { own.shown(CommunityPost($0, fields[$0.id] ?? PostFields(nil))) }
    }

    /// The unsent posts and changes of the account in use, as far as the outbox was read.
    var own: OwnPosts { writing.map { OwnPosts($0.outbox.value, by: viewer) } ?? OwnPosts() }

    /// Follows the unsent posts and changes of the account in use.
    ///
    /// - Parameter change: Called with what is there now, and with each change of it.
    /// - Returns: The token, which ends it; `nil` where nothing can be sent.
    @MainActor
    func observeOwn(_ change: @escaping @MainActor (OwnPosts) -> Void) -> ObservationToken? {
        writing?.outbox.observe { change(OwnPosts($0, by: viewer)) }
    }

    private func loadOwn() async throws -> OwnPosts {
        do {
            try await writing?.load()
        } catch {
            if error.isCancelled { throw CancellationError() }
            // What the server has is readable all the same; whoever shows the outbox says what is wrong with it.
        }
        return own
    }

    /// Reads the fields of posts that only this site has, for those of which some are stored.
    func fields(of ids: [Post.ID]) async throws -> [Post.ID: PostFields] {
        try await posts.extras(of: ids).mapValues { PostFields($0) }
    }

    /// Reads a post with its comments.
    ///
    /// - Parameters:
    ///   - id: The post, by the server's id, or by that of the item that makes it or has made it.
    ///   - policy: When the server is asked; where it can be, and what is stored else, by default.
    /// - Returns: The post with its comments; with an error and what is stored where the server could not be asked. One
    ///   that is not sent has no pictures, and the server is not asked for it.
    /// - Throws: `DataError`: with `.networkOnly` where there is no answer, when the store cannot be read or written, and
    ///   with the code `notFound` for an item that makes no post; `CancellationError`.
    public func thread(_ id: String, policy: ReadPolicy = .networkElseStored) async throws -> CommunityThread {
        let own = try await loadOwn()
        let id = own.native(of: id)
        var request = ThreadRequest(post: Post.ID(site: .community, native: id), sort: CommunityProvider.sort)
        request.policy = policy
        if OutboxItem.ID.isID(id) {
            guard own.isNew(id) else { throw DataError(.notFound, message: "Nothing unsent has this id.") }
            request.policy = .storedOnly
        }
        let update = try await comments.thread(request)
        let post = update.post?.id ?? request.post
        let fields = PostFields(try await posts.extras(of: [post])[post])
        var thread = CommunityThread(update, fields, by: viewer)
        thread.post = thread.post.map(own.shown) ?? own.newPost(id, by: person)
        return thread
    }

    /// The person in use, without a picture; `nil` for nobody.
    private var person: Person? {
        accounts?.accounts.value.current?.user.map { Person(id: $0.id, nick: $0.name) }
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
