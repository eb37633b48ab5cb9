extension DiskImageCache {
    /// How much a disk cache keeps, and for how long.
    public struct Configuration: Sendable, Hashable {
        /// How many bytes all files have together at most, 150 MB (157 286 400) by default; zero keeps nothing.
        public var maximumBytes: Int
        /// To how much of ``maximumBytes`` it is swept when it would overflow, so that it is not swept for each image
        /// from then on: 0.7 by default, 0 to 1.
        public var sweepFraction: Double
        /// How long an image may be shown after it was stored, seven days by default; `nil` for ever.
        ///
        /// Reading it does not make it younger. For ever is for apps that are often without a network for long: the bound
        /// still lets the least recently used go.
        public var timeToLive: Duration?
        /// How often it looks for what has expired, 30 minutes by default.
        public var sweepInterval: Duration
        /// How often the order of use is written down at most, once in a second by default.
        public var flushInterval: Duration

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - maximumBytes: How many bytes all files have together at most.
        ///   - sweepFraction: To how much of that it is swept when it would overflow.
        ///   - timeToLive: How long an image may be shown after it was stored; `nil` for ever.
        ///   - sweepInterval: How often it looks for what has expired.
        ///   - flushInterval: How often the order of use is written down at most.
        public init(
            maximumBytes: Int = 150 << 20, sweepFraction: Double = 0.7, timeToLive: Duration? = .seconds(7 * 86_400),
            sweepInterval: Duration = .seconds(30 * 60), flushInterval: Duration = .seconds(1)
        ) {
            self.maximumBytes = maximumBytes
            self.sweepFraction = sweepFraction
            self.timeToLive = timeToLive
            self.sweepInterval = sweepInterval
            self.flushInterval = flushInterval
        }
    }
}
