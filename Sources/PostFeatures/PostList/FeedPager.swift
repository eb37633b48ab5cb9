import Core

/// Performs the requests of a list of one feed: one at a time, page by page, until enough posts can be seen.
@MainActor
final class FeedPager {
    /// A page that came, or the answer of the store alone.
    struct Page {
        /// The update that shows it; `nil` where nothing new is to be shown.
        let update: FeedUpdate?
        let outcome: FeedOutcome
        let isFirst: Bool
        /// Whether it goes on behind something and leaves what is shown as it is.
        let isPaging: Bool
        /// The progress of the request.
        private(set) var goal: PageGoal
        fileprivate private(set) var next: FeedRequest?

        fileprivate init(
            _ outcome: FeedOutcome, of request: FeedRequest, update: FeedUpdate?, isFirst: Bool, goal: PageGoal
        ) {
            (self.outcome, self.update, self.isFirst, self.goal) = (outcome, update, isFirst, goal)
            isPaging = request.isPaging
        }

        /// Whether the request ends with it.
        var isLast: Bool { next == nil }

        /// Decides whether the request goes on; call it once, when the page is shown.
        mutating func decide(showing shown: PageGoal.Shown) {
            next = goal.next(after: outcome, showing: shown)
        }
    }

    private let follower: FeedFollower
    private let paging = ListPaging()
    private let pageSize: Int
    private let minimumVisible: Int
    private let maximumPages: Int

    init(_ follower: FeedFollower, by configuration: PostListViewModel.Configuration) {
        self.follower = follower
        pageSize = configuration.pageSize
        minimumVisible = min(max(0, configuration.minimumVisible), configuration.pageSize)
        maximumPages = max(1, configuration.maximumPages)
    }

    /// Whether scrolling may ask for the next page: not again before the last one has come.
    var isArmed: Bool {
        get { paging.isArmed }
        set { paging.isArmed = newValue }
    }

    /// Makes what is under way void.
    func cancel() {
        paging.cancel()
    }

    /// Performs a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - prepare: Runs before a load, while updates are held.
    ///   - begin: Shows the update that was held until there was a first one; returns how many posts can be seen.
    ///   - show: Shows a page, and calls ``Page/decide(showing:)``.
    /// - Returns: How it ended. What was not shown of it is still held by the follower, unless it is void.
    func run(
        _ request: FeedRequest, preparing prepare: @MainActor () async throws -> Void,
        begin: @MainActor (FeedUpdate?) -> Int, show: @MainActor (inout Page) -> Void
    ) async -> ListPaging.Ending {
        var goal: PageGoal?
        let ending = await paging.run(request) { next, run in
            let isFirst = goal == nil
            if isFirst {
                let (update, failure) = await firstUpdate(of: request, preparing: prepare)
                let visibleCount = begin(update)
                if let failure { throw failure }
                try run.check()
                goal = PageGoal(
                    request, minimumVisible: minimumVisible, maximumPages: maximumPages, visibleBefore: visibleCount)
            }
            let outcome = try await follower.perform(next, limit: pageSize)
            try run.check()
            guard let progress = goal else { return nil }
            var page = Page(outcome, of: next, update: follower.takeHeld(), isFirst: isFirst, goal: progress)
            show(&page)
            goal = page.goal
            return page.next
        }
        if case .superseded = ending { follower.showUnclaimed() }
        return ending
    }

    /// Waits for the first update, and before a load for what is prepared, so that both are shown as one.
    private func firstUpdate(
        of request: FeedRequest, preparing prepare: @MainActor () async throws -> Void
    ) async -> (update: FeedUpdate?, failure: (any Error)?) {
        follower.hold()
        var failure: (any Error)?
        do {
            if case .load = request { try await prepare() }
            try await follower.first()
        } catch {
            failure = error
        }
        return (follower.release(), failure)
    }
}

extension FeedRequest {
    /// Whether it goes on behind something and leaves what is shown as it is.
    fileprivate var isPaging: Bool {
        switch self {
        case .loadMore, .page: true
        case .load, .refresh: false
        }
    }
}
