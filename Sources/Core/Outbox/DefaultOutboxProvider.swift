package import Foundation

/// The outbox in use: it stores what the rules say, and then does it.
///
/// One for each store, and one process at a time: the one that may write. Calls are served one after the other. What
/// happens in between (answers, looks, time) is served in the same order, so no two commits overlap.
package actor DefaultOutboxProvider {
    /// The outbox as a person sees it: its stored entries, and the error that keeps it from sending.
    package struct State: Equatable, Sendable {
        /// Everything unsent by its id; asking for one entry takes the logarithm of the count.
        package fileprivate(set) var unsent = OutboxEntries()
        /// The entries that were sent in the last 30 days, with the ids that the site gave them.
        package fileprivate(set) var sent = SortedMap<OutboxEntry.ID, SentEntry>()
        /// Those of them of which something is or may be said: texts that were given up, wishes that were overruled.
        fileprivate(set) var remembered = SortedSet<OutboxEntry.ID>()
        /// The limits, which say what this version can send.
        fileprivate var limits = Outbox.Limits()
        /// The number of stored entries that this version cannot read: they are kept, and unsent.
        package var unreadableCount = 0
        /// The error of the store where the last commit failed; nothing is sent then.
        package var error: DataError?
        /// The number of requests under way.
        package var underWayCount = 0
        /// The pauses that hold more than one entry.
        package var pauses: [OutboxHold: OutboxPause] = [:]

        /// The date before which an entry is not sent, which may be over; `nil` where it does not wait for one.
        package func notBefore(of entry: OutboxEntry) -> Date? {
            let holds = [OutboxScope.kind, .account, .site].map { scope in scope.hold(of: entry).flatMap { pauses[$0] }
            }
            return ([entry.pause, entry.check?.next] + holds).compactMap { $0?.notBefore }.max()
        }

        /// Everything unsent, in the order in which it was queued; each call makes it anew, in O(*n*).
        package var entries: [OutboxEntry] { unsent.values }

        /// Whether this version of the app can send an entry; one that it cannot is kept, and can be given up.
        package func isKnown(_ entry: OutboxEntry) -> Bool { limits.isKnown(entry) }
    }

    /// The state, and each change of it.
    package nonisolated let state = ObservableValue(State())

    private(set) var outbox: Outbox
    /// The outbox as it is stored, which is what is shown.
    private var stored: Outbox
    private var isOpen = false
    private var unreadableCount = 0
    /// The events that came before the outbox was open.
    private var early: [OutboxEvent] = []
    /// The moment of the last event: what ended before it was taken into account.
    private var moment: OutboxTime
    private let store: any OutboxStore
    private let senders: [OutboxEntry.Kind: any OutboxSender]
    private let time: any TimeProvider
    private let boot: String
    private let alarm: Alarm
    private var alarmVersion = 0
    private var isBusy = false
    /// The calls that wait for their turn.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// The requests under way, by the number of their attempt.
    private var tasks: [Int: Task<Void, Never>] = [:]
    /// The error of the last commit; `nil` where it went well.
    private var error: DataError?
    private let notify: @Sendable (OutboxOutcome) -> Void
    private let changed: @Sendable () -> Void

    /// Creates an outbox that has read nothing yet.
    ///
    /// - Parameters:
    ///   - store: The place in which it is kept.
    ///   - senders: The sender of each kind.
    ///   - limits: The numbers that hold for the whole outbox.
    ///   - time: The clock; its uptime counts from the start of the boot.
    ///   - boot: The id of the boot; `nil` where the system has none.
    ///   - random: The source of a made up id of the boot.
    ///   - notify: Told of each outcome once it is stored; nothing by default.
    ///   - changed: Told of each change of ``state``, before who caused it; nothing by default.
    package init(
        store: any OutboxStore, senders: [OutboxEntry.Kind: any OutboxSender], limits: Outbox.Limits,
        time: any TimeProvider, boot: String?, random: any RandomSource,
        notify: @escaping @Sendable (OutboxOutcome) -> Void = { _ in },
        changed: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.senders = senders
        self.time = time
        self.boot = boot ?? OutboxEntry.ID(random: random).rawValue
        moment = OutboxTime(date: time.now, boot: self.boot, uptime: time.uptime / .seconds(1))
        (self.notify, self.changed) = (notify, changed)
        alarm = Alarm(time: time)
        var limits = limits
        // What nobody can send is kept, as of a version that this app does not know.
        limits.kinds = limits.kinds.filter { senders[$0.key] != nil }
        outbox = Outbox(limits: limits)
        stored = outbox
    }

    deinit {
        for task in tasks.values { task.cancel() }
    }

    /// Reads what is stored and takes over what an earlier process has begun; a second call does so only where another
    /// process has had the store since.
    ///
    /// Nothing is sent before an account has a session.
    ///
    /// - Throws: A ``CodedError`` when the store cannot be read, `CancellationError`.
    package func open() async throws {
        await takeTurn()
        defer { giveTurn() }
        try await openNow()
    }

    private func openNow() async throws {
        // What another process has sent is not sent again.
        guard !isOpen || store.isChangedByOthers else { return }
        let content = try await store.content()
        outbox = Outbox(content, limits: outbox.limits, after: outbox)
        stored = outbox
        (unreadableCount, error) = (content.unreadableCount, nil)
        isOpen = true
        await follow(.opened)
        for event in early { await follow(event) }
        early = []
    }

    /// Reads what is stored to show it, in a process that does not write; nothing is taken over or sent.
    ///
    /// - Throws: A ``CodedError`` when the store cannot be read.
    package func show() async throws {
        await takeTurn()
        defer { giveTurn() }
        let content = try await store.content()
        outbox = Outbox(content, limits: outbox.limits)
        stored = outbox
        unreadableCount = content.unreadableCount
        publish()
    }

    /// Takes new entries in one commit, all or none; when this returns, they are stored and shown.
    ///
    /// An entry that is known already is not taken again.
    ///
    /// - Parameters:
    ///   - entries: The entries, each with the value that the server is known to have of a toggle, where it is known.
    ///   - undo: The seconds for which a person can take them back before they are sent; 0 by default.
    ///   - handed: The entry that another process has left, which is over with this; none by default.
    /// - Throws: ``OutboxRefusal``, a ``CodedError`` when they cannot be stored.
    package func queue(
        _ entries: [(entry: OutboxEntry, known: String?)], undo: Double = 0, handed: OutboxEntry.ID? = nil
    ) async throws {
        try await change(by: entries.map(\.entry), handed: handed) { outbox, now throws(OutboxRefusal) in
            var all = OutboxStep()
            for (entry, value) in entries { all.append(try outbox.queue(entry, known: value, undo: undo, at: now)) }
            return all
        }
    }

    /// Follows a person's decision; when this returns, it is stored.
    ///
    /// - Parameters:
    ///   - choice: The decision.
    ///   - id: The entry.
    ///   - handed: The intent of another process that this follows, and that is over with it; none by default.
    ///   - draft: The draft whose words the entry has then; none by default.
    /// - Throws: ``OutboxRefusal``, a ``CodedError`` when it cannot be stored.
    package func decide(
        _ choice: OutboxChoice, on id: OutboxEntry.ID, handed: OutboxEntry.ID? = nil,
        clearing draft: OutboxEntry.ID? = nil
    ) async throws {
        try await change(handed: handed, clearing: draft) { outbox, now throws(OutboxRefusal) in
            try outbox.decide(choice, on: id, at: now)
        }
    }

    /// Takes an event, such as a sign-in or a network that returned; one that comes before ``open()`` is taken then.
    ///
    /// - Parameter event: The event.
    package func handle(_ event: OutboxEvent) async {
        await takeTurn()
        defer { giveTurn() }
        guard isOpen else { return early.append(event) }
        do {
            try await openNow()
        } catch {
            self.error = DataError(error)
            return early.append(event)
        }
        await follow(event)
    }

    /// Whether anything can be done now, or is being done, without time passing or a person deciding.
    ///
    /// - Parameters:
    ///   - account: The account whose entries count.
    ///   - ids: The entries that count; `nil` for all of the account.
    /// - Returns: False where all that is left waits.
    package func isMoving(_ account: AccountKey, _ ids: Set<OutboxEntry.ID>?) async -> Bool {
        await takeTurn()
        defer { giveTurn() }
        return outbox.isMoving(account, ids, at: now)
    }

    /// The moment of now.
    private var now: OutboxTime {
        OutboxTime(date: time.now, boot: boot, uptime: time.uptime / .seconds(1))
    }

    // MARK: - Steps

    /// Makes a change that fails as a whole where it cannot be stored; one that queues entries names them.
    func change(
        by entries: [OutboxEntry] = [], handed: OutboxEntry.ID? = nil, clearing draft: OutboxEntry.ID? = nil,
        _ body: (inout Outbox, OutboxTime) throws(OutboxRefusal) -> OutboxStep
    ) async throws {
        await takeTurn()
        defer { giveTurn() }
        try await openNow()
        var next = outbox
        let step = try body(&next, now)
        // An intent that needs no request is no entry, but takes the place of the own mark all the same.
        if !step.changes.isEmpty || !step.outcomes.isEmpty || handed != nil {
            do {
                try await commit(step, of: next, queueing: entries, handed: handed, clearing: draft)
            } catch {
                let failure = DataError(error)
                if failure.code == .outcomeUnknown, !step.changes.isEmpty {
                    self.error = failure
                    // It may be there after all: what it would have changed is stored as it was, before anything begins.
                    await follow(.notStored(OutboxStep(changes: step.changes)))
                }
                throw error
            }
        }
        outbox = next
        stored = next
        tell(step)
        // What was not stored before went with it.
        let isMended = outbox.storing != nil && !step.changes.isEmpty
        await follow(isMended ? .stored : .woke)
    }

    /// Waits until no other call is being served.
    func takeTurn() async {
        guard isBusy else {
            isBusy = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets the next call be served.
    func giveTurn() {
        if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
    }

    private func handled(_ event: OutboxEvent) -> OutboxStep {
        moment = now
        return outbox.handle(event, at: moment)
    }

    /// Takes an event: stores the step that follows from it, and does what that says.
    private func follow(_ event: OutboxEvent) async {
        var step = handled(event)
        while true {
            if !step.changes.isEmpty {
                do {
                    // Also when the task of the call that began this is cancelled.
                    try await Task { [step, outbox] in try await commit(step, of: outbox) }.value
                } catch {
                    self.error = DataError(error)
                    _ = handled(.notStored(step))
                    break
                }
            }
            // What a step before could not store went with this one, or there is nothing to store.
            if outbox.storing == nil || !step.changes.isEmpty { stored = outbox }
            tell(step)
            step.actions.forEach(perform)
            guard outbox.storing != nil, !step.changes.isEmpty else { break }
            step = handled(.stored)
        }
        publish()
    }

    private func commit(
        _ step: OutboxStep, of outbox: Outbox, queueing entries: [OutboxEntry] = [], handed: OutboxEntry.ID? = nil,
        clearing draft: OutboxEntry.ID? = nil
    ) async throws {
        var commit = OutboxCommit(OutboxChanges(step.changes, of: outbox))
        commit.handed = handed
        commit.acknowledged = acknowledged(by: step)
        commit.texts = SentText.arrivals(in: step, at: now) { outbox.native(of: $0) }
        commit.resources = step.outcomes.compactMap { ResourceAcknowledgement($0, at: now) }
        commit.addDrafts(of: step.outcomes, at: time.now)
        commit.clearedDrafts = Set([draft].compactMap(\.self))
        commit.untouched = entries.compactMap(\.statusIntent).map { intent in
            var intent = intent
            intent.id = resolved(intent.id)
            return intent
        }
        try await store.commit(commit)
        // What changes nothing is no commit, and says nothing about the store.
        if !step.changes.isEmpty { error = nil }
    }

    /// The values that servers have after the outcomes of a step.
    private func acknowledged(by step: OutboxStep) -> [OutboxAcknowledgement] {
        step.outcomes.compactMap { outcome in
            let (entry, value, settle): (OutboxEntry, String, TimeInterval)
            switch outcome {
            case .arrived(let sent, _, let told?): (entry, value, settle) = (sent, told, sent.policy.settleTime)
            // Read once it had settled.
            case .confirmed(let settled, let told), .overruled(let settled, let told):
                (entry, value, settle) = (settled, told, 0)
            case .arrived, .unneeded, .draft, .copy: return nil
            }
            guard entry.policy.isToggle, let target = entry.target, target.site == entry.account.site,
                let values = senders[entry.kind]?.confirmed(value, of: entry)
            else { return nil }
            return OutboxAcknowledgement(
                id: resolved(OwnedTarget(.account(entry.account), target)), values: values,
                acknowledgement: ConfirmedState.Acknowledgement(at: now, settle: settle), date: entry.created)
        }
    }

    /// The same target by the site's own id, where an entry of the outbox has made it.
    private func resolved(_ id: OwnedTarget) -> OwnedTarget {
        let target = id.target
        return OwnedTarget(id.owner, StatusTarget(target.kind, site: target.site, native: outbox.native(of: target)))
    }

    private func tell(_ step: OutboxStep) {
        for outcome in step.outcomes { notify(outcome) }
    }

    private func publish() {
        let live = Set(outbox.running.values).union(outbox.looking.values.map(\.attempt)).union(outbox.reading.values)
        for (attempt, task) in tasks where !live.contains(attempt) { task.cancel() }
        // What ended while this was stored has not been taken into account yet, so it rings at once.
        let wake = outbox.nextWake(at: moment)
        alarmVersion += 1
        alarm.ring(at: wake.map { .seconds($0) }, version: alarmVersion) { [weak self] in
            Task { await self?.handle(.woke) }
        }
        state.set(
            State(
                unsent: stored.entries, sent: stored.sent, remembered: stored.remembered, limits: stored.limits,
                unreadableCount: unreadableCount, error: error, underWayCount: live.count, pauses: stored.pauses))
        changed()
    }

    // MARK: - Requests

    private func perform(_ action: OutboxAction) {
        switch action {
        case .send(let ids, let attempt):
            let requests = ids.compactMap { outbox.entries[$0] }.map { request(of: $0) }
            begin(attempt, requests) { sender in
                .answered(ids, attempt: attempt, await sender.answer(to: requests))
            }
        case .look(let id, let attempt):
            guard let entry = outbox.entries[id] else { return }
            let request = request(of: entry, claimed: outbox.claimed(besides: entry))
            begin(attempt, [request]) { sender in
                .looked(id, attempt: attempt, await sender.finding(of: request))
            }
        case .read(let entry, let attempt):
            let request = request(of: entry)
            begin(attempt, [request]) { sender in
                .read(entry.lane, attempt: attempt, await sender.reading(of: request))
            }
        }
    }

    private func begin(
        _ attempt: Int, _ requests: [OutboxRequest],
        _ work: @escaping @Sendable (any OutboxSender) async -> OutboxEvent
    ) {
        guard let kind = requests.first?.entry.kind, let sender = senders[kind] else { return }
        tasks[attempt] = Task { [weak self] in
            // What was broken off is answered too, and not believed.
            let event = await work(sender)
            await self?.handle(event)
            await self?.ended(attempt)
        }
    }

    private func ended(_ attempt: Int) {
        tasks[attempt] = nil
    }

    private func request(of entry: OutboxEntry, claimed: Set<String> = []) -> OutboxRequest {
        OutboxRequest(
            entry, target: entry.target.map(outbox.native), parts: entry.parts.compactMap { outbox.native(of: $0) },
            claimed: claimed, at: now)
    }
}
