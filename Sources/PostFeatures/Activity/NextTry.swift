package import Core
public import Foundation

/// The next attempt to reach a server, as the activity log knows it.
public struct NextTry: Identifiable, Hashable, Sendable {
    /// The server's host.
    public let host: String
    /// The date of the attempt; after a final failure, the date from which another one is worthwhile.
    public let date: Date
    /// The text for a person: "next try at 14:05".
    public let text: String

    public var id: String { host }

    /// Returns the next attempt of each host that something waits for, soonest first, from entries that are newest
    /// first.
    ///
    /// Events with a date that has not come yet count; a backend that was reopened waits for nothing.
    package static func all(
        in entries: [ActivityEntry], now: Date, format: PostFormat, timeZone: TimeZone
    ) -> [NextTry] {
        struct Server: Hashable {
            var host: String
            var backend: String?
        }
        var open: Set<Server> = []
        var dates: [String: Date] = [:]
        for event in entries.map(\.event) {
            let server = Server(host: event.host, backend: event.backend)
            switch event.kind {
            case .resumed: open.insert(server)
            case .held, .retried, .skipped, .failed, .suspended:
                guard !open.contains(server), let until = event.until, until > now else { break }
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
