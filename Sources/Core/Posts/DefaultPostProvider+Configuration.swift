extension DefaultPostProvider {
    /// How the provider behaves.
    public struct Configuration: Sendable {
        /// How old a feed may be before it counts as stale; an hour by default.
        public var refreshAge: Duration
        /// Who waits for what it fetches; a person by default.
        public var priority: RequestPriority

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - refreshAge: How old a feed may be before it counts as stale.
        ///   - priority: Who waits for what it fetches.
        public init(refreshAge: Duration = .seconds(3600), priority: RequestPriority = .userInitiated) {
            self.refreshAge = refreshAge
            self.priority = priority
        }
    }
}
