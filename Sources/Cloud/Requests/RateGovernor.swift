public import Core
public import Foundation
import Synchronization

/// Decides when a request may go to its host: it keeps to what the server allows, and lets what a person waits for go
/// first.
///
/// For each host (scheme, host and port) it knows
/// - the server's budget, from `x-ratelimit-remaining` and `x-ratelimit-reset`: requests under way count against it, and
///   when nothing is left, all wait until the window ends and up to a second more;
/// - the pause that the server asked for: `Retry-After` of a 429 or 503, else `x-ratelimit-reset` of a 429; after a 429
///   with neither, ten seconds, doubled by each further one, ten minutes at most. Then one request goes ahead alone;
/// - the spacing and the number of requests at once that its ``HostPolicy`` sets.
///
/// A request of a person is held back for ``longestPersonalWait`` at most. One that would have to wait longer fails at
/// once with `rateLimited` and the exact time. All others wait until their own deadline; one that cannot begin before it
/// fails at once in the same way. Of those that wait, the most urgent goes first, then the one whose
/// `NetworkRequest.fairnessKey` was served longest ago (requests without one share a turn), then the one that came first.
///
/// Budgets, pauses and turns survive relaunch where there is a store: changes are written together some seconds later,
/// a pause at once, and ``flush()`` writes what is left. What cannot be read counts as nothing known, and is recorded
/// as a `failed` event of the host `unknown`. Where the clock was set back, nothing waits longer than it would have.
///
/// Every request that is held back is recorded as a `held` event with its reason and, where known, its time.
///
/// Safe from any thread; one for the whole app, so that all that asks a host shares its budget.
public final class RateGovernor: RequestBudgetProvider {
    /// How long a person's request may be held back for what the host allows; five seconds by default.
    ///
    /// Waiting for others to finish does not count: that is up to the request's deadline.
    public let longestPersonalWait: Duration

    let time: any TimeProvider
    let random: any RandomSource
    let recorder: (any ActivityRecorder)?
    let archive: BudgetArchive?
    let alarm: Alarm
    let state: Mutex<GovernorState>

    /// Creates a governor.
    ///
    /// - Parameters:
    ///   - policies: What is known of hosts beforehand, by any URL of theirs; none by default.
    ///   - policy: What holds for all other hosts.
    ///   - longestPersonalWait: How long a person's request may be held back.
    ///   - store: Where budgets survive relaunch; `nil`, the default, for in memory only.
    ///   - name: The name of the value in the store.
    ///   - recorder: Who is told what is held back; `nil` for the registered one, else nobody.
    ///   - time: Where pauses are measured; the registered one by default, else the system's.
    ///   - random: Where jitter comes from; the registered one by default, else the system's.
    public init(
        policies: [URL: HostPolicy] = [:], policy: HostPolicy = HostPolicy(),
        longestPersonalWait: Duration = .seconds(5), store: (any StateStore)? = nil, name: String = "rate-budgets",
        recorder: (any ActivityRecorder)? = nil,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) {
        let recorder = recorder ?? Dependency.registered((any ActivityRecorder).self)
        self.longestPersonalWait = longestPersonalWait
        self.time = time
        self.random = random
        self.recorder = recorder
        archive = store.map { store in
            BudgetArchive(store, name: name) { code in
                recorder?.record(
                    ActivityEvent(date: time.now, kind: .failed, reason: .failure, host: "", code: code))
            }
        }
        alarm = Alarm(time: time)
        let own = policies.map { (HostKey($0.key), $0.value) }
        state = Mutex(
            GovernorState(
                policy: policy, policies: Dictionary(own, uniquingKeysWith: { first, _ in first }),
                longestPersonalWait: longestPersonalWait, isRestored: store == nil))
    }

    /// Sets how politely a host is asked, from now on.
    ///
    /// - Parameters:
    ///   - policy: What is known of the host beforehand.
    ///   - url: Any URL of the host; scheme, host and port count.
    public func setPolicy(_ policy: HostPolicy, for url: URL) {
        change { state, _, _ in
            let key = HostKey(url)
            state.policies[key] = policy
            state.lines[key]?.policy = policy
            state.lines[key]?.learnedSpacing = nil
        }
    }

    /// Whether prefetching is held back, on an expensive or constrained path for one; false by default.
    ///
    /// What a person waits for, and what runs in the background, goes on.
    public var isPrefetchPaused: Bool {
        get { state.withLock { $0.isPrefetchPaused } }
        set { change { state, _, _ in state.isPrefetchPaused = newValue } }
    }

    /// What may be asked of a host now.
    ///
    /// - Parameter url: Any URL of the host; scheme, host and port count.
    /// - Returns: Its budget; one without numbers for a host that was never asked.
    public func budget(for url: URL) -> RequestBudget {
        let (key, uptime, now) = (HostKey(url), time.uptime, time.now)
        return state.withLock { $0.budget(of: key, at: uptime, now: now) }
    }

    /// What may be asked of all hosts of which something is known.
    ///
    /// - Returns: Their budgets, in the order of the hosts' names.
    public func budgets() -> [RequestBudget] {
        let (uptime, now) = (time.uptime, time.now)
        return state.withLock { state in
            state.lines.keys.sorted { ($0.host, $0.origin) < ($1.host, $1.origin) }
                .map { state.budget(of: $0, at: uptime, now: now) }
        }
    }

    /// Reads what was known before the last relaunch, so that ``budget(for:)`` tells it.
    ///
    /// The first request does so itself; calling it again does nothing.
    public func restore() async {
        await restoring()?.value
    }

    /// Writes down what is not written yet.
    public func flush() async {
        await state.withLock { $0.restoring }?.value
        if state.withLock({ $0.needsSaving }) { save() }
        await archive?.flush()
    }
}

extension RateGovernor {
    /// Changes the state, and does what follows from it outside the lock.
    ///
    /// - Parameter body: The change; it runs under the lock, with the moment, and must call nobody.
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
                recorder.record(
                    ActivityEvent(
                        date: now, kind: .held, reason: held.block.reason, host: held.host,
                        priority: held.priority, until: held.block.until.map { now.moved(by: $0 - uptime) }))
            }
        }
        if effects.savesNow { save() }
    }

    private func ring() {
        change { state, now, effects in
            // It has rung and is set no more. Where a clock woke it too early, it has to be set to the same moment again.
            state.alarm.due = nil
            if let due = state.saveDue, due <= now { effects.savesNow = true }
        }
    }

    private func save() {
        guard let archive else { return }
        archive.save {
            let (uptime, now) = (self.time.uptime, self.time.now)
            return self.state.withLock { $0.snapshot(uptime: uptime, now: now) }
        }
    }

    /// Starts to read the store if nobody has.
    ///
    /// - Returns: The reading, `nil` when it is done or there is nothing to read.
    @discardableResult
    func restoring() -> Task<Void, Never>? {
        guard let archive else { return nil }
        return state.withLock { state in
            if state.isRestored || state.restoring != nil { return state.restoring }
            // Everybody waits for it, whoever came first.
            let task = Task(priority: .userInitiated) {
                let snapshot = await archive.snapshot()
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
