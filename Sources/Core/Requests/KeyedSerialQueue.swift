import Synchronization

/// A queue for each key: work for equal keys runs one after the other, work for different keys side by side.
///
/// No work is joined with another; ``SingleFlight`` does that. First come, first served. A caller that is cancelled
/// while it waits leaves the queue. No lock is held while a caller is resumed.
package final class KeyedSerialQueue<Key: Hashable & Sendable>: Sendable {
    private struct Waiter: Sendable {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var lastNumber = 0
        /// The waiting callers of each key for which work runs.
        var queues: [Key: [Waiter]] = [:]
    }

    private let state = Mutex(State())

    /// Creates empty queues.
    package init() {}

    /// Returns the number of callers that wait for a key.
    package func waiterCount(of key: Key) -> Int { state.withLock { $0.queues[key]?.count ?? 0 } }

    /// Runs work in the calling task after all earlier work for the same key.
    ///
    /// - Parameters:
    ///   - key: The key of the queue.
    ///   - work: The work.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work; `CancellationError` when the calling task is cancelled before the work begins.
    package func run<Value: Sendable>(_ key: Key, _ work: () async throws -> Value) async throws -> Value {
        try await wait(for: key)
        defer { startNext(key) }
        return try await work()
    }

    private func wait(for key: Key) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.queues[key] != nil else {
                        state.queues[key] = []
                        return true
                    }
                    state.queues[key]?.append(Waiter(number: number, continuation: continuation))
                    return false
                }
                if isFree { return continuation.resume() }
                // Cancelled before it was in the queue: nobody else would make it leave.
                if Task.isCancelled { leave(number, key) }
            }
        } onCancel: {
            leave(number, key)
        }
    }

    private func leave(_ number: Int, _ key: Key) {
        let waiter = state.withLock { state in
            state.queues[key]?.firstIndex { $0.number == number }.flatMap { state.queues[key]?.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    private func startNext(_ key: Key) {
        let next = state.withLock { state -> Waiter? in
            guard state.queues[key]?.isEmpty == false else {
                state.queues[key] = nil
                return nil
            }
            return state.queues[key]?.removeFirst()
        }
        next?.continuation.resume()
    }
}
