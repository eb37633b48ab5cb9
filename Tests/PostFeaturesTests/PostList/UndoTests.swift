import Core
import Foundation
import Mocks
import PostFeatures
import Synchronization
import Testing

/// What can be undone is what the store says, in every list and after a new start.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct UndoTests {
    private let store = InMemoryOfflinePostProvider()
    private let swift = Feed.mock("swift")
    private let linux = Feed.mock("linux")

    /// A start of the app: a provider of its own over the same store.
    private func start() {
        let provider = DefaultPostProvider(offline: store, online: nil)
        Dependency.register((any PostProvider).self) { provider }
    }

    private func fill() async throws {
        _ = try await store.commit(.mock("a", "b"), to: swift, at: .head, date: .distantFuture)
        _ = try await store.commit(.mock("x", "y"), to: linux, at: .head, date: .distantFuture)
    }

    private func list(_ feed: Feed) async -> PostListViewModel {
        let list = PostListViewModel(feed: feed, policy: .storedOnly)
        await list.load()
        return list
    }

    /// Every state that a list publishes, as what is listed and whether there is something to undo.
    private final class Draws: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }

        func add(_ ids: [Post.ID], _ canUndo: Bool) {
            let line = "\(ids.map(\.native).joined()) \(canUndo ? "undo" : "-")"
            lines.withLock { if $0.last != line { $0.append(line) } }
        }
    }

    @Test func aDismissalOfAnEarlierRunCanBeUndone() async throws {
        start()
        try await fill()
        await list(swift).dismiss(.mock("a"))
        start()
        let list = await list(swift)
        #expect(list.state.value.canUndo)
        #expect(list.state.value.drawn == "b")
        await list.undo()
        #expect(!list.state.value.canUndo)
        #expect(list.state.value.drawn == "a b")
    }

    @Test func everyListSaysTheSame() async throws {
        start()
        try await fill()
        let (first, second) = (await list(swift), await list(linux))
        await first.dismiss(.mock("a"))
        await second.state.first { $0.canUndo }
        await second.undo()
        #expect(!second.state.value.canUndo)
        await first.state.first { !$0.canUndo && $0.items.count == 2 }
    }

    @Test func noDrawHasRowsAndUndoThatContradictEachOther() async throws {
        start()
        try await fill()
        let list = await list(swift)
        let draws = Draws()
        let token = list.state.observe { draws.add($0.items.map(\.id), $0.canUndo) }
        await list.dismiss(.mock("a"))
        await list.dismissAll()
        await list.undo()
        await list.undo()
        #expect(list.state.value.drawn == "a b")
        token.cancel()
        #expect(draws.all == ["ab -", "b undo", " undo", "b undo", "ab -"])
    }

    @Test func theSavedPostsAndTheFavouritesSayItToo() async throws {
        start()
        try await fill()
        _ = try await store.apply(.set(.saved(true), [.mock("a")]), at: .distantPast)
        await list(linux).dismiss(.mock("x"))
        #expect(await list(Feed(site: .demo, source: .saved)).state.value.canUndo)
    }

    @Test func whatCameBackByHandCannotBeUndone() async throws {
        start()
        try await fill()
        let list = await list(swift)
        await list.dismiss(.mock("b"))
        await list.dismiss(.mock("a"))
        await list.set(.dismissed(false), for: [.mock("a")])
        #expect(list.state.value.canUndo, "the dismissal of b")
        await list.undo()
        #expect(list.state.value.drawn == "a b")
        #expect(!list.state.value.canUndo)
    }

    @Test func anOlderUpdateDoesNotTakeBackWhatCanBeUndone() async {
        let provider = TestInjector.mocks.postProvider
        provider.onPerform.returns(.mock(["a", "b"], version: 1))
        let list = PostListViewModel(feed: .mock())
        await list.load()
        provider.onApply.returns(
            StatusReceipt(statuses: [.mock("a", isDismissed: true)], version: 5, canUndo: true))
        await list.dismiss(.mock("a"))
        provider.send(.mock(["a", "b", "c"], version: 4))
        provider.onPerform.returns(.mock(["a", "b", "c"], version: 4))
        await list.refresh()
        #expect(list.state.value.drawn == "b")
        #expect(list.state.value.canUndo)
    }

    @Test func severalFeedsInOneListSayTheSame() async throws {
        start()
        try await fill()
        await list(swift).dismiss(.mock("a"))
        start()
        let combined = CombinedFeedViewModel(feed: CombinedFeed([swift, linux]), policy: .storedOnly)
        await combined.load()
        #expect(combined.state.value.canUndo)
        let draws = Draws()
        let token = combined.state.observe { draws.add($0.items.map(\.id).sorted(), $0.canUndo) }
        await combined.undo()
        #expect(!combined.state.value.canUndo)
        await combined.dismiss(.mock("x"))
        token.cancel()
        #expect(draws.all == ["bxy undo", "abxy -", "aby undo"])
    }

    @Test func whatIsTakenOutOfTheSavedPostsAndTheWayBackAreShownTogether() async throws {
        start()
        try await fill()
        for name in ["a", "b"] {
            TestInjector.mocks.clock.advance(by: .seconds(1))
            _ = try await store.apply(.set(.saved(true), [.mock(name)]), at: TestInjector.mocks.clock.now)
        }
        let saved = SavedPostsViewModel(site: .demo)
        await saved.load()
        let draws = Draws()
        let token = saved.state.observe { draws.add($0.rows.map(\.item.id), $0.canUndo) }
        await saved.remove(.mock("b"))
        await saved.undo()
        token.cancel()
        #expect(draws.all == ["ba -", "a undo", "ba -"])
    }
}
