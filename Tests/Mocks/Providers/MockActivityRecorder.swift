public import Core

/// A ``Core/ActivityRecorder`` for tests that keeps every event, in order.
public final class MockActivityRecorder: ActivityRecorder {
    private let state = Monitor<[ActivityEvent]>([])

    /// Creates a recorder without events.
    package init() {}

    /// Every event so far, oldest first; unlike a log it drops and merges none.
    public var events: [ActivityEvent] { state.withLock { $0 } }

    /// Removes and returns all events.
    ///
    /// - Returns: The events so far, oldest first.
    @discardableResult
    public func takeEvents() -> [ActivityEvent] {
        state.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// Waits until there are at least a number of events.
    ///
    /// - Parameter count: The number of events.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForEvents(_ count: Int) async throws {
        try await state.wait { $0.count >= count }
    }

    public func record(_ event: ActivityEvent) {
        state.withLock { $0.append(event) }
    }
}
