public import Core
public import Foundation
import Synchronization

/// A rate limiter that decides when a request may be sent to its host: it keeps to the server's limits and lets the
/// most urgent requests go first.
///
/// For each host (scheme, host and port) it knows
/// - the server's budget, from `x-ratelimit-remaining` and `x-ratelimit-reset`: requests under way count against it,
///   and when nothing is left, all wait until the window ends and up to a second more;
/// - the pause that the server asked for: `Retry-After` of a 429 or 503, else `x-ratelimit-reset` of a 429; after a 429
///   with neither, ten seconds, doubled by each further one, ten minutes at most. Then one request goes ahead alone;
/// - the spacing and the number of requests at once that its ``HostPolicy`` sets.
///
/// A request of a person is held back for ``longestPersonalWait`` at most. One that would have to wait longer fails at
/// once with `rateLimited` and the exact time. All others wait until their own deadline; one that cannot begin before
/// it fails at once in the same way. Of those that wait, the most urgent goes first, then the one whose
/// `NetworkRequest.fairnessKey` was served longest ago (requests without one share a queue slot), then the one that
/// came first.
///
/// Budgets, pauses and turns survive relaunch where there is a store: changes are written together some seconds later,
/// a pause at once, and ``flush()`` writes what is left. What cannot be read counts as nothing known, and is recorded
/// as a `failed` event of the host `unknown`. Where the clock was set back, nothing waits longer than it would have.
///
/// Every request that is held back is recorded as a `held` event with its reason and, where known, its time.
///
/// Safe from any thread; one for the whole app, so that all that asks a host shares its budget.
public final class RateGovernor: RequestBudgetProvider {
    /// The longest time that a person's request may be held back for the host's limits; five seconds by default.
    ///
    /// Waiting for others to finish does not count: that is up to the request's deadline.
    package let longestPersonalWait: Duration

    let time: any TimeProvider
    let random: any RandomSource
    let recorder: (any ActivityRecorder)?
    let budgetStore: BudgetStore?
    let alarm: Alarm
    let state: Mutex<GovernorState>

    /// Creates a governor that tells the registered activity recorder what it holds back.
    ///
    /// - Parameters:
    ///   - policies: The policies of single hosts, by any URL of theirs; none by default.
    ///   - policy: The policy of all other hosts.
    ///   - longestPersonalWait: The longest time that a person's request may be held back; five seconds by default.
    ///   - store: The store in which budgets survive relaunch; `nil`, the default, for in memory only.
    ///   - time: The clock of pauses; the registered one by default, else the system's.
    public convenience init(
        policies: [URL: HostPolicy] = [:], policy: HostPolicy = HostPolicy(),
        longestPersonalWait: Duration = .seconds(5), store: (any StateStore)? = nil,
        time: any TimeProvider = Dependency.clock
    ) {
        self.init(
            policies: policies, policy: policy, longestPersonalWait: longestPersonalWait, store: store,
            services: RequestServices(time: time))
    }

    package init(
        policies: [URL: HostPolicy] = [:], policy: HostPolicy = HostPolicy(),
        longestPersonalWait: Duration = .seconds(5), store: (any StateStore)? = nil, services: RequestServices
    ) {
        let (recorder, time) = (services.recorder, services.time)
        self.longestPersonalWait = longestPersonalWait
        self.time = time
        random = services.random
        self.recorder = recorder
        budgetStore = store.map { store in
            BudgetStore(store, name: "rate-budgets") { code in
                recorder?.record(
                    ActivityEvent(.failed, reason: .failure, host: "", date: time.now, code: code))
            }
        }
        alarm = Alarm(time: time)
        let own = policies.map { (HostKey($0.key), $0.value) }
        state = Mutex(
            GovernorState(
                policy: policy, policies: Dictionary(own, uniquingKeysWith: { first, _ in first }),
                longestPersonalWait: longestPersonalWait, isRestored: store == nil))
    }

    /// Sets the policy of a host.
    ///
    /// - Parameters:
    ///   - policy: What is known of the host beforehand.
    ///   - url: Any URL of the host; scheme, host and port count.
    package func setPolicy(_ policy: HostPolicy, for url: URL) {
        change { state, _, _ in
            let key = HostKey(url)
            state.policies[key] = policy
            state.queues[key]?.policy = policy
            state.queues[key]?.learnedSpacing = nil
        }
    }

    /// Whether prefetching is held back, for example on an expensive or constrained path; false by default.
    ///
    /// What a person waits for, and what runs in the background, goes on.
    public var isPrefetchPaused: Bool {
        get { state.withLock { $0.isPrefetchPaused } }
        set { change { state, _, _ in state.isPrefetchPaused = newValue } }
    }

    public func budget(for url: URL) -> RequestBudget {
        let (key, uptime, now) = (HostKey(url), time.uptime, time.now)
        return state.withLock { $0.budget(of: key, at: uptime, now: now) }
    }

    public func budgets() -> [RequestBudget] {
        let (uptime, now) = (time.uptime, time.now)
        return state.withLock { state in
            state.queues.keys.sorted { ($0.host, $0.origin) < ($1.host, $1.origin) }
                .map { state.budget(of: $0, at: uptime, now: now) }
        }
    }

    /// Reads the stored budgets, so that ``budget(for:)`` knows them.
    ///
    /// The first request does so itself; calling it again does nothing.
    package func restore() async {
        await restoring()?.value
    }

    /// Writes all changes to the store.
    public func flush() async {
        await state.withLock { $0.restoring }?.value
        if state.withLock({ $0.needsSaving }) { save() }
        await budgetStore?.flush()
    }
}

extension RateGovernor {
    /// Changes the state, and does what follows from it outside the lock.
    ///
    /// - Parameter body: The change; it runs under the lock and must call nothing else.
    /// - Returns: What the change returns.
    @discardableResult
    func change<Result: Sendable>(
        _ body: (inout GovernorState, _ now: Duration, _ effects: inout GovernorEffects) -> Result
    ) -> Result {
        let now = time.uptime
        let (result, effects) = state.withLock { state in
            var effects = GovernorEffects()
            let result = body(&state, now, &effects)
            state.settle(at: now, &effects)
            return (result, effects)
        }
        perform(effects)
        return result
    }

    func perform(_ effects: GovernorEffects) {
        if let alarm = effects.alarm {
            self.alarm.ring(at: alarm.due, version: alarm.version) { [weak self] in self?.ring() }
        }
        for resume in effects.resumes {
            if let error = resume.error {
                resume.continuation.resume(throwing: error)
            } else {
                resume.continuation.resume()
            }
        }
        if let recorder, !effects.held.isEmpty {
            let (uptime, now) = (time.uptime, time.now)
            for held in effects.held {
                var event = ActivityEvent(.held, reason: held.block.reason, host: held.host, date: now)
                event.priority = held.priority
                event.until = held.block.until.map { now.moved(by: $0 - uptime) }
                recorder.record(event)
            }
        }
        if effects.savesNow { save() }
    }

    private func ring() {
        change { state, now, effects in
            // It has rung and is set no more. Where a clock woke it too early, it has to be set to the same moment
            // again.
            state.alarm.due = nil
            if let due = state.saveDue, due <= now { effects.savesNow = true }
        }
    }

    private func save() {
        guard let budgetStore else { return }
        budgetStore.save {
            let (uptime, now) = (self.time.uptime, self.time.now)
            return self.state.withLock { $0.snapshot(uptime: uptime, now: now) }
        }
    }

    /// Starts to read the store, once.
    ///
    /// - Returns: The reading, `nil` when it is done or there is nothing to read.
    @discardableResult
    func restoring() -> Task<Void, Never>? {
        guard let budgetStore else { return nil }
        return state.withLock { state in
            if state.isRestored || state.restoring != nil { return state.restoring }
            // Everybody waits for it, whoever came first.
            let task = Task(priority: .userInitiated) {
                let snapshot = await budgetStore.snapshot()
                let date = self.time.now
                self.change { state, now, _ in
                    if let snapshot { state.restore(snapshot, uptime: now, now: date) }
                    state.isRestored = true
                    state.restoring = nil
                }
            }
            state.restoring = task
            return task
        }
    }
}

extension Date {
    /// The date so much later.
    func moved(by duration: Duration) -> Date { addingTimeInterval(duration / .seconds(1)) }
}

/// The refusal of a request that would have to wait too long.
struct RateRefusal: Error {
    /// The reason of the refusal.
    let reason: ActivityEvent.Reason
    /// The earliest start, as uptime.
    let until: Duration
    /// The time until then, in whole milliseconds rounded up.
    let retryAfter: Duration
    /// Whether it is too long for every person who waits, whatever their deadlines.
    let isPersonal: Bool

    /// The error for those who wait.
    ///
    /// - Parameter isUnsent: Whether there was no try before.
    /// - Returns: The error.
    func error(isUnsent: Bool) -> NetworkError {
        NetworkError(.rateLimited, retryAfter: retryAfter, isUnsent: isUnsent)
    }
}

/// The life of one ticket of the governor.
///
/// ```
/// open ─▶ admit ─▶ answered or failed ─▶ (admit again …) ─▶ close
/// ```
extension RateGovernor {
    /// Opens a ticket for a request, without waiting yet.
    ///
    /// - Parameters:
    ///   - host: Whom to ask.
    ///   - fairnessKey: Whose turn it is.
    ///   - urgency: Who waits.
    /// - Returns: The ticket's number; ``close(_:)`` gives it back.
    func open(_ host: HostKey, fairnessKey: String?, urgency: Urgency) -> Int {
        let fairness = fairnessKey.map(Self.hash)
        return state.withLock { $0.open(host, fairness: fairness, urgency: urgency) }
    }

    /// Waits until a request may be sent.
    ///
    /// - Parameters:
    ///   - ticket: The ticket; it must not be waiting or under way.
    ///   - deadline: Until when waiting makes sense, as uptime; `nil` for as long as it takes.
    ///   - urgency: Who waits now.
    /// - Throws: ``RateRefusal``, `CancellationError`.
    func admit(_ ticket: Int, deadline: Duration?, urgency: Urgency) async throws {
        let now = time.uptime
        if state.withLock({ $0.admitAtOnce(ticket, urgency: urgency, at: now) }) { return }
        restoring()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change { state, now, effects in
                    let waiter = GovernorState.Waiter(continuation: continuation, deadline: deadline)
                    state.wait(ticket, waiter, urgency: urgency, at: now, &effects)
                }
                // Cancelled before it was in line: nobody else would take it out again.
                if Task.isCancelled { giveUp(ticket) }
            }
        } onCancel: {
            giveUp(ticket)
        }
    }

    /// Notes that the urgency of a waiting request has changed.
    ///
    /// - Parameters:
    ///   - ticket: The ticket, in any state.
    ///   - urgency: Who waits now; ignored when it is older than what is known.
    /// - Returns: Why it would take too long for a person who has come; the ticket stays as urgent as it was then.
    func update(_ ticket: Int, urgency: Urgency) -> RateRefusal? {
        change { state, now, effects in state.update(ticket, urgency: urgency, at: now, &effects) }
    }

    /// Learns from an answer.
    ///
    /// - Parameters:
    ///   - ticket: The ticket, under way until now.
    ///   - response: The answer.
    ///   - request: What was asked, to tell who answered.
    /// - Returns: The pause that it brings to the host, `nil` for none.
    func answered(_ ticket: Int, _ response: NetworkResponse, to request: NetworkRequest) -> Duration? {
        let limits = RateLimitHeaders(response, now: time.now)
        // After a redirect, the limits are those of whoever answered.
        let host = response.url == request.url ? nil : HostKey(response.url)
        let jitter = limits.remaining.map { $0 < 1 } == true ? Duration.seconds(random.next(in: 0...1)) : .zero
        return change { state, now, effects in
            state.learn(ticket, limits, status: response.status, from: host, at: now, jitter: jitter, &effects)
        }
    }

    /// Notes that no answer came.
    ///
    /// - Parameters:
    ///   - ticket: The ticket, under way until now.
    ///   - wasSent: Whether the server may have counted it.
    func failed(_ ticket: Int, wasSent: Bool) {
        change { state, now, effects in state.leave(ticket, wasSent: wasSent, at: now, &effects) }
    }

    /// Closes a ticket.
    ///
    /// - Parameter ticket: The ticket; one that is under way counts as sent.
    func close(_ ticket: Int) {
        change { state, now, effects in state.close(ticket, at: now, &effects) }
    }

    private func giveUp(_ ticket: Int) {
        change { state, now, effects in
            state.endWaiting(ticket, with: CancellationError(), at: now, &effects)
        }
    }

    /// FNV-1a (Fowler, Noll and Vo): the same in every process, unlike Swift's own hashes.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    }
}
