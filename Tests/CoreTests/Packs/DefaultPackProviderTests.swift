import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DefaultPackProviderTests {
    private let world = PackFixture()

    private func fill(_ count: Int = 3) {
        world.setPosts(
            (1...count).map { .packed("t3_\($0)", thumbnail: "/s\($0)", pictures: ["/p\($0)"], comments: 2) })
        for index in 1...count {
            world.setFile("/s\(index)", bytes: 10)
            world.setFile("/p\(index)", bytes: 100)
            world.setThread("t3_\(index)", comments: 2)
        }
    }

    private var inOrder: DefaultPackProvider.Configuration {
        var configuration = DefaultPackProvider.Configuration()
        configuration.parallelism = 1
        return configuration
    }

    @Test func textsComeFirstThenThreadsThumbnailsAndMedia() async throws {
        fill(2)
        let report = try #require(try await world.run(world.request(2), inOrder))
        #expect(report.isComplete)
        #expect(
            world.takeLog() == [
                "page head of r/swift", "thread t3_1", "thread t3_2", "file /s1", "file /s2", "file /p1", "file /p2",
            ])
    }

    @Test func onlyTheRequestedPartsAreFetched() async throws {
        fill(1)
        let report = try #require(try await world.run(world.request(1, comments: false, media: false)))
        #expect(report.isComplete && report.comments == 0 && report.media == 1)
        #expect(world.takeLog() == ["page head of r/swift", "file /s1"])
    }

    @Test func itLoadsPagesUntilThereAreEnoughPosts() async throws {
        world.setPosts((0..<230).map { .packed("t3_\($0)") })
        let report = try #require(try await world.run(world.request(205)))
        #expect(report.isComplete && report.posts == 205)
        #expect(world.takeLog() == ["page head of r/swift", "page c100 of r/swift", "page c200 of r/swift"])
        let packed = try await world.packs.packedPosts().map(\.id.native)
        #expect(packed == (0..<205).map { "t3_\($0)" })
    }

    @Test func aFeedWithFewerPostsIsPackedWhole() async throws {
        fill(3)
        let report = try #require(try await world.run(world.request(50)))
        #expect(report.isComplete && report.posts == 3)
    }

    // MARK: Again

    @Test func aRepeatedPackFetchesOnlyTheFeedAndNewPosts() async throws {
        fill(3)
        _ = try await world.run(world.request(2), inOrder)
        _ = world.takeLog()
        _ = try await world.run(world.request(2), inOrder)
        #expect(world.takeLog() == ["page head of r/swift"])

        world.clock.advance(by: .seconds(60))
        world.setPosts([
            .packed("t3_9", thumbnail: "/s1", pictures: ["/p1"]), .packed("t3_1", thumbnail: "/s1", pictures: ["/p1"]),
        ])
        let report = try #require(try await world.run(world.request(2), inOrder))
        #expect(report.isComplete)
        #expect(world.takeLog() == ["page head of r/swift"], "the pictures are there already")
        #expect(try await world.packs.packedPosts().map(\.id.native) == ["t3_9", "t3_1", "t3_2"])
    }

    @Test func postsWithOnlyATextLeaveAnInterruptedPackWhenTheListChanges() async throws {
        fill(3)
        // The list, and the threads of two posts.
        var posts = (1...3).map { Post.packed("t3_\($0)", thumbnail: "/s\($0)", pictures: ["/p\($0)"], comments: 2) }
        posts.append(.packed("t3_4"))
        world.setPosts(posts)
        #expect(try await world.run(world.request(4), inOrder, killAfter: 5) == nil)
        #expect(try await world.packs.packedPosts().count == 4)
        world.clock.advance(by: .seconds(2 * 3_600))
        world.setPosts([.packed("t3_9"), .packed("t3_1", thumbnail: "/s1", pictures: ["/p1"], comments: 2)])
        let report = try #require(try await world.run(world.request(2), inOrder))
        #expect(report.isComplete)
        // The thread of the second was there, the fourth has no more than its text, and the third is bare.
        #expect(try await world.packs.packedPosts().map(\.id.native) == ["t3_9", "t3_1", "t3_2", "t3_4"])
        #expect(try await world.offline.items([.mock("t3_3")]).count == 1, "the post itself stays")
    }

    @Test func missingItemsOfPostsThatLeftAreNotCounted() async throws {
        fill(2)
        world.failFile("/p1", with: NetworkError(.notFound, status: 404))
        #expect(try await world.run(world.request(2))?.missing == 1)
        world.clock.advance(by: .seconds(60))
        world.setPosts([.packed("t3_2", thumbnail: "/s2", pictures: ["/p2"], comments: 2)])
        #expect(try await world.run(world.request(1))?.missing == 0)
        #expect(try await world.packs.packs().first?.missing.isEmpty == true)
    }

    @Test func aPictureThatIsItsOwnThumbnailMayBeAsLargeAsAPicture() async throws {
        world.setPosts([.packed("t3_1", thumbnail: "/p1", pictures: ["/p1"])])
        world.setFile("/p1", bytes: 3_000_000)
        let report = try #require(try await world.run(world.request(1, bytes: 100_000_000)))
        #expect(report.isComplete && report.missing == 0 && report.media == 1)
        #expect(world.takeLog() == ["page head of r/swift", "file /p1"])
    }

    @Test func missingItemsAreSkippedAndNotRequestedAgain() async throws {
        fill(3)
        world.failFile("/p2", with: NetworkError(.notFound, status: 404))
        world.failFile("/s3", with: NetworkError(.tooLarge))
        let report = try #require(try await world.run(world.request(3)))
        #expect(report.isComplete && report.missing == 2 && report.media == 4)
        world.failFile("/p2", with: nil)
        _ = world.takeLog()
        let again = try #require(try await world.run(world.request(3)))
        #expect(again.isComplete && again.missing == 2)
        #expect(world.takeLog() == ["page head of r/swift"])
    }

    @Test func aTruncatedAnswerIsRequestedAgainNextTimeAndDelaysNothing() async throws {
        fill(5)
        for index in 2...5 { world.failFile("/p\(index)", with: NetworkError(.malformed)) }
        let report = try #require(try await world.run(world.request(5), inOrder))
        #expect(report.stop == .failure && report.error?.code == .malformed && report.missing == 0)
        #expect(world.takeLog().suffix(4) == ["file /p2", "file /p3", "file /p4", "file /p5"])
        for index in 2...5 { world.failFile("/p\(index)", with: nil) }
        #expect(try await world.provider().resumePacks().map(\.isComplete) == [true])
    }

    @Test func aKilledPackContinuesWithTheMissingItems() async throws {
        fill(3)
        #expect(try await world.run(world.request(3), inOrder, killAfter: 9) == nil)
        #expect(try await world.packs.packs().first?.stop == .paused)
        _ = world.takeLog()
        let reports = try await world.provider(inOrder).resumePacks()
        #expect(reports.map(\.isComplete) == [true])
        #expect(world.takeLog().allSatisfy { !$0.hasPrefix("page") })
        #expect(world.files.fetched.values.allSatisfy { $0 == 1 })
        #expect(world.threads.fetched.values.allSatisfy { $0 == 1 })
        #expect(try await world.provider().resumePacks().isEmpty, "what is whole needs no going on")
    }

    @Test func aPackThatWasKilledBetweenPagesFetchesNoPageAgain() async throws {
        world.setPosts((0..<230).map { .packed("t3_\($0)") })
        #expect(try await world.run(world.request(205), killAfter: 2) == nil)
        #expect(world.takeLog() == ["page head of r/swift", "page c100 of r/swift", "page c200 of r/swift"])
        let report = try #require(try await world.run(world.request(205)))
        #expect(report.isComplete && report.posts == 205)
        #expect(world.takeLog() == ["page c200 of r/swift"])
    }

    @Test func aFileThatArrivedJustBeforeAKillIsNotDownloadedAgain() async throws {
        fill(1)
        let files = world as any OfflineMediaProvider
        let path = try await files.place(for: ResourceLink.mock("/p1"))
        _ = try await world.download(
            ResourceLink.mock("/p1"), to: path, maximumBytes: 1_000, priority: .background, progress: { _ in })
        let report = try #require(try await world.run(world.request(1)))
        #expect(report.isComplete)
        #expect(world.files.fetched[ResourceLink.mock("/p1")] == 1)
    }

    // MARK: The network

    @Test func withoutANetworkItWaitsAndKeepsWhatIsThere() async throws {
        fill(3)
        world.setReachable(false)
        let nothing = try #require(try await world.run(world.request(3)))
        #expect(nothing.stop == .network && nothing.error?.code == .offline && nothing.posts == 0)

        world.setReachable(true)
        _ = try await world.run(world.request(3), inOrder, killAfter: 5)
        world.setReachable(false)
        let some = try #require(try await world.run(world.request(3), inOrder))
        #expect(some.stop == .network && some.error?.code == .offline)
        #expect(some.posts == 3 && some.comments > 0)

        world.setReachable(true)
        #expect(try await world.provider().resumePacks().map(\.isComplete) == [true])
    }

    @Test func aCompletePackStaysCompleteWhenTheFeedCannotBeFetched() async throws {
        fill(2)
        _ = try await world.run(world.request(2))
        world.setReachable(false)
        let report = try #require(try await world.run(world.request(2)))
        #expect(report.isComplete && report.posts == 2 && report.media == 4)
        #expect(report.error?.code == .offline)
        #expect(try await world.packs.packs().first?.stop == nil)

        // Where something has gone meanwhile it is whole no longer, and says so.
        _ = try await world.evictThreads(of: [.mock("t3_1")])
        let lacking = try #require(try await world.run(world.request(2)))
        #expect(lacking.stop == .network)
        world.setReachable(true)
        #expect(try await world.provider().resumePacks().map(\.isComplete) == [true])
    }

    @Test func aFailingServerIsTriedThreeTimesAndTheRestIsLeftForLater() async throws {
        fill(5)
        for index in 2...5 { world.failFile("/p\(index)", with: NetworkError(.serverError, status: 500)) }
        let report = try #require(try await world.run(world.request(5), inOrder))
        #expect(report.stop == .failure && report.error?.code == .serverError)
        #expect(world.takeLog().suffix(3) == ["file /p2", "file /p3", "file /p4"])
        for index in 2...5 { world.failFile("/p\(index)", with: nil) }
        #expect(try await world.provider().resumePacks().map(\.isComplete) == [true])
    }

    @Test(arguments: [
        (NetworkPath(.wifi), true), (NetworkPath(.cellular), false), (NetworkPath(.none), false),
        (NetworkPath(.wifi, isExpensive: true), false), (NetworkPath(.ethernet, isConstrained: true), false),
        (NetworkPath(.unknown), false),
    ])
    func aPackThatNeedsAFreeNetworkWaitsForOne(_ path: NetworkPath, _ isFree: Bool) async throws {
        fill(1)
        world.path.path.set(path)
        var request = world.request(1)
        request.needsFreeNetwork = true
        let report = try #require(try await world.run(request))
        #expect(report.isComplete == isFree)
        if !isFree {
            #expect(report.stop == .network && report.error == nil)
            #expect(world.takeLog().isEmpty)
            #expect(world.activity.events.map(\.subject) == [.packs])
            world.path.path.set(NetworkPath(.wifi))
            #expect(try await world.provider().resumePacks().map(\.isComplete) == [true])
        }
    }

    @Test func aPackStopsWhenTheNetworkBecomesMetered() async throws {
        fill(3)
        let held = world.online.onFetchPage.holds()
        var request = world.request(3)
        request.needsFreeNetwork = true
        let running = request
        let provider = world.provider()
        let task = Task { try await provider.pack(running) }
        try await held.arrival()
        world.path.path.set(NetworkPath(.cellular))
        let report = try await task.value
        #expect(report.stop == .network && report.posts == 0)
    }

    // MARK: Together

    @Test func equalPacksAtTheSameTimeAreOneAndShareItsReport() async throws {
        fill(2)
        let held = world.online.onFetchPage.holds()
        let (provider, request) = (world.provider(), world.request(2))
        let first = Task { try await provider.pack(request) }
        try await held.arrival()
        let second = Task { try await provider.pack(request) }
        let third = Task { try await provider.pack(request) }
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
        held.release(
            returning: .mock([.packed("t3_1", pictures: ["/p1"], comments: 0)], next: nil))
        let reports = try await [first.value, second.value]
        #expect(reports[0] == reports[1] && reports[0].isComplete)
        #expect(world.online.onFetchPage.calls.count == 1)
        #expect(provider.reports.value == [reports[0]])
    }

    @Test func cancellingTheLastWaitingTaskEndsThePack() async throws {
        fill(2)
        let held = world.online.onFetchPage.holds()
        let (provider, request) = (world.provider(), world.request(2))
        let task = Task { try await provider.pack(request) }
        try await held.arrival()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await held.cancellation()
        await provider.pause(request)
        #expect(provider.reports.value.map(\.stop) == [.paused])
    }

    @Test func aPausedPackReportsItAndContinuesWhenItIsRequestedAgain() async throws {
        fill(3)
        let (provider, request) = (world.provider(), world.request(3))
        let held = world.online.onFetchPage.holds()
        let task = Task { try await provider.pack(request) }
        try await held.arrival()
        await provider.pause(request)
        let report = try await task.value
        #expect(report.stop == .paused && !report.isComplete)
        #expect(try await provider.pack(request).isComplete)
    }

    @Test func progressIsReported() async throws {
        fill(2)
        let (provider, request) = (world.provider(inOrder), world.request(2))
        let values = provider.reports.values
        let watcher = Task {
            var phases: [PackReport.Phase] = []
            for await reports in values {
                guard let phase = reports.first?.phase else { continue }
                if phases.last != phase { phases.append(phase) }
                if phase == .ended { break }
            }
            return phases
        }
        let report = try await provider.pack(request)
        let seen = await watcher.value
        // Newest only, so some may be skipped; those that are seen are in order.
        let order = PackReport.Phase.allCases
        let places = seen.compactMap { order.firstIndex(of: $0) }
        #expect(places == places.sorted() && seen.last == .ended)
        #expect(report.step == nil && report.phase == .ended)
    }

    // MARK: Taking away

    @Test func removedPostsLeaveWithTheirFilesAndAreNotFetchedAgain() async throws {
        fill(3)
        let provider = world.provider()
        _ = try await provider.pack(world.request(3))
        let usage = try await provider.remove([.mock("t3_2"), .mock("t3_8")])
        #expect(usage == FileUsage(files: 2, bytes: 110))
        #expect(try await world.packs.packedPosts().map(\.id.native) == ["t3_1", "t3_3"])
        #expect(try await world.packs.packs().first?.posts.count == 2)
        #expect(try await world.offline.items([.mock("t3_2")]).count == 1, "the post itself stays")
        let all = try await provider.remove(nil)
        #expect(all == FileUsage(files: 4, bytes: 220))
        #expect(try await world.packs.packs().isEmpty)
        #expect(try await provider.resumePacks().isEmpty)
    }

    @Test(arguments: [(0, FeedSource.home), (10_001, .home), (5, .downloads), (5, .saved)])
    func numbersOutOfRangeAndLocalFeedsAreRefused(_ posts: Int, _ source: FeedSource) async throws {
        let request = PackRequest(feed: Feed(site: .demo, source: source), posts: posts)
        let provider = world.provider()
        let error = await #expect(throws: DataError.self) { try await provider.pack(request) }
        #expect(error?.code == .invalidInput)
        #expect(world.takeLog().isEmpty)
    }

    @Test func aDatabaseThatFailsIsThrown() async throws {
        fill(1)
        world.packs.fail(with: DataError(.diskFailure))
        let provider = world.provider()
        let request = world.request(1)
        let error = await #expect(throws: DataError.self) { try await provider.pack(request) }
        #expect(error?.code == .diskFailure)
        #expect(try await provider.pack(request).isComplete)
    }
}
