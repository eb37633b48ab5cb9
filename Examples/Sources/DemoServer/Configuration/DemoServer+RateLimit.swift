extension DemoServer {
    /// A rate limit: the number of requests that are answered in a window of time.
    ///
    /// One budget for all clients and dialects; pictures and tokens cost nothing. A window begins with the first
    /// request after the one before has ended.
    public struct RateLimit: Sendable, Hashable {
        /// The form in which a refusal with 429 names the time to wait.
        public enum Advice: String, Sendable, Hashable, CaseIterable {
            /// `Retry-After` in seconds, beside the rate headers.
            case seconds
            /// `Retry-After` as a date, beside the rate headers.
            case httpDate
            /// Only `x-ratelimit-reset` and its companions.
            case resetOnly
            /// Nothing at all.
            case none
        }

        /// The number of requests that are answered in a window; 600 by default, at least 0.
        public var requests: Int
        /// The length of a window; 10 minutes by default.
        public var window: Duration
        /// The form in which a refusal names the time to wait; seconds by default.
        public var advice: Advice

        /// A limit; without arguments, Reddit's.
        ///
        /// - Parameters:
        ///   - requests: The number of requests that are answered in a window.
        ///   - window: The length of a window.
        ///   - advice: The form in which a refusal names the time to wait.
        public init(requests: Int = 600, window: Duration = .seconds(600), advice: Advice = .seconds) {
            self.requests = requests
            self.window = window
            self.advice = advice
        }
    }
}
