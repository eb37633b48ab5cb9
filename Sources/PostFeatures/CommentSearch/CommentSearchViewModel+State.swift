import Core

extension CommentSearchViewModel {
    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// What the person typed.
        public internal(set) var query = ""
        /// What was found, the newest comment first.
        public internal(set) var rows: [CommentHit] = []
        /// What the search is doing.
        public internal(set) var phase = SearchViewModel.Phase.initial
        /// Whether the rows are all there are; else ``CommentSearchViewModel/loadMore()`` finds more.
        public internal(set) var isComplete = true
        /// How many of what was found so far blocked people wrote; they are left out.
        public internal(set) var filteredCount = 0
        /// What could not be done, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - query: What the person typed.
        ///   - rows: What was found, the newest comment first.
        ///   - phase: What the search is doing.
        ///   - isComplete: Whether the rows are all there are.
        ///   - filteredCount: How many of what was found so far blocked people wrote.
        ///   - banner: What could not be done, until the next success.
        public init(
            query: String = "", rows: [CommentHit] = [], phase: SearchViewModel.Phase = .initial,
            isComplete: Bool = true, filteredCount: Int = 0, banner: Banner? = nil
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
