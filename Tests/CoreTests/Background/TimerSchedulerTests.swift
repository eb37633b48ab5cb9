import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TimerSchedulerTests {
    private let clock = ManualClock()
    private let work = MockMethod<Duration, Void>("work", log: MockLog()) { _ in }
    private let scheduler: TimerScheduler

    init() {
        scheduler = TimerScheduler(time: clock)
    }

    /// Runs the loop; each run notes when it began.
    private func start(_ first: @escaping @Sendable () -> Void = {}) -> Task<Void, Never> {
        let (scheduler, work, clock) = (scheduler, work, clock)
        return Task {
            await scheduler.run {
                first()
                do {
                    try await work.answer(to: clock.uptime)
                } catch {
                    // Held, and cancelled with the loop.
                }
            }
        }
    }

    private func end(_ loop: Task<Void, Never>) async {
        loop.cancel()
        await loop.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func itRunsWhenTheTimeHasComeAndNoEarlier() async throws {
        let loop = start()
        scheduler.schedule(after: .seconds(60))
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(59))
        #expect(clock.sleeperCount == 1 && work.calls.isEmpty)
        clock.advance(by: .seconds(1))
        try await work.waitForCalls(1)
        await end(loop)
        #expect(work.calls == [.seconds(60)])
    }

    @Test func whatWasAskedForBeforeTheLoopBeganIsKept() async throws {
        scheduler.schedule(after: .seconds(-1))
        let loop = start()
        try await work.waitForCalls(1)
        await end(loop)
    }

    @Test func askingAgainReplacesWhatWasAskedForBefore() async throws {
        let loop = start()
        scheduler.schedule(after: .seconds(60))
        try await clock.waitForSleepers(1)
        scheduler.schedule(after: .seconds(10))
        clock.advance(by: .seconds(10))
        try await work.waitForCalls(1)
        scheduler.schedule(after: .seconds(10))
        try await clock.waitForSleepers(1)
        scheduler.schedule(after: .seconds(90))
        clock.advance(by: .seconds(50))
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(40))
        try await work.waitForCalls(2)
        await end(loop)
        #expect(work.calls == [.seconds(10), .seconds(100)])
    }

    @Test func whatIsTakenBackDoesNotRun() async throws {
        let loop = start()
        scheduler.schedule(after: .seconds(10))
        try await clock.waitForSleepers(1)
        scheduler.cancel()
        clock.advance(by: .seconds(20))
        scheduler.schedule(after: .seconds(5))
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        try await work.waitForCalls(1)
        await end(loop)
        #expect(work.calls == [.seconds(25)])
    }

    @Test func oneRunAtATimeAndWhatFallsDueMeanwhileIsOneRunBehindIt() async throws {
        let held = work.holds()
        let scheduler = scheduler
        let asked = MockMethod<Void, Bool>("asked", log: MockLog())
        asked.returns(true)
        asked.answers { _ in false }
        // As a refresher does: the next run is asked for first, here by the first one alone.
        let loop = start {
            if (try? asked.answerNow(to: ())) == true { scheduler.schedule(after: .seconds(10)) }
        }
        scheduler.schedule(after: .zero)
        try await held.arrival()
        clock.advance(by: .seconds(100))
        #expect(work.calls.count == 1)
        held.release(returning: ())
        try await work.waitForCalls(2)
        scheduler.schedule(after: .seconds(7))
        try await clock.waitForSleepers(1)
        await end(loop)
        #expect(work.calls == [.zero, .seconds(100)])
    }

    @Test func itEndsWhenItIsCancelledAlsoInTheMiddleOfARun() async throws {
        let idle = start()
        await end(idle)
        scheduler.schedule(after: .zero)
        let held = work.holds()
        let busy = start()
        try await held.arrival()
        await end(busy)
        #expect(held.isCancelled)
    }

    @Test func withARefresherItIsAServerThatRefreshesForEver() async throws {
        let (scheduler, clock) = (scheduler, clock)
        let online = MockOnlinePostProvider()
        online.onFetchPage.answers { _ in .mock("a") }
        var services = DefaultBackgroundRefreshProvider.Services(
            offline: InMemoryOfflinePostProvider(), sources: InMemoryOfflineSourceProvider([.mock("r/swift")]),
            settings: InMemorySettingsProvider(), states: InMemoryStateStore(), time: clock)
        services.scheduler = scheduler
        let refresher = DefaultBackgroundRefreshProvider(sites: [.demo], online: online, services: services)
        scheduler.schedule(after: .zero)
        let server = Task { await scheduler.run { await refresher.run() } }
        for count in 1...5 {
            try await online.onFetchPage.waitForCalls(count)
            await refresher.report.wait { $0?.ended != nil }
            // The next run's sleep, when the alarm of this one is gone.
            while clock.sleeperCount != 1 { await Task.yield() }
            clock.advance(by: .seconds(3626))
        }
        await end(server)
    }
}

extension ObservableValue {
    /// Waits for a value that fits; one that is there already counts.
    fileprivate func wait(for fits: @Sendable (Value) -> Bool) async {
        for await value in values where fits(value) { return }
    }
}
