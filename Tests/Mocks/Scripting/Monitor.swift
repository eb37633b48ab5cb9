import Synchronization

/// A value behind a lock that tasks can wait on: they continue as soon as a change makes their condition true.
///
/// The test doubles keep their state in it, so that tests wait for a condition instead of sleeping.
final class Monitor<State: Sendable>: Sendable {
    private struct Waiter: Sendable {
        let isReady: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Content: Sendable {
        var state: State
        var waiters: [Int: Waiter] = [:]
        /// Waits whose task was cancelled before they began.
        var cancelled: Set<Int> = []
        var lastID = 0

        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            let ready = waiters.filter { $0.value.isReady(state) }.keys.sorted()
            return ready.compactMap { waiters.removeValue(forKey: $0)?.continuation }
        }
    }

    private let content: Mutex<Content>

    init(_ state: State) {
        content = Mutex(Content(state: state))
    }

    /// Reads or changes the value; whoever waited for what it is now goes on after unlocking.
    @discardableResult
    func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (result, ready) = content.withLock { content in
            let result = Swift.Result { () throws(Failure) in try body(&content.state) }
            return (result, content.takeReady())
        }
        for continuation in ready { continuation.resume() }
        return try result.get()
    }

    /// Returns as soon as the condition holds, at once if it does already.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first, unless `ignoresCancellation` is set.
    func wait(
        ignoresCancellation: Bool = false, until isReady: @escaping @Sendable (State) -> Bool
    ) async throws {
        let id = content.withLock { content in
            content.lastID += 1
            return content.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = content.withLock { content in
                    if content.cancelled.remove(id) != nil || isReady(content.state) { return true }
                    content.waiters[id] = Waiter(isReady: isReady, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            guard !ignoresCancellation else { return }
            let waiter = content.withLock { content in
                let waiter = content.waiters.removeValue(forKey: id)
                if waiter == nil { content.cancelled.insert(id) }
                return waiter
            }
            waiter?.continuation.resume()
        }
        let isReadyNow = content.withLock { content in
            content.cancelled.remove(id)
            return isReady(content.state)
        }
        if !ignoresCancellation, !isReadyNow { try Task.checkCancellation() }
    }
}
