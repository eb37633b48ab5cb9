public import Core
import Foundation

/// Several feeds as one list: merges them, refreshes them, pages through them, and keeps what the person does with posts.
///
/// ```swift
/// let list = CombinedFeedViewModel(feed: CombinedFeed([swift, lemmy], order: .newest))
/// let token = list.state.observe { draw($0) }
/// await list.load()
/// ```
///
/// It starts nothing by itself: call ``load()``. From then on it also follows what else changes its sources, until
/// ``stop()`` or until it is released. What a method does is in ``state`` when it returns. Nothing throws: the failure of a
/// source is named in ``State/sources``, and the others go on without it.
///
/// What was listed keeps its place while further pages come, by the rules of ``Core/FeedMerge``; what arrives in front
/// is counted in ``State/newCount``, and listed by ``showNew()`` or ``refresh()``.
@MainActor
public final class CombinedFeedViewModel {
    /// What it shows.
    public let feed: CombinedFeed
    /// How many posts a page should have, of each source and of the list.
    public let pageSize: Int
    /// What showing the feeds may cost.
    public let policy: ReadPolicy
    /// How close to the end an item has to be for ``itemAppeared(_:)`` to load more.
    public let threshold: Int
    /// What there is to draw.
    public let state = ObservableValue(State())

    /// How often in a row the sources are asked for one page of the list, where filters leave too few posts.
    static let maximumRounds = 5

    let provider: CombinedFeedProvider
    let time: any TimeProvider
    private let settings: any SettingsProvider
    var merge: FeedMerge
    var lanes: [Lane]
    /// What the settings leave out of each source.
    var filters: [PostFilter] = []
    /// Statuses that were committed here, with the version of the commit.
    var pending: [Post.ID: (status: PostStatus, version: UInt64)] = [:]
    /// Whether what an undo brings back is being read: until then nothing else is shown.
    var isUndoing = false
    /// The sites of the posts that were dismissed here and not brought back, the last one last.
    var undoSites: [Site] = []
    /// Whether there was a dismissal to undo after a change that was made here, by site, until a source has shown it.
    var newerUndo: [Site: (canUndo: Bool, version: UInt64)] = [:]
    private var followers: [Task<Void, Never>] = []
    private var settingsToken: ObservationToken?
    /// Grows with every request: the results of an earlier one are void.
    private(set) var generation = 0
    /// Whether what is listed is what was found so far, to be merged anew with whatever comes.
    private var isPreliminary = false
    /// Whether ``itemAppeared(_:)`` may ask for more: not again before the last page has come.
    private var isArmed = true

    /// Creates a list; resolves `CombinedFeedProvider`, or else `PostProvider` for all sites, and `SettingsProvider` and
    /// `TimeProvider` where they are registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - feed: What to show.
    ///   - pageSize: How many posts a page should have; what the person has set by default.
    ///   - policy: What showing the feeds may cost.
    ///   - threshold: How close to the end an item has to be to load more: 5 by default, that is the last five.
    public init(
        feed: CombinedFeed, pageSize: Int? = nil, policy: ReadPolicy = .storedThenNetwork, threshold: Int = 5
    ) {
        self.feed = feed
        self.policy = policy
        self.threshold = threshold
        // No default to be kept: it has no state, and what it leads to is registered.
        provider =
            Dependency.current.isRegistered(CombinedFeedProvider.self)
            ? Dependency.resolve(CombinedFeedProvider.self)
            : CombinedFeedProvider(Dependency.resolve((any PostProvider).self))
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        settings = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        self.pageSize = pageSize ?? settings.settings.value.pageSize
        merge = FeedMerge(feed)
        lanes = Array(repeating: Lane(), count: feed.sources.count)
        state.update { $0.sources = feed.sources.map { Source(feed: $0) } }
    }

    deinit {
        for follower in followers { follower.cancel() }
    }

    // MARK: What a person asks for

    /// Shows the feeds by the policy, and follows them from then on.
    ///
    /// Calling it again makes what was under way void.
    public func load() async {
        follow()
        await reload(by: .load(policy), as: state.value.items.isEmpty ? .loading : .refreshing)
    }

    /// Fetches the first page of every source again, and merges them anew.
    ///
    /// It wins over pages that are being loaded.
    public func refresh() async {
        await reload(by: .refresh, as: .refreshing)
    }

    /// Lists what has arrived in front, without asking the network; does nothing while something is under way.
    public func showNew() {
        guard !state.value.phase.isBusy else { return }
        merge = remerged(isAwaiting: true)
        settle()
    }

    /// Lists another page; does nothing at the end, or while something is under way.
    ///
    /// Only the sources are asked that have run out. One that failed is left alone until ``refresh()``, ``load()`` or
    /// ``retry()``, or until the others have nothing more.
    public func loadMore() async {
        guard state.value.phase == .idle else { return }
        await run(as: .loadingMore) { [self] mine in
            let count = state.value.items.count
            let failed = lanes.indices.filter { lanes[$0].error != nil }
            guard let more = try await filled(merge, to: count + pageSize, mine) else { return nil }
            guard visible(more).items.count == count, !failed.isEmpty else { return more }
            for index in failed { lanes[index].error = nil }
            return try await filled(more, to: count + pageSize, mine)
        }
    }

    /// Asks the sources again that failed, for what they failed at; does nothing while something is under way.
    ///
    /// What they bring comes behind what is listed.
    public func retry() async {
        guard !state.value.phase.isBusy, lanes.contains(where: { $0.error != nil }) else { return }
        await run(as: .loadingMore) { [self] mine in
            var requests: [Int: FeedRequest] = [:]
            for index in lanes.indices where lanes[index].error != nil { requests[index] = lanes[index].failedRequest }
            guard try await ask(requests, mine) else { return nil }
            return try await filled(merge, to: max(state.value.items.count, pageSize), mine)
        }
    }

    /// Loads more when an item near the end appears; once for each page.
    ///
    /// After a failure it waits for ``loadMore()``, ``refresh()`` or ``retry()``, so that scrolling does not hammer a
    /// server that cannot be reached.
    ///
    /// - Parameter id: The post that appeared.
    public func itemAppeared(_ id: Post.ID) async {
        guard isArmed, state.value.phase == .idle,
            state.value.items.suffix(threshold).contains(where: { $0.id == id })
        else { return }
        isArmed = false
        await loadMore()
    }

    /// Puts the banner away, if it can be.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    /// Ends following the sources and makes what is under way void; ``load()`` begins anew.
    public func stop() {
        for follower in followers { follower.cancel() }
        followers = []
        settingsToken = nil
        generation += 1
        isPreliminary = false
        for index in lanes.indices { lanes[index].isBusy = false }
        if state.value.phase.isBusy { settle() }
    }

    // MARK: Requests

    private func reload(by request: FeedRequest, as phase: Phase) async {
        isPreliminary = merge.entries.isEmpty
        let isAwaiting = request != .load(.storedOnly)
        await run(as: phase) { [self] mine in
            for index in lanes.indices { lanes[index].error = nil }
            let requests = Dictionary(uniqueKeysWithValues: lanes.indices.map { ($0, request) })
            guard try await ask(requests, mine) else { return nil }
            let empty = FeedMerge(feed)
            guard isAwaiting else { return remerged(isAwaiting: false) }
            guard var fresh = try await filled(empty, to: pageSize, mine) else { return nil }
            // As much as was listed before, as far as that is stored.
            _ = fresh.extend(to: merge.entries.count, over: sources())
            return fresh
        }
    }

    /// Runs a request, and shows the merge that it comes to.
    private func run(as phase: Phase, _ work: @MainActor (_ mine: Int) async throws -> FeedMerge?) async {
        generation += 1
        let mine = generation
        let count = phase == .loadingMore ? merge.entries.count : 0
        for index in lanes.indices { lanes[index].isBusy = false }
        // Whoever has not called `load()` is not told of changes, and means what is set now all the same.
        take(settings.settings.value)
        state.update { $0.phase = phase }
        do {
            let result = try await work(mine)
            guard mine == generation else { return }
            isPreliminary = false
            if let result { merge = result }
        } catch {
            // Nothing but cancellation is thrown: what fails is a source.
            guard mine == generation else { return }
            isPreliminary = false
            for index in lanes.indices { lanes[index].isBusy = false }
            isArmed = true
            settle()
            return
        }
        // A source that fails does not end scrolling while others bring something.
        isArmed = merge.entries.count > count || lanes.allSatisfy { $0.error == nil }
        settle()
        raiseBanner()
    }

    /// Asks sources and takes their answers over.
    ///
    /// - Returns: False when something newer was asked for meanwhile.
    func ask(_ requests: [Int: FeedRequest], _ mine: Int) async throws -> Bool {
        for index in requests.keys { lanes[index].isBusy = true }
        show()
        let answers = try await provider.perform(requests, on: feed, limit: pageSize)
        guard mine == generation else { return false }
        for (index, answer) in answers { lanes[index].take(answer, to: requests[index], now: time.now) }
        prune()
        show()
        return true
    }

    // MARK: Updates

    private func follow() {
        guard followers.isEmpty else { return }
        settingsToken = settings.settings.observe { [weak self] settings in
            guard let self else { return }
            self.take(settings)
            // What passes from now on may lie behind what was the end.
            if self.isSettled { self.settle() } else { self.show() }
        }
        for (index, source) in feed.sources.enumerated() {
            // Asked for here and not in the task, so that nothing is missed between this call and the task's start.
            let updates = provider.updates(of: source)
            followers.append(
                Task { [weak self] in
                    for await update in updates {
                        guard let self, !Task.isCancelled else { return }
                        self.receive(update, from: index)
                    }
                })
        }
    }

    private func receive(_ update: FeedUpdate, from index: Int) {
        guard lanes[index].show(update) else { return }
        prune()
        if isPreliminary || merge.entries.isEmpty {
            merge = remerged(isAwaiting: !isPreliminary)
            if state.value.phase == .loading, !visible(merge).items.isEmpty { state.update { $0.phase = .refreshing } }
        }
        // What an undo brings back is shown with it, when all of it was read.
        guard !isUndoing else { return }
        if isSettled { settle() } else { show() }
    }

    /// Whether something was shown, and nothing is under way.
    private var isSettled: Bool { !state.value.phase.isBusy && state.value.phase != .initial }

    private func take(_ settings: ReadingSettings) {
        filters = feed.sources.map { PostFilter(settings, for: $0.source) }
    }
}
