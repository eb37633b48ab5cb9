public import Core

/// A ``Core/ActivityRecorder`` for tests: keeps every event, in its order.
public final class MockActivityRecorder: ActivityRecorder {
    private let state = Monitor<[ActivityEvent]>([])

    /// Creates a recorder that has heard nothing.
    public init() {}

    /// Every event so far, oldest first; unlike a journal it drops and merges none.
    public var events: [ActivityEvent] { state.withLock { $0 } }

    /// Takes the events out, so that a test sees what comes next.
    ///
    /// - Returns: The events so far, oldest first.
    @discardableResult
    public func takeEvents() -> [ActivityEvent] {
        state.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// Waits until so many events are there, or more.
    ///
    /// - Parameter count: How many.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForEvents(_ count: Int) async throws {
        try await state.wait { $0.count >= count }
    }

    /// Keeps an event.
    ///
    /// - Parameter event: What happened.
    public func record(_ event: ActivityEvent) {
        state.withLock { $0.append(event) }
    }
}
