import Core
import Mocks
import PostFeatures
import Testing

/// A post that a person takes out of a list of kept ones stays in its place until the list is refreshed.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct StayingPostsTests {
    let provider = TestInjector.mocks.postProvider

    /// A list of the kept posts `a b c`.
    private func list(of source: FeedSource) async -> PostListViewModel {
        let list = PostListViewModel(feed: Feed(site: .demo, source: source), policy: .storedOnly)
        provider.onPerform.returns(update("a b c", of: source))
        await list.load()
        #expect(list.state.value.drawn == "a b c")
        return list
    }

    private func update(_ text: String, of source: FeedSource, version: UInt64 = 1) -> FeedUpdate {
        var update = FeedUpdate.drawn(text, of: Feed(site: .demo, source: source), version: version)
        for index in update.items.indices {
            update.items[index].status.isSaved = source == .saved
            update.items[index].status.isFavourite = source == .favourites
        }
        return update
    }

    private func remove(_ names: String..., from source: FeedSource, in list: PostListViewModel) async {
        for name in names {
            provider.onApply.returns(StatusReceipt(statuses: [.mock(name)], canUndo: true))
            if source == .saved { await list.toggleSaved(.mock(name)) } else { await list.toggleFavourite(.mock(name)) }
        }
    }

    private func kept(_ list: PostListViewModel) -> [Bool] {
        list.state.value.items.map { $0.status.isSaved || $0.status.isFavourite }
    }

    @Test(arguments: [FeedSource.saved, .favourites])
    func itsRowStaysAndSaysThatItIsKeptNoLonger(_ source: FeedSource) async {
        let list = await list(of: source)
        await remove("a", "b", from: source, in: list)
        #expect(list.state.value.drawn == "a b c" && kept(list) == [false, false, true])
        await remove("c", from: source, in: list)
        #expect(list.state.value.drawn == "a b c" && kept(list) == [false, false, false])
        // Other marks show on it, too.
        provider.onApply.returns(StatusReceipt())
        await list.set(.read(true), for: [.mock("b")])
        #expect(list.state.value.items.map(\.status.isRead) == [false, true, false])
    }

    @Test(arguments: [FeedSource.saved, .favourites])
    func aRefreshLetsItGo(_ source: FeedSource) async {
        let list = await list(of: source)
        await remove("b", from: source, in: list)
        provider.onPerform.returns(update("a c", of: source, version: 2))
        await list.refresh()
        #expect(list.state.value.drawn == "a c")
    }

    @Test func whatComesMeanwhileTakesItsOwnPlace() async {
        let list = await list(of: .favourites)
        await remove("b", from: .favourites, in: list)
        provider.send(update("n a x c", of: .favourites, version: 2))
        await list.state.first { $0.items.count == 5 }
        #expect(list.state.value.drawn == "n a b x c")
    }

    @Test func anUndoBringsItBackAsItWas() async {
        let list = await list(of: .favourites)
        await remove("b", from: .favourites, in: list)
        var status = PostStatus.mock("b")
        status.isFavourite = true
        provider.onApply.returns(StatusReceipt(statuses: [status]))
        await list.undo()
        #expect(list.state.value.drawn == "a b c" && kept(list) == [true, true, true])
    }

    @Test func whatIsPutAwayGoesAtOnce() async {
        let list = await list(of: .favourites)
        await remove("a", "b", from: .favourites, in: list)
        provider.onApply.returns(StatusReceipt(), StatusReceipt())
        await list.hide(.mock("a"))
        #expect(list.state.value.drawn == "b c")
        await list.dismiss(.mock("b"))
        #expect(list.state.value.drawn == "c")
    }

    @Test func inAnyOtherListAPostIsThereAsLongAsItIsStored() async {
        let list = PostListViewModel(feed: .mock(), policy: .storedOnly)
        provider.onPerform.returns(.drawn("a b"))
        await list.load()
        provider.onApply.returns(StatusReceipt())
        await list.set(.favourite(false), for: [.mock("a")])
        provider.send(.drawn("b", version: 2))
        await list.state.first { $0.items.count == 1 }
    }
}
