import Core

/// Runs the requests of a list one at a time, each of as many pages as it takes: a newer one makes the older void.
///
/// A void one is not cancelled. Its call returns ``Ending/superseded`` when the page that it waits for has come or failed,
/// and asks for no further one; the caller shows nothing of it but what the stream of updates brings.
@MainActor
final class ListPaging {
    /// The way in which a request ended.
    enum Ending {
        case finished
        /// A newer request, or ``ListPaging/cancel()``, has made it void: whatever it came to is not to be shown.
        case superseded
        case cancelled
        case failed(DataError)
    }

    /// One request that is running.
    @MainActor
    struct Run {
        fileprivate let paging: ListPaging
        fileprivate let generation: Int

        /// Whether the request is neither void nor its task cancelled, so that what comes is to be shown.
        var isCurrent: Bool { paging.generation == generation && !Task.isCancelled }

        /// Throws when the request is void, or its task cancelled; ask it after each wait.
        func check() throws {
            guard paging.generation == generation else { throw Superseded() }
            try Task.checkCancellation()
        }
    }

    private struct Superseded: Error {}

    /// Grows with every request.
    private var generation = 0
    /// Whether scrolling may ask for the next page: not again before the last one has come.
    var isArmed = true

    /// Makes what is under way void.
    func cancel() {
        generation += 1
    }

    /// Runs a request, page by page.
    ///
    /// - Parameters:
    ///   - first: What to ask for first.
    ///   - page: Fetches and shows one page; returns what to ask for next, `nil` when there is enough.
    /// - Returns: How it ended.
    func run<Request>(
        _ first: Request, _ page: @MainActor (Request, Run) async throws -> Request?
    ) async -> Ending {
        generation += 1
        let run = Run(paging: self, generation: generation)
        do {
            var next: Request? = first
            while let request = next {
                next = try await page(request, run)
                guard run.generation == generation else { return .superseded }
                if next != nil { try Task.checkCancellation() }
            }
            return .finished
        } catch {
            guard run.generation == generation else { return .superseded }
            if error is CancellationError || Task.isCancelled {
                isArmed = true
                return .cancelled
            }
            return .failed(DataError(error))
        }
    }
}

/// Decides whether a request goes on with another page, because too little came that can be seen.
///
/// Where nothing is left out a page is a page, however short: only what is left out, or was there before, is made up
/// for.
struct PageGoal {
    /// The number of posts that a request has to bring that can be seen; 0 for one page and no more.
    let minimumVisible: Int
    /// The number of pages that a request fetches at most.
    let maximumPages: Int
    let request: FeedRequest
    /// The number of posts that could be seen when it began.
    let visibleBefore: Int
    private(set) var pageCount = 0
    private(set) var issues: [DecodeIssue] = []
    private(set) var reachedLimit = false
    /// The number of posts that its pages have.
    private var pagedCount = 0
    /// The number of them that can be seen; of further pages those that could not before.
    private var broughtCount = 0

    /// The list as it is shown after a page.
    struct Shown {
        /// The number of posts that can be seen, or could be if they were not held back.
        var visibleCount: Int
        var storedCount: Int
        var isEnd: Bool
        /// Counts the visible ones among some posts.
        var count: ([Post.ID]) -> Int
    }

    init(_ request: FeedRequest, minimumVisible: Int, maximumPages: Int, visibleBefore: Int) {
        self.request = request
        self.minimumVisible = minimumVisible
        self.maximumPages = maximumPages
        self.visibleBefore = visibleBefore
    }

    /// Takes over how a page came.
    ///
    /// - Returns: What to ask for next; `nil` when the request is done.
    mutating func next(after outcome: FeedOutcome, showing shown: Shown) -> FeedRequest? {
        if outcome.page != nil { pageCount += 1 }
        issues += outcome.issues
        guard minimumVisible > 0, outcome.error == nil, let next = wanted(after: outcome, shown) else { return nil }
        reachedLimit = pageCount >= maximumPages
        return reachedLimit ? nil : next
    }

    private mutating func wanted(after outcome: FeedOutcome, _ shown: Shown) -> FeedRequest? {
        switch request {
        case .page, .load(.storedOnly):
            return nil
        case .loadMore:
            guard let page = outcome.page else { return nil }
            pagedCount += page.ids.count
            broughtCount = shown.visibleCount - visibleBefore
            return isEnough || shown.isEnd ? nil : .loadMore
        case .load, .refresh:
            guard let page = outcome.page else { return wantedOfStored(outcome, shown) }
            pagedCount += page.ids.count
            broughtCount += shown.visibleCount < shown.storedCount ? shown.count(page.ids) : page.ids.count
            // A page of posts that are all known is no reason to look further, as long as there is something to read.
            let isKnown = page.insertedCount == 0 && shown.visibleCount >= minimumVisible
            return isEnough || isKnown ? nil : page.next.map { .page(after: $0) }
        }
    }

    private var isEnough: Bool { broughtCount >= min(minimumVisible, pagedCount) }

    /// The next request when the store alone has answered, and too little of that can be seen.
    private func wantedOfStored(_ outcome: FeedOutcome, _ shown: Shown) -> FeedRequest? {
        // Asked for a page and not for news, a feed that is fresh has more; one that cannot be reached has not.
        let mayAsk = outcome.skip.map { $0.reason == .fresh } ?? true
        guard mayAsk, pageCount == 0, case .load = request, !shown.isEnd, shown.visibleCount < minimumVisible,
            shown.visibleCount < shown.storedCount
        else { return nil }
        return .loadMore
    }
}
