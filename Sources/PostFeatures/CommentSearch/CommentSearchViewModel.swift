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
    /// In whose threads is searched; `nil` for those of every site.
    public let site: Site?
    /// How many rows a page has.
    public let pageSize: Int
    /// How long the person has to have stopped typing.
    public let debounce: Duration
    /// What there is to draw.
    public let state = ObservableValue(State())

    private let provider: any OfflineCommentProvider
    private let settings: any SettingsProvider
    private let time: any TimeProvider
    private var filter: CommentFilter
    private var settingsToken: ObservationToken?
    /// What the rows are to answer, and what they do answer.
    private var wanted = SearchQuery("")
    private var shown = SearchQuery("")
    /// How many rows the person wants to see, and what was found on the site, before the settings.
    private var wantedCount = 0
    private var found: [CommentMatch] = []
    private var isComplete = true
    private let typing = TypingTimer()

    /// Creates a search; resolves `OfflineCommentProvider`, and `SettingsProvider` and `TimeProvider` where they are
    /// registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - site: In whose threads to search; those of every site by default.
    ///   - pageSize: How many rows a page has, 50 by default.
    ///   - debounce: How long the person has to have stopped typing; 250 ms by default.
    public init(site: Site? = nil, pageSize: Int = 50, debounce: Duration = .milliseconds(250)) {
        self.site = site
        self.pageSize = max(1, pageSize)
        self.debounce = debounce
        provider = Dependency.resolve((any OfflineCommentProvider).self)
        settings = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        filter = CommentFilter(settings.settings.value)
    }

    /// Takes what the person has typed so far, and searches for it once they have stopped.
    ///
    /// The same words again, with other spaces or in another case, are no new search. A text without words clears the
    /// rows at once.
    ///
    /// - Parameter text: What is in the search field.
    public func setQuery(_ text: String) {
        state.update { $0.query = text }
        let query = SearchQuery(text)
        guard query != wanted else { return }
        typing.settle()
        wanted = query
        wantedCount = pageSize
        guard !query.isEmpty else { return clear() }
        state.update { $0.phase = .searching }
        typing.wait(debounce, on: time) { [weak self] mine in await self?.run(mine) }
    }

    /// Searches now for what was typed, as the return key does, and waits for the answer.
    public func search() async {
        guard !wanted.isEmpty else { return }
        typing.settle()
        state.update { $0.phase = .searching }
        await run(typing.generation)
    }

    /// Finds a page more; does nothing while something is under way, and when all was found.
    public func loadMore() async {
        guard state.value.phase == .idle, !isComplete else { return }
        wantedCount = wantedCount > .max - pageSize ? .max : wantedCount + pageSize
        await search()
    }

    /// Puts the banner away, if it can be.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    // MARK: Searching

    private func clear() {
        shown = SearchQuery("")
        (found, isComplete) = ([], true)
        let query = state.value.query
        state.update { state in
            state = State()
            state.query = query
        }
    }

    private func run(_ mine: Int) async {
        guard mine == typing.generation else { return }
        follow()
        let query = wanted
        do {
            guard let answer = try await answer(to: query, mine) else { return }
            shown = query
            (found, isComplete) = answer
            show()
            state.update { state in
                state.phase = .idle
                state.banner = nil
            }
        } catch {
            guard mine == typing.generation else { return }
            let isEmpty = state.value.rows.isEmpty
            let isAnswering = !shown.isEmpty
            if error is CancellationError || Task.isCancelled {
                // Nobody waits any more; typing the same again searches again.
                wanted = shown
                state.update { $0.phase = isAnswering ? .idle : .initial }
            } else {
                state.update { state in
                    state.phase = isEmpty ? .failed : .idle
                    state.banner = Banner(DataError(error), cause: .content, isDismissible: !isEmpty)
                }
            }
        }
    }

    /// Asks until enough of what is found can be shown, or there is no more; `nil` when the answer is void.
    private func answer(to query: SearchQuery, _ mine: Int) async throws -> (found: [CommentMatch], isComplete: Bool)? {
        let text = query.words.joined(separator: " ")
        // One more than is wanted, to know whether there are more.
        var limit = wantedCount == .max ? .max : wantedCount + 1
        while true {
            let matches = try await provider.search(text, limit: limit)
            guard mine == typing.generation else { return nil }
            let onSite = site.map { site in matches.filter { $0.post.site == site } } ?? matches
            let filter = filter
            let isAll = matches.count < limit || limit == .max
            if isAll { return (onSite, true) }
            if onSite.count(where: { !filter.blocks($0.comment) }) > wantedCount { return (onSite, false) }
            limit = limit > .max / 2 ? .max : 2 * limit
        }
    }

    /// Works out the rows anew from what was found: no reading.
    private func show() {
        let passing = found.filter { !filter.blocks($0.comment) }
        let rows = passing.prefix(wantedCount).map { CommentHit($0, query: shown) }
        let isComplete = isComplete && passing.count <= wantedCount
        let filteredCount = found.count - passing.count
        self.isComplete = isComplete
        state.update { state in
            state.rows = rows
            state.isComplete = isComplete
            state.filteredCount = filteredCount
        }
    }

    /// Follows whom the person blocks.
    private func follow() {
        guard settingsToken == nil else { return }
        settingsToken = settings.settings.observe { [weak self] settings in
            guard let self else { return }
            filter = CommentFilter(settings)
            if !shown.isEmpty { show() }
        }
    }
}
