import Core

/// When a failed request is sent again, and after how long.
///
/// Only what is safe to repeat is repeated: GET, HEAD, PUT and DELETE, after a connection that was refused, broke or
/// kept silent, and after 408, 425, 429, 500, 502, 503 and 504. Where there is no network at all, or nobody knows the
/// host, another try a second later is no use, and the person hears of it at once.
///
/// The pauses of the default policy, each lengthened or shortened at random by up to a quarter, so that many clients
/// that failed together do not come back together:
///
/// | before retry | pause | with jitter |
/// | --- | --- | --- |
/// | 1 | 0.5 s | 0.375 s to 0.625 s |
/// | 2 | 1 s | 0.75 s to 1.25 s |
/// | 3 | 2 s | 1.5 s to 2.5 s |
///
/// A server that says how long it wants to be left alone is obeyed to the letter: where a person waits and it says at
/// most ``longestServerPause``, the request waits so long; else it fails at once, and its error names the time.
public struct RetryPolicy: Sendable, Hashable {
    /// How many times a request is sent again, three by default; zero for never.
    public var maximumRetries: Int
    /// The pause before the first retry, half a second by default.
    public var firstPause: Duration
    /// What each pause is multiplied by to give the next one, two by default.
    public var growth: Double
    /// The longest pause of our own, eight seconds by default, before jitter.
    public var longestPause: Duration
    /// The part of a pause that chance may add or take away, from 0 to 1; a quarter by default.
    public var jitter: Double
    /// The longest pause that a server may ask of a person who waits, five seconds by default.
    public var longestServerPause: Duration

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maximumRetries: How many times a request is sent again.
    ///   - firstPause: The pause before the first retry.
    ///   - growth: What each pause is multiplied by to give the next one.
    ///   - longestPause: The longest pause of our own, before jitter.
    ///   - jitter: The part of a pause that chance may add or take away, from 0 to 1.
    ///   - longestServerPause: The longest pause that a server may ask of a person who waits.
    public init(
        maximumRetries: Int = 3, firstPause: Duration = .milliseconds(500), growth: Double = 2,
        longestPause: Duration = .seconds(8), jitter: Double = 0.25, longestServerPause: Duration = .seconds(5)
    ) {
        self.maximumRetries = maximumRetries
        self.firstPause = firstPause
        self.growth = growth
        self.longestPause = longestPause
        self.jitter = jitter
        self.longestServerPause = longestServerPause
    }

    /// No retries at all.
    public static let never = RetryPolicy(maximumRetries: 0)

    /// The pause before a request is sent again.
    ///
    /// - Parameters:
    ///   - retry: Which retry it would be, from 1.
    ///   - request: What was asked.
    ///   - error: How it failed.
    ///   - random: Where chance comes from.
    /// - Returns: The pause, `nil` when the request must not be sent again.
    func pause(
        before retry: Int, of request: NetworkRequest, after error: NetworkError, random: any RandomSource
    ) -> Duration? {
        guard retry <= maximumRetries, request.method.isIdempotent, Self.isTransient(error) else { return nil }
        if let asked = error.retryAfter {
            return request.priority == .userInitiated && asked <= longestServerPause ? asked : nil
        }
        var pause = firstPause
        for _ in 1..<max(1, retry) where pause < longestPause { pause = pause * growth }
        let share = min(max(jitter, 0), 1)
        return min(pause, longestPause) * random.next(in: 1 - share...1 + share)
    }

    private static func isTransient(_ error: NetworkError) -> Bool {
        if let status = error.status { return [408, 425, 429, 500, 502, 503, 504].contains(status) }
        guard error.code == .offline || error.code == .timedOut else { return false }
        guard let failure = error.underlying as? ConnectionFailure else { return true }
        return [.refused, .lost, .silent, .other].contains(failure.reason)
    }
}
