public import Foundation

/// One row of an activity journal: an event, and how often it happened in a row.
public struct ActivityEntry: Identifiable, Hashable, Sendable {
    /// A number that no other row of the journal has; it stays when the event happens again.
    public let id: UInt64
    /// The event, as it happened last.
    public internal(set) var event: ActivityEvent
    /// How often it happened.
    public internal(set) var count: Int
    /// When it happened first.
    public let firstDate: Date

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - id: Its number.
    ///   - event: The event.
    ///   - count: How often it happened; once by default.
    ///   - firstDate: When it happened first; the event's own date by default.
    public init(id: UInt64, event: ActivityEvent, count: Int = 1, firstDate: Date? = nil) {
        self.id = id
        self.event = event
        self.count = count
        self.firstDate = firstDate ?? event.date
    }
}
