public import Core

/// Searches everything that is kept while a person types.
///
/// ```swift
/// let search = SearchViewModel(site: .reddit)
/// let token = search.state.observe { draw($0.rows) }
/// search.setQuery("lan")          // nothing yet
/// search.setQuery("lantern")      // one search, a quarter of a second later
/// ```
///
/// It needs no network. Only the answer to what was typed last is ever shown. While there is something to search for it
/// also follows what is stored, with a pause between two searches, until ``stop()`` or until it is released. Nothing
/// throws: a failure becomes ``State/banner`` and never removes a row.
@MainActor
public final class SearchViewModel {
    /// The phase of a search.
    public enum Phase: Hashable, Sendable {
        /// There is nothing to search for.
        case initial
        /// A search is waiting for the end of typing, or running, while the earlier results are shown.
        case searching
        /// The rows are what was found; where the banner names a failure, what was found before it.
        case idle
        /// There is nothing to show, for the reason in the banner.
        case failed
    }

    /// The state of the search, to draw.
    public struct State: Equatable, Sendable {
        /// The text as the person typed it.
        public var query = ""
        /// The matches, the newest post first.
        public var rows: [PostMatch] = []
        /// The phase of the search.
        public var phase = Phase.initial
        /// Whether the rows are all there are; else ``SearchViewModel/loadMore()`` finds more.
        public var isComplete = true
        /// The number of matches that the settings leave out.
        public var filteredCount = 0
        /// The failure to show, until the next success.
        public var banner: Banner?

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - query: The text as the person typed it.
        ///   - rows: The matches, the newest post first.
        ///   - phase: The phase of the search.
        ///   - banner: The failure to show, until the next success.
        public init(
            query: String = "", rows: [PostMatch] = [], phase: Phase = .initial, banner: Banner? = nil
        ) {
            self.query = query
            self.rows = rows
            self.phase = phase
            self.banner = banner
        }

        /// Whether the search is over and has found nothing; false where the settings leave out all that it found.
        public var hasFoundNothing: Bool { phase == .idle && rows.isEmpty && filteredCount == 0 }
    }

    /// The site whose posts are searched; `nil` for every site.
    package let site: Site?
    /// The number of rows of a page.
    package let pageSize: Int
    /// The pause after the last key, before a search begins.
    package let debounce: Duration
    /// The state to draw.
    public let state = ObservableValue(State())

    private let provider: any PostSearchProvider
    private let settings: any SettingsProvider
    private let time: any TimeProvider
    private let sharing = PostSharing()
    private var filter: PostFilter
    private let typing: DebouncedSearch<PostSearchResult>
    private var follower: Task<Void, Never>?
    private var settingsToken: ObservationToken?

    /// The pause after a search before it follows the store again.
    private static let pause = Duration.seconds(1)
    /// The number of times that one search asks for more, where the settings leave out most of what is found.
    private static let maximumRounds = 8

    /// Creates a search; resolves `PostSearchProvider`, and `SettingsProvider`, `TimeProvider` and `EndpointProvider`
    /// where they are registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - site: The site whose posts are searched; every site by default.
    ///   - pageSize: The number of rows of a page, 50 by default.
    ///   - debounce: The pause after the last key, before a search begins; 250 ms by default.
    public init(site: Site? = nil, pageSize: Int = 50, debounce: Duration = .milliseconds(250)) {
        self.site = site
        self.pageSize = max(1, pageSize)
        self.debounce = debounce
        provider = Dependency.resolve((any PostSearchProvider).self)
        settings = Dependency.settings
        time = Dependency.clock
        filter = Self.filter(settings.settings.value)
        typing = DebouncedSearch(
            empty: PostSearchResult(), pageSize: self.pageSize, debounce: debounce, time: time)
        typing.owner = .init(
            search: { [weak self] in try await self?.result(of: $0, count: $1, isCurrent: $2) },
            // A search that began earlier may end later.
            replaces: { $0.version >= $1.version },
            publish: { [weak self] in self?.publish(hasNewRows: $0) },
            rowCount: { [weak self] in self?.state.value.rows.count ?? 0 })
    }

    deinit {
        follower?.cancel()
    }

    /// Takes what the person has typed so far, and searches for it once they have stopped.
    ///
    /// The same words again, with other spaces or in another case, are no new search. A text without words clears the
    /// rows at once.
    ///
    /// - Parameter text: The text of the search field.
    public func setQuery(_ text: String) {
        typing.setText(text)
    }

    /// Searches now for what was typed, as the return key does, and waits for the answer.
    public func search() async {
        await typing.search()
    }

    /// Finds a page more; does nothing while something is under way, and when all was found.
    public func loadMore() async {
        guard state.value.phase == .idle, !state.value.isComplete else { return }
        await typing.loadMore()
    }

    /// A post as other apps take it: a link and a text.
    ///
    /// - Parameter id: The post.
    /// - Returns: What to share; `nil` for a post that is not among the rows, or that nothing leads to, and where no
    ///   `EndpointProvider` is registered.
    public func share(_ id: Post.ID) -> SharedPost? {
        sharing.shared(state.value.rows.first { $0.id == id }?.item)
    }

    /// Dismisses the banner, if that is possible.
    public func dismissBanner() {
        typing.dismissBanner()
    }

    /// Ends following, and makes what is under way void.
    ///
    /// The rows stay. The next search begins anew.
    public func stop() {
        typing.stop()
        follower?.cancel()
        follower = nil
        settingsToken = nil
    }

    // MARK: Searching

    /// Asks until enough of what is found passes the settings, or there is no more; `nil` when the answer is void.
    private func result(
        of query: SearchQuery, count: Int, isCurrent: @MainActor () -> Bool
    ) async throws -> PostSearchResult? {
        follow()
        var limit = count
        for round in 1... {
            let result = try await provider.search(PostSearchRequest(query, on: site, limit: limit))
            guard isCurrent() else { return nil }
            let filter = filter
            let passing = result.items.count { filter.reason(for: $0) == nil }
            let isEnough = passing >= count || result.isComplete || result.items.count < limit
            if isEnough || round == Self.maximumRounds { return result }
            limit = limit > .max / 2 ? .max : 2 * limit
        }
        return nil
    }

    /// Publishes what the search has come to: no reading, and one publication.
    private func publish(hasNewRows: Bool) {
        var new = state.value
        (new.query, new.phase, new.banner) = (typing.text, typing.phase, typing.banner)
        if hasNewRows {
            let (found, filter, query) = (typing.found, filter, typing.shown)
            let passing = filter.isEmpty ? found.items : found.items.filter { filter.reason(for: $0) == nil }
            new.rows = passing.map { PostMatch($0, query: query) }
            new.isComplete = found.isComplete
            new.filteredCount = found.items.count - passing.count
        }
        state.set(new)
    }

    // MARK: Following

    private func follow() {
        guard follower == nil else { return }
        settingsToken = settings.settings.observe { [weak self] settings in
            self?.filter = Self.filter(settings)
            self?.publish(hasNewRows: true)
        }
        // Asked for before the search, so that no commit falls in between.
        let changes = provider.changes()
        follower = Task { [weak self, time] in
            for await _ in changes {
                guard !Task.isCancelled else { return }
                await self?.typing.searchAgain()
                do {
                    try await time.sleep(for: Self.pause)
                } catch {
                    // A sleep ends early for one reason only: nobody wants to follow any more.
                    return
                }
            }
        }
    }

    /// Returns the filter of a search by the settings: what was read stays in.
    private static func filter(_ settings: ReadingSettings) -> PostFilter {
        var settings = settings
        settings.hideRead = false
        return PostFilter(settings, for: .search(""))
    }
}
