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

        /// Creates the state of a search for nothing.
        public init() {}

        /// Whether the search is over and has found nothing; false where the settings leave out all that it found.
        public var hasFoundNothing: Bool { phase == .idle && rows.isEmpty && filteredCount == 0 }
    }
}
