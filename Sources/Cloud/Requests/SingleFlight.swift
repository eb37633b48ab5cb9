import Core
import Synchronization

/// Does equal work once, however many wait for it.
///
/// Work runs in a task of its own, which ends when the last one who waits has left. Who joins and who leaves when:
/// - A waiter whose task is cancelled leaves with `CancellationError`, one whose time is up with `timedOut`; the others
///   go on waiting. The last one to leave cancels the work, and returns when it has ended.
/// - Work that nobody waits for any more is not joined: who comes then begins anew, and never inherits a cancellation.
/// - The work is as urgent as the most urgent of those who wait, and hears of every change.
///
/// Safe from any thread. No lock is held while anybody is resumed, cancelled or told.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The work, with its ``Flight`` to ask who waits for it.
    typealias Operation = @Sendable (Flight) async throws -> Value
    /// Is told who waits now.
    typealias Observer = @Sendable (Urgency) -> Void

    struct Outcome: Sendable {
        let result: Result<Value, any Error>
        /// The work that the one who leaves has cancelled.
        let unwinding: Task<Void, Never>?
    }

    struct Waiter: Sendable {
        let priority: RequestPriority
        let limit: TimeLimit
        let joined: Duration
        let continuation: CheckedContinuation<Outcome, Never>
    }

    struct Entry: Sendable {
        let key: Key?
        var task: Task<Void, Never>?
        var waiters: [Int: Waiter] = [:]
        var urgency: Urgency
        /// Since when it is sent, `nil` while it waits for its turn.
        var sent: Duration?
        var observer: Observer?
        /// Whether the last one left because the time was up.
        var isExpired = false
    }

    struct State: Sendable {
        var closed: (any Error)?
        var lastNumber = 0
        var entries: [Int: Entry] = [:]
        /// What can be joined.
        var flights: [Key: Int] = [:]
        /// Which flight each waiter waits for.
        var homes: [Int: Int] = [:]
    }

    let time: any TimeProvider
    let alarm: Alarm
    let state = Mutex(State())

    /// Creates one without flights.
    ///
    /// - Parameter time: Where time limits are measured.
    init(time: any TimeProvider) {
        self.time = time
        alarm = Alarm(time: time)
    }

    deinit { alarm.stop() }

    /// How many flights there are, and how many wait for them.
    var counts: (flights: Int, waiters: Int) { state.withLock { ($0.entries.count, $0.homes.count) } }

    /// Waits for work: joins what is under way, or begins it.
    ///
    /// - Parameters:
    ///   - key: What the work is; `nil` for work that nobody may join.
    ///   - priority: Who waits.
    ///   - limit: How long.
    ///   - operation: The work.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, `NetworkError` with the code `timedOut`, what ``close(with:)`` was given,
    ///   `CancellationError` when the calling task was cancelled.
    func value(
        for key: Key?, priority: RequestPriority, limit: TimeLimit, operation: @escaping Operation
    ) async throws -> Value {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(
                    priority: priority, limit: limit, joined: time.uptime, continuation: continuation)
                join(number, waiter, key: key, operation: operation)
                // Cancelled before it was there: nobody else would make it leave.
                if Task.isCancelled { leave(number, with: CancellationError()) }
            }
        } onCancel: {
            leave(number, with: CancellationError())
        }
        await outcome.unwinding?.value
        try Task.checkCancellation()
        return try outcome.result.get()
    }

    /// Ends all flights, and lets nobody begin one.
    ///
    /// - Parameter error: What those who wait get, and all who come later.
    func close(with error: any Error) async {
        let (waiters, tasks) = state.withLock { state in
            state.closed = state.closed ?? error
            let waiters = state.entries.values.flatMap(\.waiters.values)
            let tasks = state.entries.values.compactMap(\.task)
            for id in state.entries.keys { state.entries[id]?.waiters = [:] }
            (state.flights, state.homes) = ([:], [:])
            return (waiters, tasks)
        }
        alarm.stop()
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        for waiter in waiters {
            waiter.continuation.resume(returning: Outcome(result: .failure(error), unwinding: nil))
        }
    }

    // MARK: Coming and going

    private func join(_ number: Int, _ waiter: Waiter, key: Key?, operation: @escaping Operation) {
        let (due, notice, closed) = state.withLock { state -> (Duration?, Notice?, (any Error)?) in
            if let closed = state.closed { return (nil, nil, closed) }
            let id: Int
            if let key, let flight = state.flights[key] {
                id = flight
            } else {
                id = number
                begin(id, key: key, priority: waiter.priority, in: &state, operation)
            }
            state.homes[number] = id
            state.entries[id]?.waiters[number] = waiter
            return (state.deadline(of: waiter, in: id), state.recount(id), nil)
        }
        if let closed {
            waiter.continuation.resume(returning: Outcome(result: .failure(closed), unwinding: nil))
            return
        }
        if let due { expire(noLaterThan: due) }
        notice?.deliver()
    }

    private func begin(
        _ id: Int, key: Key?, priority: RequestPriority, in state: inout State, _ operation: @escaping Operation
    ) {
        var entry = Entry(key: key, urgency: Urgency(priority: priority, version: 0))
        // Who joins later may be a person, and a continuation lends the work nobody's priority: never that of whoever came
        // first. Who goes before whom is said by `Urgency`.
        entry.task = Task(priority: .userInitiated) {
            let result: Result<Value, any Error>
            do {
                result = .success(try await operation(Flight(owner: self, id: id)))
            } catch {
                result = .failure(error)
            }
            self.land(id, result)
        }
        state.entries[id] = entry
        if let key { state.flights[key] = id }
    }

    private func land(_ id: Int, _ result: Result<Value, any Error>) {
        let waiters = state.withLock { state -> [Waiter] in
            guard let entry = state.entries.removeValue(forKey: id) else { return [] }
            if let key = entry.key, state.flights[key] == id { state.flights[key] = nil }
            for number in entry.waiters.keys { state.homes[number] = nil }
            return Array(entry.waiters.values)
        }
        for waiter in waiters { waiter.continuation.resume(returning: Outcome(result: result, unwinding: nil)) }
    }

    /// Lets a waiter go with an error; does nothing when it has gone.
    func leave(_ number: Int, with error: any Error, isExpired: Bool = false) {
        let departure = state.withLock { state -> Departure? in
            state.homes[number].map { state.remove([number], from: $0, isExpired: isExpired) }
        }
        departure?.perform(with: error)
    }

    // MARK: Time limits

    func expire(noLaterThan due: Duration) {
        alarm.ring(noLaterThan: due) { [weak self] in self?.expire() }
    }

    private func expire() {
        let now = time.uptime
        let (late, next) = state.withLock { state in
            var late: [Int] = []
            var next: Duration?
            for (number, id) in state.homes {
                guard let waiter = state.entries[id]?.waiters[number], let due = state.deadline(of: waiter, in: id)
                else { continue }
                if due <= now { late.append(number) } else { next = min(next ?? due, due) }
            }
            return (late, next)
        }
        for number in late { leave(number, with: NetworkError(.timedOut), isExpired: true) }
        if let next { expire(noLaterThan: next) }
    }
}

/// How long somebody waits for an answer.
enum TimeLimit: Sendable, Hashable {
    /// Until a moment, as uptime, whatever the time is spent on.
    case until(Duration)
    /// For so long, counted from when a try is sent; waiting for its turn is free.
    case onceSent(Duration)
}
