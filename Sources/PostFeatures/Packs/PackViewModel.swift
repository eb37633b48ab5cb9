public import Core

/// The screen of offline packs: requests packs, and shows their progress and what is stored.
///
/// ```swift
/// let packs = PackViewModel(feed: Feed(site: .reddit, source: .home))
/// let token = packs.state.observe { draw($0) }
/// await packs.load()
/// packs.setPosts(100)
/// await packs.start()
/// ```
///
/// It starts nothing by itself: call ``load()``. From then on it follows all packs until ``stop()`` or until it is
/// released. A failure becomes ``State/banner``.
@MainActor
public final class PackViewModel {
    /// The state to draw.
    public let state: ObservableValue<State>

    private let provider: any PackProvider
    private let store: any OfflinePackProvider
    private let settings: any SettingsProvider
    private var stored: [StoredPack] = []
    private var reports: [PackReport] = []
    private var token: ObservationToken?
    /// Grows with every load; results of an earlier one are ignored.
    private var generation = 0

    /// Creates a view model of packs, and starts nothing.
    ///
    /// It resolves `PackProvider` and `OfflinePackProvider`, and `SettingsProvider` where it is registered.
    ///
    /// - Parameters:
    ///   - feed: The feed of the next pack.
    ///   - posts: The number of its posts, 50 by default.
    public init(feed: Feed, posts: Int = 50) {
        provider = Dependency.resolve((any PackProvider).self)
        store = Dependency.resolve((any OfflinePackProvider).self)
        settings = Dependency.settings
        let request = PackRequest(
            feed: feed, posts: Self.clamped(posts), includesComments: true, includesMedia: true,
            maximumBytes: settings.settings.value.packBudgetMegabytes * 1_000_000)
        state = ObservableValue(State(request: request))
    }

    /// Reads the stored packs, and follows their changes from then on.
    public func load() async {
        if token == nil {
            token = provider.reports.observe { [weak self] in self?.receive($0) }
        }
        state.update { state in
            if state.phase != .idle { state.phase = .loading }
        }
        await read()
    }

    /// Stops following changes; ``load()`` starts again.
    ///
    /// Running packs continue.
    public func stop() {
        token = nil
        generation += 1
        leaveLoading()
    }

    // MARK: The next pack

    /// Sets the feed of the next pack.
    ///
    /// - Parameter feed: The feed; ``start()`` refuses a local one.
    package func setFeed(_ feed: Feed) { change { $0.feed = feed } }

    /// Sets the number of posts of the next pack.
    ///
    /// - Parameter count: The number; clamped to `PackRequest.allowedPosts`.
    public func setPosts(_ count: Int) { change { $0.posts = Self.clamped(count) } }

    /// Sets whether the next pack has comments.
    ///
    /// - Parameter isIncluded: Whether comments are fetched.
    public func setComments(_ isIncluded: Bool) { change { $0.includesComments = isIncluded } }

    /// Sets whether the next pack has pictures and videos.
    ///
    /// - Parameter isIncluded: Whether they are downloaded.
    public func setMedia(_ isIncluded: Bool) { change { $0.includesMedia = isIncluded } }

    /// Sets the byte limit of the next pack.
    ///
    /// - Parameter bytes: The limit; 0 at least.
    public func setBudget(_ bytes: Int) { change { $0.maximumBytes = max(0, bytes) } }

    /// Sets whether the next pack waits for an unmetered network.
    ///
    /// - Parameter isNeeded: Whether it waits.
    public func setFreeNetwork(_ isNeeded: Bool) { change { $0.needsFreeNetwork = isNeeded } }

    // MARK: Actions

    /// Downloads the next pack, and returns when it has ended; its row shows the progress meanwhile.
    public func start() async { await pack(state.value.request) }

    /// Resumes a pack.
    ///
    /// - Parameter id: The row's id.
    public func resume(_ id: PackRow.ID) async {
        guard let row = row(id), !row.isRunning else { return }
        await pack(row.request)
    }

    /// Stops a running pack; what arrived stays.
    ///
    /// - Parameter id: The row's id.
    public func pause(_ id: PackRow.ID) async {
        guard let row = row(id), row.isRunning else { return }
        await provider.pause(row.request)
        await read()
    }

    /// Deletes a pack, with the files that only its posts hold; the posts themselves stay stored.
    ///
    /// - Parameter id: The row's id.
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

    /// Deletes all packs with their files; the posts themselves stay stored.
    public func removeAll() async {
        await attempt {
            _ = try await self.provider.remove(nil)
            self.unstored = []
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    // MARK: Rows

    /// The packs that were started here or seen running, and are not stored yet.
    ///
    /// A pack that was stored once and is no longer was deleted; its last report makes no row.
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
        // It has a row even when it ends before it was seen running.
        let id = StoredPack.id(of: request)
        if !stored.contains(where: { $0.id == id }) { unstored.insert(id) }
        await attempt {
            let report = try await self.provider.pack(request)
            if let error = report.error { throw error }
        }
    }

    /// Performs an action, and shows its failure.
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
        // A pack is stored with its first posts, so one that has just begun is not stored yet.
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

    /// The expected bytes of a pack, calculated from finished packs with the same contents.
    private func estimate(of request: PackRequest) -> Int? {
        let alike = reports.filter { report in
            report.posts > 0 && report.isFinished && report.request.includesComments == request.includesComments
                && report.request.includesMedia == request.includesMedia
        }
        // A pack of the same feed gives the best estimate.
        guard let report = alike.first(where: { $0.request.feed == request.feed }) ?? alike.first else { return nil }
        let bytes = Double(report.bytes) / Double(report.posts) * Double(request.posts)
        return min(request.maximumBytes, Int(bytes))
    }
}

extension PackViewModel {
    /// The phase of the screen.
    public enum Phase: Hashable, Sendable {
        /// Not loaded yet.
        case initial
        /// Reading the stored packs.
        case loading
        /// Loaded; packs may be running.
        case idle
        /// The store could not be read; the banner gives the reason.
        case failed
    }

    /// The state of the screen, to draw.
    public struct State: Equatable, Sendable {
        /// The request of the next pack, for ``PackViewModel/start()``.
        public internal(set) var request: PackRequest
        /// The expected bytes of the next pack; `nil` until a similar pack has finished.
        public internal(set) var estimate: Int?
        /// The packs: those that have just begun, then the stored ones, the newest first.
        public internal(set) var rows: [PackRow] = []
        /// The phase of the screen.
        public internal(set) var phase = Phase.initial
        /// The last failure, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state for previews and snapshot tests; by default that of a screen that was not loaded yet.
        ///
        /// - Parameters:
        ///   - request: The request of the next pack.
        ///   - estimate: The expected bytes of the next pack.
        ///   - rows: The packs.
        ///   - phase: The phase of the screen.
        ///   - banner: The last failure.
        public init(
            request: PackRequest, estimate: Int? = nil, rows: [PackRow] = [], phase: Phase = .initial,
            banner: Banner? = nil
        ) {
            self.request = request
            self.estimate = estimate
            self.rows = rows
            self.phase = phase
            self.banner = banner
        }
    }
}
