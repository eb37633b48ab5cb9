extension DemoServer {
    /// How many requests are answered in how long a time.
    ///
    /// One budget for all clients and dialects; pictures and tokens cost nothing. A window begins with the first request
    /// after the one before has ended.
    public struct RateLimit: Sendable, Hashable {
        /// What a refusal with 429 says about when to come back.
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

        /// How many requests are answered in a window; 600 by default, at least 0.
        public var requests: Int
        /// How long a window lasts; 10 minutes by default.
        public var window: Duration
        /// What a refusal says about when to come back; seconds by default.
        public var advice: Advice

        /// A limit; without arguments, Reddit's.
        ///
        /// - Parameters:
        ///   - requests: How many requests are answered in a window.
        ///   - window: How long a window lasts.
        ///   - advice: What a refusal says about when to come back.
        public init(requests: Int = 600, window: Duration = .seconds(600), advice: Advice = .seconds) {
            self.requests = requests
            self.window = window
            self.advice = advice
        }
    }
}
