package import Foundation

/// Dates as HTTP writes them: `Sun, 15 Jun 2025 15:06:40 GMT`.
package enum HTTPDate {
    private static let style = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    /// Writes a date, rounded to a whole second; up, the default, so that nobody comes too early.
    package static func text(_ date: Date, rounding rule: FloatingPointRoundingRule = .up) -> String {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(rule)).formatted(style)
    }

    /// The date of a text, or nil when it is none.
    package static func date(_ text: String) -> Date? {
        // A date that cannot be read is as if it had not been sent (RFC 9110, section 13.1.3).
        try? Date(text, strategy: style.parseStrategy)
    }
}
