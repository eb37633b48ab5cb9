import Foundation
import Mocks
import Testing

@testable import Core

/// What goes on by itself when the network or the person is back.
@Suite(.timeLimit(.minutes(5)))
struct ResumeCoordinatorTests {
    private let posts = MockPostProvider()
    private let packs = ScriptedPacks()
    private let images = MockImageCacheProvider()
    private let scheduler = MockBackgroundScheduler()
    private let connectivity = MockConnectivityProvider(.online)
    private let path = ManualNetworkPathProvider(NetworkPath(.cellular))
    private let settings = InMemorySettingsProvider()
    private let swift = Feed.mock("swift")
    private let memes = Feed.mock("memes")
    private let outage = Connectivity.offline(since: Date(timeIntervalSince1970: 1_700_000_000))
    private let resuming: ResumeCoordinator

    init() {
        let (posts, connectivity, path, settings) = (posts, connectivity, path, settings)
        let container = DependencyContainer()
        container.register((any PostProvider).self) { posts }
        container.register((any ConnectivityProvider).self) { connectivity }
        container.register((any NetworkPathProvider).self) { path }
        container.register((any SettingsProvider).self) { settings }
        let (packs, images, scheduler) = (packs, images, scheduler)
        resuming = Dependency.withContainer(container) {
            ResumeCoordinator(packs: packs, images: images, scheduler: scheduler)
        }
        posts.onPerform.answers { .mock(["a"], of: $0.feed) }
    }

    /// Runs a test while feeds are on screens.
    private func following(_ feeds: [Feed], _ test: () async throws -> Void) async throws {
        let streams = feeds.map { posts.updates(of: $0) }
        try await test()
        withExtendedLifetime(streams) {}
    }

    /// Runs a test while the coordinator follows the network.
    private func running(_ test: () async throws -> Void) async throws {
        let resuming = resuming
        let run = Task { await resuming.run() }
        // A change before that would be where it begins.
        try await Task.yield(until: { resuming.followerCount == 1 })
        try await test()
        run.cancel()
        await run.value
    }

    @Test func feedsInUseAreRefreshedOneAfterTheOtherAndThenPacksGoOn() async throws {
        try await settings.update { $0.pageSize = 40 }
        let (posts, feeds) = (posts, [memes, swift])
        packs.onResume.answers { _ in
            #expect(posts.onPerform.calls.map(\.feed) == feeds)
            return [.ended(PackRequest(feed: feeds[0], posts: 5))]
        }
        try await following([swift, memes, Feed(site: .demo, source: .saved), swift]) {
            let report = try await resuming.resume()
            #expect(report.refreshed == feeds && report.failures.isEmpty && report.packs.count == 1)
        }
        let calls = feeds.map { MockPostProvider.PerformCall(.load(.storedThenNetwork), on: $0, limit: 40) }
        #expect(posts.onPerform.calls == calls)
    }

    @Test func whatIsFreshIsNotCountedAndWhatFailsKeepsNothingElseFromGoingOn() async throws {
        var fresh = FeedUpdate.mock(["a"], of: memes)
        fresh.outcome.skip = FetchSkip(reason: .fresh)
        posts.onPerform.returns(fresh)
        posts.onPerform.fails(with: DataError(.storeBusy))
        packs.onResume.fails(with: DataError(.noSpace))
        try await following([swift, memes]) {
            let report = try await resuming.resume()
            #expect(report.refreshed.isEmpty && report.failures.map(\.feed) == [swift])
            #expect(report.failures.map(\.error.code) == [.storeBusy] && report.packError?.code == .noSpace)
        }
    }

    @Test func whereNoServerIsReachedPacksAreLeftAlone() async throws {
        var failed = FeedUpdate.mock(["a"], of: swift)
        failed.outcome.error = DataError(.offline)
        posts.onPerform.returns(failed)
        try await following([swift]) {
            let report = try await resuming.resume()
            #expect(report.failures.map(\.error.code) == [.offline])
        }
        #expect(packs.onResume.calls.isEmpty)
        // Nobody looks at anything: then packs have to find out for themselves.
        try await resuming.resume()
        #expect(packs.onResume.calls.count == 1)
    }

    @Test func aSecondTriggerJoins() async throws {
        try await following([swift]) {
            let held = posts.onPerform.holds()
            async let first: Void = resuming.didBecomeActive()
            try await held.arrival()
            async let second: Void = resuming.didBecomeActive()
            try await Task.yield(until: { resuming.waiterCount == 2 })
            held.release(returning: .mock(["a"], of: swift))
            _ = await (first, second)
        }
        #expect(posts.onPerform.calls.count == 1 && packs.onResume.calls.count == 1)
    }

    @Test func whoIsCancelledLeavesAndTheLastOneEndsIt() async throws {
        try await following([swift]) {
            let held = posts.onPerform.holds()
            let resuming = resuming
            let task = Task { try await resuming.resume() }
            try await held.arrival()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try await held.cancellation()
        }
        #expect(packs.onResume.calls.isEmpty)
    }

    // MARK: The network

    @Test func theEndOfAnOutageResumesOnce() async throws {
        try await following([swift]) {
            try await running {
                for count in 1...3 {
                    connectivity.connectivity.set(outage)
                    connectivity.connectivity.set(.online)
                    try await packs.onResume.waitForCalls(count)
                    try await Task.yield(until: { resuming.waiterCount == 0 })
                    #expect(posts.onPerform.calls.count == count)
                }
            }
        }
        connectivity.connectivity.set(outage)
        connectivity.connectivity.set(.online)
        #expect(packs.onResume.calls.count == 3, "whoever has ended follows nothing")
    }

    @Test func aNetworkThatCostsNothingAgainResumes() async throws {
        try await following([swift]) {
            try await running {
                path.path.set(NetworkPath(.wifi))
                try await packs.onResume.waitForCalls(1)
                try await Task.yield(until: { resuming.waiterCount == 0 })
                path.path.set(NetworkPath(.wifi, isConstrained: true))
                path.path.set(NetworkPath(.none))
                path.path.set(NetworkPath(.wifi))
                try await packs.onResume.waitForCalls(2)
            }
        }
        #expect(posts.onPerform.calls.count == 2)
    }

    @Test func aRoundThatFailedBeforeTheNetworkWasBackIsDoneOnceMore() async throws {
        var failed = FeedUpdate.mock(["a"], of: swift)
        failed.outcome.error = DataError(.offline)
        try await following([swift]) {
            try await running {
                connectivity.connectivity.set(outage)
                let held = posts.onPerform.holds()
                async let active: Void = resuming.didBecomeActive()
                try await held.arrival()
                connectivity.connectivity.set(.online)
                try await Task.yield(until: { resuming.waiterCount == 2 })
                held.release(returning: failed)
                await active
                try await packs.onResume.waitForCalls(1)
            }
        }
        #expect(posts.onPerform.calls.count == 2)
    }

    @Test func aPackThatWaitedWhenItsNetworkCameGoesOn() async throws {
        var request = PackRequest(feed: swift, posts: 1)
        request.needsFreeNetwork = true
        request.isAutomatic = false
        try await running {
            let held = packs.onResume.holds()
            async let active: Void = resuming.didBecomeActive()
            try await held.arrival()
            path.path.set(NetworkPath(.wifi))
            try await Task.yield(until: { resuming.waiterCount == 2 })
            held.release(returning: [.ended(request, .network)])
            await active
            try await packs.onResume.waitForCalls(2)
        }
    }

    // MARK: Front and background

    @Test func whoGoesIntoTheBackgroundAsksForARunAndWritesDownWhatIsInMemory() async throws {
        try await settings.update { $0.refreshAgeMinutes = 30 }
        try await resuming.didEnterBackground()
        #expect(scheduler.onSchedule.calls == [.seconds(1800)])
        #expect(images.onFlush.calls.count == 1)
        scheduler.onSchedule.fails(with: DataError(.permissionDenied))
        let error = await #expect(throws: DataError.self) { try await resuming.didEnterBackground() }
        #expect(error?.code == .permissionDenied)
        #expect(images.onFlush.calls.count == 2, "flushed all the same")
    }

    @Test func aMemoryWarningIsHandedOnBeforeItReturns() {
        resuming.didReceiveMemoryWarning()
        #expect(images.onHandleMemoryWarning.calls.count == 1)
    }

    // MARK: Feeds in use

    @Test func aProviderKnowsWhichFeedsAreInUse() async throws {
        let provider = DefaultPostProvider(
            offline: InMemoryOfflinePostProvider(), online: nil, time: ManualClock(),
            services: .init(activity: DiscardingActivityRecorder(), settings: settings))
        _ = try await provider.perform(.load(.storedOnly), on: memes, limit: 25)
        #expect(await provider.feedsInUse().isEmpty)
        let follower = Task {
            for await _ in provider.updates(of: swift) {}
        }
        while await provider.feedsInUse() != [swift] { await Task.yield() }
        follower.cancel()
        while await !provider.feedsInUse().isEmpty { await Task.yield() }
    }
}

extension Task where Success == Never, Failure == Never {
    fileprivate static func yield(until isReady: () -> Bool) async throws {
        while !isReady() {
            try Task<Never, Never>.checkCancellation()
            await Task<Never, Never>.yield()
        }
    }
}
