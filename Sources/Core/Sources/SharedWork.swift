import Synchronization

/// Does equal work once, however many wait for it; the last one who leaves cancels it.
///
/// Work that nobody waits for any more is not joined: who comes then begins anew, and inherits no cancellation. No lock
/// is held while anybody is resumed or cancelled.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let key: Key
        let task: Task<Void, Never>
        var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
    }

    private struct State: Sendable {
        var lastNumber = 0
        /// The work under way, by the number of the one who began it.
        var entries: [Int: Entry] = [:]
        /// Which work can be joined.
        var open: [Key: Int] = [:]
        /// Which work each waiter waits for.
        var homes: [Int: Int] = [:]
    }

    private let state = Mutex(State())

    /// How many wait for work.
    var waiterCount: Int { state.withLock { $0.homes.count } }

    /// Waits for work: joins what is under way, or begins it.
    ///
    /// - Parameters:
    ///   - key: What the work is.
    ///   - work: The work, in a task of its own.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws; `CancellationError` when the calling task was cancelled.
    func value(for key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                join(number, key, continuation, work)
                // Cancelled before it was there: nobody else would make it leave.
                if Task.isCancelled { leave(number) }
            }
        } onCancel: {
            leave(number)
        }
    }

    private func join(
        _ number: Int, _ key: Key, _ continuation: CheckedContinuation<Value, any Error>,
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        state.withLock { state in
            let id = state.open[key] ?? number
            if id == number {
                state.open[key] = number
                // A person may join later, so it is never less urgent than for one.
                state.entries[number] = Entry(
                    key: key,
                    task: Task(priority: .userInitiated) {
                        let result: Result<Value, any Error>
                        do {
                            result = .success(try await work())
                        } catch {
                            result = .failure(error)
                        }
                        self.land(number, result)
                    })
            }
            state.homes[number] = id
            state.entries[id]?.waiters[number] = continuation
        }
    }

    private func leave(_ number: Int) {
        let (waiter, task) = state.withLock { state in
            guard let id = state.homes.removeValue(forKey: number) else {
                return (CheckedContinuation<Value, any Error>?.none, Task<Void, Never>?.none)
            }
            let waiter = state.entries[id]?.waiters.removeValue(forKey: number)
            guard let entry = state.entries[id], entry.waiters.isEmpty else { return (waiter, nil) }
            state.entries[id] = nil
            if state.open[entry.key] == id { state.open[entry.key] = nil }
            return (waiter, entry.task)
        }
        task?.cancel()
        waiter?.resume(throwing: CancellationError())
    }

    private func land(_ id: Int, _ result: Result<Value, any Error>) {
        let waiters = state.withLock { state in
            // Gone where the last one who waited has left.
            guard let entry = state.entries.removeValue(forKey: id) else {
                return [CheckedContinuation<Value, any Error>]()
            }
            if state.open[entry.key] == id { state.open[entry.key] = nil }
            for number in entry.waiters.keys { state.homes[number] = nil }
            return Array(entry.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}
