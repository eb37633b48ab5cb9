import Foundation

@testable import Core

/// An outbox with a clock, for tests that tell one story.
struct OutboxHarness {
    var outbox: Outbox
    var now = OutboxTime(date: Date(timeIntervalSince1970: 1_700_000_000), boot: "first", uptime: 1000)
    /// What the last event asked to be done.
    var actions: [OutboxAction] = []
    /// What the last event said to store or to show.
    var outcomes: [OutboxOutcome] = []
    private var count = 0

    typealias ID = OutboxEntry.ID
    typealias Kinds = OutboxWorld.Kinds

    static let me = AccountKey(site: .reddit, name: "t2_me")
    static let other = AccountKey(site: .reddit, name: "t2_other")
    static let reason = OutboxEntry.Reason(.unknown, "So it is.")

    init(limits change: (inout Outbox.Limits) -> Void = { _ in }) {
        var limits = Outbox.Limits()
        for kind in Kinds.all { limits.kinds[kind] = 1...1 }
        change(&limits)
        outbox = Outbox(limits: limits)
        handle(.session(Self.me, epoch: 1))
    }

    subscript(id: ID) -> OutboxEntry? { outbox.entries[id] }

    /// The entries of each send that the last event asked for.
    var sends: [[ID]] {
        actions.compactMap { if case .send(let ids, _) = $0 { ids } else { nil } }
    }

    /// The entries that the last event asked to be looked for.
    var looks: [ID] {
        actions.compactMap { if case .look(let id, _) = $0 { id } else { nil } }
    }

    mutating func looked(_ id: ID, _ finding: OutboxFinding) {
        handle(.looked(id, attempt: outbox.looking[id]?.attempt ?? 0, finding))
    }

    mutating func read(_ lane: OutboxLane, _ reading: OutboxReading) {
        handle(.read(lane, attempt: outbox.reading[lane] ?? 0, reading))
    }

    mutating func handle(_ event: OutboxEvent) {
        let step = outbox.handle(event, at: now)
        (actions, outcomes) = (step.actions, step.outcomes)
    }

    mutating func pass(_ seconds: TimeInterval) {
        now.date += seconds
        now.uptime += seconds
        handle(.woke)
    }

    mutating func decide(_ choice: OutboxChoice, on id: ID) throws(OutboxRefusal) {
        let step = try outbox.decide(choice, on: id, at: now)
        handle(.woke)
        outcomes = step.outcomes + outcomes
    }

    @discardableResult
    mutating func queue(
        _ kind: OutboxEntry.Kind, field: String = "text", on thing: String = "t3_a", _ text: String = "words",
        value: String? = nil, known: String? = nil, as account: AccountKey = me, amends: OutboxEntry.Amendment? = nil,
        waitsFor: [ID] = [], policy: OutboxEntry.Policy? = nil, container: String? = nil, undo: Double = 0,
        version: Int = 1, parts: [ID] = []
    ) throws(OutboxRefusal) -> ID {
        count += 1
        let id = ID(rawValue: "entry-\(count)")
        let step = try outbox.queue(
            OutboxEntry(
                id: id, account: account, kind: kind, version: version, payload: OutboxWorld.payload(text),
                target: StatusTarget(.post, site: account.site, native: thing), field: field, thing: thing,
                value: value,
                policy: policy ?? Kinds.policy(kind), container: container, parts: parts, amendment: amends,
                waitsFor: waitsFor,
                at: now), known: known, undo: undo, at: now)
        handle(.woke)
        outcomes = step.outcomes + outcomes
        return id
    }

    @discardableResult
    mutating func vote(_ value: String, on thing: String = "t3_a", known: String? = nil) throws(OutboxRefusal) -> ID {
        try queue(Kinds.vote, field: "vote", on: thing, value: value, known: known)
    }

    mutating func answer(_ ids: ID..., with answer: OutboxAnswer) {
        handle(.answered(ids, attempt: outbox.running[ids[0]] ?? 0, answer))
    }

    mutating func lose(_ id: ID) { answer(id, with: .unknown(Self.reason, isAnswered: false)) }

    mutating func arrive(_ id: ID, as result: String? = nil) { answer(id, with: .done(result: result, value: nil)) }

    /// Queues an edit or a deletion of an unsent text that is being sent or looked for.
    mutating func amend(
        _ text: ID, _ replacement: String?, dependants: OutboxDependants? = nil
    ) throws(OutboxRefusal) -> ID {
        try queue(
            replacement == nil ? Kinds.delete : Kinds.edit, field: "target", on: text.rawValue, replacement ?? "",
            amends: OutboxEntry.Amendment(
                of: text, replacement: replacement.map(OutboxWorld.payload), dependants: dependants), waitsFor: [text])
    }

    /// Ends the process and begins another, in the same boot or in a new one.
    mutating func relaunch(boot: String? = nil, after seconds: TimeInterval = 0) {
        now.date += seconds
        now.uptime += seconds
        if let boot {
            now.boot = boot
            now.uptime = 30
        }
        outbox = Outbox(
            entries: outbox.all, lanes: Array(outbox.lanes.values), sent: Array(outbox.sent.values),
            pauses: outbox.pauses, serverDate: outbox.serverDate, limits: outbox.limits)
        handle(.opened)
        handle(.session(Self.me, epoch: 1))
    }
}
