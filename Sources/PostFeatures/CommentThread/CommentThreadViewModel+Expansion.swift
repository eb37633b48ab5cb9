extension CommentThreadViewModel {
    /// Progress and outcome of fetching everything that was left out of a thread.
    public struct Expansion: Hashable, Sendable {
        /// State of the run, or the reason why it ended.
        public enum Phase: Hashable, Sendable {
            /// Asking for one placeholder after the other.
            case running
            /// Ended with nothing left that was not asked for.
            case finished
            /// Ended after as many requests as it may make, with something left; the next call goes on.
            case budget
            /// Ended as its task was cancelled; what came stays.
            case stopped
            /// Ended by a request that failed, for the reason in the banner; what came stays.
            case failed
        }

        /// State of the run, or the reason why it ended.
        public var phase: Phase
        /// Number of requests that have ended or failed.
        public var requests: Int
        /// Number of places where comments are still missing.
        public var placeholders: Int

        /// Creates a value, for a preview or a snapshot test.
        ///
        /// - Parameters:
        ///   - phase: State of the run, or the reason why it ended.
        ///   - requests: Number of requests that have ended or failed.
        ///   - placeholders: Number of places where comments are still missing.
        public init(phase: Phase, requests: Int, placeholders: Int) {
            self.phase = phase
            self.requests = requests
            self.placeholders = placeholders
        }
    }
}
