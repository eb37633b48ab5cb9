import Synchronization

/// A bounded list in memory of what the network layer had to say about itself: ``ActivityRecorder`` and
/// ``ActivityLog`` in one.
///
/// ```swift
/// let journal = ActivityJournal()
/// Dependency.register((any ActivityRecorder).self) { journal }
/// Dependency.register((any ActivityLog).self) { journal }
/// ```
///
/// What happens again to the same host and road becomes no new row: the row moves to the front and counts. So a server
/// that is down for a day takes one row and not the whole journal.
///
/// Recording takes two uncontended locks and moves at most ``capacity`` rows of some hundred bytes; followers are told
/// a number, and a slow one is told the newest only.
public final class ActivityJournal: ActivityRecorder, ActivityLog {
    /// How many rows are kept.
    public let capacity: Int
    /// A number that grows with every change of ``entries``.
    public let revision = ObservableValue<UInt64>(0)

    private struct State {
        /// The newest last.
        var entries: [ActivityEntry] = []
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Creates an empty journal.
    ///
    /// - Parameter capacity: How many rows are kept; 500 by default, and at least one.
    public init(capacity: Int = 500) {
        self.capacity = max(1, capacity)
    }

    /// The rows, the one that happened last first.
    public var entries: [ActivityEntry] {
        state.withLock { $0.entries }.reversed()
    }

    /// The events of the rows, the one that happened last first.
    public var events: [ActivityEvent] {
        entries.map(\.event)
    }

    /// Records an event.
    ///
    /// - Parameter event: What happened.
    public func record(_ event: ActivityEvent) {
        state.withLock { state in
            // The last word on a road is what the event may repeat; what was said of others in between does not matter.
            let last = state.entries.lastIndex {
                $0.event.host == event.host && $0.event.road == event.road && $0.event.subject == event.subject
            }
            if let last, event.repeats(state.entries[last].event) {
                var entry = state.entries.remove(at: last)
                entry.event = event
                entry.count += 1
                state.entries.append(entry)
            } else {
                if state.entries.count == capacity { state.entries.removeFirst() }
                state.lastID += 1
                state.entries.append(ActivityEntry(id: state.lastID, event: event))
            }
        }
        revision.update { $0 += 1 }
    }

    /// Forgets all rows.
    public func removeAll() {
        state.withLock { $0.entries = [] }
        revision.update { $0 += 1 }
    }
}
