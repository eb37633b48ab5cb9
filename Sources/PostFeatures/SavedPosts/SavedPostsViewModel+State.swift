public import Core

extension SavedPostsViewModel {
    /// What the list is doing.
    public enum Phase: Hashable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// It reads the store.
        case loading
        /// It waits for the person.
        case idle
        /// The store could not be read, for the reason in the banner.
        case failed
    }

    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// The kept posts that the query leaves in, what was kept last first.
        public internal(set) var rows: [PostMatch] = []
        /// What the person typed.
        public internal(set) var query = ""
        /// What the list is doing.
        public internal(set) var phase = Phase.initial
        /// How many posts are kept, those included that the query or a setting leaves out.
        public internal(set) var keptCount = 0
        /// How many of them a setting leaves out, whatever the query.
        public internal(set) var filteredCount = 0
        /// What could not be done, until the next success.
        public internal(set) var banner: Banner?
        /// Whether something that was taken out of this list can be put back: in every list of the same posts alike.
        public internal(set) var canUndo = false

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - rows: The kept posts that the query leaves in, what was kept last first.
        ///   - query: What the person typed.
        ///   - phase: What the list is doing.
        ///   - keptCount: How many posts are kept, those included that the query or a setting leaves out.
        ///   - filteredCount: How many of them a setting leaves out, whatever the query.
        ///   - banner: What could not be done, until the next success.
        ///   - canUndo: Whether something that was taken out of this list can be put back.
        public init(
            rows: [PostMatch] = [], query: String = "", phase: Phase = .initial, keptCount: Int = 0,
            filteredCount: Int = 0, banner: Banner? = nil, canUndo: Bool = false
        ) {
            self.rows = rows
            self.query = query
            self.phase = phase
            self.keptCount = keptCount
            self.filteredCount = filteredCount
            self.banner = banner
            self.canUndo = canUndo
        }
    }
}
