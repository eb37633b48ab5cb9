/// What view models talk to: feeds and posts, offline first.
///
/// Contract:
/// - Everything that it hands out has been committed to the database.
/// - A failure to reach the network is a value, ``FeedUpdate/error``, beside what is stored; it never removes data.
/// - At most one request is in flight for a feed; who asks for the same thing meanwhile gets its result too.
/// - Cancelling the calling task throws `CancellationError`, and ends the request unless somebody else waits for it.
/// - Safe from any thread.
public protocol PostProvider: Sendable {
    /// The feed as it is stored, at once, and then again after each commit that touches it. Newest only.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: A stream that never fails and ends when its consumer does.
    func updates(of feed: Feed) -> AsyncStream<FeedUpdate>

    /// The feeds that somebody follows now: what is to be kept up to date for.
    ///
    /// - Returns: The feeds whose ``updates(of:)`` have a consumer, in the order of their keys.
    func feedsInUse() async -> [Feed]

    /// Does what a front end asks, and waits for the result.
    ///
    /// - Parameters:
    ///   - request: What to do.
    ///   - feed: Which feed.
    ///   - limit: How many posts a page should have, 1 to 100; clamped.
    /// - Returns: The feed as it is stored afterwards.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails, and for a failed network when the policy is
    ///   ``ReadPolicy/networkOnly``.
    func perform(_ request: FeedRequest, on feed: Feed, limit: Int) async throws -> FeedUpdate

    /// Stored posts by id.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: Those that are known, in the order of the ids.
    /// - Throws: ``DataError`` when the database fails.
    func items(_ ids: [Post.ID]) async throws -> [FeedItem]

    /// Fields that only one site has and that ``Post`` has no place for, as JSON: see ``Page/extras``.
    ///
    /// - Parameter ids: Of which posts.
    /// - Returns: The fields, for those of the posts that have some.
    /// - Throws: ``DataError`` when the database fails.
    func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON]

    /// Changes what the person did with posts. Synced to the disk when it returns.
    ///
    /// - Parameter mutation: What to change.
    /// - Returns: What it came to.
    /// - Throws: ``DataError`` when the database fails; then nothing has changed.
    func apply(_ mutation: StatusMutation) async throws -> StatusReceipt
}

extension PostProvider {
    /// Finds nothing: for a provider that keeps no such fields.
    ///
    /// - Parameter ids: Is not looked at.
    /// - Returns: Nothing.
    /// - Throws: Nothing.
    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] { [:] }

    /// One stored post.
    ///
    /// - Parameter id: Which post.
    /// - Returns: The post, or `nil` when it is not known.
    /// - Throws: ``DataError`` when the database fails.
    public func item(_ id: Post.ID) async throws -> FeedItem? {
        try await items([id]).first
    }
}
