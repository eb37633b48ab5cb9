import Foundation
import Mocks
import Testing

@testable import Core

/// What a background refresh asks for, and what it says that came of it.
@Suite(.timeLimit(.minutes(5)))
struct BackgroundRefresherTests {
    private let world = RefreshFixture()
    private let swift = Feed.mock("swift")
    private let memes = Feed.mock("memes", sort: .new)

    @Test func everyListedFeedAndEverySourceIsRefreshedTheOneThatWaitsLongestFirst() async throws {
        try await world.follow("r/swift", "u/ann")
        try await world.list("a", of: swift, minutesAgo: 120)
        try await world.list("b", of: memes, minutesAgo: 180)
        try await world.list("c", of: Feed(site: .demo), minutesAgo: 300)
        // Another site's and another account's are not this refresher's to ask for.
        try await world.list("d", of: Feed(site: .reddit), minutesAgo: 600)
        try await world.list("e", of: Feed(site: .demo, account: "ann"), minutesAgo: 600)
        // A search is asked when somebody searches.
        try await world.list("f", of: Feed(site: .demo, source: .search("words")), minutesAgo: 600)
        try await world.settings.update { $0.pageSize = 40 }
        world.online.onFetchPage.answers { _ in .mock("n") }
        let report = await world.refresher().run()
        let ann = Feed(site: .demo, source: .user("ann"))
        #expect(world.asked == [ann, Feed(site: .demo), memes, swift])
        #expect(world.online.onFetchPage.calls.allSatisfy { $0.priority == .background && !$0.isManual })
        #expect(world.online.onFetchPage.calls.allSatisfy { $0.limit == 40 && $0.cursor == nil })
        #expect((report.feedCount, report.refreshedCount, report.leftCount) == (4, 4, 0))
        #expect(report.stop == nil && report.ended == world.clock.now)
        #expect(try await world.stored(ann) == ["n"])
    }

    @Test func aPostCountsAsNewOnceAndOnlyWhereItWasStoredInNoFeed() async throws {
        try await world.list("a", "b", of: swift, minutesAgo: 120)
        try await world.list("c", of: memes, minutesAgo: 180)
        world.online.onFetchPage.returns(.mock("a", "x", "c"), .mock("x", "y", "a", "b"))
        let refresher = world.refresher()
        #expect(await refresher.run().result == .newData(count: 2))
        world.online.onFetchPage.answers { _ in .mock("x", "y") }
        #expect(await refresher.run(deadline: .seconds(25), scope: .everything).result == .noData)
        #expect(world.asked.count == 4)
    }

    @Test func whatIsWithinTheRefreshAgeIsLeftAsItIsUnlessEverythingIsAskedFor() async throws {
        try await world.list("a", of: swift, minutesAgo: 59)
        let refresher = world.refresher()
        var report = await refresher.run()
        #expect((report.freshCount, report.refreshedCount, report.result) == (1, 0, .noData))
        #expect(world.asked.isEmpty)
        world.online.onFetchPage.answers { _ in .mock("b", "a") }
        report = await refresher.run(deadline: .seconds(25), scope: .everything)
        #expect((report.freshCount, report.refreshedCount, report.result) == (0, 1, .newData(count: 1)))
        #expect(world.asked == [swift])
        try await world.settings.update { $0.refreshAgeMinutes = 10 }
        world.clock.advance(by: .seconds(601))
        #expect(await refresher.run().refreshedCount == 1)
    }

    @Test func thereIsNothingToDoWhereNothingWasListed() async throws {
        for hasCloud in [true, false] {
            let report = await world.refresher(hasCloud: hasCloud).run()
            #expect(report.result == .noData && report.firstError == nil && report.feedCount == 0)
        }
        #expect(world.asked.isEmpty)
    }

    // MARK: The next run

    @Test func theNextRunIsAskedForBeforeAnythingElse() async throws {
        try await world.list("a", of: swift, minutesAgo: 120)
        let online = world.online
        world.scheduler.onSchedule.answers { _ in
            #expect(online.onFetchPage.calls.isEmpty)
        }
        online.onFetchPage.answers { _ in .mock("b") }
        let began = world.clock.now
        let report = await world.refresher().run()
        // What this run refreshes is stale when the next one begins.
        #expect(world.scheduler.onSchedule.calls == [.seconds(3600 + 25 + 1)])
        #expect(report.nextRun == began + 3626)
        #expect(world.asked == [swift])
        // What comes now is fresh, and asks for nothing more.
        world.scheduler.onSchedule.answers { _ in }
        _ = await world.refresher(configuration: .init(interval: .seconds(60))).run()
        #expect(world.scheduler.onSchedule.calls.last == .seconds(60))
    }

    @Test func aSystemThatTakesNoRunKeepsNothingFromBeingRefreshed() async throws {
        try await world.list("a", of: swift, minutesAgo: 120)
        world.scheduler.onSchedule.fails(with: DataError(.permissionDenied))
        world.online.onFetchPage.answers { _ in .mock("b") }
        let report = await world.refresher().run()
        #expect(report.schedulingError?.code == .permissionDenied && report.nextRun == nil)
        #expect(report.result == .newData(count: 1))
    }

    // MARK: Failures

    @Test func oneFeedsErrorIsKeptAndTheOthersAreRefreshed() async throws {
        try await world.list("a", of: swift, minutesAgo: 180)
        try await world.list("b", of: memes, minutesAgo: 120)
        world.online.onFetchPage.fails(with: NetworkError(.serverError, status: 500))
        world.online.onFetchPage.returns(.mock("c", "b"))
        let report = await world.refresher().run()
        #expect(report.result == .newData(count: 1))
        #expect(report.failures.map(\.feed) == [swift] && report.failures.map(\.error.code) == [.serverError])
        #expect(report.firstError?.code == .serverError && report.leftCount == 0)
        #expect(try await world.stored(swift) == ["a"])
        #expect(try await world.stored(memes) == ["c", "b"])
    }

    @Test func itHasFailedWhereNotOneFeedCouldBeRefreshed() async throws {
        try await world.list("a", of: swift, minutesAgo: 180)
        try await world.list("b", of: memes, minutesAgo: 10)
        world.online.onFetchPage.fails(with: NetworkError(.notFound, status: 404))
        let report = await world.refresher().run()
        // The other one is fresh, and was not to be refreshed.
        #expect(report.result == .failed(.notFound) && report.freshCount == 1)
        #expect(try await world.stored(swift) == ["a"])
    }

    @Test func withoutAnOnlineProviderTheRunFailsAndItsJobsAreDone() async throws {
        try await world.list("a", of: swift, minutesAgo: 10)
        let done = MockMethod<BackgroundJob.Context, Void>("job", log: MockLog()) { _ in }
        let job = BackgroundJob("keep") { try await done.answer(to: $0) }
        let report = await world.refresher(jobs: [job], hasCloud: false).run()
        #expect(report.result == .failed(.offline) && report.error?.code == .offline)
        #expect(done.calls == [BackgroundJob.Context(feeds: [swift])])
        #expect(report.jobs == [RefreshReport.Job(name: "keep")])
    }

    @Test func aStoreThatCannotBeReadIsAFailureAndNobodyIsAsked() async throws {
        try await world.list("a", of: swift, minutesAgo: 180)
        world.offline.fail(with: FileError(.diskFailure, path: "/store", operation: "read"))
        let report = await world.refresher().run()
        #expect(report.result == .failed(.diskFailure))
        #expect(world.asked.isEmpty)
    }

    @Test func aServerThatIsNotReachedIsAskedThreeTimesAndTheOthersComeFirstTheNextTime() async throws {
        try await world.follow("r/aa", "r/bb", "r/cc", "r/dd", "r/ee")
        world.online.onFetchPage.answers { _ in throw NetworkError(.offline) }
        let report = await world.refresher().run()
        #expect(report.result == .failed(.offline))
        #expect((report.failures.count, report.leftCount) == (3, 2))
        world.clock.advance(by: .seconds(60))
        world.online.onFetchPage.answers { _ in .mock("a") }
        let second = await world.refresher().run()
        #expect(second.refreshedCount == 5)
        #expect(world.asked.suffix(5).map(\.source.description) == ["r/dd", "r/ee", "r/aa", "r/bb", "r/cc"])
    }

    // MARK: Jobs

    @Test func jobsAreDoneBehindTheFeedsInTheirOrderAndOneThatFailsKeepsNoOtherFromItsTurn() async throws {
        try await world.follow("r/swift")
        try await world.list("b", of: memes, minutesAgo: 180)
        world.online.onFetchPage.answers { _ in .mock("n") }
        let online = world.online
        let done = MockMethod<String, Void>("job", log: MockLog()) { _ in }
        let jobs = ["media", "packs", "retention"].map { name in
            BackgroundJob(name) { context in
                #expect(context == .init(feeds: [Feed.mock("swift"), Feed.mock("memes", sort: .new)], newCount: 1))
                #expect(online.onFetchPage.calls.count == 2)
                try await done.answer(to: name)
                if name == "packs" { throw DataError(.noSpace) }
            }
        }
        let report = await world.refresher(jobs: jobs).run()
        #expect(done.calls == ["media", "packs", "retention"])
        #expect(report.jobs.map(\.name) == done.calls)
        #expect(report.jobs.map(\.error?.code) == [nil, .noSpace, nil])
        #expect(report.result == .newData(count: 1), "a job's failure is not the refresh's")
    }
}
