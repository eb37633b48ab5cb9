import Core
import Foundation

/// The state of a governor: the waiting requests, those under way, and the limits of each host.
///
/// Its methods change it and return the ``GovernorEffects`` to perform; they call nothing else.
struct GovernorState: Sendable {
    private let policy: HostPolicy
    var policies: [HostKey: HostPolicy]
    private let longestPersonalWait: Duration
    /// Whether what is written down is known, or nothing is.
    var isRestored: Bool
    /// Whether changes are written down.
    private let isStored: Bool
    var restoring: Task<Void, Never>?
    var isPrefetchPaused = false
    var queues: [HostKey: HostQueue] = [:]
    var saveDue: Duration?

    private var tickets: [Int: Ticket] = [:]
    private var lastTicket = 0
    private var lastWaiter = 0
    private var waitingCount = 0
    /// The tickets that have joined a queue and were not yet recorded as held.
    private var unreported: [Int] = []
    /// The turns of the feeds whose requests have begun.
    private var turns = ServedTurns()
    private var isDirty = false
    var alarm = GovernorEffects.Alarm(due: nil, version: 0)

    init(
        policy: HostPolicy, policies: [HostKey: HostPolicy], longestPersonalWait: Duration, isRestored: Bool
    ) {
        self.policy = policy
        self.policies = policies
        self.longestPersonalWait = longestPersonalWait
        self.isRestored = isRestored
        isStored = !isRestored
    }

    /// Whether something is known that is not written down.
    var needsSaving: Bool { isDirty || saveDue != nil }

    /// The number of tickets in any phase.
    var ticketCount: Int { tickets.count }

    /// Takes note that all that is known is being written down.
    mutating func markSaved() { (isDirty, saveDue) = (false, nil) }

    // MARK: Tickets

    mutating func open(_ host: HostKey, fairness: UInt64?, urgency: Urgency) -> Int {
        lastTicket += 1
        tickets[lastTicket] = Ticket(
            host: host, fairness: fairness, urgency: urgency, allowance: longestPersonalWait)
        return lastTicket
    }

    /// Starts a request at once if nothing waits and nothing is in the way, the usual case.
    mutating func admitAtOnce(_ id: Int, urgency: Urgency, at now: Duration) -> Bool {
        guard isRestored, let ticket = tickets[id] else { return false }
        renew(id, urgency)
        let priority = tickets[id]?.urgency.priority ?? ticket.urgency.priority
        guard !isHeldBack(priority) else { return false }
        let isFree = withQueue(of: ticket.host) { $0.waiting.isEmpty && $0.block(at: now, for: priority) == nil }
        if isFree { begin(id, at: now) }
        return isFree
    }

    /// Puts a ticket into its host's queue; ``settle(at:_:)`` starts it when it may begin.
    mutating func wait(
        _ id: Int, _ waiter: Waiter, urgency: Urgency, at now: Duration, _ effects: inout GovernorEffects
    ) {
        guard let host = tickets[id]?.host else {
            effects.resumes.append((waiter.continuation, CancellationError()))
            return
        }
        renew(id, urgency)
        var waiter = waiter
        lastWaiter += 1
        waiter.number = lastWaiter
        waiter.urgentSince = tickets[id]?.urgency.priority == .userInitiated ? now : nil
        tickets[id]?.phase = .waiting(waiter)
        withQueue(of: host) { $0.waiting.append(id) }
        waitingCount += 1
        unreported.append(id)
    }

    mutating func update(
        _ id: Int, urgency: Urgency, at now: Duration, _ effects: inout GovernorEffects
    ) -> RateRefusal? {
        guard let ticket = tickets[id], urgency.version > ticket.urgency.version else { return nil }
        let isPromoted = urgency.priority == .userInitiated && ticket.urgency.priority != .userInitiated
        if case .waiting(var waiter) = ticket.phase {
            if isPromoted, let refusal = refusal(ofPersonTo: ticket.host, at: now) {
                tickets[id]?.urgency.version = urgency.version
                return refusal
            }
            if isPromoted { waiter.urgentSince = now }
            if urgency.priority != .userInitiated { waiter.urgentSince = nil }
            tickets[id]?.phase = .waiting(waiter)
        }
        renew(id, urgency)
        return nil
    }

    mutating func learn(
        _ id: Int, _ limits: RateLimitHeaders, status: Int, from other: HostKey?, at now: Duration, jitter: Duration,
        _ effects: inout GovernorEffects
    ) -> Duration? {
        guard let ticket = tickets[id], case .underway(let start) = ticket.phase else { return nil }
        let isOther = other != nil && other != ticket.host
        end(ticket, id, at: now) { queue in
            queue.touched = now
            if isOther { queue.spend() }
        }
        // What was refused has had no turn.
        if status == 429 { takeBack(start, of: ticket) }
        let says = limits != RateLimitHeaders.nothing
        // A host that only answers a redirect and says nothing is not worth remembering.
        guard !isOther || says || status == 429 else { return nil }
        let pause = withQueue(of: other ?? ticket.host) {
            $0.learn(
                limits, status: status, sent: start.since, order: isOther ? 0 : start.order, at: now, jitter: jitter)
        }
        if says { isDirty = true }
        if pause != nil { effects.savesNow = true }
        return pause
    }

    mutating func leave(_ id: Int, wasSent: Bool, at now: Duration, _ effects: inout GovernorEffects) {
        guard let ticket = tickets[id], case .underway(let start) = ticket.phase else { return }
        end(ticket, id, at: now) { queue in
            if wasSent {
                queue.spend()
                queue.touched = now
            } else if queue.touched == start.since {
                // The server saw nothing of it, so nobody has to keep a distance from it.
                queue.touched = start.before
            }
        }
        if !wasSent { takeBack(start, of: ticket) }
    }

    private mutating func end(_ ticket: Ticket, _ id: Int, at now: Duration, _ body: (inout HostQueue) -> Void) {
        tickets[id]?.phase = .idle
        let isSpaced = withQueue(of: ticket.host) { queue in
            queue.underway -= 1
            body(&queue)
            return queue.policy.minimumSpacing > .zero
        }
        // When the host was last touched is worth writing down where others keep a distance from it.
        if isSpaced { isDirty = true }
    }

    private mutating func takeBack(_ start: Start, of ticket: Ticket) {
        turns.takeBack(start.turns, of: ticket.fairness ?? 0)
    }

    mutating func close(_ id: Int, at now: Duration, _ effects: inout GovernorEffects) {
        leave(id, wasSent: true, at: now, &effects)
        endWaiting(id, with: CancellationError(), at: now, &effects)
        tickets[id] = nil
        // Pictures come from anywhere; what is known of hosts must not grow for ever.
        if queues.count > 200 { queues = queues.filter { !$0.value.isForgettable(at: now) } }
    }

    mutating func endWaiting(
        _ id: Int, with error: any Error, at now: Duration, _ effects: inout GovernorEffects
    ) {
        guard let ticket = tickets[id], case .waiting(let waiter) = ticket.phase else { return }
        leaveQueue(id, of: ticket.host, to: .idle)
        effects.resumes.append((waiter.continuation, error))
    }

    private mutating func renew(_ id: Int, _ urgency: Urgency) {
        guard let old = tickets[id]?.urgency, urgency.version > old.version else { return }
        tickets[id]?.urgency = urgency
        if urgency.priority == .userInitiated, old.priority != .userInitiated {
            tickets[id]?.allowance = longestPersonalWait
        }
    }

    private mutating func leaveQueue(_ id: Int, of host: HostKey, to phase: Phase) {
        tickets[id]?.phase = phase
        withQueue(of: host) { $0.waiting.removeAll { $0 == id } }
        waitingCount -= 1
    }

    private mutating func withQueue<Result>(
        of host: HostKey, _ body: (inout HostQueue) -> Result
    ) -> Result {
        body(&queues[host, default: HostQueue(policy: policies[host] ?? policy)])
    }

    // MARK: Settling

    /// Starts the requests that may begin, refuses those that would wait too long, and sets the alarm for the others.
    mutating func settle(at now: Duration, _ effects: inout GovernorEffects) {
        var due: Duration?
        if isRestored, waitingCount > 0 {
            for key in queues.keys.filter({ queues[$0]?.waiting.isEmpty == false }) {
                let next = settle(key, at: now, &effects)
                due = [due, next].compactMap(\.self).min()
            }
        }
        if isRestored, !unreported.isEmpty {
            for id in unreported { report(id, at: now, &effects) }
            unreported = []
        }
        if isStored {
            if effects.savesNow {
                (isDirty, saveDue) = (false, nil)
            } else if isDirty, saveDue == nil {
                saveDue = now + .seconds(5)
            }
            isDirty = false
            due = [due, saveDue].compactMap(\.self).min()
        }
        if due != alarm.due {
            alarm = GovernorEffects.Alarm(due: due, version: alarm.version + 1)
            effects.alarm = alarm
        }
    }

    /// Returns the time at which a request of this queue may begin, where it is known.
    private mutating func settle(_ key: HostKey, at now: Duration, _ effects: inout GovernorEffects) -> Duration? {
        var due: Duration?
        while let id = next(in: key), let ticket = tickets[id], case .waiting(let waiter) = ticket.phase {
            if let block = withQueue(of: key, { $0.block(at: now, for: ticket.urgency.priority) }) {
                due = block.until
                break
            }
            leaveQueue(id, of: key, to: .idle)
            if let since = waiter.urgentSince {
                tickets[id]?.allowance = max(.zero, ticket.allowance - (now - since))
            }
            begin(id, at: now)
            effects.resumes.append((waiter.continuation, nil))
        }
        refuse(key, at: now, &effects)
        return queues[key]?.waiting.isEmpty == false ? due : nil
    }

    private mutating func refuse(_ key: HostKey, at now: Duration, _ effects: inout GovernorEffects) {
        guard let queue = queues[key] else { return }
        var ahead = 0
        for id in inOrder(queue.waiting.filter(isHurried)) {
            guard let ticket = tickets[id], case .waiting(let waiter) = ticket.phase else { continue }
            let isPersons = ticket.urgency.priority == .userInitiated
            let block = queue.start(behind: isPersons ? ahead : 0, at: now)
            let until = block.until ?? now
            let patience = waiter.urgentSince.map { $0 + ticket.allowance }
            let isTooLong = patience.map { until > $0 } ?? false
            let isTooLate = waiter.deadline.map { until >= $0 } ?? false
            if until > now, isTooLong || isTooLate {
                let refusal = RateRefusal(
                    reason: block.reason, until: until, retryAfter: (until - now).inWholeMilliseconds,
                    isPersonal: isTooLong)
                endWaiting(id, with: refusal, at: now, &effects)
            } else if isPersons {
                ahead += 1
            }
        }
    }

    private func refusal(ofPersonTo host: HostKey, at now: Duration) -> RateRefusal? {
        guard let queue = queues[host] else { return nil }
        let ahead = queue.waiting.filter { tickets[$0]?.urgency.priority == .userInitiated }.count
        let block = queue.start(behind: ahead, at: now)
        guard let until = block.until, until > now + longestPersonalWait else { return nil }
        return RateRefusal(
            reason: block.reason, until: until, retryAfter: (until - now).inWholeMilliseconds, isPersonal: true)
    }

    /// Says why one that has just come is held back, if it is.
    private func report(_ id: Int, at now: Duration, _ effects: inout GovernorEffects) {
        guard let ticket = tickets[id], case .waiting = ticket.phase, let queue = queues[ticket.host] else { return }
        let own = turn(of: id)
        let ahead = queue.waiting.count { turn(of: $0) < own }
        var block = queue.start(behind: ahead, at: now)
        if block.reason == .priority || isHeldBack(ticket.urgency.priority) {
            block = HostQueue.Block(reason: .priority, until: nil)
        }
        effects.held.append(
            GovernorEffects.Held(host: ticket.host.host, block: block, priority: ticket.urgency.priority))
    }

    // MARK: Turns

    private mutating func begin(_ id: Int, at now: Duration) {
        guard let ticket = tickets[id] else { return }
        let turns = turns.begin(ticket.fairness ?? 0)
        let (order, before, isSpaced) = withQueue(of: ticket.host) { queue in
            let before = queue.touched
            queue.begin(at: now)
            return (queue.begun, before, queue.policy.minimumSpacing > .zero)
        }
        tickets[id]?.phase = .underway(
            Start(since: now, order: order, before: before, turns: turns))
        if isSpaced { isDirty = true }
        if ticket.fairness != nil { isDirty = true }
    }

    private func isHeldBack(_ priority: RequestPriority) -> Bool { priority == .prefetch && isPrefetchPaused }

    /// Whether it matters when it begins.
    private func isHurried(_ id: Int) -> Bool {
        guard let ticket = tickets[id], case .waiting(let waiter) = ticket.phase else { return false }
        return ticket.urgency.priority == .userInitiated || waiter.deadline != nil
    }

    private func turn(of id: Int) -> (Int, Int, Int) {
        guard let ticket = tickets[id], case .waiting(let waiter) = ticket.phase else { return (0, 0, 0) }
        return (-ticket.urgency.priority.rawValue, turns.number(of: ticket.fairness ?? 0), waiter.number)
    }

    private func inOrder(_ ids: [Int]) -> [Int] {
        ids.map { (id: $0, turn: turn(of: $0)) }.sorted { $0.turn < $1.turn }.map(\.id)
    }

    private func next(in host: HostKey) -> Int? {
        let ids = queues[host]?.waiting.filter { id in
            tickets[id].map { !isHeldBack($0.urgency.priority) } ?? false
        }
        return ids?.map { (id: $0, turn: turn(of: $0)) }.min { $0.turn < $1.turn }?.id
    }

    // MARK: Storage

    /// Returns the budget of a host.
    func budget(of key: HostKey, at uptime: Duration, now: Date) -> RequestBudget {
        guard var queue = queues[key] else { return RequestBudget(host: key.host) }
        let block = queue.block(at: uptime, for: .userInitiated)
        var budget = RequestBudget(host: key.host)
        budget.remaining = queue.window.map { max(0, $0.remaining - Double(queue.underway)) }
        budget.resets = queue.window.map { now.moved(by: $0.ends - uptime) }
        budget.next = block?.until.map { now.moved(by: $0 - uptime) }
        budget.reason = block?.reason
        budget.waiting = queue.waiting.count
        budget.underway = queue.underway
        return budget
    }

    /// Returns the snapshot to store, and counts it as stored.
    mutating func snapshot(uptime: Duration, now: Date) -> BudgetSnapshot {
        markSaved()
        return BudgetSnapshot(queues, served: turns.order, uptime: uptime, now: now)
    }

    /// Restores a stored snapshot.
    mutating func restore(_ snapshot: BudgetSnapshot, uptime: Duration, now: Date) {
        for host in snapshot.hosts.prefix(BudgetSnapshot.mostHosts) {
            guard let key = HostKey(origin: host.origin) else { continue }
            var queue = HostQueue(policy: policies[key] ?? policy)
            host.restore(&queue, saved: snapshot.saved, uptime: uptime, now: now)
            queues[key] = queue.merged(with: queues[key])
        }
        turns.setOrder(snapshot.served.compactMap { UInt64($0, radix: 16) })
    }
}

extension HostQueue {
    /// Returns the restored queue with the requests that have arrived meanwhile.
    fileprivate func merged(with present: HostQueue?) -> HostQueue {
        guard let present else { return self }
        var queue = self
        (queue.policy, queue.underway, queue.waiting) = (present.policy, present.underway, present.waiting)
        return queue
    }
}
