import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct OutboxViewModelTests {
    private let provider = TestInjector.mocks.writingProvider
    private let model = OutboxViewModel()

    private var state: OutboxViewModel.State { model.state.value }
    private let other = OutboxItem.ID(rawValue: "entry-other")

    private func item(_ name: String, _ state: OutboxItem.State, isKnown: Bool = true) -> OutboxItem {
        .made(
            OutboxItem.ID(rawValue: name), account: AccountKey(site: .demo, name: "1"), kind: .reply, text: "text",
            state: state, isKnown: isKnown)
    }

    @Test func startsNothingByItself() async {
        provider.outbox.set(OutboxState(items: [item("entry-a", .pending)]))
        #expect(state == OutboxViewModel.State())
        await model.load()
        #expect(state.items.map(\.id.rawValue) == ["entry-a"] && state.unsentCount == 1)
    }

    @Test func followsTheOutboxUntilItIsStopped() async {
        await model.load()
        let items = [item("entry-a", .failed), item("entry-b", .unsure), item("entry-c", .sending)]
        provider.outbox.set(OutboxState(items: items, unreadableCount: 2, isBusy: true))
        #expect(state.items == items && state.unsentCount == 5 && state.undecidedCount == 2 && state.isBusy)
        model.stop()
        provider.outbox.set(OutboxState())
        #expect(state.items == items)
    }

    @Test func decisionsGoToTheProvider() async {
        let id = OutboxItem.ID(rawValue: "entry-a")
        let ben = AccountKey(site: .demo, name: "2")
        await model.retry(id)
        await model.retry(id, as: ben)
        await model.cancel(id)
        await model.arrived(id)
        await model.edit(id, text: "better")
        let decisions: [OutboxDecision] = [
            .send(as: nil), .send(as: ben), .giveUp(nil), .arrived(nil), .edit("better"),
        ]
        #expect(provider.onDecide.calls == decisions.map { MockWritingProvider.Decided($0, on: id) })
        #expect(state.banner == nil)
    }

    @Test func allThatWasRefusedIsSentAgainOnce() async {
        await model.load()
        provider.outbox.set(
            OutboxState(items: [
                item("entry-a", .failed), item("entry-b", .unsure), item("entry-c", .failed),
                item("entry-d", .failed, isKnown: false),
            ]))
        await model.retryAll()
        #expect(provider.onDecide.calls.map(\.id.rawValue) == ["entry-a", "entry-c"])
    }

    @Test func whatBecomesOfRepliesIsAsked() async {
        let id = OutboxItem.ID(rawValue: "entry-a")
        provider.onDecide.fails(with: WritingError.hasDependants([other]))
        await model.cancel(id)
        #expect(state.question?.dependants == [other] && state.question?.id == id && state.banner == nil)
        await model.answer(.toParent)
        #expect(state.question == nil)
        #expect(provider.onDecide.calls.last == MockWritingProvider.Decided(.giveUp(.toParent), on: id))
    }

    @Test func aQuestionCanBeLeft() async {
        provider.onDecide.fails(with: WritingError.hasDependants([other]))
        await model.arrived(OutboxItem.ID(rawValue: "entry-a"))
        await model.answer(nil)
        #expect(state.question == nil && provider.onDecide.calls.count == 1)
        await model.answer(.drafts)
        #expect(provider.onDecide.calls.count == 1)
    }

    @Test func whatCannotBeDoneIsSaid() async {
        provider.onDecide.fails(with: WritingError.underWay)
        await model.edit(OutboxItem.ID(rawValue: "entry-a"), text: "better")
        #expect(state.banner?.error.code == .storeBusy)
        model.dismissBanner()
        #expect(state.banner == nil)
        provider.onDecide.fails(with: CancellationError())
        await model.retry(OutboxItem.ID(rawValue: "entry-a"))
        #expect(state.banner == nil)
    }

    @Test func aStoreThatFailsIsSaid() async {
        await model.load()
        provider.outbox.set(OutboxState(error: DataError(.noSpace)))
        #expect(state.banner?.error.code == .noSpace)
    }
}
