public import Core

/// Searches a site's server while a person types, and keeps what it finds.
///
/// ```swift
/// let search = ServerSearchViewModel(site: .reddit)
/// let token = search.state.observe { draw($0.list.rows) }
/// search.setQuery("lan")          // nothing yet
/// search.setQuery("lantern")      // one request, a second later
/// await search.list?.loadMore()   // the next page
/// ```
///
/// The posts that are found are the feed of the source ``Core/FeedSource/search(_:)``: they are stored, and shown again without
/// a network. Each search has a ``list`` of its own, so an answer to what was typed before is never shown under other
/// words. The same words with other spaces are no new search. Nothing throws: a failure is the list's banner.
@MainActor
public final class ServerSearchViewModel {
    /// The state of the search, to draw.
    public struct State: Equatable, Sendable {
        /// The text as the person typed it.
        public internal(set) var query = ""
        /// The words that the list was searched for; empty before the first search.
        public internal(set) var words = ""
        /// Whether a search is waiting for the end of typing.
        public internal(set) var isWaiting = false
        /// The order of what is found.
        public internal(set) var choice: FeedChoice
        /// The state of the list of the last search; that of a list that was not loaded yet before the first one.
        public internal(set) var list: PostListViewModel.State

        /// Creates a state, for a preview or a snapshot test.
        ///
        /// - Parameters:
        ///   - query: The text as the person typed it; empty by default.
        ///   - choice: The order of what is found.
        ///   - list: The state of the list; by default one that was not loaded yet.
        public init(query: String = "", choice: FeedChoice = FeedChoice(), list: PostListViewModel.State = .init()) {
            self.query = query
            self.choice = choice
            self.list = list
        }

        /// The phase of the search.
        public var phase: SearchViewModel.Phase {
            if isWaiting { return .searching }
            switch list.phase {
            case .initial: return .initial
            case .loading, .refreshing: return .searching
            case .failed: return .failed
            case .idle, .loadingMore, .end: return .idle
            }
        }

        /// Whether the search is over and the server has found nothing; false where the settings leave out all of it,
        /// and where it could not be asked.
        public var hasFoundNothing: Bool { phase == .idle && list.storedCount == 0 && list.banner == nil }
    }

    /// The state to draw.
    public let state: ObservableValue<State>
    /// The list of the last search, which pages, refreshes and marks posts; `nil` before the first search.
    public private(set) var list: PostListViewModel?
    /// The orders that the server's search has, the default one first; none where it has only one.
    public let sorts: [FeedSort]
    /// Whether the site's server can be searched.
    public let isAvailable: Bool
    /// The pause after the last key, before a search begins.
    package let debounce: Duration

    private let profile: SiteProfile
    private let makeList: @MainActor (Feed) -> PostListViewModel
    private let time: any TimeProvider
    private var token: ObservationToken?
    /// The words to search for, or that were searched for.
    private var wanted = ""
    /// The feed whose first page was asked for and not made void since.
    private var asked: Feed?
    /// Grows with everything that makes a search that waits or runs void.
    private var generation = 0
    private var task: Task<Void, Never>?

    /// Creates a search, and starts nothing.
    ///
    /// It resolves what its lists need, and `Backends`, `SiteProfiles` and `TimeProvider` where they are registered;
    /// without `Backends` every site counts as one that can be searched.
    ///
    /// - Parameters:
    ///   - site: The site that is searched.
    ///   - debounce: The pause after the last key, before a search begins; one second by default.
    ///   - makeList: Creates the list of a search, for other page sizes and policies; one that asks the network where
    ///     what is stored is stale by default.
    public init(
        site: Site, debounce: Duration = .seconds(1),
        makeList: @escaping @MainActor @Sendable (Feed) -> PostListViewModel = { PostListViewModel(feed: $0) }
    ) {
        profile = Dependency.resolve(SiteProfiles.self, default: SiteProfiles())[site]
        if Dependency.current.isRegistered(Backends.self) {
            let part = Dependency.resolve(Backends.self)[site]?.search
            (isAvailable, sorts) = (part != nil, part?.sorts ?? [])
        } else {
            (isAvailable, sorts) = (true, [profile.defaultSort].compactMap(\.self))
        }
        self.debounce = debounce
        self.makeList = makeList
        time = Dependency.clock
        state = ObservableValue(State(choice: FeedChoice(sort: sorts.first ?? .hot)))
    }

    deinit {
        task?.cancel()
    }

    // MARK: Searching

    /// Takes what the person has typed so far, and searches for it once they have stopped.
    ///
    /// The same words again, with other spaces, are no new search. A text without words clears the list at once. What
    /// was being searched for is void then.
    ///
    /// - Parameter text: The text of the search field.
    public func setQuery(_ text: String) {
        let words = Self.words(of: text)
        // Where nobody asked in the end, the same words are searched for all the same.
        guard words != wanted || asked == nil && !state.value.isWaiting else {
            return state.update { $0.query = text }
        }
        settle()
        wanted = words
        guard !words.isEmpty else {
            leaveList()
            return state.update { state in
                (state.query, state.words, state.isWaiting, state.list) = (text, "", false, .init())
            }
        }
        // Back at what the list answers already.
        let isAnswered = asked == feed(words, state.value.choice)
        state.update { state in
            (state.query, state.isWaiting) = (text, !isAnswered)
        }
        if isAnswered { return }
        task = Task { [weak self, debounce, time, generation] in
            do {
                try await time.sleep(for: debounce)
            } catch {
                // A sleep ends early for one reason only: something else is searched for.
                return
            }
            await self?.run(generation)
        }
    }

    /// Searches now for what was typed, as the return key does, and returns when the first page is there.
    ///
    /// For words that the list answers already it asks the server again.
    public func search() async {
        guard !wanted.isEmpty else { return }
        if let list, asked == feed(wanted, state.value.choice) { return await list.refresh() }
        settle()
        await run(generation)
    }

    /// Chooses the order of what is found, and searches at once where there are words.
    ///
    /// - Parameters:
    ///   - sort: The order, one of ``sorts``.
    ///   - period: The period, for orders that have one; unchanged by default.
    public func choose(sort: FeedSort, period: FeedPeriod? = nil) async {
        let choice = FeedChoice(sort: sort, period: period ?? state.value.choice.period)
        guard choice != state.value.choice else { return }
        state.update { $0.choice = choice }
        guard !wanted.isEmpty else { return }
        settle()
        await run(generation)
    }

    /// Ends following, and makes what waits or runs void; the rows stay.
    ///
    /// The next search begins anew.
    public func stop() {
        settle()
        list?.stop()
        (wanted, asked) = (state.value.words, nil)
        state.update { $0.isWaiting = false }
    }

    /// Makes the search that waits or runs void.
    private func settle() {
        generation += 1
        task?.cancel()
        task = nil
        guard let list else { return }
        switch list.state.value.phase {
        case .loading, .refreshing:
            list.stop()
            asked = nil
        case .initial, .loadingMore, .idle, .failed, .end: break
        }
    }

    private func run(_ mine: Int) async {
        guard mine == generation else { return }
        let feed = feed(wanted, state.value.choice)
        if list?.feed != feed { leaveList() }
        let list = list ?? makeList(feed)
        self.list = list
        asked = feed
        // One value: the words and the list come together.
        state.update { state in
            (state.words, state.isWaiting, state.list) = (wanted, false, list.state.value)
        }
        if token == nil {
            token = list.state.observe { [weak self] shown in
                self?.state.update { $0.list = shown }
            }
        }
        await list.load()
        // Nobody waits for it any more.
        if mine == generation, Task.isCancelled { asked = nil }
    }

    private func leaveList() {
        token = nil
        list?.stop()
        (list, asked) = (nil, nil)
    }

    private func feed(_ words: String, _ choice: FeedChoice) -> Feed {
        let sort = sorts.isEmpty ? nil : choice.sort
        return profile.feed(.search(words), sort: sort, period: choice.period)
    }

    /// The words of a text, in their order and case, as servers have rules of their own for those.
    private static func words(of text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
