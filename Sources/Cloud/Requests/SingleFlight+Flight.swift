import Core
import Synchronization

extension SingleFlight {
    /// What the work may ask and say about those who wait for it.
    struct Flight: Sendable {
        let owner: SingleFlight
        let id: Int

        /// Who waits now.
        var urgency: Urgency {
            owner.state.withLock { $0.entries[id]?.urgency } ?? Urgency(priority: .background, version: .max)
        }

        /// Until when somebody waits, as uptime; `nil` where somebody waits for as long as it takes.
        var deadline: Duration? { owner.state.withLock { $0.deadline(of: id) } }

        /// Whether the last one left because the time was up.
        var isExpired: Bool { owner.state.withLock { $0.entries[id]?.isExpired ?? false } }

        /// Is told from now on when somebody else waits.
        ///
        /// - Parameter observer: Runs outside the lock, on whatever thread; two calls may overtake each other, which
        ///   their versions tell.
        func observe(_ observer: @escaping Observer) {
            owner.state.withLock { $0.entries[id]?.observer = observer }
        }

        /// Counts the time from now for those whose time begins when a try is sent.
        ///
        /// - Returns: Until when somebody waits, as uptime; `nil` when nobody does.
        func willSend() -> Duration? {
            let now = owner.time.uptime
            let (last, next) = owner.state.withLock { state -> (Duration?, Duration?) in
                state.entries[id]?.sent = now
                let dues = state.entries[id]?.waiters.values.compactMap { state.deadline(of: $0, in: id) }
                return (dues?.max(), dues?.min())
            }
            if let next { owner.expire(noLaterThan: next) }
            return last
        }

        /// Counts no more time for those whose time begins when a try is sent.
        func didReceive() {
            owner.state.withLock { $0.entries[id]?.sent = nil }
        }

        /// Ends the waiting of some, of all that it means at one moment.
        ///
        /// - Parameters:
        ///   - error: What they get.
        ///   - isMeant: Says who, by its priority and its deadline as uptime; it runs under the lock.
        func end(with error: any Error, where isMeant: (RequestPriority, Duration?) -> Bool) {
            let departure = owner.state.withLock { state in
                let waiters = state.entries[id]?.waiters ?? [:]
                let meant = waiters.filter { isMeant($0.value.priority, state.deadline(of: $0.value, in: id)) }
                return state.remove(meant.keys.sorted(), from: id, isExpired: false)
            }
            departure.perform(with: error)
        }
    }

    /// Some who leave, and what follows from it.
    struct Departure: Sendable {
        var waiters: [Waiter] = []
        /// The work that nobody waits for any more.
        var abandoned: Task<Void, Never>?
        var notice: Notice?

        func perform(with error: any Error) {
            abandoned?.cancel()
            notice?.deliver()
            let outcome = Outcome(result: .failure(error), unwinding: abandoned)
            for waiter in waiters { waiter.continuation.resume(returning: outcome) }
        }
    }

    /// What an observer is to be told.
    struct Notice: Sendable {
        let observer: Observer
        let urgency: Urgency

        func deliver() { observer(urgency) }
    }
}

extension SingleFlight.State {
    /// When a waiter's time is up; `nil` while it is not counted.
    func deadline(of waiter: SingleFlight.Waiter, in id: Int) -> Duration? {
        switch waiter.limit {
        case .until(let moment): moment
        case .onceSent(let length): entries[id]?.sent.map { max($0, waiter.joined) + length }
        }
    }

    /// Until when somebody waits; `nil` where somebody's time is not counted.
    func deadline(of id: Int) -> Duration? {
        guard let waiters = entries[id]?.waiters.values else { return nil }
        let dues = waiters.map { deadline(of: $0, in: id) }
        return dues.contains(nil) ? nil : dues.compactMap(\.self).max()
    }

    /// Finds out how urgent a flight is now; returns what to say where that has changed.
    mutating func recount(_ id: Int) -> SingleFlight.Notice? {
        guard let entry = entries[id], let priority = entry.waiters.values.map(\.priority).max(),
            priority != entry.urgency.priority
        else { return nil }
        let urgency = Urgency(priority: priority, version: entry.urgency.version + 1)
        entries[id]?.urgency = urgency
        return entry.observer.map { SingleFlight.Notice(observer: $0, urgency: urgency) }
    }

    /// Takes waiters out of a flight.
    mutating func remove(_ numbers: [Int], from id: Int, isExpired: Bool) -> SingleFlight.Departure {
        var departure = SingleFlight.Departure()
        for number in numbers {
            homes[number] = nil
            guard let waiter = entries[id]?.waiters.removeValue(forKey: number) else { continue }
            departure.waiters.append(waiter)
        }
        guard !departure.waiters.isEmpty else { return departure }
        if entries[id]?.waiters.isEmpty == true {
            // From here on nobody joins it, although it may take a moment to end.
            if let key = entries[id]?.key, flights[key] == id { flights[key] = nil }
            entries[id]?.isExpired = isExpired
            departure.abandoned = entries[id]?.task
        } else {
            departure.notice = recount(id)
        }
        return departure
    }
}
