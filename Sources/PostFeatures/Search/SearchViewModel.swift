public import Core
import Foundation

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
    /// Whose posts are searched; `nil` for those of every site.
    public let site: Site?
    /// How many rows a page has.
    public let pageSize: Int
    /// How long the person has to have stopped typing.
    public let debounce: Duration
    /// What there is to draw.
    public let state = ObservableValue(State())

    private let provider: any PostSearchProvider
    private let settings: any SettingsProvider
    private let time: any TimeProvider
    private let sharing = PostSharing()
    private var filter: PostFilter
    /// What the rows are to answer, and what they do answer.
    private var wanted = SearchQuery("")
    private var shown = SearchQuery("")
    /// How many rows the person wants to see, and what was found of them, before the settings.
    private var wantedCount = 0
    private var found = PostSearchResult()
    private let typing = TypingTimer()
    private var follower: Task<Void, Never>?
    private var settingsToken: ObservationToken?

    /// How long it waits after a search before it follows the store again.
    static let pause = Duration.seconds(1)
    /// How often one search asks for more, where the settings leave out most of what is found.
    private static let mostRounds = 8

    /// Creates a search; resolves `PostSearchProvider`, and `SettingsProvider`, `TimeProvider` and `EndpointProvider`
    /// where they are registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - site: Whose posts to search; those of every site by default.
    ///   - pageSize: How many rows a page has, 50 by default.
    ///   - debounce: How long the person has to have stopped typing; 250 ms by default.
    public init(site: Site? = nil, pageSize: Int = 50, debounce: Duration = .milliseconds(250)) {
        self.site = site
        self.pageSize = max(1, pageSize)
        self.debounce = debounce
        provider = Dependency.resolve((any PostSearchProvider).self)
        settings = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        filter = Self.filter(settings.settings.value)
    }

    deinit {
        follower?.cancel()
    }

    /// Takes what the person has typed so far, and searches for it once they have stopped.
    ///
    /// The same words again, with other spaces or in another case, are no new search. A text without words clears the
    /// rows at once.
    ///
    /// - Parameter text: What is in the search field.
    public func setQuery(_ text: String) {
        state.update { $0.query = text }
        guard want(SearchQuery(text)) else { return }
        typing.wait(debounce, on: time) { [weak self] mine in await self?.run(mine) }
    }

    /// Searches now for what was typed, as the return key does, and waits for the answer.
    public func search() async {
        guard !wanted.isEmpty else { return }
        begin()
        await run(typing.generation)
    }

    /// Finds a page more; does nothing while something is under way, and when all was found.
    public func loadMore() async {
        guard state.value.phase == .idle, !state.value.isComplete else { return }
        wantedCount += pageSize
        begin()
        await run(typing.generation)
    }

    /// A post as other apps take it: a link and a text.
    ///
    /// - Parameter id: Which post.
    /// - Returns: What to share; `nil` for a post that is not among the rows, or that nothing leads to, and where no
    ///   `EndpointProvider` is registered.
    public func share(_ id: Post.ID) -> SharedPost? {
        sharing.shared(state.value.rows.first { $0.id == id }?.item)
    }

    /// Puts the banner away, if it can be.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    /// Ends following, and makes what is under way void.
    ///
    /// The rows stay. The next search begins anew.
    public func stop() {
        typing.settle()
        follower?.cancel()
        follower = nil
        settingsToken = nil
        wanted = shown
        if state.value.phase == .searching { state.update { $0.phase = shown.isEmpty ? .initial : .idle } }
    }

    // MARK: Searching

    /// Sets what is wanted; false when nothing is left to do for it.
    private func want(_ query: SearchQuery) -> Bool {
        guard query != wanted else { return false }
        typing.settle()
        wanted = query
        wantedCount = pageSize
        if query.isEmpty {
            clear()
            return false
        }
        if query == shown {
            // Back at what the rows answer already, before anything else was found.
            wantedCount = max(pageSize, state.value.rows.count)
            state.update { $0.phase = .idle }
            return false
        }
        state.update { $0.phase = .searching }
        return true
    }

    private func clear() {
        shown = SearchQuery("")
        found = PostSearchResult()
        state.update { state in
            state.rows = []
            state.phase = .initial
            state.isComplete = true
            state.filteredCount = 0
            state.banner = nil
        }
    }

    private func begin() {
        typing.settle()
        state.update { $0.phase = .searching }
    }

    private func run(_ mine: Int) async {
        guard mine == typing.generation else { return }
        follow()
        do {
            guard let result = try await result(mine) else { return }
            take(result)
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

    /// Asks until enough of what is found passes the settings, or there is no more; `nil` when the answer is void.
    private func result(_ mine: Int) async throws -> PostSearchResult? {
        let query = wanted
        var limit = wantedCount
        for round in 1... {
            let result = try await provider.search(PostSearchRequest(query, on: site, limit: limit))
            guard mine == typing.generation else { return nil }
            let filter = filter
            let passing = result.items.count { filter.reason(for: $0) == nil }
            let isEnough = passing >= wantedCount || result.isComplete || result.items.count < limit
            if isEnough || round == Self.mostRounds { return result }
            limit = limit > .max / 2 ? .max : 2 * limit
        }
        return nil
    }

    private func take(_ result: PostSearchResult) {
        // A search that began earlier may end later.
        guard wanted != shown || result.version >= found.version else { return }
        shown = wanted
        found = result
        show()
    }

    /// Works out the rows anew from what was found: no reading.
    private func show() {
        let (filter, query) = (filter, shown)
        let passing = filter.isEmpty ? found.items : found.items.filter { filter.reason(for: $0) == nil }
        let rows = passing.map { PostMatch($0, query: query) }
        let (isComplete, filteredCount) = (found.isComplete, found.items.count - passing.count)
        state.update { state in
            state.rows = rows
            state.isComplete = isComplete
            state.filteredCount = filteredCount
        }
    }

    // MARK: Following

    private func follow() {
        guard follower == nil else { return }
        settingsToken = settings.settings.observe { [weak self] settings in
            self?.filter = Self.filter(settings)
            self?.show()
        }
        // Asked for before the search, so that no commit falls in between.
        let changes = provider.changes()
        follower = Task { [weak self, time] in
            for await _ in changes {
                guard !Task.isCancelled else { return }
                await self?.followCommit()
                do {
                    try await time.sleep(for: Self.pause)
                } catch {
                    // A sleep ends early for one reason only: nobody wants to follow any more.
                    return
                }
            }
        }
    }

    /// Searches again for what is shown; what the person asks for meanwhile makes that void, and sees the commit too.
    private func followCommit() async {
        guard !shown.isEmpty, wanted == shown else { return }
        let mine = typing.generation
        do {
            guard let result = try await result(mine) else { return }
            take(result)
            state.update { state in
                if state.phase == .failed { state.phase = .idle }
                state.banner.clear(.content)
            }
        } catch {
            guard mine == typing.generation, !(error is CancellationError), !Task.isCancelled else { return }
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
        }
    }

    /// What the settings leave out of a search: what was read stays in.
    private static func filter(_ settings: ReadingSettings) -> PostFilter {
        var settings = settings
        settings.hideRead = false
        return PostFilter(settings, for: .search(""))
    }
}
