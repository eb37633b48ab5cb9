import Core
import Foundation
import Mocks
import Testing

/// How a background refresh ends when time is up, who joins it, and what the next process knows of it.
@Suite(.timeLimit(.minutes(5)))
struct BackgroundRefreshTimeTests {
    private let world = RefreshFixture()
    private let swift = Feed.mock("swift")
    private let memes = Feed.mock("memes")

    private func listTwo() async throws {
        try await world.list("a", of: swift, minutesAgo: 180)
        try await world.list("b", of: memes, minutesAgo: 120)
    }

    private func start(
        _ refresher: DefaultBackgroundRefreshProvider, seconds: Int = 25, scope: RefreshScope = .stale
    ) -> Task<RefreshReport, Never> {
        Task { await refresher.run(deadline: .seconds(seconds), scope: scope) }
    }

    // MARK: The end of time

    @Test(arguments: [false, true])
    func whenTimeIsUpItEndsAndWhatCameStays(_ ignoresCancellation: Bool) async throws {
        try await listTwo()
        world.online.onFetchPage.returns(.mock("n", "a"))
        let held = world.online.onFetchPage.holds(ignoringCancellation: ignoresCancellation)
        let began = world.clock.now
        let run = start(world.refresher())
        try await held.arrival()
        try await world.clock.waitForSleepers(1)
        world.clock.advance(by: .seconds(24))
        world.clock.advance(by: .seconds(1))
        let report = await run.value
        #expect(report.stop == .deadline && report.ended == began + 25)
        #expect(report.result == .newData(count: 1) && report.failures.isEmpty)
        #expect((report.refreshedCount, report.leftCount) == (1, 1))
        try await held.cancellation()
        #expect(try await world.stored(swift) == ["n", "a"])
        held.release(returning: .mock("late"))
        #expect(try await world.stored(memes) == ["b"])
        #expect(world.clock.sleeperCount == 0)
    }

    @Test func theSystemThatCancelsItGetsWhatCame() async throws {
        try await listTwo()
        world.online.onFetchPage.returns(.mock("n", "a"))
        let held = world.online.onFetchPage.holds()
        let run = start(world.refresher())
        try await held.arrival()
        run.cancel()
        let report = await run.value
        #expect(report.stop == .cancelled && report.result == .newData(count: 1))
        #expect(try await world.stored(swift) == ["n", "a"])
    }

    @Test func whereTimeIsUpBeforeAnyFeedCameItHasFailed() async throws {
        try await listTwo()
        let held = world.online.onFetchPage.holds()
        let run = start(world.refresher())
        try await held.arrival()
        try await world.clock.waitForSleepers(1)
        world.clock.advance(by: .seconds(25))
        #expect(await run.value.result == .failed(.timedOut))
    }

    @Test func aJobThatDoesNotListenIsNotWaitedFor() async throws {
        let work = MockMethod<Void, Void>("job", log: MockLog()) { _ in }
        let held = work.holds(ignoringCancellation: true)
        let jobs = [
            BackgroundJob("deaf") { _ in try await work.answer(to: ()) },
            BackgroundJob("behind") { _ in Issue.record("time was up") },
        ]
        let run = start(world.refresher(jobs: jobs))
        try await held.arrival()
        try await world.clock.waitForSleepers(1)
        world.clock.advance(by: .seconds(25))
        let report = await run.value
        #expect(report.stop == .deadline && report.jobs.isEmpty)
        try await held.cancellation()
        held.release(returning: ())
    }

    // MARK: After a kill

    @Test func whatWasRefreshedBeforeAKillIsNotAskedForAgain() async throws {
        try await listTwo()
        world.online.onFetchPage.returns(.mock("n", "a"))
        // Killed: nothing of this run is heard of again.
        let held = world.online.onFetchPage.holds()
        let killed = start(world.refresher())
        try await held.arrival()
        world.online.onFetchPage.returns(.mock("m", "b"))
        world.clock.advance(by: .seconds(2))
        let report = await world.refresher().run()
        #expect((report.refreshedCount, report.freshCount, report.newCount) == (1, 1, 1))
        #expect(world.asked == [swift, memes, memes])
        killed.cancel()
        _ = await killed.value
    }

    @Test func aFeedThatTakesAllTheTimeDoesNotComeFirstAgain() async throws {
        try await listTwo()
        let held = world.online.onFetchPage.holds()
        let run = start(world.refresher())
        try await held.arrival()
        try await world.clock.waitForSleepers(1)
        world.clock.advance(by: .seconds(25))
        #expect(await run.value.leftCount == 2)
        world.online.onFetchPage.answers { _ in .mock("n") }
        let second = await world.refresher().run()
        #expect(second.refreshedCount == 2)
        #expect(world.asked == [swift, memes, swift])
    }

    @Test func howARunEndedIsKnownToTheNextProcess() async throws {
        try await listTwo()
        world.online.onFetchPage.fails(with: NetworkError(.rateLimited, status: 429, retryAfter: .seconds(12)))
        world.online.onFetchPage.returns(.mock("n", "b"))
        let job = BackgroundJob("packs") { _ in throw DataError(.noSpace) }
        let report = await world.refresher(jobs: [job]).run()
        #expect(report.failures.first?.error.retryAfter == .seconds(12) && report.recordError == nil)
        #expect(try await world.refresher().lastReport() == report)
    }

    @Test func aMemoryThatCannotBeReadOrWrittenCostsNoRefresh() async throws {
        try await listTwo()
        world.online.onFetchPage.answers { _ in .mock("n") }
        try await world.states.set(Data("nonsense".utf8), for: "background-refresh.json")
        #expect(try await world.refresher().lastReport() == nil)
        #expect(await world.refresher().run().refreshedCount == 2)
        world.states.fail(with: FileError(.noSpace, path: "/state", operation: "write"))
        let refresher = world.refresher()
        await #expect(throws: DataError.self) { try await refresher.lastReport() }
        let report = await refresher.run(deadline: .seconds(25), scope: .everything)
        #expect(report.refreshedCount == 2 && report.recordError?.code == .noSpace)
        #expect(try await refresher.lastReport() == report)
    }

    // MARK: Joining

    @Test func aSecondTriggerJoinsTheFirst() async throws {
        try await listTwo()
        world.online.onFetchPage.answers { _ in .mock("n") }
        let held = world.online.onFetchPage.holds()
        let refresher = world.refresher()
        let first = start(refresher)
        try await held.arrival()
        let second = start(refresher)
        try await world.clock.waitForSleepers(2)
        held.release(returning: .mock("n", "a"))
        #expect(await first.value == second.value)
        #expect(world.asked == [swift, memes])
        #expect(world.scheduler.onSchedule.calls.count == 1)
        #expect(await refresher.run().freshCount == 2, "and the next one is a run of its own")
        #expect(world.scheduler.onSchedule.calls.count == 2)
    }

    @Test func eachOneWhoWaitsHasADeadlineAndTheRunEndsWithTheLast() async throws {
        try await listTwo()
        world.online.onFetchPage.returns(.mock("n", "a"))
        let held = world.online.onFetchPage.holds()
        let refresher = world.refresher()
        let long = start(refresher, seconds: 60)
        try await held.arrival()
        let short = start(refresher, seconds: 5)
        let cancelled = start(refresher, seconds: 60)
        try await world.clock.waitForSleepers(3)
        cancelled.cancel()
        #expect(await cancelled.value.stop == .cancelled)
        world.clock.advance(by: .seconds(5))
        let partial = await short.value
        #expect(partial.stop == .deadline && partial.refreshedCount == 1 && partial.ended == world.clock.now)
        #expect(!held.isCancelled, "somebody waits still")
        held.release(returning: .mock("m", "b"))
        let whole = await long.value
        #expect(whole.stop == nil && whole.refreshedCount == 2)
    }

    @Test func whoJoinsAndWantsEverythingGetsItInTheSameRun() async throws {
        try await world.list("a", of: swift, minutesAgo: 10)
        world.online.onFetchPage.answers { _ in .mock("n") }
        let work = MockMethod<Void, Void>("job", log: MockLog()) { _ in }
        let held = work.holds()
        let refresher = world.refresher(jobs: [BackgroundJob("packs") { _ in try await work.answer(to: ()) }])
        let first = start(refresher)
        try await held.arrival()
        #expect(world.asked.isEmpty)
        let second = start(refresher, scope: .everything)
        try await world.clock.waitForSleepers(2)
        held.release(returning: ())
        let report = await second.value
        #expect(await first.value == report)
        #expect((report.refreshedCount, report.freshCount, report.feedCount) == (1, 0, 1))
        #expect(world.asked == [swift])
        #expect(work.calls.count == 1, "a job is done once")
        #expect(world.scheduler.onSchedule.calls.count == 1)
    }

    @Test func howFarItIsCanBeFollowed() async throws {
        try await listTwo()
        world.online.onFetchPage.returns(.mock("n", "a"))
        let held = world.online.onFetchPage.holds()
        let refresher = world.refresher()
        #expect(refresher.report.value == nil)
        let run = start(refresher)
        try await held.arrival()
        let report = try #require(refresher.report.value)
        #expect(report.ended == nil && report.refreshedCount == 1 && report.leftCount == 1)
        held.release(returning: .mock("b"))
        let whole = await run.value
        #expect(refresher.report.value == whole)
    }
}
