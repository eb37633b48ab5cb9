public import Foundation

/// A readable log of requests, downloads and backends that were delayed, skipped, repeated or failed, for a screen that
/// shows why something was not fetched.
///
/// Contract:
/// - Safe from any thread.
/// - Bounded: old entries make room for new ones.
public protocol ActivityLog: Sendable {
    /// The entries, newest first.
    var entries: [ActivityEntry] { get }

    /// A number that grows with every change of ``entries``; read them again when it does.
    ///
    /// It is a number and not the entries, so that recording costs the same however many there are.
    var revision: ObservableValue<UInt64> { get }

    /// Removes all entries.
    func removeAll()
}

/// An entry of an activity log: an event, with the number of its consecutive occurrences.
public struct ActivityEntry: Identifiable, Hashable, Sendable {
    /// A number that no other entry of the log has; it stays when the event happens again.
    public let id: UInt64
    /// The event, at its last occurrence.
    public internal(set) var event: ActivityEvent
    /// The number of consecutive occurrences.
    public internal(set) var count: Int
    /// The date of the first occurrence.
    public let firstDate: Date

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - id: A number that no other entry has.
    ///   - event: The event, as it happened last.
    ///   - count: The number of times that it happened; 1 by default.
    ///   - firstDate: The date when it happened first; the event's own by default.
    public init(id: UInt64, event: ActivityEvent, count: Int = 1, firstDate: Date? = nil) {
        self.id = id
        self.event = event
        self.count = count
        self.firstDate = firstDate ?? event.date
    }
}
