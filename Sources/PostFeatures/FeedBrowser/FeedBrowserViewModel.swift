public import Core

/// A source with its orders, switched on the fly: hot, new, top of a week.
///
/// A site that has one order shows that.
///
/// ```swift
/// let browser = FeedBrowserViewModel(site: .reddit, source: .subreddits(["swift"]))
/// let token = browser.state.observe { draw($0.list, heading: $0.choice) }
/// await browser.load()                              // in the order that was chosen last
/// await browser.choose(sort: .top, period: .week)   // what is stored of it shows at once, the network follows
/// await browser.list.loadMore()                     // everything else is the list's
/// ```
///
/// Each order is a feed of its own with a ``PostListViewModel`` of its own, so a slow answer to the old choice has
/// nowhere to land but in the store, for its own feed: it is neither shown under another heading nor lost. The lists
/// that were shown last are kept, so that switching back finds the posts and the place as they were left; where an
/// older one is let go, its place is in the registered `ReadingPositionProvider`.
///
/// What was chosen is remembered for each source, in the registered `StateStore`. It starts nothing by itself: call
/// ``load()``.
@MainActor
public final class FeedBrowserViewModel {
    /// What there is to draw.
    public let state: ObservableValue<State>
    /// The orders that the person can choose from; none where the site has only one.
    ///
    /// Those of the current source: a search may have others than a feed.
    public var sorts: [FeedSort] { sorts(of: state.value.source) }
    /// The list of the current choice: what pages, refreshes and takes statuses.
    ///
    /// Another one after each switch.
    public private(set) var list: PostListViewModel

    private let profile: SiteProfile
    private let offered: [FeedSort]?
    private let account: String?
    private let standard: FeedChoice
    private let makeList: @MainActor (Feed) -> PostListViewModel
    private let store: any StateStore
    /// The lists that were shown last, the current one at the end.
    private var lists: [PostListViewModel]
    private var token: ObservationToken?
    private var isRunning = false
    /// Grows with every switch: what is found out for an earlier one is void.
    private var generation = 0
    /// What was chosen here, by source.
    private var chosen: [String: FeedChoice] = [:]
    /// What was chosen before; `nil` until it was read.
    private var memory: FeedChoiceMemory?
    private(set) var lastWrite: Task<Void, Never>?

    /// How many lists are kept, the current one included.
    private static let listLimit = 6

    /// Creates a browser; resolves what its lists need, and `StateStore`, `SiteProfiles` and `Backends` where they are
    /// registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - site: Whose posts.
    ///   - source: One source, or several subreddits; the front page by default.
    ///   - account: The account that looks; nobody by default.
    ///   - choice: What is chosen where nothing was before; by default the order that the site's profile names, else the
    ///     first of `sorts`.
    ///   - sorts: The orders to choose from, none for a site that has one order. By default those of the registered
    ///     backend of the site; without one hot, new, top and rising, unless the site's profile knows of one order only.
    ///   - makeList: Makes the list of a feed, for other page sizes and policies; the usual list by default.
    public init(
        site: Site, source: FeedSource = .home, account: String? = nil, choice: FeedChoice? = nil,
        sorts: [FeedSort]? = nil,
        makeList: @escaping @MainActor (Feed) -> PostListViewModel = { PostListViewModel(feed: $0) }
    ) {
        let profile = Dependency.resolve(SiteProfiles.self, default: SiteProfiles())[site]
        let offered = sorts
        let sorts = offered ?? Self.sorts(of: profile, for: source)
        let choice = choice ?? FeedChoice(sort: Self.usualSort(of: profile, among: sorts))
        self.profile = profile
        self.account = account
        self.offered = offered
        self.makeList = makeList
        standard = choice
        store = Dependency.resolve((any StateStore).self, default: ForgetfulStateStore())
        list = makeList(Self.feed(profile, source, choice, sorts, account))
        lists = [list]
        state = ObservableValue(State(source: source, choice: choice, list: list.state.value))
    }

    /// Shows the source in the order that was chosen for it last, and follows it from then on.
    ///
    /// Calling it again loads the list again.
    public func load() async {
        isRunning = true
        await open(state.value.source)
    }

    /// Shows the source in another order, and remembers that.
    ///
    /// Returns when the list is loaded; nothing is loaded when it is the order that is shown. Before ``load()`` it only
    /// chooses.
    ///
    /// - Parameters:
    ///   - sort: The order.
    ///   - period: How far back it looks; as it was by default.
    public func choose(sort: FeedSort, period: FeedPeriod? = nil) async {
        let choice = FeedChoice(sort: sort, period: period ?? state.value.choice.period)
        let source = state.value.source
        remember(choice, for: key(of: source))
        guard show(source, choice), isRunning else { return }
        generation += 1
        await list.load()
    }

    /// Shows another source, in the order that was chosen for it last; does nothing when it is the one that is shown.
    ///
    /// Returns when the list is loaded. Before ``load()`` it only chooses.
    ///
    /// - Parameter source: One source, or several subreddits.
    public func show(_ source: FeedSource) async {
        guard key(of: source) != key(of: state.value.source) else { return }
        show(source, choice(for: source))
        if isRunning { await open(source) }
    }

    /// Ends following, and makes what is under way void; ``load()`` begins anew.
    public func stop() {
        isRunning = false
        generation += 1
        list.stop()
        token = nil
    }

    // MARK: Switching

    /// Loads a source that is shown already, in the order that is remembered.
    private func open(_ source: FeedSource) async {
        generation += 1
        let mine = generation
        if memory == nil {
            do {
                try await readMemory()
            } catch {
                // A choice that cannot be read costs the person a tap; the posts are what they came for.
            }
            guard mine == generation else { return }
            show(source, choice(for: source))
        }
        observe()
        await list.load()
    }

    /// Makes a choice the current one.
    ///
    /// - Returns: Whether another list is shown than before.
    @discardableResult
    private func show(_ source: FeedSource, _ choice: FeedChoice) -> Bool {
        let feed = Self.feed(profile, source, choice, sorts(of: source), account)
        let isOther = feed != list.feed
        if isOther {
            token = nil
            list.stop()
            list = lists.first { $0.feed == feed } ?? makeList(feed)
            lists.removeAll { $0.feed == feed }
            lists = lists.suffix(Self.listLimit - 1) + [list]
        }
        // One value: the new heading and the new list come together.
        state.update { state in
            state.source = source
            state.choice = choice
            state.list = list.state.value
        }
        if isOther, isRunning { observe() }
        return isOther
    }

    private func observe() {
        guard token == nil else { return }
        token = list.state.observe { [weak self] shown in
            self?.state.update { $0.list = shown }
        }
    }

    // MARK: Orders

    private func sorts(of source: FeedSource) -> [FeedSort] { offered ?? Self.sorts(of: profile, for: source) }

    /// The orders that a site has: as its backend says, else as its profile lets one suppose.
    private static func sorts(of profile: SiteProfile, for source: FeedSource) -> [FeedSort] {
        if Dependency.current.isRegistered(Backends.self),
            let backend = Dependency.resolve(Backends.self)[profile.site]
        {
            return (source.kind == .search ? backend.search : backend.posts)?.sorts ?? []
        }
        return profile.defaultSort == nil ? [] : [.hot, .new, .top, .rising]
    }

    private static func usualSort(of profile: SiteProfile, among sorts: [FeedSort]) -> FeedSort {
        if let sort = profile.defaultSort, sorts.contains(sort) { return sort }
        return sorts.first ?? .hot
    }

    // MARK: Remembering

    private func key(of source: FeedSource) -> String {
        profile.feed(source, sort: .hot, account: account).key
    }

    /// The feed of a choice: an order that was read from a file does not know whether it has a period.
    private static func feed(
        _ profile: SiteProfile, _ source: FeedSource, _ choice: FeedChoice, _ sorts: [FeedSort], _ account: String?
    ) -> Feed {
        let sort = sorts.isEmpty ? nil : sorts.first { $0 == choice.sort } ?? choice.sort
        return profile.feed(source, sort: sort, period: choice.period, account: account)
    }

    /// What a source is shown in: what was chosen here counts more than what was chosen before.
    private func choice(for source: FeedSource) -> FeedChoice {
        let key = key(of: source)
        return chosen[key] ?? memory?.choice(for: key) ?? standard
    }

    private func readMemory() async throws {
        guard memory == nil else { return }
        let read = try await FeedChoiceMemory.read(from: store)
        // Somebody else may have read it meanwhile, and added to it.
        if memory == nil { memory = read }
    }

    private func remember(_ choice: FeedChoice, for source: String) {
        guard chosen.updateValue(choice, forKey: source) != choice else { return }
        lastWrite = Task { [weak self, store, previous = lastWrite] in
            await previous?.value
            do {
                // What other sources were given is written with it, so it has to be known.
                try await self?.readMemory()
                guard let written = self?.remembered(choice, for: source) else { return }
                try await written.write(to: store)
            } catch {
                // A choice that cannot be kept costs the person a tap after the next start, and they see it by then.
            }
        }
    }

    private func remembered(_ choice: FeedChoice, for source: String) -> FeedChoiceMemory? {
        memory?.remember(choice, for: source)
        return memory
    }
}

extension FeedBrowserViewModel {
    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// The source that is shown.
        public internal(set) var source: FeedSource
        /// Its order.
        public internal(set) var choice: FeedChoice
        /// The list of both; never that of another choice.
        public internal(set) var list: PostListViewModel.State

        /// Creates a state, for a preview or a snapshot test.
        ///
        /// - Parameters:
        ///   - source: The source that is shown.
        ///   - choice: Its order.
        ///   - list: The list of both; by default one that was not loaded yet.
        public init(source: FeedSource, choice: FeedChoice, list: PostListViewModel.State = .init()) {
            self.source = source
            self.choice = choice
            self.list = list
        }
    }
}
