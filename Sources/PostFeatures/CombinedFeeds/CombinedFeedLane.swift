import Core
import Foundation

/// One feed of a combined list: its newest update, and how the last request for it ended.
struct CombinedFeedLane {
    /// The newest update; `nil` before the first.
    var update: FeedUpdate?
    /// The failure of the last request, until the next success.
    var error: DataError?
    /// Whether it is being asked.
    var isBusy = false
    /// The request that failed, as a person would ask for it.
    private(set) var failedRequest = FeedRequest.refresh
    private(set) var retryAt: Date?
    private(set) var skip: FetchSkip?

    /// Takes over how a request ended; the posts that it brought come by ``update``.
    mutating func end(_ request: FeedRequest?, with result: Result<FeedOutcome, DataError>, now: Date) {
        isBusy = false
        if case .load = request { failedRequest = .refresh } else { failedRequest = request ?? .refresh }
        var failure: DataError?
        switch result {
        case .success(let outcome):
            failure = outcome.error
            skip = outcome.skip
        case .failure(let error):
            failure = error
            skip = nil
        }
        // A refresh came between, and what it brought is shown: nothing has failed.
        error = failure?.code == .superseded ? nil : failure
        retryAt = error?.retryAfter.map { now + $0 / .seconds(1) }
    }

    /// The feed as a merge takes it.
    func mergeSource(isAwaiting: Bool) -> FeedMerge.Source {
        let isAwaited = isAwaiting && error == nil
        return update.map { FeedMerge.Source($0, isAwaited: isAwaited) } ?? FeedMerge.Source(isAwaited: isAwaited)
    }

    /// The feed as the state shows it.
    func shown(as feed: Feed) -> CombinedFeedViewModel.Source {
        var source = CombinedFeedViewModel.Source(feed: feed)
        source.error = error
        source.retryAt = error == nil ? nil : retryAt
        source.skip = skip
        source.refreshedAt = update?.refreshedAt
        source.isStale = update?.isStale ?? false
        source.phase =
            if isBusy { .loading } else if error != nil { .failed } else if update?.isEnd == true { .end } else {
                .idle
            }
        return source
    }
}
