import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Double-taps, and marks for many posts at once.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListMarkingTests {
    let provider = TestInjector.mocks.postProvider
    let list = PostListViewModel(feed: .mock(), configuration: .init(minimumVisible: 0))

    private func load(_ text: String) async {
        provider.onPerform.returns(.drawn(text))
        await list.load()
    }

    @Test func aboveAndBelowAreOneCommitOfWhatIsShownAndUnread() async {
        // Given
        TestInjector.mocks.settings.settings.update { $0.nsfw = .hidden }
        await load("a b~ n! c d e! f~ g")
        provider.onApply.returns(
            StatusReceipt(statuses: [.mock("a", isRead: true)], version: 2),
            StatusReceipt(statuses: [.mock("d", isRead: true), .mock("g", isRead: true)], version: 3))
        // When
        await list.markAboveAsRead(.mock("c"))
        await list.markBelowAsRead(.mock("c"))
        // Then
        #expect(
            provider.onApply.calls == [
                .setUndoably(.read(true), [.mock("a")]), .setUndoably(.read(true), [.mock("d"), .mock("g")]),
            ])
        #expect(list.state.value.items.filter { !$0.status.isRead }.map(\.id.native) == ["c"])
    }

    @Test func whereThereIsNothingToMarkNothingIsCommitted() async {
        await load("a~ b c~")
        await list.markAboveAsRead(.mock("b"))
        await list.markBelowAsRead(.mock("b"))
        await list.markAboveAsRead(.mock("nobody"))
        await list.markBelowAsRead(.mock("nobody"))
        #expect(provider.onApply.calls.isEmpty)
    }

    @Test func anAnimationThatWasPlayedIsNotPlayedAgainWhenTheListComesBack() async {
        await load("a b")
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isSaved: true)], version: 2))
        await list.doubleTap(.mock("a"))
        list.stop()
        #expect(list.state.value.saveEvent == nil)
        await load("a b")
        #expect(list.state.value.saveEvent == nil)
        provider.onApply.returns(StatusReceipt(statuses: [.mock("b", isSaved: true)], version: 3))
        await list.doubleTap(.mock("b"))
        #expect(list.state.value.saveEvent == SaveEvent(number: 2, id: .mock("b")), "another one than before")
    }

    @Test func aDoubleTapSavesAndNeverUnsaves() async {
        await load("a b")
        var events: [SaveEvent?] = []
        let token = list.state.observe { state in
            if events.last != .some(state.saveEvent) { events.append(state.saveEvent) }
        }
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isSaved: true)], version: 2))
        await list.doubleTap(.mock("a"))
        await list.doubleTap(.mock("a"))
        #expect(provider.onApply.calls == [.setUndoably(.saved(true), [.mock("a")])])
        #expect(list.state.value.items[0].status.isSaved)
        #expect(
            events == [nil, SaveEvent(number: 1, id: .mock("a")), SaveEvent(number: 2, id: .mock("a"))],
            "the second one is not swallowed")
        withExtendedLifetime(token) {}
    }

    @Test func aDoubleTapThatCannotBeSavedPlaysNothing() async {
        await load("a b")
        provider.onApply.fails(with: FileError(.noSpace, path: "/store", operation: "write"))
        await list.doubleTap(.mock("a"))
        #expect(list.state.value.saveEvent == nil)
        #expect(list.state.value.banner?.cause == .action)
        provider.onApply.returns(StatusReceipt(unknown: [.mock("b")], version: 2))
        await list.doubleTap(.mock("b"))
        await list.doubleTap(.mock("nobody"))
        #expect(list.state.value.saveEvent == nil)
    }

    @Test func dismissalsAreTakenBackInTheirExactPlaces() async throws {
        // Given a feed over a store that works, with a gap and something to hide
        let (offline, feed) = (InMemoryOfflinePostProvider(), Feed.mock("whole"))
        let posts = DefaultPostProvider(offline: offline, online: nil)
        _ = try await offline.commit(
            .mock("a", "b", "c", "d", "e", next: "c1"), to: feed, at: .head, date: .distantPast)
        Dependency.register((any PostProvider).self) { posts }
        let list = PostListViewModel(feed: feed, policy: .storedOnly)
        await list.load()
        let before = list.state.value.drawn
        #expect(before == "a b c d e")
        // When one goes, then another, then all, and all come back
        await list.dismiss(.mock("d"))
        await list.dismiss(.mock("a"))
        #expect(list.state.value.drawn == "b c e")
        await list.dismissAll()
        #expect(list.state.value.items.isEmpty)
        await list.undo()
        #expect(list.state.value.drawn == "b c e")
        await list.undo()
        #expect(list.state.value.drawn == "a b c e")
        await list.undo()
        #expect(list.state.value.drawn == before)
        #expect(!list.state.value.canUndo)
        // Then what was dismissed stays away from a refresh
        await list.dismiss(.mock("b"))
        _ = try await offline.commit(.mock("b", "f", "a", next: "c2"), to: feed, at: .head, date: .distantFuture)
        await list.load()
        #expect(list.state.value.items.map(\.id.native).contains("b") == false)
        #expect(list.state.value.items.first?.id == .mock("f"))
        list.stop()
    }

    @Test func dismissingAllCanBeUndoneAlsoWhereTheSettingsLeaveEverythingOut() async {
        TestInjector.mocks.settings.settings.update { $0.nsfw = .hidden }
        await load("a! b!")
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isDismissed: true)], version: 2, canUndo: true))
        await list.dismissAll()
        #expect(list.state.value.canUndo)
    }
}
