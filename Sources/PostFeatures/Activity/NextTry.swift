public import Core
public import Foundation

/// When a server is asked next, by what the activity journal knows.
public struct NextTry: Identifiable, Hashable, Sendable {
    /// The server's host.
    public let host: String
    /// When; of what failed for good, when it is worth another try.
    public let date: Date
    /// The same for a person: "next try at 14:05".
    public let text: String

    /// The server's host.
    public var id: String { host }

    /// The next try of each server that something waits for, soonest first.
    ///
    /// What waits, is sent again, is not asked for a while, or failed with a time counts, until that time has come. A road
    /// that is open again waits for nothing.
    ///
    /// - Parameters:
    ///   - entries: The rows of a journal, newest first.
    ///   - now: The date; what lies before it is over.
    ///   - format: Writes in a language.
    ///   - timeZone: Where the person is.
    /// - Returns: One value for each host at most.
    public static func all(
        in entries: [ActivityEntry], now: Date, format: PostFormat, timeZone: TimeZone
    ) -> [NextTry] {
        struct Road: Hashable {
            var host: String
            var name: String?
        }
        var open: Set<Road> = []
        var dates: [String: Date] = [:]
        for event in entries.map(\.event) {
            let road = Road(host: event.host, name: event.road)
            switch event.kind {
            case .reopened: open.insert(road)
            case .held, .retried, .skipped, .failed, .closed:
                guard !open.contains(road), let until = event.until, until > now else { break }
                dates[event.host] = min(dates[event.host] ?? until, until)
            }
        }
        return dates.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { host, date in
            NextTry(
                host: host, date: date,
                text: format.text(.nextTryAt, filling: format.time(date, now: now, in: timeZone)))
        }
    }
}
