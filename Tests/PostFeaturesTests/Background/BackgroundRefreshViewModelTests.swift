import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct BackgroundRefreshViewModelTests {
    private let refresher = TestInjector.mocks.backgroundRefresher
    private let clock = TestInjector.mocks.clock
    private let screen = BackgroundRefreshViewModel(timeZone: .gmt)

    private var state: BackgroundRefreshViewModel.State { screen.state.value }

    /// A run of two feeds that has ended.
    private func report(new: Int = 3) -> RefreshReport {
        var report = RefreshReport(started: clock.now)
        report.ended = clock.now
        (report.feedCount, report.refreshedCount, report.newCount) = (2, 2, new)
        report.nextRun = clock.now + 3600
        return report
    }

    @Test func startsNothingByItself() {
        refresher.report.set(report())
        #expect(state == BackgroundRefreshViewModel.State())
        #expect(refresher.onLastReport.calls.isEmpty && refresher.onRun.calls.isEmpty)
    }

    @Test func whereThereWasNoRunItSaysSo() async {
        await screen.load()
        #expect(state.lastRun == "Not refreshed in the background yet")
        #expect(state.report == nil && state.result == nil && state.nextRun == nil && !state.isRunning)
    }

    @Test func howTheLastRunEndedIsShownWhicheverProcessDidIt() async {
        var last = report()
        last.refreshedCount = 1
        last.failures = [.init(feed: .mock("swift"), error: DataError(.notFound))]
        refresher.onLastReport.returns(last)
        clock.advance(by: .seconds(3 * 3600))
        await screen.load()
        #expect(state.lastRun == "Last background refresh: 3 hours ago")
        #expect(state.result == "3 new posts" && state.remarks == ["1 feed could not be refreshed"])
        // It is another day by now.
        #expect(state.nextRun == "Next refresh: not before 2023-11-14 23:13")
        #expect(state.failures.map(\.name) == ["r/swift · Hot"] && state.failures.map(\.code) == [.notFound])
        #expect(state.failures.first?.text == DataError(.notFound).message)
    }

    @Test func anUnreadableReportShowsABannerUntilItCanBeRead() async {
        refresher.onLastReport.fails(with: DataError(.diskFailure))
        await screen.load()
        #expect(state.banner?.error.code == .diskFailure && state.lastRun.isEmpty)
        await screen.load()
        #expect(state.banner == nil && !state.lastRun.isEmpty)
    }

    @Test func aRunIsFollowedWhoeverAskedForIt() async {
        await screen.load()
        var running = RefreshReport(started: clock.now)
        (running.feedCount, running.refreshedCount) = (12, 3)
        refresher.report.set(running)
        #expect(state.isRunning && state.result == "Refreshing: 3/12" && state.lastRun == "Refreshing: 3/12")
        refresher.report.set(report(new: 0))
        #expect(!state.isRunning && state.result == "Nothing new" && state.lastRun.hasSuffix("just now"))
        screen.stop()
        refresher.report.set(running)
        #expect(!state.isRunning)
    }

    @Test func whatWasReadDoesNotReplaceARunThatBeganMeanwhile() async throws {
        let held = refresher.onLastReport.holds()
        let load = Task { await screen.load() }
        try await held.arrival()
        refresher.report.set(report(new: 7))
        held.release(returning: report(new: 1))
        await load.value
        #expect(state.result == "7 new posts")
    }

    @Test func thePersonCanRefreshEverythingNow() async throws {
        await screen.load()
        let held = refresher.onRun.holds()
        let refresh = Task { await screen.refresh() }
        try await held.arrival()
        #expect(state.isRefreshing && state.isRunning)
        #expect(refresher.onRun.calls == [.init(deadline: .seconds(25), scope: .everything)])
        held.release(returning: report(new: 1))
        await refresh.value
        #expect(!state.isRefreshing && state.result == "1 new post")
    }

    @Test(arguments: [false, true]) func whatIsCancelledEnds(_ byItsTask: Bool) async throws {
        await screen.load()
        let held = refresher.onRun.holds()
        let refresh = Task { await screen.refresh(deadline: .seconds(60)) }
        try await held.arrival()
        if byItsTask { refresh.cancel() } else { screen.cancel() }
        await refresh.value
        #expect(held.isCancelled && !state.isRefreshing)
    }

    @Test func cancellingEndsEachWaitOfTheScreen() async throws {
        await screen.load()
        let holds = [refresher.onRun.holds(), refresher.onRun.holds()]
        var taps: [Task<Void, Never>] = []
        for held in holds {
            taps.append(Task { await screen.refresh() })
            try await held.arrival()
        }
        screen.cancel()
        for tap in taps { await tap.value }
        #expect(holds.allSatisfy(\.isCancelled) && !state.isRefreshing)
    }

    @Test func aScreenThatIsReleasedFollowsNothing() async {
        var screen: BackgroundRefreshViewModel? = BackgroundRefreshViewModel()
        await screen?.load()
        let released = Weak(screen)
        screen = nil
        #expect(released.object == nil)
    }

    // MARK: Texts

    @Test func everyEndOfARunIsSaidInBothLanguages() {
        let (english, ukrainian) = (PostFormat(language: .english), PostFormat(language: .ukrainian))
        var cut = report()
        (cut.stop, cut.feedCount) = (.deadline, 4)
        #expect(english.remarks(on: cut) == ["Stopped when the time was up", "2 feeds wait for the next time"])
        #expect(ukrainian.remarks(on: cut) == ["Зупинено: час вичерпано", "2 стрічки чекають наступного разу"])
        cut.stop = .cancelled
        #expect(ukrainian.remarks(on: cut).first == "Зупинено до завершення")
        var failed = RefreshReport(started: clock.now)
        (failed.ended, failed.feedCount, failed.error) = (clock.now, 5, DataError(.offline))
        #expect(english.text(of: failed) == "No feed could be refreshed")
        #expect(english.remarks(on: failed) == [DataError(.offline).message])
        #expect(ukrainian.remarks(on: failed) == [ukrainian.message(for: .offline)])
        #expect(ukrainian.text(of: report(new: 21)) == "21 новий допис")
        #expect(ukrainian.lastRun(report(), now: clock.now + 3600) == "Останнє фонове оновлення: 1 годину тому")
        failed.schedulingError = DataError(.permissionDenied)
        #expect(english.nextRun(failed, now: clock.now, in: .gmt) == "The system allows no background refresh")
        #expect(english.remarks(on: RefreshReport(started: clock.now)).isEmpty)
    }
}
