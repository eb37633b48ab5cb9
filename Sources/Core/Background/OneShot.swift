import Synchronization

/// A value that is settled once, and one who waits for it.
///
/// The first settling counts. It waits without an eye on cancellation: who cancels settles it.
final class OneShot<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case settled(Value)
    }

    private let state = Mutex(State.open)

    /// Settles it, unless somebody has.
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

    /// The value, as soon as it is settled; for one who waits.
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
