import Core
import Foundation

/// What is shown of the sources.
extension CombinedFeedViewModel {
    /// What is known of one source.
    struct Lane {
        private(set) var update: FeedUpdate?
        var error: DataError?
        /// What it failed at, as a person would ask for it.
        private(set) var failedRequest = FeedRequest.refresh
        private(set) var retryAt: Date?
        private(set) var skip: FetchSkip?
        var isBusy = false

        /// Takes over an update, unless something newer was shown already.
        mutating func show(_ update: FeedUpdate) -> Bool {
            guard update.version >= self.update?.version ?? 0 else { return false }
            self.update = update
            return true
        }

        /// Takes over the answer to a request.
        mutating func take(_ answer: Result<FeedUpdate, DataError>, to request: FeedRequest?, now: Date) {
            isBusy = false
            if case .load = request { failedRequest = .refresh } else { failedRequest = request ?? .refresh }
            var failure: DataError?
            switch answer {
            case .success(let update):
                // What it says of the request counts, also where its posts were read earlier than what is shown.
                _ = show(update)
                failure = update.error
                skip = update.skip
            case .failure(let error):
                failure = error
                skip = nil
            }
            // A refresh came between, and what it brought is shown: nothing has failed.
            error = failure?.code == .superseded ? nil : failure
            retryAt = error?.retryAfter.map { now + $0 / .seconds(1) }
        }
    }

    func sources(isAwaiting: Bool = true) -> [FeedMerge.Source] {
        lanes.map { lane in
            let isAwaited = isAwaiting && lane.error == nil
            return lane.update.map { FeedMerge.Source($0, isAwaited: isAwaited) }
                ?? FeedMerge.Source(isAwaited: isAwaited)
        }
    }

    /// The posts of a merge that are shown, and how many are left out by the settings.
    func visible(_ merge: FeedMerge) -> (items: [CombinedFeedItem], filteredCount: Int) {
        var filteredCount = 0
        let items = merge.items(over: sources()).compactMap { item -> CombinedFeedItem? in
            guard let item = patched(item) else { return nil }
            if !filters.isEmpty, filters[item.source].reason(for: item.item) != nil {
                filteredCount += 1
                return nil
            }
            return item
        }
        return (items, filteredCount)
    }

    /// Shows what is known.
    func show() {
        publish(visible(merge))
    }

    /// Shows posts and what is known beside them; one publication.
    private func publish(
        _ shown: (items: [CombinedFeedItem], filteredCount: Int), _ change: (inout State) -> Void = { _ in }
    ) {
        let newCount = merge.arrivals(over: sources()).count
        let sources = feed.sources.indices.map(source)
        let canUndo = !sitesWithUndo.isEmpty
        state.update { state in
            state.items = shown.items
            state.filteredCount = shown.filteredCount
            state.newCount = newCount
            state.sources = sources
            state.canUndo = canUndo
            change(&state)
        }
    }

    /// Shows what is known, and that nothing is under way.
    func settle() {
        let shown = visible(merge)
        let hasFailed = lanes.contains { $0.error != nil }
        let storedCount = lanes.reduce(0) { $0 + ($1.update?.storedCount ?? 0) }
        let phase: Phase =
            if hasFailed && storedCount == 0 { .failed } else if !hasFailed && isAtEnd(showing: shown.items.count) {
                .end
            } else { .idle }
        publish(shown) { state in
            state.phase = phase
            if phase != .failed { state.banner?.isDismissible = true }
        }
    }

    /// Says which source failed; the banner of an action stays.
    func raiseBanner() {
        let failed = lanes.first { $0.error != nil }
        state.update { state in
            if let failed, let error = failed.error {
                state.banner = Banner(
                    error, cause: .content, isDismissible: state.phase != .failed, retryAt: failed.retryAt)
            } else {
                state.banner.clear(.content)
            }
        }
    }

    /// Whether nothing that could be shown is left, in the store or behind it.
    private func isAtEnd(showing count: Int) -> Bool {
        guard lanes.allSatisfy({ $0.update?.isEnd == true }) else { return false }
        var rest = merge
        let requests = rest.extend(to: .max, over: sources())
        guard requests.isEmpty else { return false }
        return rest.entries.count == merge.entries.count || visible(rest).items.count == count
    }

    private func source(_ index: Int) -> Source {
        let lane = lanes[index]
        var source = Source(feed: feed.sources[index])
        source.error = lane.error
        source.retryAt = lane.error == nil ? nil : lane.retryAt
        source.skip = lane.skip
        source.refreshedAt = lane.update?.refreshedAt
        source.isStale = lane.update?.isStale ?? false
        source.phase =
            if lane.isBusy { .loading } else if lane.error != nil { .failed } else if lane.update?.isEnd == true {
                .end
            } else { .idle }
        return source
    }
}
