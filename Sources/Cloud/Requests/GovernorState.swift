import Core
import Foundation

/// What a governor knows: who waits, who is under way, and what each host allows.
///
/// Its methods change it and say in their ``GovernorEffects`` what is to be done about it; they call nobody.
struct GovernorState: Sendable {
    /// One who waits.
    struct Waiter: Sendable {
        let continuation: CheckedContinuation<Void, any Error>
        /// Until when waiting makes sense.
        let deadline: Duration?
        /// When it came, counted through.
        var number = 0
        /// Since when a person waits for it.
        var urgentSince: Duration?
    }

    /// Where a ticket stands.
    enum Phase: Sendable {
        case idle
        case waiting(Waiter)
        case underway(Start)
    }

    /// How a request began, and what was before, to take it back when nobody took it.
    struct Start: Sendable {
        let since: Duration
        /// Which of the host's requests it is.
        let order: Int
        /// When the host was last touched before.
        let before: Duration?
        /// The feed's turn before, and the one that this is.
        let turns: (before: Int?, now: Int)
    }

    /// One request from its first try to its last.
    struct Ticket: Sendable {
        let host: HostKey
        /// The hash of its key; zero is the key of those that have none.
        let fairness: UInt64?
        var urgency: Urgency
        /// How much longer a person may be held back.
        var allowance: Duration
        var phase = Phase.idle
    }

    /// How many feeds' turns are remembered.
    static let mostServed = 500

    let policy: HostPolicy
    var policies: [HostKey: HostPolicy]
    let longestPersonalWait: Duration
    /// Whether what is written down is known, or nothing is.
    var isRestored: Bool
    let isArchived: Bool
    var restoring: Task<Void, Never>?
    var isPrefetchPaused = false
    var lines: [HostKey: HostLine] = [:]
    var saveDue: Duration?

    var tickets: [Int: Ticket] = [:]
    var lastTicket = 0
    var lastWaiter = 0
    var waitingCount = 0
    /// Who has come in line, and nobody has said why it is held back.
    var unreported: [Int] = []
    /// When each feed had its turn, counted through from 1.
    var served: [UInt64: Int] = [:]
    var lastServed = 0
    var isDirty = false
    var alarm = GovernorEffects.Alarm(due: nil, version: 0)

    init(
        policy: HostPolicy, policies: [HostKey: HostPolicy], longestPersonalWait: Duration, isRestored: Bool
    ) {
        self.policy = policy
        self.policies = policies
        self.longestPersonalWait = longestPersonalWait
        self.isRestored = isRestored
        isArchived = !isRestored
    }

    /// Whether something is known that is not written down.
    var needsSaving: Bool { isDirty || saveDue != nil }

    /// How many tickets there are, whatever their phase.
    var ticketCount: Int { tickets.count }

    /// The hashes of the feeds that had their turn, the one that was served longest ago first.
    var turns: [UInt64] { newestServed.map(\.key).filter { $0 != 0 } }

    /// Takes up the turns that were written down.
    mutating func setTurns(_ turns: [UInt64]) {
        served = [:]
        for turn in turns.suffix(Self.mostServed) {
            lastServed += 1
            served[turn] = lastServed
        }
    }

    /// Takes note that all that is known is being written down.
    mutating func markSaved() { (isDirty, saveDue) = (false, nil) }

    // MARK: Tickets

    mutating func open(_ host: HostKey, fairness: UInt64?, urgency: Urgency) -> Int {
        lastTicket += 1
        tickets[lastTicket] = Ticket(
            host: host, fairness: fairness, urgency: urgency, allowance: longestPersonalWait)
        return lastTicket
    }

    /// Lets a request through if nobody waits and nothing stands in the way: what nearly always happens.
    mutating func admitAtOnce(_ id: Int, urgency: Urgency, at now: Duration) -> Bool {
        guard isRestored, let ticket = tickets[id] else { return false }
        renew(id, urgency)
        let priority = tickets[id]?.urgency.priority ?? ticket.urgency.priority
        guard !isHeldBack(priority) else { return false }
        let isFree = withLine(of: ticket.host) { $0.waiting.isEmpty && $0.block(at: now, for: priority) == nil }
        if isFree { begin(id, at: now) }
        return isFree
    }

    /// Puts a ticket in line; ``settle(at:_:)`` lets it through if it may.
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
        withLine(of: host) { $0.waiting.append(id) }
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
        _ id: Int, _ limits: ServerLimits, status: Int, from other: HostKey?, at now: Duration, jitter: Duration,
        _ effects: inout GovernorEffects
    ) -> Duration? {
        guard let ticket = tickets[id], case .underway(let start) = ticket.phase else { return nil }
        let isOther = other != nil && other != ticket.host
        end(ticket, id, at: now) { line in
            line.touched = now
            if isOther { line.spend() }
        }
        // What was refused has had no turn.
        if status == 429 { takeBack(start, of: ticket) }
        let says = limits != ServerLimits.nothing
        // A host that only answers a redirect and says nothing is not worth remembering.
        guard !isOther || says || status == 429 else { return nil }
        let pause = withLine(of: other ?? ticket.host) {
            $0.learn(
                limits, status: status, sent: start.since, order: isOther ? 0 : start.order, at: now, jitter: jitter)
        }
        if says { isDirty = true }
        if pause != nil { effects.savesNow = true }
        return pause
    }

    mutating func leave(_ id: Int, wasSent: Bool, at now: Duration, _ effects: inout GovernorEffects) {
        guard let ticket = tickets[id], case .underway(let start) = ticket.phase else { return }
        end(ticket, id, at: now) { line in
            if wasSent {
                line.spend()
                line.touched = now
            } else if line.touched == start.since {
                // The server saw nothing of it, so nobody has to keep a distance from it.
                line.touched = start.before
            }
        }
        if !wasSent { takeBack(start, of: ticket) }
    }

    private mutating func end(_ ticket: Ticket, _ id: Int, at now: Duration, _ body: (inout HostLine) -> Void) {
        tickets[id]?.phase = .idle
        let isSpaced = withLine(of: ticket.host) { line in
            line.underway -= 1
            body(&line)
            return line.policy.minimumSpacing > .zero
        }
        // When the host was last touched is worth writing down where others keep a distance from it.
        if isSpaced { isDirty = true }
    }

    private mutating func takeBack(_ start: Start, of ticket: Ticket) {
        let key = ticket.fairness ?? 0
        if served[key] == start.turns.now { served[key] = start.turns.before }
    }

    mutating func close(_ id: Int, at now: Duration, _ effects: inout GovernorEffects) {
        leave(id, wasSent: true, at: now, &effects)
        endWaiting(id, with: CancellationError(), at: now, &effects)
        tickets[id] = nil
        // Pictures come from anywhere; what is known of hosts must not grow for ever.
        if lines.count > 200 { lines = lines.filter { !$0.value.isForgettable(at: now) } }
    }

    mutating func endWaiting(
        _ id: Int, with error: any Error, at now: Duration, _ effects: inout GovernorEffects
    ) {
        guard let ticket = tickets[id], case .waiting(let waiter) = ticket.phase else { return }
        leaveLine(id, of: ticket.host, to: .idle)
        effects.resumes.append((waiter.continuation, error))
    }

    private mutating func renew(_ id: Int, _ urgency: Urgency) {
        guard let old = tickets[id]?.urgency, urgency.version > old.version else { return }
        tickets[id]?.urgency = urgency
        if urgency.priority == .userInitiated, old.priority != .userInitiated {
            tickets[id]?.allowance = longestPersonalWait
        }
    }

    mutating func leaveLine(_ id: Int, of host: HostKey, to phase: Phase) {
        tickets[id]?.phase = phase
        withLine(of: host) { $0.waiting.removeAll { $0 == id } }
        waitingCount -= 1
    }

    mutating func withLine<Result>(
        of host: HostKey, _ body: (inout HostLine) -> Result
    ) -> Result {
        body(&lines[host, default: HostLine(policy: policies[host] ?? policy)])
    }
}
