public import Core

/// What a person does with posts and comments of a community: likes, comments, deletions.
///
/// Each is stored before it is shown and goes out by the outbox, with the session of the account in use. A post or a
/// comment is named by the server's id, or by that of the item that made it; one that is not sent can be commented on and
/// deleted, and nothing else.
///
/// Safe from any thread.
public struct CommunityWriter: Sendable {
    private let writing: any WritingProvider
    private let comments: any CommentProvider
    private let feeds: CommunityFeeds

    /// Creates a writer of the registered `WritingProvider`, `CommentProvider` and ``CommunityFeeds``.
    public init() {
        writing = Dependency.resolve((any WritingProvider).self)
        comments = Dependency.resolve((any CommentProvider).self)
        feeds = Dependency.resolve(CommunityFeeds.self)
    }

    /// Likes a post, or ends that.
    ///
    /// A post that is liked is at the head of the list of liked ones when this returns, where it is stored.
    ///
    /// - Parameters:
    ///   - id: The post, by the server's id.
    ///   - isLiked: Whether the person likes it from now on.
    ///   - pause: The time before it is sent, in which a newer wish takes its place; none by default.
    /// - Returns: The item of the outbox; `nil` where the server has that already.
    /// - Throws: `DataError` with the code `unauthorized` where nobody is signed in; `WritingError`, such as `notSent` for a
    ///   post that is not, and a `CodedError` when it cannot be stored; `CancellationError`.
    @discardableResult
    public func like(_ id: String, _ isLiked: Bool, after pause: Duration = .zero) async throws -> OutboxItem.ID? {
        let (id, account) = (try await native(id), try await writing.account(on: .community))
        let target = StatusTarget(.post, site: .community, native: id)
        let item = try await writing.queue(.vote(isLiked ? .up : nil, on: target), as: account, id: nil, undo: pause)
        if isLiked {
            // The wish is stored, and the list has the post once the server has taken it, whatever the disk says now.
            try? await feeds.setLiked(id, true, by: account)
        }
        return item
    }

    /// Comments on a post.
    ///
    /// - Parameters:
    ///   - text: The text: 1 to 300 code points on one line.
    ///   - id: The post, by the server's id.
    ///   - item: The id of the new item, such as a draft's; one that is made now by default.
    /// - Returns: The item of the outbox.
    /// - Throws: `DataError` with the code `invalidInput` for a text that does not keep the rule, and as
    ///   ``like(_:_:after:)``.
    @discardableResult
    public func comment(_ text: String, on id: String, as item: OutboxItem.ID? = nil) async throws -> OutboxItem.ID? {
        if let problem = TextRule.comment.problem(of: text) { throw Self.error(of: problem, in: .comment) }
        let (id, account) = (try await native(id), try await writing.account(on: .community))
        let post = Post.ID(site: .community, native: id)
        return try await writing.queue(.reply(text, to: .post(post), in: post), as: account, id: item, undo: .zero)
    }

    /// Deletes a comment of the person's own; it is gone at once, and comes back where that fails for good.
    ///
    /// Where the comment is not stored, the server is asked for it first.
    ///
    /// - Parameters:
    ///   - comment: The comment, by its id.
    ///   - post: The post, by the server's id.
    /// - Returns: The item of the outbox; `nil` for one that was not sent and is given up.
    /// - Throws: `DataError` with the code `notFound` where the post has no such comment, `invalidInput` for somebody
    ///   else's, and as ``like(_:_:after:)``.
    @discardableResult
    public func uncomment(_ comment: String, on post: String) async throws -> OutboxItem.ID? {
        let account = try await writing.account(on: .community)
        let (comment, post) = (try await native(comment), try await native(post))
        let id = Comment.ID(site: .community, native: comment)
        if !OutboxItem.ID.isID(comment) { try await find(id, on: Post.ID(site: .community, native: post)) }
        return try await writing.queue(.delete(.comment(id)), as: account, id: nil, undo: .zero)
    }

    /// Deletes a post of the person's own; it leaves all lists at once, and comes back where that fails for good.
    ///
    /// - Parameters:
    ///   - id: The post, by the server's id.
    ///   - dependants: For one that is not sent: what becomes of comments that wait for it. `nil`, the default, throws where
    ///     there are any.
    /// - Returns: The item of the outbox; that of the post itself for one that was not sent and is given up.
    /// - Throws: `DataError` with the code `invalidInput` for somebody else's, and as ``like(_:_:after:)``.
    @discardableResult
    public func delete(_ id: String, _ dependants: OutboxDependants? = nil) async throws -> OutboxItem.ID? {
        let (id, account) = (try await native(id), try await writing.account(on: .community))
        return try await writing.queue(
            .delete(.post(Post.ID(site: .community, native: id)), dependants), as: account, id: nil, undo: .zero)
    }

    /// The server's id of what an item has made; the same id for everything else.
    private func native(_ id: String) async throws -> String {
        guard OutboxItem.ID.isID(id) else { return id }
        try await writing.load()
        return OwnPosts(writing.outbox.value, by: nil).native(of: id)
    }

    /// Has a comment in the store, by which the outbox knows its post.
    private func find(_ id: Comment.ID, on post: Post.ID) async throws {
        var request = ThreadRequest(post: post, sort: CommunityProvider.sort)
        request.policy = .storedOnly
        if try await comments.thread(request).thread?.comments.contains(where: { $0.id == id }) ?? false { return }
        request.policy = .networkOnly
        guard try await comments.thread(request).thread?.comments.contains(where: { $0.id == id }) ?? false else {
            throw DataError(.notFound, message: "The post has no such comment.")
        }
    }

    /// The error of a text that breaks a rule.
    static func error(of problem: TextRule.Problem, in rule: TextRule) -> DataError {
        let message =
            switch problem {
            case .empty: "There is no text."
            case .tooLong: "The text has more than \(rule.limit) characters. Shorten it."
            case .tooManyLines:
                rule.lineEnds == 0
                    ? "The text has to be one line." : "The text may have \(rule.lineEnds + 1) lines at most."
            }
        return DataError(.invalidInput, message: message)
    }
}
