import Core
import Foundation
import Mocks
import Testing

/// What is packed without being asked for.
@Suite(.timeLimit(.minutes(5)))
struct AutomaticPacksTests {
    private let packs = ScriptedPacks()
    private let settings = InMemorySettingsProvider()
    private let path = ManualNetworkPathProvider(NetworkPath(.wifi))
    private let journal = InMemoryActivityLog()
    private let feeds = ["aa", "bb", "cc"].map { Feed.mock($0) }

    private func work(on feeds: [Feed]) async throws {
        let refresher = DefaultBackgroundRefreshProvider(
            sites: [.demo], online: MockOnlinePostProvider(),
            jobs: [.automaticPacks(packs, settings: settings, path: path, activity: journal)],
            configuration: .init(refreshAge: .seconds(60)),
            services: .init(
                offline: InMemoryOfflinePostProvider(),
                sources: InMemoryOfflineSourceProvider(feeds.map { .mock("\($0.source)") }), settings: settings,
                states: InMemoryStateStore(), time: ManualClock()))
        let report = await refresher.run()
        #expect(report.jobs.map(\.name) == ["packs"])
        if let error = report.jobs.first?.error { throw error }
    }

    @Test func nothingIsPackedUnlessThePersonHasSetALimit() async throws {
        try await work(on: feeds)
        #expect(packs.onPack.calls.isEmpty)
        #expect(packs.onKeepToLimit.calls.count == 1, "what was kept under another limit leaves")
    }

    @Test func theLimitAndTheBudgetAreSharedOutAmongTheFeeds() async throws {
        try await settings.update {
            $0.localSaveLimit = 50
            $0.packBudgetMegabytes = 30
        }
        try await work(on: feeds)
        let asked = packs.onPack.calls
        #expect(asked.map(\.feed) == feeds)
        #expect(asked.map(\.posts) == [17, 17, 16])
        #expect(asked.allSatisfy { $0.isAutomatic && $0.includesComments && $0.includesMedia && $0.needsFreeNetwork })
        #expect(asked.allSatisfy { $0.maximumBytes == 10_000_000 && $0.maximumTime == nil })
    }

    @Test func whereThereAreMoreFeedsThanPostsTheFirstOnesGetOneEach() async throws {
        try await settings.update { $0.localSaveLimit = 50 }
        try await work(on: (10..<99).map { Feed.mock("r\($0)") })
        #expect(packs.onPack.calls.map(\.posts) == Array(repeating: 1, count: 50))
    }

    @Test(arguments: [
        (DownloadPolicy.never, NetworkPath(.wifi), 0), (.wifi, NetworkPath(.wifi), 3),
        (.wifi, NetworkPath(.cellular), 0), (.wifi, NetworkPath(.unknown), 0), (.always, NetworkPath(.unknown), 3),
        (.always, NetworkPath(.cellular), 3), (.always, NetworkPath(.none), 0),
        (.always, NetworkPath(.wifi, isConstrained: true), 0),
    ])
    func thePolicyDecidesOnWhichNetwork(_ policy: DownloadPolicy, _ now: NetworkPath, _ count: Int) async throws {
        try await settings.update {
            $0.localSaveLimit = 100
            $0.downloadPolicy = policy
        }
        path.path.set(now)
        try await work(on: feeds)
        #expect(packs.onPack.calls.count == count)
        #expect(journal.events.map(\.subject) == (count == 0 ? [.packs] : []), "it says why")
        #expect(packs.onPack.calls.allSatisfy { $0.needsFreeNetwork == (policy == .wifi) })
    }

    @Test func theNetworkThatChangesMeanwhileCountsForTheNextPack() async throws {
        try await settings.update { $0.localSaveLimit = 100 }
        let path = path
        packs.onPack.answers { request in
            path.path.set(NetworkPath(.cellular))
            return .ended(request)
        }
        try await work(on: feeds)
        #expect(packs.onPack.calls.count == 1)
    }

    @Test func aPackThatTheNetworkStopsIsTheLastAndOneThatFailsIsTheJobsError() async throws {
        try await settings.update { $0.localSaveLimit = 100 }
        packs.onPack.returns(.ended(PackRequest(feed: feeds[0], posts: 1), .network))
        try await work(on: feeds)
        #expect(packs.onPack.calls.count == 1)
        packs.onPack.returns(.ended(PackRequest(feed: feeds[0], posts: 1), .failure, DataError(.noSpace)))
        let error = await #expect(throws: DataError.self) { try await work(on: feeds) }
        #expect(error?.code == .noSpace && packs.onPack.calls.count == 2)
    }
}
