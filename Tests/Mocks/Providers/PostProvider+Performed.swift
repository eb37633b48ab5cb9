package import Core

extension PostProvider {
    /// Performs a request, and reads the feed afterwards: for tests that look at both.
    package func performed(_ request: FeedRequest, on feed: Feed, limit: Int) async throws -> FeedUpdate {
        let outcome = try await perform(request, on: feed, limit: limit)
        guard var update = await stored(feed) else { throw CancellationError() }
        update.outcome = outcome
        return update
    }
}

extension FeedUpdate {
    package var page: PageReceipt? { outcome.page }
    package var origin: DataOrigin { outcome.origin }
    package var issues: [DecodeIssue] { outcome.issues }
    package var skip: FetchSkip? { outcome.skip }
}
