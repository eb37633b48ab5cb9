public import Core
import Foundation

/// The view model of several feeds shown as one list: merges, refreshes and pages them, and changes statuses of posts.
///
/// ```swift
/// let list = CombinedFeedViewModel(feed: CombinedFeed([swift, lemmy], order: .newest))
/// let token = list.state.observe { draw($0) }
/// await list.load()
/// ```
///
/// It starts nothing by itself: call ``load()``. From then on it also follows what else changes its sources, until
/// ``stop()`` or until it is released. The effect of a method is in ``state`` when it returns. Nothing throws: the
/// failure of a source is named in ``State/sources``, and the others go on without it.
///
/// What was listed keeps its place while further pages come, by the rules of ``Core/FeedMerge``; what arrives in front
/// is counted in ``State/newCount``, and listed by ``showNew()`` or ``refresh()``.
@MainActor
public final class CombinedFeedViewModel: PostActions {
    /// The feeds that are shown, and their order.
    public let feed: CombinedFeed
    /// The number of posts that a page should have, of each source and of the list.
    package let pageSize: Int
    /// The sources that ``load()`` reads: the database, the network or both.
    package let policy: ReadPolicy
    /// The number of items at the end whose appearance makes the list load more, for ``itemAppeared(_:)`` to load more.
    package let threshold: Int
    /// The state to draw.
    public let state = ObservableValue(State())

    /// How often in a row the sources are asked for one page of the list, where filters leave too few posts.
    private static let maximumRounds = 5

    private let time: any TimeProvider
    private let settings: any SettingsProvider
    private let paging = ListPaging()
    /// What the sources have brought, and what of it is listed.
    private var content: CombinedFeedContent
    private let followers: SourceFollowers
    /// The sites of the acts that were done here and not taken back, of each one for every store; the last one last.
    private var undoSites: [[Site]] = []
    private var settingsToken: ObservationToken?
    /// Whether what is listed is what was found so far, to be merged anew with whatever comes.
    private var isPreliminary = false
    /// The phase of a request that has begun, to be published with the sources that it asks.
    private var begunPhase: Phase?

    /// Creates a list; resolves `CombinedFeedProvider`, or else `PostProvider` for all sites, and `SettingsProvider`
    /// and `TimeProvider` where they are registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - feed: The feeds to show, and their order.
    ///   - pageSize: The number of posts that a page should have; as the settings say by default.
    ///   - policy: The sources that `load()` reads; the database and then the network by default.
    ///   - threshold: The number of items at the end whose appearance makes the list load more; 5 by default.
    public init(
        feed: CombinedFeed, pageSize: Int? = nil, policy: ReadPolicy = .storedThenNetwork, threshold: Int = 5
    ) {
        self.feed = feed
        self.policy = policy
        self.threshold = threshold
        // No default to be kept: it has no state, and what it leads to is registered.
        let provider =
            Dependency.current.isRegistered(CombinedFeedProvider.self)
            ? Dependency.resolve(CombinedFeedProvider.self)
            : CombinedFeedProvider(Dependency.resolve((any PostProvider).self))
        followers = SourceFollowers(feed, of: provider)
        time = Dependency.clock
        settings = Dependency.settings
        self.pageSize = pageSize ?? settings.settings.value.pageSize
        content = CombinedFeedContent(feed)
        state.update { $0.sources = feed.sources.map { Source(feed: $0) } }
    }

    // MARK: What a person asks for

    /// Shows the feeds by the policy, and follows them from then on.
    ///
    /// Calling it again makes what was under way void.
    public func load() async {
        await reload(by: .load(policy), as: state.value.items.isEmpty ? .loading : .refreshing)
    }

    /// Fetches the first page of every source again, and merges them anew.
    ///
    /// It wins over pages that are being loaded.
    public func refresh() async { await reload(by: .refresh, as: .refreshing) }

    /// Lists what has arrived in front, without asking the network; does nothing while something is under way.
    public func showNew() {
        guard !state.value.phase.isBusy else { return }
        remerge(isAwaiting: true)
        publish(settle)
    }

    /// Lists another page; does nothing at the end, or while something is under way.
    ///
    /// Only the sources are asked that have run out. One that failed is left alone until ``refresh()``, ``load()`` or
    /// ``retry()``, or until the others have nothing more.
    public func loadMore() async {
        guard state.value.phase == .idle else { return }
        await run(as: .loadingMore) { [self] run in
            let count = state.value.items.count
            let failed = content.failedRequests.keys
            let more = try await filled(content.merge, to: count + pageSize, run)
            guard content.visible(more).items.count == count, !failed.isEmpty else { return more }
            content.forgetErrors(of: failed)
            return try await filled(more, to: count + pageSize, run)
        }
    }

    /// Asks the sources again that failed, for what they failed at; does nothing while something is under way.
    ///
    /// What they bring comes behind what is listed.
    public func retry() async {
        guard !state.value.phase.isBusy, content.failure != nil else { return }
        await run(as: .loadingMore) { [self] run in
            try await ask(content.failedRequests, run)
            return try await filled(content.merge, to: max(state.value.items.count, pageSize), run)
        }
    }

    /// Loads more when an item near the end appears; once for each page.
    ///
    /// After a failure it waits for ``loadMore()``, ``refresh()`` or ``retry()``, so that scrolling does not hammer a
    /// server that cannot be reached.
    ///
    /// - Parameter id: The post that appeared.
    public func itemAppeared(_ id: Post.ID) async {
        guard paging.isArmed, state.value.phase == .idle,
            state.value.items.suffix(threshold).contains(where: { $0.id == id })
        else { return }
        paging.isArmed = false
        await loadMore()
    }

    /// Dismisses the banner, if that is possible.
    public func dismissBanner() { state.update { $0.banner.dismiss() } }

    /// Ends following the sources and makes what is under way void; ``load()`` begins anew.
    public func stop() {
        followers.stop()
        settingsToken = nil
        paging.cancel()
        isPreliminary = false
        content.endAll()
        if state.value.phase.isBusy { publish(settle) }
    }

    // MARK: Requests

    private func reload(by request: FeedRequest, as phase: Phase) async {
        let isAwaiting = request != .load(.storedOnly)
        await run(as: phase, isPreliminary: content.isEmpty) { [self] run in
            content.forgetErrors(of: content.indices)
            try await ask(Dictionary(uniqueKeysWithValues: content.indices.map { ($0, request) }), run)
            guard isAwaiting else { return content.remerged(pageSize: pageSize, isAwaiting: false) }
            let merge = try await filled(FeedMerge(feed), to: pageSize, run)
            // A key that waits comes before as much is merged as is listed, and before that is published.
            await Task.yield()
            let (longer, number) = (content.extendedToListed(merge), content.listingCount)
            await Task.yield()
            // What an undo has listed meanwhile stays.
            return content.listingCount == number ? longer : content.extendedToListed(merge)
        }
    }

    /// Runs a request, and publishes the merge that it comes to; a newer request makes it void.
    private func run(
        as phase: Phase, isPreliminary: Bool = false, _ work: @MainActor (ListPaging.Run) async throws -> FeedMerge
    ) async {
        begin(phase, isPreliminary: isPreliminary)
        let count = phase == .loadingMore ? content.merge.entries.count : 0
        var result: FeedMerge?
        let ending = await paging.run(phase) { _, run in
            try await readFirst(run)
            result = try await work(run)
            return nil
        }
        if case .superseded = ending {
            return followers.showUnclaimed()
        }
        // A run that fails has no result: nothing but cancellation ends it early, since what fails is a source.
        end(with: result, listedBefore: count)
    }

    private func begin(_ phase: Phase, isPreliminary: Bool) {
        follow()
        self.isPreliminary = isPreliminary
        content.endAll()
        // Whoever stopped the list is not told of changes, and means what is set now all the same.
        content.take(settings.settings.value)
        begunPhase = phase
    }

    /// Publishes the merge that a request came to, or that it was cancelled.
    private func end(with result: FeedMerge?, listedBefore count: Int) {
        isPreliminary = false
        followers.takeHeld(content.indices) { content.take($0, from: $1) }
        guard let result else {
            content.endAll()
            paging.isArmed = true
            return publish(settle)
        }
        content.list(result)
        // A source that fails does not end scrolling while others bring something.
        paging.isArmed = content.merge.entries.count > count || content.failure == nil
        publish { state in
            settle(&state)
            raiseBanner(&state)
        }
    }

    /// Waits for what is stored of every source, and publishes it as one.
    private func readFirst(_ run: ListPaging.Run) async throws {
        let waiting = content.indices.filter { !content.hasUpdate(of: $0) && followers.hasFollower(of: $0) }
        guard !waiting.isEmpty else { return }
        publish()
        followers.hold(waiting)
        defer {
            followers.release(waiting) { content.take($0, from: $1) }
            if state.value.phase.isBusy { takeIn() }
        }
        try await followers.first(of: waiting)
        try run.check()
    }

    /// Asks sources at the same time; what one brings is published when it comes, while others are still awaited.
    private func ask(_ requests: [Int: FeedRequest], _ run: ListPaging.Run) async throws {
        content.begin(requests)
        publish()
        var awaited = requests.count
        try await withThrowingTaskGroup(of: SourceFollowers.Answer.self) { [followers, pageSize] group in
            for (index, request) in requests {
                group.addTask { try await followers.perform(request, on: index, limit: pageSize) }
            }
            while let answer = try await group.next() {
                awaited -= 1
                // One that is void goes on to its end: what it stores is worth having.
                guard run.isCurrent else { continue }
                let index = answer.index
                content.end(requests[index], of: index, with: answer.result, now: time.now)
                followers.takeHeld([index]) { content.take($0, from: $1) }
                guard awaited > 0 else { continue }
                takeIn()
                // Several sources may answer at once, and thousands of posts be listed: a key that waits comes first.
                await Task.yield()
            }
        }
        try run.check()
    }

    // MARK: Updates

    private func follow() {
        followers.follow {
            content.forgetUpdate(of: $0)
        } take: { [weak self] update, index in
            self?.content.take(update, from: index)
            self?.takeIn()
        }
        guard settingsToken == nil else { return }
        settingsToken = settings.settings.observe { [weak self] settings in
            guard let self else { return }
            self.content.take(settings)
            // What passes from now on may lie behind what was the end.
            self.publish(self.isSettled ? self.settle : { _ in })
        }
    }

    /// Publishes what the sources have sent.
    private func takeIn() {
        if isPreliminary || content.isEmpty { remerge(isAwaiting: !isPreliminary) }
        if isSettled { return publish(settle) }
        publish { state in
            if state.phase == .loading, !state.items.isEmpty { state.phase = .refreshing }
        }
    }

    /// Whether something was shown, and nothing is under way.
    private var isSettled: Bool { !state.value.phase.isBusy && state.value.phase != .initial }

    // MARK: Merging

    /// Merges what is stored anew.
    private func remerge(isAwaiting: Bool) {
        content.list(content.remerged(pageSize: pageSize, isAwaiting: isAwaiting))
    }

    /// A merge with so many posts that are shown, as far as there are any, or as the sources give them within a bound.
    private func filled(_ merge: FeedMerge, to count: Int, _ run: ListPaging.Run) async throws -> FeedMerge {
        var merge = merge
        for round in 0...Self.maximumRounds {
            let requests = content.extend(&merge, to: count)
            guard !requests.isEmpty, round < Self.maximumRounds else { break }
            try await ask(requests, run)
        }
        return merge
    }

    // MARK: Publishing

    /// Publishes what is known, in one State.
    private func publish(_ change: (inout State) -> Void = { _ in }) {
        let shown = content.shownPosts()
        var new = state.value
        new.items = shown.items
        new.filteredCount = shown.filteredCount
        new.newCount = content.arrivals().count
        new.sources = content.shownSources
        new.canUndo = !content.sitesWithUndo.isEmpty
        if let begunPhase { new.phase = begunPhase }
        begunPhase = nil
        change(&new)
        state.set(new)
    }

    /// Says that nothing is under way any more.
    private func settle(_ state: inout State) {
        state.phase = content.settledPhase(showing: state.items.count)
        if state.phase != .failed { state.banner?.isDismissible = true }
    }

    /// Says which source failed; the banner of an action stays.
    private func raiseBanner(_ state: inout State) {
        if let failure = content.failure {
            state.banner = Banner(
                failure.error, cause: .content, isDismissible: state.phase != .failed, retryAt: failure.retryAt)
        } else {
            state.banner.clear(.content)
        }
    }

    // MARK: Statuses

    /// Changes statuses, and publishes what the sources say of that as one.
    ///
    /// - Parameters:
    ///   - mutations: The changes, one for each store.
    ///   - bringsBack: Whether posts that come back are listed, and not offered as something new.
    /// - Returns: What each came to; fewer after a failure.
    @discardableResult
    private func apply(_ mutations: [(Site, StatusMutation)], bringsBack: Bool = false) async -> [StatusOutcome] {
        follow()
        let all = Array(content.indices)
        followers.hold(all)
        let (outcomes, failure) = await followers.apply(mutations)
        followers.release(all) { content.take($0, from: $1) }
        if bringsBack || content.isEmpty {
            let arrivals = content.arrivals()
            if content.isEmpty || outcomes.contains(where: { !arrivals.isDisjoint(with: $0.changed) }) {
                remerge(isAwaiting: !isPreliminary)
            }
        }
        publish { state in
            if isSettled { settle(&state) }
            state.signInSite = outcomes.lazy.flatMap(\.signedOut).first?.site
            guard let failure else { return state.banner.clear(.action) }
            guard !(failure is CancellationError), !Task.isCancelled else { return }
            state.banner = Banner(DataError(failure), cause: .action)
        }
        return outcomes
    }

    public func item(_ id: Post.ID) -> FeedItem? { state.value.items.first { $0.id == id }?.item }

    public func dismiss(_ id: Post.ID) async {
        let isShown = item(id) != nil
        let outcomes = await apply([(id.site, .dismiss([id]))])
        // What was not shown may have been put away before. The site of the last one matters only where each has a
        // store.
        if isShown, outcomes.contains(where: { $0.changed.contains(id) }) { undoSites.append([id.site]) }
    }

    // Where each site has a store of its own it is the last one that was made here, else that of the first source which
    // has one.
    @discardableResult
    public func undoLast() async -> UndoneAct? {
        let known = content.sitesWithUndo
        let here = undoSites.last { $0.contains(where: known.contains) } ?? known.first.map { [$0] } ?? undoSites.last
        guard let sites = here ?? feed.sources.first.map({ [$0.site] }) else { return nil }
        let outcomes = await apply(sites.map { ($0, .undo) }, bringsBack: true)
        if !outcomes.isEmpty, let last = undoSites.lastIndex(of: sites) { undoSites.remove(at: last) }
        return UndoneAct(outcomes)
    }

    public func set(_ change: StatusChange, for ids: [Post.ID], isUndoable: Bool) async {
        let parts = followers.divided(ids)
        // What has the value already is no act.
        let isChange = { (id: Post.ID) in self.item(id)?.status.marks.inverse(of: change) != nil }
        let acts = parts.filter { $0.ids.contains(where: isChange) }.map(\.site)
        if isUndoable, !acts.isEmpty { undoSites.append(acts) }
        await apply(
            parts.map { ($0.site, StatusMutation(change, $0.ids, isUndoable: isUndoable)) },
            bringsBack: change.bringsBack)
    }
}
