public import Core

extension SearchViewModel {
    /// What the search is doing.
    public enum Phase: Hashable, Sendable {
        /// There is nothing to search for.
        case initial
        /// It waits for the person to stop typing, or searches; what was found before shows meanwhile.
        case searching
        /// The rows are what was found; where the banner names a failure, what was found before it.
        case idle
        /// There is nothing to show, for the reason in the banner.
        case failed
    }

    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// What the person typed.
        public internal(set) var query = ""
        /// What was found, the newest post first.
        public internal(set) var rows: [PostMatch] = []
        /// What the search is doing.
        public internal(set) var phase = Phase.initial
        /// Whether the rows are all there are; else ``SearchViewModel/loadMore()`` finds more.
        public internal(set) var isComplete = true
        /// How many of what was found so far the settings leave out.
        public internal(set) var filteredCount = 0
        /// What could not be done, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - query: What the person typed.
        ///   - rows: What was found, the newest post first.
        ///   - phase: What the search is doing.
        ///   - isComplete: Whether the rows are all there are.
        ///   - filteredCount: How many of what was found so far the settings leave out.
        ///   - banner: What could not be done, until the next success.
        public init(
            query: String = "", rows: [PostMatch] = [], phase: Phase = .initial, isComplete: Bool = true,
            filteredCount: Int = 0, banner: Banner? = nil
        ) {
            self.query = query
            self.rows = rows
            self.phase = phase
            self.isComplete = isComplete
            self.filteredCount = filteredCount
            self.banner = banner
        }

        /// Whether the search is over and has found nothing; false where the settings leave out all that it found.
        public var hasFoundNothing: Bool { phase == .idle && rows.isEmpty && filteredCount == 0 }
    }
}
