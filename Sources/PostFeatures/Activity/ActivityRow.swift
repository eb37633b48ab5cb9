public import Core
public import Foundation

/// A row of the activity journal as text, in one language: what happened to a fetch, why, and what comes next.
///
/// "Waits until 14:02: the server's budget is used up".
public struct ActivityRow: Identifiable, Hashable, Sendable {
    /// Which row; it stays when the same happens again.
    public let id: UInt64
    /// The server's host.
    public let host: String
    /// The road's name, where there are several to one site; what waits, where that is the app's own work; else the host.
    public let source: String
    /// What happened, for symbols and filters.
    public let kind: ActivityEvent.Kind
    /// The stable word for how it failed, where that is known.
    public let code: ErrorCode?
    /// When it happened last: "14:01".
    public let time: String
    /// What happened and why, as a sentence without a full stop.
    public let text: String
    /// How often it happened in a row.
    public let count: Int
    /// Until when, where that is known.
    public let until: Date?

    /// Creates the row of an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - now: The date: of another day the day is named too.
    ///   - format: Writes in a language.
    ///   - timeZone: Where the person is.
    public init(_ entry: ActivityEntry, now: Date, format: PostFormat, timeZone: TimeZone) {
        let event = entry.event
        id = entry.id
        host = event.host
        source = event.road ?? event.subject.map { format.text($0.phrase) } ?? event.host
        kind = event.kind
        code = event.code
        time = format.time(event.date, now: now, in: timeZone)
        count = entry.count
        until = event.until
        let (plain, timed) = event.kind.phrases
        let until = event.until.map { format.time($0, now: now, in: timeZone) }
        var text = format.text(plain)
        if let until, let timed { text = format.text(timed, filling: until) }
        if event.kind != .reopened { text += ": " + format.text(event.reason.phrase(code: event.code)) }
        if entry.count > 1 { text += " (\(format.times(entry.count)))" }
        self.text = text
    }
}

extension ActivityEvent.Kind {
    /// What it is called, without and with the time until which it lasts.
    fileprivate var phrases: (plain: Phrase, timed: Phrase?) {
        switch self {
        case .held: (.waits, .waitsUntil)
        case .retried: (.triesAgain, .triesAgainAt)
        case .skipped: (.notAsked, .notAskedUntil)
        case .failed: (.failed, .failedTryAt)
        case .closed: (.closed, .closedUntil)
        case .reopened: (.openAgain, nil)
        }
    }
}
