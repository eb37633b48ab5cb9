public import Core

extension PackViewModel {
    /// What the screen is doing.
    public enum Phase: Hashable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// It reads which packs there are.
        case loading
        /// It waits for the person; packs may be fetched meanwhile.
        case idle
        /// The store could not be read, for the reason in the banner.
        case failed
    }

    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// What ``PackViewModel/start()`` asks for.
        public internal(set) var request: PackRequest
        /// About how many bytes that will have; `nil` until a pack of its kind is known.
        public internal(set) var estimate: Int?
        /// The packs that there are, what has just begun first, then the newest.
        public internal(set) var rows: [PackRow] = []
        /// What the screen is doing.
        public internal(set) var phase = Phase.initial
        /// What could not be done, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview or a snapshot test; by default that of a screen that was not loaded yet.
        ///
        /// - Parameters:
        ///   - request: What is asked for.
        ///   - estimate: About how many bytes that will have.
        ///   - rows: The packs that there are.
        ///   - phase: What the screen is doing.
        ///   - banner: What could not be done.
        public init(
            request: PackRequest, estimate: Int? = nil, rows: [PackRow] = [], phase: Phase = .initial,
            banner: Banner? = nil
        ) {
            self.request = request
            self.estimate = estimate
            self.rows = rows
            self.phase = phase
            self.banner = banner
        }
    }
}
