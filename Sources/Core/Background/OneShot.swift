import Synchronization

/// A value that is set once, later, and that one task may await.
///
/// Only the first value counts. Waiting ignores cancellation: who cancels sets a value.
final class OneShot<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case settled(Value)
    }

    private let state = Mutex(State.open)

    /// Sets the value, unless it is set.
    func settle(_ value: Value) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .open:
                state = .settled(value)
                return nil
            case .awaited(let waiter):
                state = .settled(value)
                return waiter
            case .settled: return nil
            }
        }
        waiter?.resume(returning: value)
    }

    /// Waits until the value is set; for one task at a time.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let settled = state.withLock { state -> Value? in
                    if case .settled(let value) = state { return value }
                    state = .awaited(continuation)
                    return nil
                }
                if let settled { continuation.resume(returning: settled) }
            }
        }
    }
}
