import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListStatusTests {
    let feed = Feed.mock()
    let provider = TestInjector.mocks.postProvider
    let list = PostListViewModel(feed: .mock())

    private var ids: [String] { list.state.value.items.map(\.id.native) }

    private func load(_ ids: String...) async {
        provider.onPerform.returns(.mock(ids))
        await list.load()
    }

    @Test func selectingMarksAsReadOnce() async {
        await load("a", "b")
        provider.onApply.returns(StatusReceipt(statuses: [.mock("b", isRead: true)]))
        await list.select(.mock("b"))
        await list.select(.mock("b"))
        #expect(provider.onApply.calls == [.set(.read(true), [.mock("b")])])
        #expect(list.state.value.items.map(\.status.isRead) == [false, true])
    }

    @Test func aDismissedPostIsGoneWhenTheCallReturnsAndComesBackWithUndo() async {
        await load("a", "b", "c")
        provider.onApply.returns(StatusReceipt(statuses: [.mock("b", isDismissed: true)], canUndo: true))
        await list.dismiss(.mock("b"))
        #expect(ids == ["a", "c"])
        #expect(list.state.value.canUndo)
        provider.onApply.returns(StatusReceipt(statuses: [.mock("b")]))
        await list.undo()
        #expect(provider.onApply.calls == [.dismiss([.mock("b")]), .undo])
        #expect(provider.onPerform.calls.count == 1, "what comes back comes by the stream")
        #expect(ids == ["a", "b", "c"])
        #expect(!list.state.value.canUndo)
    }

    @Test func dismissAllEmptiesTheList() async {
        await load("a", "b")
        let dismissed = ["a", "b"].map { PostStatus.mock($0, isDismissed: true) }
        provider.onApply.returns(StatusReceipt(statuses: dismissed, canUndo: true))
        await list.dismissAll()
        #expect(provider.onApply.calls == [.dismissAll(feed)])
        #expect(ids.isEmpty)
        #expect(list.state.value.canUndo)
    }

    @Test func aDismissalThatPutNothingAwayCannotBeUndone() async {
        await load("a")
        provider.onApply.returns(StatusReceipt(unknown: [.mock("nobody")]))
        await list.dismiss(.mock("nobody"))
        #expect(!list.state.value.canUndo)
    }

    @Test func aDismissalCanBeUndoneAlsoWhenAPageLandsMeanwhile() async throws {
        // Given
        await load("a", "b")
        let held = provider.onApply.holds()
        async let dismissal: Void = list.dismiss(.mock("a"))
        try await held.arrival()
        // When more posts come than go
        provider.send(.mock(["a", "b", "c", "d"], version: 2))
        held.release(returning: StatusReceipt(statuses: [.mock("a", isDismissed: true)], version: 3, canUndo: true))
        await dismissal
        // Then
        #expect(ids == ["b", "c", "d"])
        #expect(list.state.value.canUndo)
    }

    @Test func aDismissalCanBeUndoneAlsoWhenAnUpdateShowsItFirst() async throws {
        await load("a", "b")
        let held = provider.onApply.holds()
        async let dismissal: Void = list.dismiss(.mock("a"))
        try await held.arrival()
        var update = FeedUpdate.mock(["b"], version: 2)
        update.canUndo = true
        provider.send(update)
        held.release(returning: StatusReceipt(statuses: [.mock("a", isDismissed: true)], version: 2, canUndo: true))
        await dismissal
        #expect(list.state.value.canUndo)
    }

    @Test func dismissingWhatWasPutAwayAlreadyCannotBeUndone() async throws {
        // Given a post that is not shown, and another one that leaves for a reason of its own
        await load("a", "b")
        let held = provider.onApply.holds()
        async let dismissal: Void = list.dismiss(.mock("gone"))
        try await held.arrival()
        provider.send(.mock(["b"], version: 2))
        // When
        held.release(returning: StatusReceipt(statuses: [.mock("gone", isDismissed: true)], version: 2))
        await dismissal
        // Then
        #expect(!list.state.value.canUndo)
    }

    @Test func readIsToggledById() async {
        await load("a", "b")
        provider.onApply.returns(
            StatusReceipt(statuses: [.mock("b", isRead: true)], version: 2),
            StatusReceipt(statuses: [.mock("b")], version: 3))
        await list.toggleRead(.mock("b"))
        #expect(list.state.value.items[1].status.isRead)
        await list.toggleRead(.mock("b"))
        await list.toggleRead(.mock("nobody"))
        #expect(!list.state.value.items[1].status.isRead)
        let changes = [StatusChange.read(true), .read(false)]
        #expect(provider.onApply.calls == changes.map { .setUndoably($0, [.mock("b")]) })
    }

    @Test func savedAndFavouriteAreToggledById() async {
        await load("a", "b")
        var favourite = PostStatus.mock("a")
        favourite.isFavourite = true
        provider.onApply.returns(
            StatusReceipt(statuses: [.mock("b", isSaved: true)]), StatusReceipt(statuses: [.mock("b")]),
            StatusReceipt(statuses: [favourite]))
        await list.toggleSaved(.mock("b"))
        #expect(list.state.value.items[1].status.isSaved)
        await list.toggleSaved(.mock("b"))
        await list.toggleFavourite(.mock("a"))
        await list.toggleSaved(.mock("nobody"))
        #expect(
            provider.onApply.calls == [
                .setUndoably(.saved(true), [.mock("b")]), .setUndoably(.saved(false), [.mock("b")]),
                .setUndoably(.favourite(true), [.mock("a")]),
            ])
        #expect(list.state.value.items[0].status.isFavourite)
    }

    @Test func aHiddenPostLeavesAndAnUnhiddenOneComesBack() async {
        await load("a", "b")
        var hidden = PostStatus.mock("a")
        hidden.isHidden = true
        provider.onApply.returns(StatusReceipt(statuses: [hidden]))
        await list.hide(.mock("a"))
        #expect(ids == ["b"])
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a")]))
        await list.set(.hidden(false), for: [.mock("a")])
        #expect(ids == ["a", "b"])
    }

    @Test func aPostThatIsNoLongerSavedLeavesTheSavedPosts() async {
        let saved = Feed(site: .demo, source: .saved)
        let list = PostListViewModel(feed: saved)
        var update = FeedUpdate.mock([], of: saved, isEnd: true)
        update.items = [.mock("a", isSaved: true)]
        provider.onPerform.returns(update)
        await list.load()
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a")]))
        await list.toggleSaved(.mock("a"))
        #expect(list.state.value.items.isEmpty)
    }

    @Test func aFailedChangeLeavesTheItemsAndSetsTheBanner() async {
        await load("a", "b")
        let before = list.state.value.items
        provider.onApply.fails(with: FileError(.noSpace, path: "/store", operation: "write"))
        await list.dismiss(.mock("a"))
        #expect(list.state.value.items == before)
        #expect(!list.state.value.canUndo)
        #expect(list.state.value.banner?.cause == .action)
        #expect(list.state.value.banner?.error.code == .noSpace)
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isSaved: true)]))
        await list.setSaved(true, for: .mock("a"))
        #expect(list.state.value.banner == nil)
    }

    @Test func aSuccessfulChangeDoesNotHideThatTheNetworkIsGone() async {
        provider.onPerform.returns(.mock(["a"], error: DataError(.offline)))
        await list.load()
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isSaved: true)]))
        await list.setSaved(true, for: .mock("a"))
        #expect(list.state.value.banner?.error.code == .offline)
    }

    @Test func aCancelledChangeShowsNoBanner() async throws {
        await load("a")
        let held = provider.onApply.holds()
        let change = Task { await list.dismiss(.mock("a")) }
        try await held.arrival()
        change.cancel()
        await change.value
        #expect(list.state.value.banner == nil)
        #expect(ids == ["a"])
    }
}
