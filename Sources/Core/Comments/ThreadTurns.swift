import Synchronization

/// Lets one after the other work on a thread; those that work on different threads do not wait for each other.
///
/// First come, first served. Who is cancelled while waiting leaves the line. No lock is held while anybody is resumed.
final class ThreadTurns: Sendable {
    private struct Waiter: Sendable {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var lastNumber = 0
        /// Who waits for each thread that somebody works on.
        var lines: [Post.ID: [Waiter]] = [:]
    }

    private let state = Mutex(State())

    /// How many wait for a thread.
    func waiterCount(of id: Post.ID) -> Int { state.withLock { $0.lines[id]?.count ?? 0 } }

    /// Waits for a turn, and works.
    ///
    /// - Parameters:
    ///   - id: Whose comments are worked on.
    ///   - work: What to do; runs in the calling task.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws; `CancellationError` when the calling task is cancelled before its turn.
    func take<Value: Sendable>(_ id: Post.ID, _ work: () async throws -> Value) async throws -> Value {
        try await wait(for: id)
        defer { pass(id) }
        return try await work()
    }

    private func wait(for id: Post.ID) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.lines[id] != nil else {
                        state.lines[id] = []
                        return true
                    }
                    state.lines[id]?.append(Waiter(number: number, continuation: continuation))
                    return false
                }
                if isFree { return continuation.resume() }
                // Cancelled before it was in the line: nobody else would make it leave.
                if Task.isCancelled { leave(number, id) }
            }
        } onCancel: {
            leave(number, id)
        }
    }

    private func leave(_ number: Int, _ id: Post.ID) {
        let waiter = state.withLock { state in
            state.lines[id]?.firstIndex { $0.number == number }.flatMap { state.lines[id]?.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    private func pass(_ id: Post.ID) {
        let next = state.withLock { state -> Waiter? in
            guard state.lines[id]?.isEmpty == false else {
                state.lines[id] = nil
                return nil
            }
            return state.lines[id]?.removeFirst()
        }
        next?.continuation.resume()
    }
}
