import Synchronization

/// The events that wait for a program, in their order, from any thread to one reader.
///
/// The reader takes all that wait at once, so that a slow terminal gets one screen for many keys.
package final class EventQueue: Sendable {
    private struct State {
        var waiting: [ScreenEvent] = []
        var reader: CheckedContinuation<[ScreenEvent], Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds an event at the end.
    ///
    /// - Parameter event: The event; one that says that something has changed waits once only.
    package func send(_ event: ScreenEvent) { send([event]) }

    /// Adds events at the end that happened at once, so that the reader gets them at once.
    ///
    /// - Parameter events: The events, in their order.
    package func send(_ events: [ScreenEvent]) {
        guard !events.isEmpty else { return }
        let reader = state.withLock { state -> CheckedContinuation<[ScreenEvent], Never>? in
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            for event in events where event != .changed || !state.waiting.contains(.changed) {
                state.waiting.append(event)
            }
            return nil
        }
        reader?.resume(returning: events)
    }

    /// Takes the events that wait, without waiting for one.
    package func takeWaiting() -> [ScreenEvent] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Waits until there are events; one reader at a time.
    ///
    /// - Returns: All that wait, at least one.
    package func next() async -> [ScreenEvent] {
        await withCheckedContinuation { continuation in
            let events = state.withLock { state -> [ScreenEvent] in
                precondition(state.reader == nil, "Another reader waits for events.")
                if state.waiting.isEmpty { state.reader = continuation }
                defer { state.waiting = [] }
                return state.waiting
            }
            if !events.isEmpty { continuation.resume(returning: events) }
        }
    }
}
