import Core
import Foundation

/// The requests: one at a time, and each of as many pages as it takes.
extension PostListViewModel {
    /// What one request has come to so far.
    struct PageRun {
        let request: FeedRequest
        /// How many posts could be seen when it began.
        let visibleBefore: Int
        var pageCount = 0
        /// How many posts its pages have.
        var pagedCount = 0
        /// How many of them can be seen; of further pages those that could not before.
        var broughtCount = 0
        var issues: [DecodeIssue] = []
        var isFirst = true
    }

    func run(_ request: FeedRequest, as phase: Phase, filling fill: Fill? = nil) async {
        generation += 1
        let mine = generation
        // Whoever has not called `load()` is not told of changes, and means what is set now all the same.
        settingsChanged(to: settingsProvider.settings.value)
        self.fill = fill
        state.update { state in
            state.phase = phase
            state.fillingGap = fill?.gap
        }
        var run = PageRun(request: request, visibleBefore: visibleCount)
        do {
            if case .load = request { try await restorePosition() }
            var next: FeedRequest? = request
            while let request = next {
                guard mine == generation else { return }
                let update = try await provider.perform(request, on: feed, limit: pageSize)
                guard mine == generation else { return }
                show(update, keepingRead: !run.isFirst || request.isPaging)
                record(update, &run)
                next = further(after: update, &run)
                if next == nil { finish(update) } else { try Task.checkCancellation() }
            }
        } catch {
            guard mine == generation else { return }
            if error is CancellationError || Task.isCancelled {
                giveWay()
            } else {
                fail(DataError(error))
            }
        }
    }

    private func record(_ update: FeedUpdate, _ run: inout PageRun) {
        if update.page != nil { run.pageCount += 1 }
        run.issues += update.issues
        let run = run
        state.update { state in
            if run.isFirst { state.skip = update.skip }
            if run.isFirst || update.page != nil {
                state.origin = update.origin
                state.page = update.page
            }
            state.issues = run.issues
            state.fetchedPages = run.pageCount
            state.reachedPageLimit = false
        }
    }

    private func finish(_ update: FeedUpdate) {
        if let error = update.error {
            fail(error)
        } else {
            isArmed = true
            state.update { $0.banner = nil }
            settle()
        }
    }

    /// Ends a request that is no longer wanted: that is nobody's failure.
    private func giveWay() {
        isArmed = true
        settle()
    }

    private func fail(_ error: DataError) {
        // A refresh came between, and what it brought is shown: the person has nothing to do about that.
        guard error.code != .superseded else { return giveWay() }
        fill = nil
        state.update { state in
            let isEmpty = state.items.isEmpty && state.storedCount == 0
            let retryAt = error.retryAfter.map { time.now + $0 / .seconds(1) }
            state.banner = Banner(error, cause: .content, isDismissible: !isEmpty, retryAt: retryAt)
            state.phase = isEmpty ? .failed : state.isEnd ? .end : .idle
            state.fillingGap = nil
        }
    }

    func settle() {
        fill = nil
        state.update { state in
            state.phase = state.isEnd ? .end : .idle
            state.fillingGap = nil
        }
    }

    // MARK: Going on

    /// How many posts can be seen, or could be if they were not held back.
    private var visibleCount: Int { state.value.items.count + held.count }

    /// What to ask for next, because too little came that can be seen; `nil` when the request is done.
    ///
    /// Where nothing is left out a page is a page, however short: only what is left out, or was there before, is made up
    /// for.
    private func further(after update: FeedUpdate, _ run: inout PageRun) -> FeedRequest? {
        run.isFirst = false
        guard minimumVisible > 0, update.error == nil, let next = next(after: update, &run) else { return nil }
        guard run.pageCount < maximumPages else {
            state.update { $0.reachedPageLimit = true }
            return nil
        }
        return next
    }

    private func next(after update: FeedUpdate, _ run: inout PageRun) -> FeedRequest? {
        switch run.request {
        case .page, .load(.storedOnly):
            return nil
        case .loadMore:
            guard let page = update.page else { return nil }
            run.pagedCount += page.ids.count
            run.broughtCount = visibleCount - run.visibleBefore
            return isEnough(run) || update.isEnd ? nil : .loadMore
        case .load, .refresh:
            guard let page = update.page else { return nextOfStored(update, run) }
            run.pagedCount += page.ids.count
            run.broughtCount += count(of: page.ids, update)
            // A page of posts that are all known is no reason to look further, as long as there is something to read.
            let isKnown = page.insertedCount == 0 && visibleCount >= minimumVisible
            return isEnough(run) || isKnown ? nil : page.next.map { .page(after: $0) }
        }
    }

    private func isEnough(_ run: PageRun) -> Bool {
        run.broughtCount >= min(minimumVisible, run.pagedCount)
    }

    /// What to ask for when the store alone has answered, and too little of that can be seen.
    private func nextOfStored(_ update: FeedUpdate, _ run: PageRun) -> FeedRequest? {
        // Asked for a page and not for news, a feed that is fresh has more; one that cannot be reached has not.
        let mayAsk = update.skip.map { $0.reason == .fresh } ?? true
        guard mayAsk, run.pageCount == 0, case .load = run.request, !update.isEnd, visibleCount < minimumVisible,
            visibleCount < update.storedCount
        else { return nil }
        return .loadMore
    }

    /// How many of some posts can be seen, or could be if they were not held back.
    private func count(of ids: [Post.ID], _ update: FeedUpdate) -> Int {
        guard visibleCount < update.storedCount else { return ids.count }
        let wanted = Set(ids)
        return state.value.items.count { wanted.contains($0.id) } + held.count { wanted.contains($0) }
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
