import Core
import Database

/// The refreshes of a program that stays: the first one soon after its start, and each schedules the next one.
struct TimedRefresh: Sendable {
    /// The time from the start to the first run: the feed that one sees has been asked for by then.
    static let delay = Duration.seconds(60)

    /// The timer that the refresher schedules its runs with.
    let timer: TimerScheduler
    /// The refresher.
    let refresher: any BackgroundRefreshProvider

    /// Refreshes what is stale, again and again, until the calling task is cancelled.
    func run() async {
        timer.schedule(after: Self.delay)
        await timer.run { await refresher.run() }
    }
}

extension Session {
    /// Begins to refresh what is stale, where this process is the one that writes.
    ///
    /// - Returns: The task that does it, until it is cancelled; nil where nothing is refreshed by a timer.
    @MainActor
    func refreshByTimer() -> Task<Void, Never>? {
        guard let timer = settings.timer, store.access == .writing else { return nil }
        let refresher = Dependency.resolve((any BackgroundRefreshProvider).self)
        return Task { await TimedRefresh(timer: timer, refresher: refresher).run() }
    }
}
