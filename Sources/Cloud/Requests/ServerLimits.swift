import Core
import Foundation

/// What an answer says about asking again: the rate headers, read with tolerance.
///
/// | header | read as |
/// | --- | --- |
/// | `x-ratelimit-remaining` | requests left, with a fraction: `"599.0"` |
/// | `x-ratelimit-reset` | seconds until the window ends |
/// | `Retry-After` | seconds, or a date in any of HTTP's three forms |
///
/// What is no number is as good as absent. Less than nothing left is nothing left, a window that is over ends now, and
/// what is beyond a day counts as a day.
struct ServerLimits: Sendable, Equatable {
    /// How many requests are left in the server's window.
    var remaining: Double?
    /// How long the window still lasts; zero is possible.
    var reset: Duration?
    /// How long the server wants to be left alone, at least a second.
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

    /// What an answer says that says nothing.
    static let nothing = ServerLimits()

    private static func number(_ text: String) -> Double? {
        let text = text.filter { !$0.isWhitespace }
        guard text.hasPrefix("-") else { return RetryAfter.number(text) }
        return RetryAfter.number(String(text.dropFirst())).map { _ in 0 }
    }
}
