import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// The view model on mocks: what it asks, in which state, and what becomes of late answers.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CombinedFeedViewModelTests {
    let provider = TestInjector.mocks.postProvider
    let sources = [Feed.mock("a"), Feed.mock("b")]
    let list = CombinedFeedViewModel(feed: CombinedFeed([.mock("a"), .mock("b")], order: .interleaved), pageSize: 10)

    private var ids: [String] { list.state.value.items.map(\.id.native) }

    /// Answers a request for each source.
    private func answer(_ first: [String], _ second: [String], isEnd: Bool = true, version: UInt64 = 1) {
        provider.onPerform.answers { [sources] call in
            .mock(call.feed == sources[0] ? first : second, of: call.feed, version: version, isEnd: isEnd)
        }
    }

    private func loaded(_ first: [String], _ second: [String]) async {
        answer(first, second)
        await list.load()
    }

    @Test func startsNothingByItself() {
        #expect(list.state.value.phase == .initial)
        #expect(list.state.value.sources.map(\.feed) == sources)
        #expect(provider.onPerform.calls.isEmpty)
        #expect(sources.map { provider.followers(of: $0) } == [0, 0])
    }

    @Test func thePageSizeIsWhatThePersonHasSet() async throws {
        try await TestInjector.mocks.settings.update { $0.pageSize = 40 }
        #expect(CombinedFeedViewModel(feed: list.feed).pageSize == 40)
    }

    @Test func loadsEverySourceByThePolicyAndFollowsIt() async {
        await loaded(["a1", "both"], ["b1", "both"])
        #expect(ids == ["a1", "b1", "both"])
        #expect(list.state.value.items.map(\.sources) == [[0], [1], [0, 1]])
        #expect(list.state.value.phase == .end)
        let expected = sources.map { MockPostProvider.PerformCall(.load(.storedThenNetwork), on: $0, limit: 10) }
        #expect(Set(provider.onPerform.calls) == Set(expected))
        #expect(sources.map { provider.followers(of: $0) } == [1, 1])
    }

    @Test func whatIsStoredShowsWhileTheNetworkIsAsked() async throws {
        let (first, second) = (provider.onPerform.holds(), provider.onPerform.holds())
        async let load: Void = list.load()
        try await first.arrival()
        try await second.arrival()
        #expect(list.state.value.phase == .loading)
        #expect(list.state.value.sources.map(\.phase) == [.loading, .loading])
        provider.send(.mock(["b1"], of: sources[1]))
        await list.state.first { $0.items.count == 1 }
        #expect(list.state.value.phase == .refreshing)
        provider.send(.mock(["a1"], of: sources[0]))
        await list.state.first { $0.items.map(\.id.native) == ["a1", "b1"] }
        // Which of the two was asked first is left to chance.
        let calls = provider.onPerform.calls
        for (held, call) in zip([first, second], calls) {
            let ids = call.feed == sources[0] ? ["a0", "a1"] : ["b0", "b1"]
            held.release(returning: .mock(ids, of: call.feed, version: 2, isEnd: true))
        }
        await load
        #expect(ids == ["a0", "b0", "a1", "b1"])
    }

    @Test func aSupersededLoadIsVoid() async throws {
        let held = [provider.onPerform.holds(), provider.onPerform.holds()]
        async let early: Void = list.load()
        for call in held { try await call.arrival() }
        answer(["a2"], ["b2"], version: 2)
        await list.refresh()
        #expect(ids == ["a2", "b2"])
        for call in held { call.release(throwing: DataError(.offline)) }
        await early
        #expect(ids == ["a2", "b2"])
        #expect(list.state.value.banner == nil)
        #expect(list.state.value.sources.allSatisfy { $0.error == nil })
        #expect(list.state.value.phase == .end)
    }

    @Test func cancellationLeavesItIdleWithoutABanner() async throws {
        let held = [provider.onPerform.holds(), provider.onPerform.holds()]
        let load = Task { await list.load() }
        for call in held { try await call.arrival() }
        load.cancel()
        await load.value
        #expect(list.state.value.phase == .idle)
        #expect(list.state.value.banner == nil)
        #expect(list.state.value.sources.map(\.phase) == [.idle, .idle])
    }

    @Test func anItemNearTheEndLoadsMoreOncePerPageAndNotAfterAFailure() async throws {
        answer((1...10).map { "a\($0)" }, (1...10).map { "b\($0)" }, isEnd: false)
        await list.load()
        #expect(ids.count == 10)
        await list.itemAppeared(.mock("a1"))
        #expect(ids.count == 10)
        await list.itemAppeared(.mock("b5"))
        #expect(ids.count == 20)
        provider.onPerform.answers { _ in throw DataError(.offline) }
        await list.itemAppeared(.mock("b10"))
        #expect(list.state.value.banner?.error.code == .offline)
        let asked = provider.onPerform.calls.count
        await list.itemAppeared(.mock("b10"))
        #expect(provider.onPerform.calls.count == asked)
        #expect(ids.count == 20)
    }

    @Test func itemsThatArriveEndAFailure() async {
        provider.onPerform.answers { [sources] call in
            .mock([], of: call.feed == sources[0] ? sources[0] : sources[1], version: 0, error: DataError(.offline))
        }
        await list.load()
        #expect(list.state.value.phase == .failed)
        provider.send(.mock(["a1"], of: sources[0], version: 1))
        await list.state.first { $0.phase == .idle && $0.items.count == 1 }
        #expect(list.state.value.banner?.isDismissible == true)
    }

    @Test func stopEndsFollowingAndWhatIsUnderWay() async throws {
        let held = [provider.onPerform.holds(), provider.onPerform.holds()]
        async let load: Void = list.load()
        for call in held { try await call.arrival() }
        list.stop()
        for source in sources { try await provider.waitForFollowers(of: source, count: 0) }
        for call in held { call.release(returning: .mock(["late"])) }
        await load
        #expect(list.state.value.items.isEmpty)
        #expect(list.state.value.phase == .idle)
    }

    @Test func isReleasedWithoutStopAndEndsFollowing() async throws {
        var list: CombinedFeedViewModel? = CombinedFeedViewModel(feed: CombinedFeed(sources))
        let released = Weak(list)
        answer(["a"], ["b"])
        await list?.load()
        list = nil
        for source in sources { try await provider.waitForFollowers(of: source, count: 0) }
        #expect(released.object == nil)
    }

    @Test func aListedPostThatAnotherSourceHasLaterNamesBothAndIsNotNew() async {
        await loaded(["a1"], ["b1"])
        provider.send(.mock(["b0", "a1", "b1"], of: sources[1], version: 2, isEnd: true))
        await list.state.first { $0.newCount == 1 }
        #expect(ids == ["a1", "b1"])
        #expect(list.state.value.items.map(\.sources) == [[0, 1], [1]])
        // And no more when it has gone from there, with what was new.
        provider.send(.mock(["b1"], of: sources[1], version: 3, isEnd: true))
        await list.state.first { $0.newCount == 0 }
        #expect(list.state.value.items.map(\.sources) == [[0], [1]])
    }

    // MARK: Statuses

    @Test func aDismissedPostComesBackWhereItStood() async {
        await loaded(["a1", "a2"], ["b1"])
        provider.onApply.returns(StatusReceipt(statuses: [.mock("b1", isDismissed: true)], version: 2, canUndo: true))
        await list.dismiss(.mock("b1"))
        #expect(ids == ["a1", "a2"])
        #expect(list.state.value.canUndo)
        // Every source has seen it.
        provider.send(.mock(["a1", "a2"], of: sources[0], version: 2, isEnd: true))
        provider.send(.mock([], of: sources[1], version: 2, isEnd: true))
        provider.onApply.answers { [provider, sources] _ in
            provider.send(.mock(["b1"], of: sources[1], version: 3, isEnd: true))
            return StatusReceipt(statuses: [.mock("b1")], version: 3)
        }
        await list.undo()
        #expect(provider.onApply.calls == [.dismiss([.mock("b1")]), .undo])
        #expect(ids == ["a1", "b1", "a2"])
        #expect(!list.state.value.canUndo)
    }

    @Test func aChangeShowsAtOnceAndIsNotTakenBackByAnOlderUpdate() async {
        await loaded(["a1"], ["b1"])
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a1", isSaved: true)], version: 4))
        await list.toggleSaved(.mock("a1"))
        #expect(list.state.value.items[0].item.status.isSaved)
        var listed: [[Post.ID]] = []
        let token = list.state.observe { listed.append($0.items.map(\.id)) }
        provider.send(.mock(["a1", "older"], of: sources[0], version: 3, isEnd: true))
        for _ in 0..<100 { await Task.yield() }
        #expect(list.state.value.items[0].item.status.isSaved)
        // A later commit counts.
        provider.send(.mock(["a1", "a2"], of: sources[0], version: 5, isEnd: true))
        await list.state.first { !$0.items[0].item.status.isSaved }
        token.cancel()
        #expect(!listed.joined().contains(.mock("older")))
    }

    @Test func aFailedChangeLeavesTheItemsAndSetsTheBanner() async {
        await loaded(["a1"], ["b1"])
        provider.onApply.fails(with: DataError(.noSpace))
        await list.hide(.mock("a1"))
        #expect(ids == ["a1", "b1"])
        #expect(list.state.value.banner?.cause == .action)
        var hidden = PostStatus.mock("a1")
        hidden.isHidden = true
        provider.onApply.returns(StatusReceipt(statuses: [hidden], version: 2))
        await list.hide(.mock("a1"))
        #expect(ids == ["b1"])
        #expect(list.state.value.banner == nil)
    }

    @Test func eachSitesPostsAreChangedByItsOwnProvider() async {
        let (demo, lemmy) = (MockPostProvider(), MockPostProvider())
        let site = Site.lemmy("lemmy.example")
        Dependency.register(CombinedFeedProvider.self) { CombinedFeedProvider([.demo: demo, site: lemmy]) }
        let list = CombinedFeedViewModel(feed: CombinedFeed([.mock(), Feed(site: site)]))
        let theirs = Post.ID(site: site, native: "x")
        demo.onApply.returns(StatusReceipt(statuses: [], version: 1))
        lemmy.onApply.returns(StatusReceipt(statuses: [], version: 1))
        await list.set(.read(true), for: [.mock("a"), theirs, .mock("b")])
        #expect(demo.onApply.calls == [.setUndoably(.read(true), [.mock("a"), .mock("b")])])
        #expect(lemmy.onApply.calls == [.setUndoably(.read(true), [theirs])])
    }
}
