import Core
import Foundation

/// The pause that an error answer asks for, read from its headers.
///
/// ``RateLimitHeaders`` takes its `pause` from here, and by that the rate governor decides when the next request to the
/// host is sent.
enum RetryAfter {
    /// The pause that an answer asks for.
    ///
    /// `Retry-After` counts first, in seconds or as a date; for 429 then `x-ratelimit-reset`, in seconds. Both may have
    /// fractions. The shortest pause is a second, also where the server says zero; the longest is a day.
    ///
    /// - Parameters:
    ///   - response: An answer that is an error.
    ///   - now: The date, for an answer without a `Date` of its own.
    /// - Returns: The pause, `nil` when the answer asks for none that makes sense.
    static func duration(asked response: NetworkResponse, now: Date) -> Duration? {
        if let text = response.header("Retry-After") {
            if let seconds = number(text) { return duration(seconds, atLeast: 1) }
            if let date = HTTPDate.date(from: text) {
                // The server's own clock, where it shows it: ours may be wrong by hours.
                let reference = response.serverDate ?? now
                return duration(date.timeIntervalSince(reference), atLeast: 1)
            }
        }
        guard response.status == 429 else { return nil }
        return response.header("x-ratelimit-reset").flatMap(number).map { duration($0, atLeast: 1) }
    }

    /// Reads a number of a header.
    ///
    /// - Parameter text: Digits, maybe with a point; white space does no harm.
    /// - Returns: The number, zero or more; `nil` for anything else.
    static func number(_ text: String) -> Double? {
        let text = text.filter { !$0.isWhitespace }
        // Only digits and a point: `Double` would also read `nan`, `1e9` and hexadecimals.
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
        return Double(text)
    }

    /// Makes a duration of seconds, in whole milliseconds rounded up, and bounded by a day.
    ///
    /// - Parameters:
    ///   - seconds: Any number; what is none counts as the least.
    ///   - least: The least seconds.
    /// - Returns: The duration.
    static func duration(_ seconds: Double, atLeast least: Double) -> Duration {
        let seconds = seconds.isNaN ? least : min(max(seconds, least), longest)
        return .milliseconds(Int64((seconds * 1000).rounded(.up)))
    }

    /// The longest pause, in seconds: a day, whatever a header says.
    static let longest = 86_400.0
}
