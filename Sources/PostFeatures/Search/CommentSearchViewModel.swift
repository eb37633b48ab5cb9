public import Core

/// Searches every comment that is kept while a person types, by text and author.
///
/// ```swift
/// let search = CommentSearchViewModel(site: .reddit)
/// let token = search.state.observe { draw($0.rows) }
/// search.setQuery("lantern")      // one search, a quarter of a second later
/// ```
///
/// It needs no network. Only the answer to what was typed last is ever shown. Comments of blocked people are left out,
/// live. Nothing throws: a failure becomes ``State/banner`` and never removes a row.
@MainActor
public final class CommentSearchViewModel {
    /// The state of the search, to draw.
    public struct State: Equatable, Sendable {
        /// The text as the person typed it.
        public var query = ""
        /// The matches, the newest comment first.
        public var rows: [CommentHit] = []
        /// The phase of the search.
        public var phase = SearchViewModel.Phase.initial
        /// Whether the rows are all there are; else ``CommentSearchViewModel/loadMore()`` finds more.
        public var isComplete = true
        /// The number of matches by blocked people; they are left out.
        public var filteredCount = 0
        /// The failure to show, until the next success.
        public var banner: Banner?

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - query: The text as the person typed it.
        ///   - rows: The matches, the newest comment first.
        ///   - phase: The phase of the search.
        ///   - banner: The failure to show, until the next success.
        public init(
            query: String = "", rows: [CommentHit] = [], phase: SearchViewModel.Phase = .initial,
            banner: Banner? = nil
        ) {
            self.query = query
            self.rows = rows
            self.phase = phase
            self.banner = banner
        }

        /// Whether the search is over and has found nothing; false where the settings leave out all that it found.
        public var hasFoundNothing: Bool { phase == .idle && rows.isEmpty && filteredCount == 0 }
    }

    /// The site whose threads are searched; `nil` for every site.
    package let site: Site?
    /// The number of rows of a page.
    package let pageSize: Int
    /// The pause after the last key, before a search begins.
    package let debounce: Duration
    /// The state to draw.
    public let state = ObservableValue(State())

    private let provider: any OfflineCommentProvider
    private let settings: any SettingsProvider
    private var filter: CommentFilter
    private var settingsToken: ObservationToken?
    private let typing: DebouncedSearch<Found>

    /// Comments that were found on the site, before the settings.
    private struct Found {
        var matches: [CommentMatch] = []
        var isComplete = true
    }

    /// Creates a search; resolves `OfflineCommentProvider`, and `SettingsProvider` and `TimeProvider` where they are
    /// registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - site: The site whose threads are searched; every site by default.
    ///   - pageSize: The number of rows of a page, 50 by default.
    ///   - debounce: The pause after the last key, before a search begins; 250 ms by default.
    public init(site: Site? = nil, pageSize: Int = 50, debounce: Duration = .milliseconds(250)) {
        self.site = site
        self.pageSize = max(1, pageSize)
        self.debounce = debounce
        provider = Dependency.resolve((any OfflineCommentProvider).self)
        settings = Dependency.settings
        filter = CommentFilter(settings.settings.value)
        typing = DebouncedSearch(
            empty: Found(), pageSize: self.pageSize, debounce: debounce,
            time: Dependency.clock)
        typing.owner = .init(
            search: { [weak self] in try await self?.answer(to: $0, count: $1, isCurrent: $2) },
            publish: { [weak self] in self?.publish(hasNewRows: $0) },
            rowCount: { [weak self] in self?.state.value.rows.count ?? 0 })
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

    /// Dismisses the banner, if that is possible.
    public func dismissBanner() {
        typing.dismissBanner()
    }

    // MARK: Searching

    /// Asks until enough of what is found can be shown, or there is no more; `nil` when the answer is void.
    private func answer(
        to query: SearchQuery, count: Int, isCurrent: @MainActor () -> Bool
    ) async throws -> Found? {
        follow()
        let text = query.words.joined(separator: " ")
        // One more than is wanted, to know whether there are more.
        var limit = count == .max ? .max : count + 1
        while true {
            let matches = try await provider.search(text, limit: limit)
            guard isCurrent() else { return nil }
            let onSite = site.map { site in matches.filter { $0.post.site == site } } ?? matches
            let filter = filter
            if matches.count < limit || limit == .max { return Found(matches: onSite, isComplete: true) }
            if onSite.count(where: { !filter.blocks($0.comment) }) > count {
                return Found(matches: onSite, isComplete: false)
            }
            limit = limit > .max / 2 ? .max : 2 * limit
        }
    }

    /// Publishes what the search has come to: no reading, and one publication.
    private func publish(hasNewRows: Bool) {
        var new = state.value
        (new.query, new.phase, new.banner) = (typing.text, typing.phase, typing.banner)
        if hasNewRows {
            let (found, count, query) = (typing.found, typing.wantedCount, typing.shown)
            let passing = found.matches.filter { !filter.blocks($0.comment) }
            new.rows = passing.prefix(count).map { CommentHit($0, query: query) }
            new.isComplete = found.isComplete && passing.count <= count
            new.filteredCount = found.matches.count - passing.count
        }
        state.set(new)
    }

    /// Follows whom the person blocks.
    private func follow() {
        guard settingsToken == nil else { return }
        settingsToken = settings.settings.observe { [weak self] settings in
            guard let self else { return }
            filter = CommentFilter(settings)
            if !typing.shown.isEmpty { publish(hasNewRows: true) }
        }
    }
}
