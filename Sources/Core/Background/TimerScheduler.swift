/// A background scheduler on a timer, for servers and terminals, where the process keeps running.
///
/// ```swift
/// let scheduler = TimerScheduler()
/// let refresher = DefaultBackgroundRefreshProvider(sites: [.reddit], online: online, scheduler: scheduler)
/// scheduler.schedule(after: .zero)
/// // Each run schedules the next one.
/// await scheduler.run { _ = await refresher.run() }
/// ```
///
/// One run at a time. A run that is scheduled while another is under way begins after it, also when its time has come
/// meanwhile; several of those are one.
public final class TimerScheduler: BackgroundScheduler {
    /// The uptime from which the next run may begin.
    private let due = ObservableValue<Duration?>(nil)
    private let time: any TimeProvider

    /// Creates a scheduler without a scheduled run.
    ///
    /// - Parameter time: The clock; the registered one by default, else the system's.
    public init(
        time: any TimeProvider = Dependency.clock
    ) {
        self.time = time
    }

    /// Schedules a run, in place of the one before; it waits for ``run(_:)`` where that has not begun yet.
    public func schedule(after delay: Duration) {
        due.set(time.uptime + max(.zero, delay))
    }

    public func cancel() {
        due.set(nil)
    }

    /// Does the scheduled runs, each at its time, until the calling task is cancelled.
    ///
    /// Call it once: a second call would share the runs with the first.
    ///
    /// - Parameter work: Does one run; cancelled with the calling task.
    public func run(_ work: @Sendable () async -> Void) async {
        // Observed before the value is read, so that no change is missed in between.
        let changes = due.values
        for await _ in changes {
            await runDue(work)
            if Task.isCancelled { return }
        }
    }

    /// Waits for the times that are set, and does a run at each, until none is set.
    // Not inlined: the code of a loop is emitted once for each of its awaits.
    @inline(never)
    private func runDue(_ work: @Sendable () async -> Void) async {
        while !Task.isCancelled, let next = due.value {
            if time.uptime >= next {
                // Cancelled or put off meanwhile: then it is looked at once more.
                if take(next) { await work() }
            } else if await !sleeps(until: next) {
                return
            }
        }
    }

    private func take(_ next: Duration) -> Bool {
        due.update { due in
            guard due == next else { return false }
            due = nil
            return true
        }
    }

    /// Sleeps until a time, or until another one counts.
    ///
    /// - Returns: False when the task was cancelled.
    private func sleeps(until next: Duration) async -> Bool {
        let (time, changes) = (time, due.values)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await time.sleep(until: next)
                } catch {
                    // A sleep ends early for one reason only: another time counts, or nobody waits any more.
                }
            }
            group.addTask {
                for await due in changes where due != next { return }
            }
            await group.next()
            group.cancelAll()
        }
        return !Task.isCancelled
    }
}
