import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SavedPostsViewModelTests {
    private let mocks = TestInjector.mocks
    private let store = InMemoryOfflinePostProvider()
    private let feed = Feed(site: .demo, source: .saved)

    /// A real provider over a store in memory, so that what is saved elsewhere arrives.
    private func useStore() -> DefaultPostProvider {
        let provider = DefaultPostProvider(offline: store, online: nil)
        Dependency.register((any PostProvider).self) { provider }
        return provider
    }

    private func save(_ titles: String...) async throws {
        let posts = titles.map { Post.mock($0.lowercased(), title: $0) }
        try await store.store(posts, completeness: .full)
        for post in posts {
            mocks.clock.advance(by: .seconds(1))
            _ = try await store.apply(.set(.saved(true), [post.id]), at: mocks.clock.now)
        }
    }

    private func titles(_ list: SavedPostsViewModel) -> [String] { list.state.value.rows.map(\.title.text) }

    @Test func whatWasSavedLastComesFirst() async throws {
        _ = useStore()
        try await save("One", "Two", "Three")
        let list = SavedPostsViewModel(site: .demo)
        #expect(list.state.value.phase == .initial)
        await list.load()
        #expect(titles(list) == ["Three", "Two", "One"])
        #expect(list.state.value.phase == .idle)
        #expect(list.state.value.keptCount == 3)
    }

    @Test(
        arguments: [
            ("lant", ["Lanterns", "A LANTERN"]), ("ELAN", ["Élan"]), ("елка", ["Ёлка"]), ("글", ["한글"]), ("하", []),
            ("a lan", ["Lanterns", "Élan", "A LANTERN"]),
            ("", ["Lanterns", "한글", "Ёлка", "Élan", "A LANTERN"]),
            (" \n", ["Lanterns", "한글", "Ёлка", "Élan", "A LANTERN"]),
        ] as [(String, [String])]) func titlesAreFilteredAsThePersonTypes(query: String, expected: [String])
        async throws
    {
        _ = useStore()
        try await save("A LANTERN", "Élan", "Ёлка", "한글", "Lanterns")
        let list = SavedPostsViewModel(site: .demo)
        await list.load()
        list.setQuery(query)
        #expect(titles(list) == expected)
        #expect(list.state.value.query == query)
        #expect(list.state.value.keptCount == 5)
        let isMarking = !SearchQuery(query).isEmpty
        #expect(list.state.value.rows.allSatisfy { $0.title.ranges.isEmpty != isMarking })
        list.setQuery("")
        #expect(titles(list).count == 5)
    }

    @Test func theQueryStaysWhileTheListChanges() async throws {
        let provider = useStore()
        try await save("A lantern", "A torch")
        let list = SavedPostsViewModel(site: .demo)
        list.setQuery("LANTERN")
        await list.load()
        #expect(titles(list) == ["A lantern"])
        try await save("Torches", "Lanterns")
        await list.state.first { $0.keptCount == 4 }
        #expect(titles(list) == ["Lanterns", "A lantern"])
        _ = try await provider.apply(.set(.saved(false), [.mock("a lantern")]))
        await list.state.first { $0.keptCount == 3 }
        #expect(titles(list) == ["Lanterns"])
        #expect(list.state.value.query == "LANTERN")
    }

    @Test func otherTextsAreSearchedWhereThatIsAskedFor() async throws {
        _ = useStore()
        var post = Post.mock("a", title: "A title") { $0.author = "Ёжик" }
        post.text = "with a body"
        try await store.store([post], completeness: .full)
        _ = try await store.apply(.set(.saved(true), [post.id]), at: .now)
        let byTitle = SavedPostsViewModel(site: .demo)
        await byTitle.load()
        byTitle.setQuery("body")
        #expect(byTitle.state.value.rows.isEmpty)
        let everywhere = SavedPostsViewModel(site: .demo, fields: PostSearchField.allCases)
        everywhere.setQuery("body ежик title")
        await everywhere.load()
        #expect(titles(everywhere) == ["A title"])
    }

    @Test func whatIsTakenOutIsPutBackWhereItWas() async throws {
        _ = useStore()
        try await save("One", "Two", "Three")
        let list = SavedPostsViewModel(site: .demo)
        await list.load()
        await list.remove(.mock("two"))
        #expect(titles(list) == ["Three", "One"])
        await list.remove(.mock("three"))
        #expect(titles(list) == ["One"])
        #expect(list.state.value.canUndo)
        await list.remove(.mock("nobody"))
        mocks.clock.advance(by: .seconds(60))
        await list.undo()
        #expect(titles(list) == ["Three", "One"])
        await list.undo()
        #expect(titles(list) == ["Three", "Two", "One"])
        #expect(!list.state.value.canUndo)
        await list.undo()
        #expect(titles(list) == ["Three", "Two", "One"])
    }

    @Test func whatOneListTookOutEveryListCanPutBack() async throws {
        _ = useStore()
        try await save("One", "Two")
        let (first, second) = (SavedPostsViewModel(site: .demo), SavedPostsViewModel(site: .demo))
        let favourites = SavedPostsViewModel(site: .demo, kind: .favourites)
        for list in [first, second, favourites] { await list.load() }
        await first.remove(.mock("one"))
        await second.state.first { $0.canUndo }
        #expect(titles(second) == ["Two"] && !favourites.state.value.canUndo)
        // A list that is opened afterwards knows it, too.
        let third = SavedPostsViewModel(site: .demo)
        await third.load()
        #expect(third.state.value.canUndo)
        await second.undo()
        #expect(titles(second) == ["Two", "One"] && !second.state.value.canUndo)
        for list in [first, third] { await list.state.first { $0.rows.count == 2 && !$0.canUndo } }
        #expect(titles(first) == ["Two", "One"] && titles(third) == ["Two", "One"])
        await first.undo()
        #expect(titles(first) == ["Two", "One"], "it was put back once")
    }

    @Test func whatIsKeptAgainNeedNotBePutBack() async throws {
        let provider = useStore()
        try await save("One", "Two")
        let list = SavedPostsViewModel(site: .demo)
        await list.load()
        await list.remove(.mock("one"))
        #expect(list.state.value.canUndo)
        _ = try await provider.apply(.set(.saved(true), [.mock("one")]))
        await list.state.first { $0.keptCount == 2 }
        #expect(!list.state.value.canUndo, "the store has it, whoever saved it")
    }

    @Test func aPostThatIsStoredNoLongerDoesNotKeepTheOthersFromBeingPutBack() async throws {
        _ = useStore()
        try await save("One", "Two")
        let list = SavedPostsViewModel(site: .demo)
        await list.load()
        await list.remove(.mock("one"))
        await list.remove(.mock("two"))
        _ = try await store.evict([.mock("two")])
        await list.undo()
        #expect(titles(list) == [])
        #expect(list.state.value.canUndo)
        await list.undo()
        #expect(titles(list) == ["One"])
        #expect(!list.state.value.canUndo)
    }

    @Test func whatIsTakenOutTwiceAtOnceIsPutBackOnce() async throws {
        mocks.postProvider.onPerform.answers { [feed] _ in
            FeedUpdate(stored: StoredFeed(feed: feed, items: [.mock("a", isSaved: true)]))
        }
        let list = SavedPostsViewModel(site: .demo)
        await list.load()
        mocks.postProvider.onApply.answers { _ in StatusReceipt(statuses: [.mock("a")], version: 2) }
        await list.remove(.mock("a"))
        await list.remove(.mock("a"))
        await list.undo()
        #expect(!list.state.value.canUndo)
    }

    @Test func whereThereIsNothingElseToShowTheBannerStays() async {
        mocks.postProvider.onPerform.fails(with: DataError(.diskFailure))
        let list = SavedPostsViewModel(site: .demo)
        await list.load()
        list.dismissBanner()
        #expect(list.state.value.phase == .failed && list.state.value.banner != nil)
    }

    @Test func aPostIsSharedThatIsAmongTheRows() async throws {
        mocks.endpointProvider.resolveLinks(against: try #require(URL(string: "https://demo.example")))
        mocks.postProvider.onPerform.returns(
            FeedUpdate(stored: StoredFeed(feed: feed, items: [.mock("a", isSaved: true)])))
        let list = SavedPostsViewModel(site: .demo)
        await list.load()
        #expect(list.share(.mock("a"))?.link.absoluteString == "https://demo.example/r/swift/comments/a/")
        #expect(list.share(.mock("b")) == nil)
    }

    @Test func favouritesAreListedAndUndoneAlike() async throws {
        _ = useStore()
        try await store.store([.mock("a"), .mock("b")], completeness: .full)
        for id in ["a", "b"] {
            mocks.clock.advance(by: .seconds(1))
            _ = try await store.apply(.set(.favourite(true), [.mock(id)]), at: mocks.clock.now)
        }
        let list = SavedPostsViewModel(site: .demo, kind: .favourites)
        await list.load()
        #expect(list.state.value.rows.map(\.id.native) == ["b", "a"])
        await list.remove(.mock("a"))
        #expect(list.state.value.rows.map(\.id.native) == ["b"])
        await list.undo()
        #expect(list.state.value.rows.map(\.id.native) == ["b", "a"])
    }

    @Test func settingsLeaveOutWhatTheyHideAtOnceAndWithoutReading() async throws {
        var nsfw = FeedItem.mock("nsfw", isSaved: true)
        nsfw.post.isNSFW = true
        let stored = StoredFeed(feed: feed, items: [nsfw, .mock("read", isRead: true, isSaved: true)], version: 1)
        mocks.postProvider.onPerform.returns(FeedUpdate(stored: stored))
        let list = SavedPostsViewModel(site: .demo)
        await list.load()
        #expect(list.state.value.rows.count == 2)
        try await mocks.settings.update { settings in
            settings.nsfw = .hidden
            settings.hideRead = true
        }
        #expect(list.state.value.rows.map(\.id.native) == ["read"])
        #expect(list.state.value.filteredCount == 1)
        #expect(list.state.value.keptCount == 2)
        try await mocks.settings.update { $0.nsfw = .covered }
        #expect(list.state.value.rows.count == 2)
        #expect(mocks.postProvider.onPerform.calls.count == 1)
    }

    @Test func aLoadAfterStopIsFilteredByTheSettingsOfNow() async throws {
        var nsfw = FeedItem.mock("nsfw", isSaved: true)
        nsfw.post.isNSFW = true
        let held = mocks.postProvider.onPerform.holds()
        let list = SavedPostsViewModel(site: .demo)
        async let load: Void = list.load()
        try await held.arrival()
        list.stop()
        mocks.settings.settings.update { $0.nsfw = .hidden }
        let stored = FeedUpdate(stored: StoredFeed(feed: feed, items: [nsfw, .mock("a", isSaved: true)]))
        held.release(returning: stored)
        await load
        #expect(list.state.value.rows.isEmpty, "stop makes a load under way void")
        mocks.postProvider.onPerform.returns(stored)
        await list.load()
        #expect(list.state.value.rows.map(\.id.native) == ["a"])
        #expect(list.state.value.phase == .idle)
    }

    @Test func anOlderUpdateNeverLands() async {
        mocks.postProvider.onPerform.returns(.mock(["new"], of: feed, version: 5))
        let list = SavedPostsViewModel(site: .demo)
        await list.load()
        mocks.postProvider.send(.mock(["old"], of: feed, version: 4))
        mocks.postProvider.onPerform.returns(.mock(["older"], of: feed, version: 3))
        await list.load()
        #expect(list.state.value.rows.map(\.id.native) == ["new"])
        mocks.postProvider.send(.mock(["newest"], of: feed, version: 6))
        await list.state.first { $0.rows.first?.id == .mock("newest") }
    }

    @Test func aFailureKeepsTheRows() async {
        let provider = mocks.postProvider
        provider.onPerform.fails(with: DataError(.diskFailure))
        let list = SavedPostsViewModel(site: .demo)
        await list.load()
        #expect(list.state.value.phase == .failed)
        #expect(list.state.value.banner?.isDismissible == false)
        provider.onPerform.returns(FeedUpdate(stored: StoredFeed(feed: feed, items: [.mock("a", isSaved: true)])))
        await list.load()
        #expect(list.state.value.banner == nil)
        provider.onApply.fails(with: DataError(.noSpace))
        await list.remove(.mock("a"))
        #expect(list.state.value.banner?.cause == .action)
        #expect(list.state.value.rows.count == 1)
        #expect(!list.state.value.canUndo)
        list.dismissBanner()
        #expect(list.state.value.banner == nil)
        provider.onPerform.fails(with: DataError(.diskFailure))
        await list.load()
        #expect(list.state.value.rows.count == 1)
        #expect(list.state.value.phase == .idle)
    }

    @Test func stopEndsFollowingAndSoDoesLettingGo() async throws {
        mocks.postProvider.onPerform.returns(.mock(["a"], of: feed), .mock(["a"], of: feed))
        var list: SavedPostsViewModel? = SavedPostsViewModel(site: .demo)
        await list?.load()
        try await mocks.postProvider.waitForFollowers(of: feed, count: 1)
        list?.stop()
        try await mocks.postProvider.waitForFollowers(of: feed, count: 0)
        await list?.load()
        try await mocks.postProvider.waitForFollowers(of: feed, count: 1)
        list = nil
        try await mocks.postProvider.waitForFollowers(of: feed, count: 0)
    }
}
