import Synchronization

/// The work in flight of a ``SingleFlight`` and the callers that wait for it, whatever the types of keys and results
/// are: one copy of this code serves all of them.
package final class FlightTable: Sendable {
    typealias Operation = @Sendable (Flight) async throws -> any Sendable

    fileprivate struct Outcome: Sendable {
        let result: Result<any Sendable, any Error>
        /// The cancelled work whose end the leaving caller waits for.
        let unwinding: Task<Void, Never>?
    }

    fileprivate struct Waiter: Sendable {
        let priority: RequestPriority
        let limit: TimeLimit?
        let joined: Duration
        let continuation: CheckedContinuation<Outcome, Never>
    }

    fileprivate struct Entry: Sendable {
        let key: FlightKey?
        var task: Task<Void, Never>?
        var waiters: [Int: Waiter] = [:]
        var urgency: Urgency
        /// The uptime at which it was sent; `nil` while it is queued.
        var sent: Duration?
        var observer: Flight.Observer?
        /// Whether it was sent, in whatever attempt.
        var wasSent = false
        /// Whether the last caller left because its time limit was reached.
        var isExpired = false
    }

    fileprivate struct State: Sendable {
        var closed: (any Error)?
        var lastNumber = 0
        var entries: [Int: Entry] = [:]
        /// The flights that can be joined, by key.
        var flights: [FlightKey: Int] = [:]
        /// The flight of each waiter.
        var homes: [Int: Int] = [:]
    }

    private let abandoned: AbandonedWork
    private let time: any TimeProvider
    private let alarm: Alarm
    private let state = Mutex(State())

    init(abandoned: AbandonedWork, time: any TimeProvider) {
        self.abandoned = abandoned
        self.time = time
        alarm = Alarm(time: time)
    }

    deinit { alarm.stop() }

    var counts: (flights: Int, waiters: Int) { state.withLock { ($0.entries.count, $0.homes.count) } }

    func value(
        for key: FlightKey?, priority: RequestPriority, limit: TimeLimit?, operation: @escaping Operation
    ) async throws -> any Sendable {
        // Work is neither begun nor kept up for a caller that does not wait.
        try Task.checkCancellation()
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
        if abandoned == .cancelAndWait { try Task.checkCancellation() }
        return try outcome.result.get()
    }

    func close(with error: any Error) async {
        let tasks = state.withLock { state in
            state.closed = state.closed ?? error
            return state.entries.values.compactMap(\.task)
        }
        let waiters = removeAllWaiters()
        alarm.stop()
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        for waiter in waiters {
            waiter.continuation.resume(returning: Outcome(result: .failure(error), unwinding: nil))
        }
    }

    func endWaiting(with error: any Error) {
        for waiter in removeAllWaiters() {
            waiter.continuation.resume(returning: Outcome(result: .failure(error), unwinding: nil))
        }
    }

    private func removeAllWaiters() -> [Waiter] {
        state.withLock { state in
            let waiters = state.entries.values.flatMap(\.waiters.values)
            for id in state.entries.keys { state.entries[id]?.waiters = [:] }
            (state.flights, state.homes) = ([:], [:])
            return waiters
        }
    }

    // MARK: Joining and leaving

    private func join(_ number: Int, _ waiter: Waiter, key: FlightKey?, operation: @escaping Operation) {
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
        _ id: Int, key: FlightKey?, priority: RequestPriority, in state: inout State, _ operation: @escaping Operation
    ) {
        var entry = Entry(key: key, urgency: Urgency(priority: priority, version: 0))
        // Who joins later may be a person, and a continuation lends the work nobody's priority: never that of whoever
        // came first. Who goes before whom is said by `Urgency`.
        entry.task = Task(priority: .userInitiated) {
            let result: Result<any Sendable, any Error>
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

    private func land(_ id: Int, _ result: Result<any Sendable, any Error>) {
        let waiters = state.withLock { state -> [Waiter] in
            guard let entry = state.entries.removeValue(forKey: id) else { return [] }
            if let key = entry.key, state.flights[key] == id { state.flights[key] = nil }
            for number in entry.waiters.keys { state.homes[number] = nil }
            return entry.waiters.sorted { $0.key < $1.key }.map(\.value)
        }
        for waiter in waiters { waiter.continuation.resume(returning: Outcome(result: result, unwinding: nil)) }
    }

    /// Removes a waiter with an error; does nothing when it was removed already.
    private func leave(_ number: Int, with error: any Error) {
        departure(of: number, isExpired: false)?.perform(with: error, abandoned)
    }

    /// Removes a waiter whose time is up.
    private func expire(_ number: Int) {
        guard let departure = departure(of: number, isExpired: true) else { return }
        departure.perform(with: NetworkError(.timedOut, isUnsent: departure.isUnsent), abandoned)
    }

    private func departure(of number: Int, isExpired: Bool) -> Departure? {
        state.withLock { state in
            state.homes[number].map { state.remove([number], from: $0, isExpired: isExpired, abandoned) }
        }
    }

    // MARK: Time limits

    private func expire(noLaterThan due: Duration) {
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
        for number in late { expire(number) }
        if let next { expire(noLaterThan: next) }
    }
}

/// A key of work in flight.
struct FlightKey: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (left: FlightKey, right: FlightKey) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension FlightTable {
    /// A handle by which work in flight reads the priority and the time limits of its callers.
    package struct Flight: Sendable {
        /// Called when the priority of those who wait has changed.
        package typealias Observer = @Sendable (Urgency) -> Void

        fileprivate let owner: FlightTable
        fileprivate let id: Int

        /// The current urgency of the callers.
        package var urgency: Urgency {
            owner.state.withLock { $0.entries[id]?.urgency } ?? Urgency(priority: .background, version: .max)
        }

        /// The uptime until which a caller waits; `nil` where one waits without limit.
        package var deadline: Duration? { owner.state.withLock { $0.deadline(of: id) } }

        /// Whether the last caller left because its time limit was reached.
        package var isExpired: Bool { owner.state.withLock { $0.entries[id]?.isExpired ?? false } }

        /// Calls a closure whenever the priority of the callers changes, from now on.
        ///
        /// - Parameter observer: Runs outside the lock, on whatever thread; two calls may overtake each other, which
        ///   their versions tell.
        package func observe(_ observer: @escaping Observer) {
            owner.state.withLock { $0.entries[id]?.observer = observer }
        }

        /// Starts the time limits that count from when an attempt is sent.
        ///
        /// - Returns: Until when somebody waits, as uptime; `nil` when nobody does.
        package func willSend() -> Duration? {
            let now = owner.time.uptime
            let (last, next) = owner.state.withLock { state -> (Duration?, Duration?) in
                state.entries[id]?.sent = now
                // Where nobody waits any more it is not sent, which the caller sees by what this returns.
                if state.entries[id]?.waiters.isEmpty == false { state.entries[id]?.wasSent = true }
                let dues = state.entries[id]?.waiters.values.compactMap { state.deadline(of: $0, in: id) }
                return (dues?.max(), dues?.min())
            }
            if let next { owner.expire(noLaterThan: next) }
            return last
        }

        /// Stops the time limits that count from when an attempt is sent.
        package func didReceive() {
            owner.state.withLock { $0.entries[id]?.sent = nil }
        }

        /// Ends the waiting of the callers that a closure selects, all in one step.
        ///
        /// - Parameters:
        ///   - error: The error for them.
        ///   - isMeant: Says who, by its priority and its deadline as uptime; it runs under the lock.
        package func end(with error: any Error, where isMeant: (RequestPriority, Duration?) -> Bool) {
            let departure = owner.state.withLock { state in
                let waiters = state.entries[id]?.waiters ?? [:]
                let meant = waiters.filter { isMeant($0.value.priority, state.deadline(of: $0.value, in: id)) }
                return state.remove(meant.keys.sorted(), from: id, isExpired: false, owner.abandoned)
            }
            departure.perform(with: error, owner.abandoned)
        }
    }

    /// The waiters that leave a flight, and the consequences.
    fileprivate struct Departure: Sendable {
        var waiters: [Waiter] = []
        /// The work that no caller waits for any more.
        var work: Task<Void, Never>?
        /// Whether the work was never sent and never will be.
        var isUnsent = false
        var notice: Notice?

        func perform(with error: any Error, _ abandoned: AbandonedWork) {
            work?.cancel()
            notice?.deliver()
            let unwinding = abandoned == .cancelAndWait ? work : nil
            let outcome = Outcome(result: .failure(error), unwinding: unwinding)
            for waiter in waiters { waiter.continuation.resume(returning: outcome) }
        }
    }

    /// A change of priority to report to an observer.
    fileprivate struct Notice: Sendable {
        let observer: Flight.Observer
        let urgency: Urgency

        func deliver() { observer(urgency) }
    }
}

extension FlightTable.State {
    /// Returns the uptime at which a waiter's time limit ends; `nil` while it does not count.
    fileprivate func deadline(of waiter: FlightTable.Waiter, in id: Int) -> Duration? {
        switch waiter.limit {
        case .none: nil
        case .until(let moment): moment
        case .onceSent(let length): entries[id]?.sent.map { max($0, waiter.joined) + length }
        }
    }

    /// Returns the uptime until which a waiter of a flight waits; `nil` where one has no limit that counts.
    fileprivate func deadline(of id: Int) -> Duration? {
        guard let waiters = entries[id]?.waiters.values else { return nil }
        let dues = waiters.map { deadline(of: $0, in: id) }
        return dues.contains(nil) ? nil : dues.compactMap(\.self).max()
    }

    /// Updates the urgency of a flight; returns the notice to send where it has changed.
    fileprivate mutating func recount(_ id: Int) -> FlightTable.Notice? {
        guard let entry = entries[id], let priority = entry.waiters.values.map(\.priority).max(),
            priority != entry.urgency.priority
        else { return nil }
        let urgency = Urgency(priority: priority, version: entry.urgency.version + 1)
        entries[id]?.urgency = urgency
        return entry.observer.map { FlightTable.Notice(observer: $0, urgency: urgency) }
    }

    /// Removes waiters from a flight.
    fileprivate mutating func remove(
        _ numbers: [Int], from id: Int, isExpired: Bool, _ abandoned: AbandonedWork
    ) -> FlightTable.Departure {
        var departure = FlightTable.Departure()
        for number in numbers {
            homes[number] = nil
            guard let waiter = entries[id]?.waiters.removeValue(forKey: number) else { continue }
            departure.waiters.append(waiter)
        }
        guard !departure.waiters.isEmpty else { return departure }
        if entries[id]?.waiters.isEmpty == true {
            guard abandoned != .finish else { return departure }
            // From here on nobody joins it, although it may take a moment to end.
            if let key = entries[id]?.key, flights[key] == id { flights[key] = nil }
            entries[id]?.isExpired = isExpired
            departure.work = entries[id]?.task
            departure.isUnsent = entries[id]?.wasSent == false
        } else {
            departure.notice = recount(id)
        }
        return departure
    }
}
