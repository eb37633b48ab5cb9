import Core

/// The core of every search while a person types: one search when they have stopped typing, of which only the newest
/// answer counts, and the phase of it.
@MainActor
final class DebouncedSearch<Found: Sendable> {
    /// The functions of the view model that it searches for.
    struct Owner {
        /// Searches for a number of rows; `isCurrent` tells whether the answer is still wanted, and it returns `nil`
        /// when it is not.
        var search: @MainActor (SearchQuery, _ count: Int, _ isCurrent: @MainActor () -> Bool) async throws -> Found?
        /// Whether an answer to the query that is shown takes the place of another one.
        var replaces: @MainActor (_ new: Found, _ old: Found) -> Bool = { _, _ in true }
        /// Publishes one state; `hasNewRows` is false where only the phase, the banner or the text has changed.
        var publish: @MainActor (_ hasNewRows: Bool) -> Void
        /// The number of rows that are shown.
        var rowCount: @MainActor () -> Int
    }

    /// The text as it was typed.
    private(set) var text = ""
    /// The phase of the search.
    private(set) var phase = SearchViewModel.Phase.initial
    /// The failure to show, until the next success.
    private(set) var banner: Banner?
    /// The query that the rows answer.
    private(set) var shown = SearchQuery("")
    /// The number of rows that the person wants to see.
    private(set) var wantedCount = 0
    /// The answer that is shown, before the settings.
    private(set) var found: Found
    /// The functions of the view model; set once, before the first search.
    var owner: Owner?

    private var wanted = SearchQuery("")
    private let empty: Found
    private let pageSize: Int
    private let debounce: Duration
    private let time: any TimeProvider
    /// Grows with everything that makes an answer under way void.
    private var generation = 0
    private var pause: Task<Void, Never>?

    init(empty: Found, pageSize: Int, debounce: Duration, time: any TimeProvider) {
        (found, self.empty) = (empty, empty)
        (self.pageSize, self.debounce, self.time) = (pageSize, debounce, time)
    }

    deinit {
        pause?.cancel()
    }

    /// Takes what was typed so far, and searches for it after a pause; the same words again are no new search.
    func setText(_ text: String) {
        self.text = text
        let query = SearchQuery(text)
        guard query != wanted else { return publish() }
        settle()
        wanted = query
        wantedCount = pageSize
        if query.isEmpty {
            (shown, found, phase, banner) = (query, empty, .initial, nil)
            return publish(hasNewRows: true)
        }
        if query == shown {
            // Back at what the rows answer already, before anything else was found.
            wantedCount = max(pageSize, owner?.rowCount() ?? 0)
            phase = .idle
            return publish()
        }
        phase = .searching
        publish()
        pause = Task { [weak self, debounce, time, generation] in
            do {
                try await time.sleep(for: debounce)
            } catch {
                // A sleep ends early for one reason only: something else is searched for.
                return
            }
            await self?.run(generation)
        }
    }

    /// Searches now, without the pause.
    func search() async {
        guard !wanted.isEmpty else { return }
        settle()
        phase = .searching
        publish()
        await run(generation)
    }

    /// Searches for a page more.
    func loadMore() async {
        wantedCount = wantedCount > .max - pageSize ? .max : wantedCount + pageSize
        await search()
    }

    /// Searches again for what is shown; what the person asks for meanwhile makes that void.
    func searchAgain() async {
        guard !shown.isEmpty, wanted == shown else { return }
        let mine = generation
        do {
            guard let new = try await answer(mine) else { return }
            if phase == .failed { phase = .idle }
            banner.clear(.content)
            publish(hasNewRows: take(new))
        } catch {
            guard mine == generation, !(error is CancellationError), !Task.isCancelled else { return }
            banner = Banner(DataError(error), cause: .content)
            publish()
        }
    }

    /// Makes what is under way void; the rows stay.
    func stop() {
        settle()
        wanted = shown
        guard phase == .searching else { return }
        phase = shown.isEmpty ? .initial : .idle
        publish()
    }

    /// Dismisses the banner, if that is possible.
    func dismissBanner() {
        banner.dismiss()
        publish()
    }

    private func settle() {
        generation += 1
        pause?.cancel()
        pause = nil
    }

    private func run(_ mine: Int) async {
        guard mine == generation else { return }
        do {
            guard let new = try await answer(mine) else { return }
            (phase, banner) = (.idle, nil)
            publish(hasNewRows: take(new))
        } catch {
            guard mine == generation else { return }
            if error is CancellationError || Task.isCancelled {
                // Nobody waits any more; typing the same again searches again.
                wanted = shown
                phase = shown.isEmpty ? .initial : .idle
            } else {
                let isEmpty = owner?.rowCount() == 0
                phase = isEmpty ? .failed : .idle
                banner = Banner(DataError(error), cause: .content, isDismissible: !isEmpty)
            }
            publish()
        }
    }

    private func answer(_ mine: Int) async throws -> Found? {
        guard let owner else { return nil }
        let answer = try await owner.search(wanted, wantedCount) { [weak self] in self?.generation == mine }
        return mine == generation ? answer : nil
    }

    /// Takes an answer over; false for one that is older than what is shown.
    private func take(_ new: Found) -> Bool {
        guard wanted != shown || owner?.replaces(new, found) ?? true else { return false }
        (shown, found) = (wanted, new)
        return true
    }

    private func publish(hasNewRows: Bool = false) {
        owner?.publish(hasNewRows)
    }
}
