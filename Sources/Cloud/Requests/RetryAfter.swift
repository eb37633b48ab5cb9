import Core
import Foundation

/// Reads how long a server asks to be left alone.
enum RetryAfter {
    /// The pause that an answer asks for.
    ///
    /// `Retry-After` counts first, in seconds or as a date; for 429 then `x-ratelimit-reset`, in seconds. Both may have
    /// fractions. Nobody who says "now" means it, so the shortest pause is a second.
    ///
    /// - Parameters:
    ///   - response: An answer that is an error.
    ///   - now: The date, for an answer without a `Date` of its own.
    /// - Returns: The pause, `nil` when the answer asks for none that makes sense.
    static func duration(asked response: NetworkResponse, now: Date) -> Duration? {
        if let text = response.header("Retry-After") {
            if let seconds = seconds(text) { return atLeastOne(seconds) }
            if let date = HTTPDate.date(from: text) {
                // The server's own clock, where it shows it: ours may be wrong by hours.
                let reference = response.header("Date").flatMap(HTTPDate.date(from:)) ?? now
                return atLeastOne(date.timeIntervalSince(reference))
            }
        }
        guard response.status == 429 else { return nil }
        return response.header("x-ratelimit-reset").flatMap(seconds).map(atLeastOne)
    }

    private static func seconds(_ text: String) -> Double? {
        let text = text.filter { !$0.isWhitespace }
        // Only digits and a point: `Double` would also read `nan`, `1e9` and hexadecimals.
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
        return Double(text)
    }

    private static func atLeastOne(_ seconds: Double) -> Duration {
        // A century is the longest pause that a `Duration` in arithmetic bears for sure.
        .milliseconds(Int64((min(max(seconds, 1), 3_155_760_000) * 1000).rounded(.up)))
    }
}
