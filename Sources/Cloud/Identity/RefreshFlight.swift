import Synchronization

/// One request for a token, and everybody who waits for it.
///
/// Whoever is cancelled leaves, and the request goes on: the server may have made the old refresh token void already, so
/// an answer that nobody reads would be a sign-in that is lost.
final class RefreshFlight: Sendable {
    private struct State {
        var result: Result<Pass, any Error>?
        var waiters: [Int: CheckedContinuation<Pass, any Error>] = [:]
        /// Waits whose task was cancelled before they began.
        var cancelled: Set<Int> = []
        var lastID = 0
    }

    private let state = Mutex(State())

    /// Waits for the end.
    ///
    /// - Returns: The new token.
    /// - Throws: Why there is none; `CancellationError` as soon as the waiting task is cancelled.
    func wait() async throws -> Pass {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        // A cancellation that comes when the wait is over leaves its number behind.
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Pass, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if state.result == nil { state.waiters[id] = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: id)
                if waiter == nil { state.cancelled.insert(id) }
                return waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    /// Ends the wait of everybody, now and later; the first result counts.
    ///
    /// - Parameter result: The new token, or why there is none.
    func finish(_ result: Result<Pass, any Error>) {
        let waiters = state.withLock { state in
            guard state.result == nil else { return [Int: CheckedContinuation<Pass, any Error>]() }
            state.result = result
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume(with: result) }
    }
}
