public import Core

/// A feed whose source and order the person can switch: hot, new, top of the week.
///
/// ```swift
/// let browser = FeedBrowserViewModel(site: .reddit, source: .subreddits(["swift"]))
/// let token = browser.state.observe { draw($0.list, heading: $0.choice) }
/// await browser.load()                              // in the order that was chosen last
/// await browser.choose(sort: .top, period: .week)   // shows the stored posts at once, then the network's
/// await browser.list.loadMore()                     // the list does everything else
/// ```
///
/// Each order is a feed of its own with a ``PostListViewModel`` of its own, so a slow answer to an old choice is stored
/// for its feed and never shown under another heading. The last lists are kept, so that switching back shows the posts
/// and the place as they were; the reading positions of older ones are in the registered `ReadingPositionProvider`.
///
/// The choice for each source is kept in the registered `StateStore`. It starts nothing by itself: call ``load()``.
@MainActor
public final class FeedBrowserViewModel {
    /// The state to draw.
    public let state: ObservableValue<State>
    /// The orders that the current source offers; none where the site has only one.
    public var sorts: [FeedSort] { feeds.sorts(of: state.value.source) }
    /// The list of the current choice; another one after each switch.
    public private(set) var list: PostListViewModel

    private let feeds: ChosenFeeds
    private let standard: FeedChoice
    private let makeList: @MainActor (Feed) -> PostListViewModel
    private let store: any StateStore
    /// The lists that were shown last, the current one last.
    private var lists: [PostListViewModel]
    private var token: ObservationToken?
    private var isRunning = false
    /// Grows with every switch; results of an earlier one are ignored.
    private var generation = 0
    /// The choices that were made here, by source.
    private var chosen: [String: FeedChoice] = [:]
    /// The stored choices; nil until they were read.
    private var memory: FeedChoiceMemory?
    private(set) var lastWrite: Task<Void, Never>?

    /// The number of lists that are kept, the current one included.
    private static let listLimit = 6

    /// The options of a browser that not every app needs.
    public struct Configuration: Sendable {
        /// The choice where none was made before; by default the order that the site's profile names, else the first.
        package var choice: FeedChoice?
        /// The orders to choose from, none for a site that has one order.
        ///
        /// By default those of the registered backend of the site; without one hot, new, top and rising, unless the
        /// site's profile knows of one order only.
        package var sorts: [FeedSort]?
        /// Creates the list of a feed, for other page sizes and policies.
        package var makeList: @MainActor @Sendable (Feed) -> PostListViewModel

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - choice: The choice where none was made before.
        ///   - sorts: The orders to choose from.
        ///   - makeList: Creates the list of a feed.
        public init(
            choice: FeedChoice? = nil, sorts: [FeedSort]? = nil,
            makeList: @escaping @MainActor @Sendable (Feed) -> PostListViewModel = { PostListViewModel(feed: $0) }
        ) {
            self.choice = choice
            self.sorts = sorts
            self.makeList = makeList
        }
    }

    /// Creates a browser, and starts nothing.
    ///
    /// It resolves what its lists need, and `StateStore`, `SiteProfiles` and `Backends` where they are registered.
    ///
    /// - Parameters:
    ///   - site: The site of the posts.
    ///   - source: One source, or several subreddits; the front page by default.
    ///   - account: The account that looks; nobody by default.
    ///   - configuration: The orders to choose from, and how lists are made.
    public init(
        site: Site, source: FeedSource = .home, account: String? = nil, configuration: Configuration = Configuration()
    ) {
        feeds = ChosenFeeds(site: site, account: account, sorts: configuration.sorts)
        let choice = configuration.choice ?? feeds.usualChoice(for: source)
        standard = choice
        makeList = configuration.makeList
        store = Dependency.resolve((any StateStore).self, default: DiscardingStateStore())
        list = makeList(feeds.feed(of: source, choice))
        lists = [list]
        state = ObservableValue(State(source: source, choice: choice, list: list.state.value))
    }

    /// Loads the list of the source in the order that was chosen last, and follows its changes from then on.
    ///
    /// Calling it again loads the list again.
    public func load() async {
        isRunning = true
        await open(state.value.source)
    }

    /// Shows the source in another order, and stores the choice.
    ///
    /// It returns when the list is loaded; the current order is not loaded again. Before ``load()`` it only chooses.
    ///
    /// - Parameters:
    ///   - sort: The order.
    ///   - period: The period; unchanged by default.
    public func choose(sort: FeedSort, period: FeedPeriod? = nil) async {
        let choice = FeedChoice(sort: sort, period: period ?? state.value.choice.period)
        let source = state.value.source
        remember(choice, for: feeds.key(of: source))
        guard show(source, choice), isRunning else { return }
        generation += 1
        await list.load()
    }

    /// Shows another source in the order that was chosen for it last; does nothing for the current one.
    ///
    /// It returns when the list is loaded. Before ``load()`` it only chooses.
    ///
    /// - Parameter source: One source, or several subreddits.
    public func show(_ source: FeedSource) async {
        guard feeds.key(of: source) != feeds.key(of: state.value.source) else { return }
        show(source, choice(for: source))
        if isRunning { await open(source) }
    }

    /// Stops following changes; ``load()`` starts again.
    public func stop() {
        isRunning = false
        generation += 1
        list.stop()
        token = nil
    }

    // MARK: Switching

    /// Loads the current source in its stored order.
    private func open(_ source: FeedSource) async {
        generation += 1
        let mine = generation
        if memory == nil {
            do {
                try await readMemory()
            } catch {
                // Without the stored choice, the posts are shown in the default order.
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
        let feed = feeds.feed(of: source, choice)
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

    // MARK: Stored choices

    /// The choice for a source: the one that was made here, else the stored one, else the default.
    private func choice(for source: FeedSource) -> FeedChoice {
        let key = feeds.key(of: source)
        return chosen[key] ?? memory?.choice(for: key) ?? standard
    }

    private func readMemory() async throws {
        guard memory == nil else { return }
        let read = try await FeedChoiceMemory.read(from: store)
        // Another task may have read and changed it meanwhile.
        if memory == nil { memory = read }
    }

    private func remember(_ choice: FeedChoice, for source: String) {
        guard chosen.updateValue(choice, forKey: source) != choice else { return }
        lastWrite = Task { [weak self, store, previous = lastWrite] in
            await previous?.value
            do {
                // The choices for other sources are written with it, so they have to be read first.
                try await self?.readMemory()
                guard let written = self?.remembered(choice, for: source) else { return }
                try await written.write(to: store)
            } catch {
                // A choice that cannot be stored is lost at the next start, which is not worth an error now.
            }
        }
    }

    private func remembered(_ choice: FeedChoice, for source: String) -> FeedChoiceMemory? {
        memory?.remember(choice, for: source)
        return memory
    }
}

extension FeedBrowserViewModel {
    /// The state of the screen, to draw.
    public struct State: Equatable, Sendable {
        /// The source that is shown.
        public internal(set) var source: FeedSource
        /// Its order.
        public internal(set) var choice: FeedChoice
        /// The state of the list of this source and choice.
        public internal(set) var list: PostListViewModel.State

        /// Creates a state for previews and snapshot tests.
        ///
        /// - Parameters:
        ///   - source: The source that is shown.
        ///   - choice: Its order.
        ///   - list: The state of the list; by default one that was not loaded yet.
        public init(source: FeedSource, choice: FeedChoice, list: PostListViewModel.State = .init()) {
            self.source = source
            self.choice = choice
            self.list = list
        }
    }
}
