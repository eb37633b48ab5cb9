import Core
import Foundation

/// The wait that Reddit asks for in words: "try again in 9 minutes", "Take a break for 30 seconds".
enum RedditWait {
    /// Returns the seconds to wait.
    ///
    /// - Parameters:
    ///   - words: The sentence; a number before a unit of time counts, the longest of several.
    ///   - seconds: The number of seconds that stands beside it, where one does.
    /// - Returns: The longer of both and one second more, a day at most; `nil` where neither is there.
    static func seconds(_ words: String?, beside seconds: Double? = nil) -> TimeInterval? {
        let named = words.map(Self.times) ?? []
        let all = named + [seconds].compactMap(\.self).filter { $0.isFinite && $0 >= 0 }
        return all.max().map { min($0 + 1, longest) }
    }

    private static func times(in words: String) -> [TimeInterval] {
        let parts = words.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }
        return zip(parts, parts.dropFirst()).compactMap { number, unit in
            guard let number = RetryAfter.number(String(number)) else { return nil }
            return units.first { unit.hasPrefix($0.name) }.map { number * $0.seconds }
        }
    }

    private static let units: [(name: String, seconds: TimeInterval)] = [
        ("millisecond", 0.001), ("second", 1), ("minute", 60), ("hour", 3600), ("day", 86400),
    ]

    private static let longest: TimeInterval = 86400
}
