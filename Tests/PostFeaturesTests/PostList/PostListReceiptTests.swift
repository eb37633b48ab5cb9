import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Changes of statuses come back by the stream, and the later commit counts in whatever order they come.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListReceiptTests {
    let provider = TestInjector.mocks.postProvider
    let list = PostListViewModel(feed: .mock())

    private var ids: [String] { list.state.value.items.map(\.id.native) }

    private func load(_ ids: String...) async {
        provider.onPerform.returns(.mock(ids))
        await list.load()
    }

    @Test func anUpdateFromBeforeAChangeDoesNotTakeItBack() async {
        // Given changes that were committed with the versions 3 and 4
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        await load("a", "b")
        provider.onApply.returns(
            StatusReceipt(statuses: [.mock("a", isDismissed: true, changed: date)], version: 3),
            StatusReceipt(statuses: [.mock("b", isSaved: true, changed: date)], version: 4))
        await list.dismiss(.mock("a"))
        await list.setSaved(true, for: .mock("b"))
        // When an update of version 2 is late, and one of version 5 follows
        provider.send(.mock(["a", "b", "late"], version: 2))
        var update = FeedUpdate.mock(["b", "c"], version: 5)
        update.items[0].status = .mock("b", isSaved: true, changed: date)
        provider.send(update)
        await list.state.first { $0.items.contains { $0.id == .mock("c") } }
        // Then
        #expect(ids == ["b", "c"])
        #expect(list.state.value.items[0].status.isSaved)
    }

    @Test func aChangeThatWasMadeElsewhereLaterCounts() async {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        await load("a")
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isSaved: true, changed: date)], version: 2))
        await list.setSaved(true, for: .mock("a"))
        var update = FeedUpdate.mock(["a"], version: 3)
        update.items[0].status = .mock("a", isRead: true, changed: date + 1)
        provider.send(update)
        await list.state.first { $0.items.first?.status.isRead == true }
        #expect(list.state.value.items[0].status.isSaved == false)
    }

    @Test func aPostThatCameBackElsewhereIsShownAlsoWhenTheClockWasSetBack() async {
        // Given a dismissal
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        await load("a", "b")
        let dismissed = PostStatus.mock("a", isDismissed: true, changed: date)
        provider.onApply.returns(StatusReceipt(statuses: [dismissed], version: 2))
        await list.dismiss(.mock("a"))
        // When somebody else takes it back, an hour earlier by the clock
        var update = FeedUpdate.mock(["a", "b", "c"], version: 3)
        update.items[0].status = .mock("a", changed: date - 3600)
        provider.send(update)
        await list.state.first { $0.items.contains { $0.id == .mock("c") } }
        // Then
        #expect(ids == ["a", "b", "c"])
    }

    @Test func aReceiptThatIsLateDoesNotTakeBackWhatIsShownSince() async throws {
        // Given a dismissal whose receipt is under way
        await load("a", "b")
        let held = provider.onApply.holds()
        async let dismissal: Void = list.dismiss(.mock("a"))
        try await held.arrival()
        // When an update of a later commit comes first, in which the post is back
        provider.send(.mock(["a", "b", "c"], version: 3))
        held.release(returning: StatusReceipt(statuses: [.mock("a", isDismissed: true)], version: 2))
        await dismissal
        // Then
        #expect(ids == ["a", "b", "c"])
    }

    @Test func theReceiptOfTheLaterCommitCountsInWhateverOrderTheyCome() async throws {
        await load("a")
        let (early, late) = (provider.onApply.holds(), provider.onApply.holds())
        async let first: Void = list.setSaved(true, for: .mock("a"))
        try await early.arrival()
        async let second: Void = list.setSaved(false, for: .mock("a"))
        try await late.arrival()
        late.release(returning: StatusReceipt(statuses: [.mock("a")], version: 3))
        await second
        early.release(returning: StatusReceipt(statuses: [.mock("a", isSaved: true)], version: 2))
        await first
        #expect(list.state.value.items.map(\.status.isSaved) == [false])
    }

    @Test func aChangeThatEndedIsShownWithTheNextUpdateToo() async {
        await load("a", "b")
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isSaved: true)], version: 2))
        await list.setSaved(true, for: .mock("a"))
        // What was read before the commit is not shown.
        provider.onPerform.returns(.mock(["a"], version: 1))
        await list.refresh()
        #expect(list.state.value.items.map(\.status.isSaved) == [true, false])
        provider.onPerform.returns(.mock(["a"], version: 3))
        await list.refresh()
        #expect(list.state.value.items.map(\.status.isSaved) == [false])
    }

    @Test func aChangeToAFeedThatNobodyTellsThisListOfEndsAllTheSame() async {
        await load("a")
        provider.onApply.returns(StatusReceipt(unknown: [.mock("elsewhere")], version: 2))
        await list.hide(.mock("elsewhere"))
        #expect(ids == ["a"])
    }

    @Test func aChangeBeforeLoadingIsMadeAndShown() async {
        provider.send(.mock(["a", "b"]))
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isSaved: true)], version: 2))
        await list.setSaved(true, for: .mock("a"))
        #expect(list.state.value.items.map(\.status.isSaved) == [true, false])
        #expect(list.state.value.phase == .initial)
    }
}
