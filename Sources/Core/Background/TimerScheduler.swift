/// A background scheduler for servers and terminals, where the process goes on: it waits, and runs.
///
/// ```swift
/// let scheduler = TimerScheduler()
/// let refresher = BackgroundRefresher(sites: [.reddit], online: cloud, scheduler: scheduler)
/// scheduler.schedule(after: .zero)
/// // Each run asks for the next one first.
/// await scheduler.run { _ = await refresher.run() }
/// ```
///
/// One run at a time. A run that was asked for while another is under way comes behind it, also when its time has come
/// meanwhile; several such are one.
public final class TimerScheduler: BackgroundScheduler {
    /// When the next run may begin, by the clock's uptime.
    private let due = ObservableValue<Duration?>(nil)
    private let time: any TimeProvider

    /// Creates a scheduler that has nothing to run.
    ///
    /// - Parameter time: The clock; the registered one by default, else the system's.
    public init(
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.time = time
    }

    /// Asks for a run, in place of the one that was asked for before.
    ///
    /// It is kept where ``run(_:)`` has not begun yet.
    ///
    /// - Parameter delay: How long to wait at least; zero and less for at once.
    public func schedule(after delay: Duration) {
        due.set(time.uptime + max(.zero, delay))
    }

    /// Takes back what was asked for; a run that is under way goes on.
    public func cancel() {
        due.set(nil)
    }

    /// Waits for the runs that are asked for, and does them, until the calling task is cancelled.
    ///
    /// Call it once: a second loop would share the runs with the first.
    ///
    /// - Parameter work: One run. It is cancelled with the calling task.
    public func run(_ work: @Sendable () async -> Void) async {
        // Asked for before anything is looked at, so that nothing is missed in between.
        let changes = due.values
        for await _ in changes {
            while !Task.isCancelled, let next = due.value {
                if time.uptime >= next {
                    // Taken back or put off meanwhile: then it is looked at once more.
                    if take(next) { await work() }
                } else if await !sleeps(until: next) {
                    break
                }
            }
            if Task.isCancelled { return }
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
                    try await time.sleep(for: next - time.uptime)
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
