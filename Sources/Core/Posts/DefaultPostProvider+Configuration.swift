extension DefaultPostProvider {
    /// How the provider behaves.
    public struct Configuration: Sendable {
        /// How old a feed may be before it counts as stale; `nil`, the default, for what the person has set
        /// (``ReadingSettings/refreshAgeMinutes``, an hour unless they did).
        public var refreshAge: Duration?
        /// Whether the refresh age follows what refreshes find; false by default.
        ///
        /// A feed whose first page brings nothing new may wait up to four times as long, and one that brings many new
        /// posts each time is stale after as little as a quarter of the age. Learnt anew with each run of the app.
        public var adaptsRefreshAge = false
        /// Who waits for what it fetches; a person by default.
        public var priority: RequestPriority

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - refreshAge: How old a feed may be before it counts as stale; as the person has set it by default.
        ///   - priority: Who waits for what it fetches.
        public init(refreshAge: Duration? = nil, priority: RequestPriority = .userInitiated) {
            self.refreshAge = refreshAge
            self.priority = priority
        }
    }
}
