import Core

/// The policy of retries: how often a failed request is sent again, and after which pauses.
///
/// Only what is safe to repeat is repeated:
///
/// | how it failed | GET, HEAD, PUT, DELETE, and POST with an idempotency key | POST |
/// | --- | --- | --- |
/// | the connection was refused, so nothing was sent | again | again |
/// | 429: the server refused to look at it | again, when the host may be asked | again, when the host may be asked |
/// | the connection broke or kept silent; 408, 425, 500, 502, 504 | again | no |
/// | 503 | again; with a `Retry-After`, when the host may be asked | no |
/// | no network, an unknown host, any other status | no | no |
///
/// One that is to be sent once (`NetworkRequest.isSentOnce`) is never repeated, whatever its method.
///
/// Where there is no network at all, or nobody knows the host, another try a second later is no use, and the person
/// hears of it at once.
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
/// When a host may be asked that answered 429, or said when to come back, is the matter of ``RateGovernor``. Where it
/// was another host, to which a redirect led, the request is not sent again: the host that was asked would send it
/// straight back there.
public struct RetryPolicy: Sendable, Hashable {
    /// The number of retries of a request, three by default; zero for none.
    package var maximumRetries: Int
    /// The pause before the first retry, half a second by default.
    package var firstPause: Duration
    /// The factor from each pause to the next, two by default.
    package var growth: Double
    /// The longest pause, eight seconds by default, before jitter; a pause that the server asks for may be longer.
    package var longestPause: Duration
    /// The part of a pause that is randomly added or taken away, from 0 to 1; a quarter by default.
    package var jitter: Double

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maximumRetries: The number of times that a request is sent again.
    ///   - firstPause: The pause before the first retry.
    ///   - growth: The factor from each pause to the next one.
    ///   - longestPause: The longest pause of our own, before jitter.
    ///   - jitter: The part of a pause that chance may add or take away, from 0 to 1.
    public init(
        maximumRetries: Int = 3, firstPause: Duration = .milliseconds(500), growth: Double = 2,
        longestPause: Duration = .seconds(8), jitter: Double = 0.25
    ) {
        self.maximumRetries = maximumRetries
        self.firstPause = firstPause
        self.growth = growth
        self.longestPause = longestPause
        self.jitter = jitter
    }

    /// The policy without retries.
    public static let never = RetryPolicy(maximumRetries: 0)

    /// The pause before a request is sent again.
    ///
    /// - Parameters:
    ///   - retry: Which retry it would be, from 1.
    ///   - request: What was asked.
    ///   - error: How it failed.
    ///   - random: Where chance comes from.
    /// - Returns: The pause, zero where the host's own decides; `nil` when the request must not be sent again.
    func pause(
        before retry: Int, of request: NetworkRequest, after error: NetworkError, random: any RandomSource
    ) -> Duration? {
        guard retry <= maximumRetries, !request.isSentOnce, Self.mayRepeat(request, after: error) else { return nil }
        if Self.pausesHost(error) { return .zero }
        var pause = firstPause
        for _ in 1..<max(1, retry) where pause < longestPause { pause = pause * growth }
        let share = min(max(jitter, 0), 1)
        return min(pause, longestPause) * random.next(in: 1 - share...1 + share)
    }

    /// Whether an error holds for all requests to the host: 429, and 503 with a time to come back at.
    ///
    /// - Parameter error: How a request failed.
    /// - Returns: True when the governor knows when the host may be asked again.
    static func pausesHost(_ error: NetworkError) -> Bool {
        error.status == 429 || error.status == 503 && error.retryAfter != nil
    }

    private static func mayRepeat(_ request: NetworkRequest, after error: NetworkError) -> Bool {
        if error.status == 429 { return true }
        let isRepeatable = request.method.isIdempotent || request.idempotencyKey != nil
        if let status = error.status { return isRepeatable && [408, 425, 500, 502, 503, 504].contains(status) }
        guard error.code == .offline || error.code == .timedOut else { return false }
        switch (error.underlying as? ConnectionFailure)?.reason {
        case .refused: return true
        case .lost, .silent, .other, nil: return isRepeatable
        case .noNetwork, .unknownHost, .untrusted, .garbled, .shutDown: return false
        }
    }
}
