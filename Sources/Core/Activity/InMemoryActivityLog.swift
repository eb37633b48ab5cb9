import Synchronization

/// A bounded activity log in memory, both ``ActivityRecorder`` and ``ActivityLog``.
///
/// ```swift
/// let log = InMemoryActivityLog()
/// Dependency.register((any ActivityRecorder).self) { log }
/// Dependency.register((any ActivityLog).self) { log }
/// ```
///
/// An event that repeats the last one of the same host, backend and subject adds no entry: the existing one moves to
/// the front and its count grows. So a server that is down for a day takes one entry.
///
/// Recording takes two uncontended locks and moves at most all entries, of some hundred bytes each.
public final class InMemoryActivityLog: ActivityRecorder, ActivityLog {
    /// The number of entries that are kept.
    package let capacity: Int
    public let revision = ObservableValue<UInt64>(0)

    private struct State {
        /// The entries, the newest last.
        var entries: [ActivityEntry] = []
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Creates an empty log.
    ///
    /// - Parameter capacity: The number of entries that are kept; 500 by default, and at least one.
    public init(capacity: Int = 500) {
        self.capacity = max(1, capacity)
    }

    public var entries: [ActivityEntry] {
        state.withLock { $0.entries }.reversed()
    }

    /// The events of the entries, newest first.
    package var events: [ActivityEvent] {
        entries.map(\.event)
    }

    public func record(_ event: ActivityEvent) {
        state.withLock { state in
            // Events of other hosts in between do not matter.
            let last = state.entries.lastIndex {
                $0.event.host == event.host && $0.event.backend == event.backend
                    && $0.event.subject == event.subject
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

    /// Adds entries of earlier runs in front of those that there are, with numbers of their own.
    ///
    /// - Parameter earlier: The entries, oldest first; of too many the oldest are left out.
    func restore(_ earlier: [ActivityEntry]) {
        guard !earlier.isEmpty else { return }
        state.withLock { state in
            let restored = earlier.suffix(capacity - min(capacity, state.entries.count)).map { entry in
                state.lastID += 1
                return ActivityEntry(
                    id: state.lastID, event: entry.event, count: entry.count, firstDate: entry.firstDate)
            }
            state.entries = restored + state.entries
        }
        revision.update { $0 += 1 }
    }

    public func removeAll() {
        state.withLock { $0.entries = [] }
        revision.update { $0 += 1 }
    }
}
