public import Core
package import Foundation

/// A row of the activity log as text in one language: what happened to a request, why, and what comes next.
///
/// "Waits until 14:02: the server's budget is used up".
public struct ActivityRow: Identifiable, Hashable, Sendable {
    /// The id of the log's entry; it stays when the same happens again.
    public let id: UInt64
    /// The server's host.
    public let host: String
    /// The name of a chained backend, or of the app's own work that waits; else the host.
    public let title: String
    /// The kind of event, for symbols and filters.
    public let kind: ActivityEvent.Kind
    /// The error's code, where there is one.
    package let code: ErrorCode?
    /// The time when it happened last: "14:01".
    public let time: String
    /// The event and its reason, without a full stop.
    public let text: String
    /// The number of times that it happened in a row.
    public let count: Int
    /// The date until which it lasts, where that is known.
    package let until: Date?

    /// Creates the row of an entry; times of another day than `now` name the day too.
    package init(_ entry: ActivityEntry, now: Date, format: PostFormat, timeZone: TimeZone) {
        let event = entry.event
        id = entry.id
        host = event.host
        title = event.backend ?? event.subject.map { format.text($0.phrase) } ?? event.host
        kind = event.kind
        code = event.code
        time = format.time(event.date, now: now, in: timeZone)
        count = entry.count
        until = event.until
        let (plain, timed) = event.kind.phrases
        let until = event.until.map { format.time($0, now: now, in: timeZone) }
        var text = format.text(plain)
        if let until, let timed { text = format.text(timed, filling: until) }
        if event.kind != .resumed { text += ": " + format.text(event.reason.phrase(code: event.code)) }
        if entry.count > 1 { text += " (\(format.times(entry.count)))" }
        self.text = text
    }
}

extension ActivityEvent.Kind {
    /// The kind's phrase without and with the time until which it lasts.
    fileprivate var phrases: (plain: Phrase, timed: Phrase?) {
        switch self {
        case .held: (.waits, .waitsUntil)
        case .retried: (.triesAgain, .triesAgainAt)
        case .skipped: (.notAsked, .notAskedUntil)
        case .failed: (.failed, .failedTryAt)
        case .suspended: (.closed, .closedUntil)
        case .resumed: (.openAgain, nil)
        }
    }
}
