public import Core

/// Offline packs: what to fetch for the time without a network, how far it is, and what is there.
///
/// ```swift
/// let packs = PackViewModel(feed: Feed(site: .reddit, source: .home))
/// let token = packs.state.observe { draw($0) }
/// await packs.load()
/// packs.setPosts(100)
/// await packs.start()
/// ```
///
/// It starts nothing by itself: call ``load()``. From then on it follows packs, whoever asks for them, until ``stop()``
/// or until it is released. A failure becomes ``State/banner``.
@MainActor
public final class PackViewModel {
    /// What there is to draw.
    public let state: ObservableValue<State>

    private let provider: any PackProvider
    private let store: any OfflinePackProvider
    private let settings: any SettingsProvider
    private var stored: [StoredPack] = []
    private var reports: [PackReport] = []
    private var token: ObservationToken?
    /// Grows with every load: the results of an earlier one are void.
    private var generation = 0

    /// Creates a screen for packs; resolves `PackProvider` and `OfflinePackProvider`, and `SettingsProvider` where it is
    /// registered (else the defaults), and starts nothing.
    ///
    /// - Parameters:
    ///   - feed: Which feed is to be packed unless the person chooses another one.
    ///   - posts: How many posts, 50 by default.
    public init(feed: Feed, posts: Int = 50) {
        provider = Dependency.resolve((any PackProvider).self)
        store = Dependency.resolve((any OfflinePackProvider).self)
        settings = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        let request = PackRequest(
            feed: feed, posts: Self.clamped(posts), includesComments: true, includesMedia: true,
            maximumBytes: settings.settings.value.packBudgetMegabytes * 1_000_000)
        state = ObservableValue(State(request: request))
    }

    /// Reads which packs there are, and follows them from then on.
    public func load() async {
        if token == nil {
            token = provider.reports.observe { [weak self] in self?.receive($0) }
        }
        state.update { state in
            if state.phase != .idle { state.phase = .loading }
        }
        await read()
    }

    /// Ends following, and makes what is being read void; ``load()`` begins anew.
    ///
    /// Packs go on.
    public func stop() {
        token = nil
        generation += 1
        leaveLoading()
    }

    // MARK: Choosing

    /// Chooses a feed.
    ///
    /// - Parameter feed: Which feed; a local one is refused when the pack is started.
    public func setFeed(_ feed: Feed) { change { $0.feed = feed } }

    /// Chooses how many posts.
    ///
    /// - Parameter count: How many; clamped to what a pack may have.
    public func setPosts(_ count: Int) { change { $0.posts = Self.clamped(count) } }

    /// Chooses whether the comments are fetched.
    ///
    /// - Parameter isIncluded: Whether they are.
    public func setComments(_ isIncluded: Bool) { change { $0.includesComments = isIncluded } }

    /// Chooses whether pictures and videos are fetched.
    ///
    /// - Parameter isIncluded: Whether they are.
    public func setMedia(_ isIncluded: Bool) { change { $0.includesMedia = isIncluded } }

    /// Chooses how much it may take.
    ///
    /// - Parameter bytes: How many bytes; 0 at least.
    public func setBudget(_ bytes: Int) { change { $0.maximumBytes = max(0, bytes) } }

    /// Chooses whether it waits for a network that costs nothing.
    ///
    /// - Parameter isNeeded: Whether it does.
    public func setFreeNetwork(_ isNeeded: Bool) { change { $0.needsFreeNetwork = isNeeded } }

    // MARK: Doing

    /// Fetches what was chosen, and returns when that has ended; progress is in the rows meanwhile.
    public func start() async { await pack(state.value.request) }

    /// Goes on with a pack, as it was asked for.
    ///
    /// - Parameter id: Which row.
    public func resume(_ id: PackRow.ID) async {
        guard let row = row(id), !row.isRunning else { return }
        await pack(row.request)
    }

    /// Stops a pack that runs; what came stays.
    ///
    /// - Parameter id: Which row.
    public func pause(_ id: PackRow.ID) async {
        guard let row = row(id), row.isRunning else { return }
        await provider.pause(row.request)
        await read()
    }

    /// Takes a pack away, with the files that only its posts hold; the posts themselves stay stored.
    ///
    /// - Parameter id: Which row.
    public func remove(_ id: PackRow.ID) async {
        guard let row = row(id) else { return }
        if row.isRunning { await provider.pause(row.request) }
        await attempt {
            let feed = row.request.feed.key
            let packed = try await self.store.packedPosts()
            let mine = packed.filter { $0.feed == feed && $0.isAutomatic == row.request.isAutomatic }
            _ = try await self.provider.remove(mine.map(\.id))
            try await self.store.forget([id])
            self.unstored.remove(id)
        }
    }

    /// Takes everything away that was packed.
    public func removeAll() async {
        await attempt {
            _ = try await self.provider.remove(nil)
            self.unstored = []
        }
    }

    /// Puts the banner away.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    // MARK: Showing

    /// Packs that were begun here or seen running, and that the store did not name since.
    ///
    /// What it named once and names no more was taken away, whoever did that; its last report is no row.
    private var unstored: Set<PackRow.ID> = []

    private static func clamped(_ count: Int) -> Int {
        min(max(count, PackRequest.allowedPosts.lowerBound), PackRequest.allowedPosts.upperBound)
    }

    private func row(_ id: PackRow.ID) -> PackRow? { state.value.rows.first { $0.id == id } }

    private func change(_ change: (inout PackRequest) -> Void) {
        state.update { state in
            change(&state.request)
            state.estimate = estimate(of: state.request)
        }
    }

    private func pack(_ request: PackRequest) async {
        // A row also when it ends before it was seen running.
        let id = StoredPack.id(of: request)
        if !stored.contains(where: { $0.id == id }) { unstored.insert(id) }
        await attempt {
            let report = try await self.provider.pack(request)
            if let error = report.error { throw error }
        }
    }

    /// Does something, and shows what failed.
    private func attempt(_ work: () async throws -> Void) async {
        do {
            try await work()
            state.update { $0.banner = nil }
        } catch {
            if error is CancellationError || Task.isCancelled { return }
            state.update { $0.banner = Banner(DataError(error), cause: .action) }
        }
        await read()
    }

    private func read() async {
        generation += 1
        let mine = generation
        do {
            let packs = try await store.packs()
            guard mine == generation else { return }
            stored = packs
            unstored.subtract(packs.map(\.id))
            state.update { state in
                state.phase = .idle
                if state.banner?.cause == .content { state.banner = nil }
            }
            show()
        } catch {
            guard mine == generation else { return }
            if error is CancellationError || Task.isCancelled { return leaveLoading() }
            state.update { state in
                state.phase = state.rows.isEmpty ? .failed : .idle
                state.banner = Banner(DataError(error), cause: .content)
            }
        }
    }

    private func leaveLoading() {
        state.update { state in
            if state.phase == .loading { state.phase = .initial }
        }
    }

    private func receive(_ reports: [PackReport]) {
        self.reports = reports
        let running = reports.filter { $0.phase != .ended }.map { StoredPack.id(of: $0.request) }
        unstored.formUnion(Set(running).subtracting(stored.map(\.id)))
        show()
    }

    private func show() {
        let reported = Dictionary(reports.map { (StoredPack.id(of: $0.request), $0) }) { first, _ in first }
        let known = Set(stored.map(\.id))
        // What has just begun is not stored before its first posts are.
        let fresh = reports.filter { report in
            let id = StoredPack.id(of: report.request)
            return !known.contains(id) && unstored.contains(id)
        }
        let rows = fresh.map { PackRow($0) } + stored.map { PackRow($0, reported[$0.id]) }
        state.update { state in
            state.rows = rows
            state.estimate = estimate(of: state.request)
        }
    }

    /// What a pack will have, by what the posts of others with the same parts had.
    private func estimate(of request: PackRequest) -> Int? {
        let alike = reports.filter { report in
            report.posts > 0 && report.isFinished && report.request.includesComments == request.includesComments
                && report.request.includesMedia == request.includesMedia
        }
        // The same feed says most.
        guard let report = alike.first(where: { $0.request.feed == request.feed }) ?? alike.first else { return nil }
        let bytes = Double(report.bytes) / Double(report.posts) * Double(request.posts)
        return min(request.maximumBytes, Int(bytes))
    }
}
