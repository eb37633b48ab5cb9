/// A provider of feeds and posts for view models, offline first.
///
/// Contract:
/// - Posts come by ``updates(of:)`` alone, and everything in it has been committed to the database.
/// - ``perform(_:on:limit:)`` and ``apply(_:)`` say how they ended. When they return, every follower that they concern
///   has been sent the update with their number, or a later one.
/// - A failure to reach the network is a value, ``FeedOutcome/error``; it never removes data.
/// - At most one request is in flight for a feed; callers that ask for the same thing meanwhile share it.
/// - Cancelling the calling task throws `CancellationError`, and ends the request unless somebody else waits for it.
/// - Safe from any thread.
///
/// It has six requirements and not five, as an app that keeps fields of one site alone reads them beside the posts;
/// that one, ``extras(of:)``, has a default.
public protocol PostProvider: Sendable {
    /// Follows a feed: one update at once, with what is stored, and another one after each commit that touches it.
    ///
    /// Newest only. The update that ends a request names it in ``FeedUpdate/answers``.
    ///
    /// - Parameter feed: The feed to follow; one that was never fetched is empty.
    /// - Returns: A stream that never fails and ends when its consumer does.
    func updates(of feed: Feed) -> AsyncStream<FeedUpdate>

    /// Lists the feeds that are followed now.
    ///
    /// - Returns: The feeds whose ``updates(of:)`` have a consumer, in the order of their keys.
    func feedsInUse() async -> [Feed]

    /// Performs a request on a feed, and waits for its end.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - feed: The feed.
    ///   - limit: The number of posts that a page should have, 1 to 100; clamped.
    /// - Returns: The outcome of the request.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails, and for a failed network when the policy
    ///   is ``ReadPolicy/networkOnly``.
    func perform(_ request: FeedRequest, on feed: Feed, limit: Int) async throws -> FeedOutcome

    /// Reads stored posts by id.
    ///
    /// - Parameter ids: The posts' ids.
    /// - Returns: Those that are known, in the order of the ids.
    /// - Throws: ``DataError`` when the database fails.
    func items(_ ids: [Post.ID]) async throws -> [FeedItem]

    /// Reads the fields of posts that only one site has, as JSON: see ``Page/extras``.
    ///
    /// - Parameter ids: The posts' ids.
    /// - Returns: The fields, for those of the posts that have some.
    /// - Throws: ``DataError`` when the database fails.
    func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON]

    /// Changes the statuses of posts. Synced to the disk when it returns.
    ///
    /// - Parameter mutation: The change.
    /// - Returns: The posts that were changed, and the numbers of the updates that show the change.
    /// - Throws: ``DataError`` when the database fails; then nothing has changed.
    func apply(_ mutation: StatusMutation) async throws -> StatusOutcome
}

extension PostProvider {
    /// Returns nothing: the default for a provider that stores no such fields.
    ///
    /// - Parameter ids: Ignored.
    /// - Returns: An empty dictionary.
    /// - Throws: Nothing.
    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] { [:] }

    /// Reads one stored post.
    ///
    /// - Parameter id: The post's id.
    /// - Returns: The post, or `nil` when it is not known.
    /// - Throws: ``DataError`` when the database fails.
    package func item(_ id: Post.ID) async throws -> FeedItem? {
        try await items([id]).first
    }

    /// Reads a stored feed once.
    ///
    /// - Parameter feed: The feed.
    /// - Returns: The first update of its stream; `nil` when the calling task is cancelled, or the provider is gone.
    public func stored(_ feed: Feed) async -> FeedUpdate? {
        for await update in updates(of: feed) { return update }
        return nil
    }
}
