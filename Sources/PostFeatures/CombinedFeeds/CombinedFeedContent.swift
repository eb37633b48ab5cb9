import Core
import Foundation

/// The posts of a combined list's feeds, merged into one order, without those that the settings leave out.
///
/// It asks nobody: it says what to ask the sources for, and is told how that ended.
struct CombinedFeedContent {
    /// The feeds that are combined.
    let feed: CombinedFeed
    /// The order of what is listed.
    private(set) var merge: FeedMerge
    private var lanes: [CombinedFeedLane]
    /// The filter of each source, by the settings.
    private var filters: [PostFilter] = []
    /// What is shown of the merge, once it is known: thousands of posts, too many to look up whenever a source answers.
    private var shown: (items: [CombinedFeedItem], filteredCount: Int)?
    /// What has arrived in front of the listed posts of each source, once it is known.
    private var arrived: [[Post.ID]?]
    /// The number of times that something was listed.
    private(set) var listingCount = 0

    init(_ feed: CombinedFeed) {
        self.feed = feed
        merge = FeedMerge(feed)
        lanes = Array(repeating: CombinedFeedLane(), count: feed.sources.count)
        arrived = Array(repeating: nil, count: feed.sources.count)
    }

    // MARK: Sources

    /// The indexes of the sources.
    var indices: Range<Int> { lanes.indices }

    /// The requests to ask again, by the index of the source that failed at them.
    var failedRequests: [Int: FeedRequest] {
        var requests: [Int: FeedRequest] = [:]
        for index in lanes.indices where lanes[index].error != nil { requests[index] = lanes[index].failedRequest }
        return requests
    }

    /// The first source that failed: its error, and when it is worth another try.
    var failure: (error: DataError, retryAt: Date?)? {
        for lane in lanes {
            if let error = lane.error { return (error, lane.retryAt) }
        }
        return nil
    }

    /// Whether something was read of a source.
    func hasUpdate(of index: Int) -> Bool { lanes[index].update != nil }

    /// Takes over the newest update of a source; `nil` changes nothing.
    mutating func take(_ update: FeedUpdate?, from index: Int) {
        guard let update else { return }
        if shown != nil, !merge.hasSame(lanes[index].update?.items ?? [], update.items) { shown = nil }
        arrived[index] = nil
        lanes[index].update = update
    }

    /// Forgets what was read of a source, to be read anew.
    mutating func forgetUpdate(of index: Int) {
        lanes[index].update = nil
        (shown, arrived[index]) = (nil, nil)
    }

    /// Notes that sources are being asked.
    mutating func begin(_ requests: [Int: FeedRequest]) {
        for index in requests.keys { lanes[index].isBusy = true }
    }

    /// Takes over how the request of a source ended; the posts that it brought come by an update.
    mutating func end(_ request: FeedRequest?, of index: Int, with result: Result<FeedOutcome, DataError>, now: Date) {
        lanes[index].end(request, with: result, now: now)
    }

    /// Notes that no source is being asked any more.
    mutating func endAll() {
        for index in lanes.indices { lanes[index].isBusy = false }
    }

    /// Forgets how the last requests of some sources failed, so that they are waited for again.
    mutating func forgetErrors(of indices: some Sequence<Int>) {
        for index in indices { lanes[index].error = nil }
    }

    /// Takes over the settings that leave posts out.
    mutating func take(_ settings: ReadingSettings) {
        filters = feed.sources.map { PostFilter(settings, for: $0.source) }
        shown = nil
    }

    // MARK: What is shown

    /// The sources as the state shows them.
    var shownSources: [CombinedFeedViewModel.Source] {
        zip(lanes, feed.sources).map { $0.shown(as: $1) }
    }

    /// The posts that have arrived in front of those that are listed.
    mutating func arrivals() -> Set<Post.ID> {
        var arrivals: Set<Post.ID> = []
        for index in lanes.indices {
            let ids = arrived[index] ?? merge.arrivals(of: index, in: lanes[index].update?.items ?? [])
            arrived[index] = ids
            arrivals.formUnion(ids)
        }
        return arrivals
    }

    /// The listed posts that are shown, and how many are left out by the settings.
    mutating func shownPosts() -> (items: [CombinedFeedItem], filteredCount: Int) {
        let known = shown ?? visible(merge)
        shown = known
        return known
    }

    /// The phase of a list of which nothing is under way and so many posts are shown.
    func settledPhase(showing count: Int) -> CombinedFeedViewModel.Phase {
        guard failure != nil else { return isAtEnd(showing: count) ? .end : .idle }
        let storedCount = lanes.reduce(0) { $0 + ($1.update?.storedCount ?? 0) }
        return storedCount == 0 ? .failed : .idle
    }

    /// The sites whose store has a dismissal to undo, in the order of the sources.
    var sitesWithUndo: [Site] {
        var sites: [Site] = []
        for site in feed.sources.map(\.site) where !sites.contains(site) {
            let newest = zip(feed.sources, lanes).filter { $0.0.site == site }.compactMap { $0.1.update }
                .max { ($0.reloads, $0.version) < ($1.reloads, $1.version) }
            if newest?.canUndo ?? false { sites.append(site) }
        }
        return sites
    }

    /// The posts of a merge that are shown, and how many are left out by the settings.
    func visible(_ merge: FeedMerge) -> (items: [CombinedFeedItem], filteredCount: Int) {
        let all = merge.items(over: sources())
        // Whoever leaves nothing out need not copy thousands of posts for it.
        guard isFiltering else { return (all, 0) }
        let items = all.filter { filters[$0.source].reason(for: $0.item) == nil }
        return (items, all.count - items.count)
    }

    private var isFiltering: Bool { !filters.allSatisfy(\.isEmpty) }

    // MARK: Merging

    /// Whether nothing is listed.
    var isEmpty: Bool { merge.entries.isEmpty }

    /// Lists what a merge has.
    mutating func list(_ merge: FeedMerge) {
        self.merge = merge
        shown = nil
        arrived = Array(repeating: nil, count: lanes.count)
        listingCount += 1
    }

    /// Extends a merge until so many of its posts are shown; what to ask the sources where they hold it up.
    ///
    /// - Complexity: O(*n* log *n*) in the posts that are stored, also where the settings leave nearly all of them out.
    func extend(_ merge: inout FeedMerge, to count: Int, isAwaiting: Bool = true) -> [Int: FeedRequest] {
        let sources = sources(isAwaiting: isAwaiting)
        var step = count - visible(merge).items.count
        guard step > 0 else { return [:] }
        while true {
            var longer = merge
            let wanted = merge.entries.count + step
            let requests = longer.extend(to: wanted, over: sources)
            let items = visible(longer).items
            if items.count >= count {
                // Not further than what was asked for.
                let end = longer.entries.lastIndex { $0.id == items[count - 1].id } ?? longer.entries.count - 1
                return merge.extend(to: end + 1, over: sources)
            }
            merge = longer
            if merge.entries.count < wanted { return requests }
            // What was found may be filtered out. Each look goes over all of it, so there must not be many.
            step *= 2
        }
    }

    /// A fresh merge with as much as is listed, as far as that is stored.
    func extendedToListed(_ fresh: FeedMerge) -> FeedMerge {
        var fresh = fresh
        _ = fresh.extend(to: merge.entries.count, over: sources())
        return fresh
    }

    /// Merges the stored posts anew: a page of what is shown of them, or as many as are listed.
    func remerged(pageSize: Int, isAwaiting: Bool) -> FeedMerge {
        var fresh = FeedMerge(feed)
        let count = max(pageSize, merge.entries.count)
        _ = fresh.extend(to: count, over: sources(isAwaiting: isAwaiting))
        // The settings may leave out the first ones, and there would be nothing to scroll to the others from.
        _ = extend(&fresh, to: pageSize, isAwaiting: isAwaiting)
        return fresh
    }

    /// Whether nothing that could be shown is left, in the store or behind it.
    private func isAtEnd(showing count: Int) -> Bool {
        guard lanes.allSatisfy({ $0.update?.isEnd == true }) else { return false }
        let sources = sources()
        var rest = merge
        guard rest.extend(to: merge.entries.count + 1, over: sources).isEmpty else { return false }
        if rest.entries.count == merge.entries.count { return true }
        // Where nothing is left out, one more is enough to know.
        guard isFiltering, rest.extend(to: .max, over: sources).isEmpty else { return false }
        return visible(rest).items.count == count
    }

    private func sources(isAwaiting: Bool = true) -> [FeedMerge.Source] {
        lanes.map { $0.mergeSource(isAwaiting: isAwaiting) }
    }
}
