extension DefaultPackProvider {
    /// How packs are fetched.
    public struct Configuration: Sendable {
        /// How many threads and files are fetched at the same time, 3 by default; at least 1.
        ///
        /// Near the end of the budget it is one, so that a pack is at most one item above it.
        public var parallelism = 3
        /// The largest thumbnail that is taken, 2 MB by default.
        public var largestThumbnail = 2_000_000
        /// The largest picture that is taken, 25 MB by default.
        public var largestPicture = 25_000_000
        /// The largest video that is taken, 250 MB by default.
        public var largestVideo = 250_000_000
        /// How many bytes a thread is reckoned with while it is fetched beside others, 8 MB by default.
        public var largestThread = 8_000_000
        /// How many requests one run makes for what is left out of threads, 500 by default; the next run goes on.
        public var maximumExpansions = 500
        /// How many failures in a row end a pack, 3 by default; at least 1.
        public var maximumFailures = 3
        /// Who waits for the threads and files; nobody by default, so that everything else goes first.
        public var priority = RequestPriority.background

        /// Creates a configuration with the defaults.
        public init() {}
    }
}
