import Core
import Foundation

/// The rate limit headers of an answer: the requests left, the end of the window, and the pause that is asked for.
///
/// The rate governor decides by them when the next request to the host is sent.
///
/// | header | read as |
/// | --- | --- |
/// | `x-ratelimit-remaining` | requests left, with a fraction: `"599.0"` |
/// | `x-ratelimit-reset` | seconds until the window ends |
/// | `Retry-After` | seconds, or a date in any of HTTP's three forms |
///
/// A value that is no number counts as absent, a negative one as zero, and one of more than a day as a day.
struct RateLimitHeaders: Sendable, Equatable {
    /// The number of requests that are left in the server's window.
    var remaining: Double?
    /// The time until the end of the window; zero is possible.
    var reset: Duration?
    /// The pause that the server asks for, at least a second.
    var pause: Duration?

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - response: Any answer.
    ///   - now: The date, for an answer without a `Date` of its own.
    init(_ response: NetworkResponse, now: Date) {
        remaining = response.header("x-ratelimit-remaining").flatMap(Self.number).map { min($0, 1e9) }
        reset = response.header("x-ratelimit-reset").flatMap(Self.number).map {
            RetryAfter.duration($0, atLeast: 0)
        }
        if response.status == 429 || response.status == 503 {
            pause = RetryAfter.duration(asked: response, now: now)
        }
    }

    private init() {}

    /// The value of an answer without such headers.
    static let nothing = RateLimitHeaders()

    private static func number(_ text: String) -> Double? {
        let text = text.filter { !$0.isWhitespace }
        guard text.hasPrefix("-") else { return RetryAfter.number(text) }
        return RetryAfter.number(String(text.dropFirst())).map { _ in 0 }
    }
}
