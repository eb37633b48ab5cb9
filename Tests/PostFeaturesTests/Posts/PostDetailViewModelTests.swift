import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostDetailViewModelTests {
    let provider = TestInjector.mocks.postProvider
    let detail = PostDetailViewModel(id: .mock("a"))

    private func load(isRead: Bool = true) async {
        provider.onItems.returns([.mock("a", isRead: isRead)])
        await detail.load()
    }

    @Test func loadsThePostAndMarksItAsRead() async {
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isRead: true)]))
        await load(isRead: false)
        #expect(provider.onApply.calls == [.set(.read(true), [.mock("a")])])
        #expect(detail.state.value.item == .mock("a", isRead: true))
        #expect(detail.state.value.phase == .idle)
    }

    @Test func thePostIsSharedOnceItIsThere() async throws {
        TestInjector.mocks.endpointProvider.resolveLinks(against: try #require(URL(string: "https://demo.example")))
        #expect(detail.share() == nil)
        await load()
        #expect(detail.share()?.link.absoluteString == "https://demo.example/r/swift/comments/a/")
        #expect(detail.share()?.subject == "Post a")
    }

    @Test func aReadPostIsNotMarkedAgain() async {
        await load()
        #expect(provider.onApply.calls.isEmpty)
    }

    @Test func markingAsReadCanBeLeftOut() async {
        let detail = PostDetailViewModel(id: .mock("a"), marksAsRead: false)
        provider.onItems.returns([.mock("a")])
        await detail.load()
        #expect(provider.onApply.calls.isEmpty)
        #expect(detail.state.value.item?.status.isRead == false)
    }

    @Test func aPostThatIsNotStoredIsMissing() async {
        provider.onItems.returns([])
        await detail.load()
        #expect(detail.state.value.phase == .missing)
        #expect(detail.state.value.item == nil)
        #expect(detail.state.value.banner == nil)
    }

    @Test func aFailureToReadIsShownAndCanBeTriedAgain() async {
        provider.onItems.fails(with: DataError(.diskFailure))
        await detail.load()
        #expect(detail.state.value.phase == .failed)
        #expect(detail.state.value.banner?.isDismissible == false)
        await load()
        #expect(detail.state.value.phase == .idle)
        #expect(detail.state.value.banner == nil)
    }

    @Test func thePostIsShownEvenWhenItCannotBeMarked() async {
        provider.onApply.fails(with: DataError(.noSpace))
        await load(isRead: false)
        #expect(detail.state.value.item == .mock("a"))
        #expect(detail.state.value.banner == Banner(DataError(.noSpace), cause: .action))
    }

    @Test func statusesAreSetAndToggled() async {
        await load()
        provider.onApply.answers { mutation in
            guard case .setUndoably(let change, let ids) = mutation else { return StatusReceipt() }
            var status = PostStatus(id: ids[0])
            status.apply(change, at: .distantPast)
            return StatusReceipt(statuses: [status])
        }
        await detail.toggleSaved()
        #expect(detail.state.value.item?.status.isSaved == true)
        await detail.toggleSaved()
        #expect(detail.state.value.item?.status.isSaved == false)
        await detail.toggleFavourite()
        #expect(detail.state.value.item?.status.isFavourite == true)
        await detail.setVote(.down)
        #expect(detail.state.value.item?.status.vote == .down)
        await detail.setHidden(true)
        await detail.setRead(false)
        await detail.dismiss()
        #expect(
            provider.onApply.calls == [
                .setUndoably(.saved(true), [.mock("a")]), .setUndoably(.saved(false), [.mock("a")]),
                .setUndoably(.favourite(true), [.mock("a")]), .setUndoably(.vote(.down), [.mock("a")]),
                .setUndoably(.hidden(true), [.mock("a")]), .setUndoably(.read(false), [.mock("a")]),
                .dismiss([.mock("a")]),
            ])
    }

    @Test func togglesBeforeThePostIsLoadedDoNothing() async {
        await detail.toggleSaved()
        await detail.toggleFavourite()
        #expect(provider.onApply.calls.isEmpty)
    }

    @Test func aLateResultOfAnEarlierLoadIsVoid() async throws {
        let early = provider.onItems.holds()
        async let first: Void = detail.load()
        try await early.arrival()
        await load()
        early.release(returning: [])
        await first
        #expect(detail.state.value.phase == .idle)
        #expect(detail.state.value.item != nil)
    }

    @Test func aChangeDuringAReloadIsNotTakenBack() async throws {
        // Given a reload that has read the post already
        await load()
        let held = provider.onItems.holds()
        async let reload: Void = detail.load()
        try await held.arrival()
        // When
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isRead: true, isSaved: true)]))
        await detail.setSaved(true)
        held.release(returning: [.mock("a", isRead: true)])
        await reload
        // Then
        #expect(detail.state.value.item?.status.isSaved == true)
    }

    private func cancelALoad() async throws {
        let held = provider.onItems.holds()
        let load = Task { await detail.load() }
        try await held.arrival()
        load.cancel()
        await load.value
    }

    @Test func cancellationLeavesItAsItWas() async throws {
        try await cancelALoad()
        #expect(detail.state.value == PostDetailViewModel.State(), "idle would say that the post is there")
        provider.onItems.returns([])
        await detail.load()
        try await cancelALoad()
        #expect(detail.state.value.phase == .missing)
        provider.onItems.fails(with: DataError(.diskFailure))
        await detail.load()
        let failed = detail.state.value
        try await cancelALoad()
        #expect(detail.state.value == failed)
        await load()
        try await cancelALoad()
        #expect(detail.state.value.phase == .idle)
        #expect(detail.state.value.item != nil)
    }

    @Test func cancellationOfTheLaterOfTwoLoadsLeavesItAsItWasBeforeBoth() async throws {
        let early = provider.onItems.holds()
        async let first: Void = detail.load()
        try await early.arrival()
        try await cancelALoad()
        #expect(detail.state.value.phase == .initial)
        early.release(returning: [.mock("a")])
        await first
        #expect(detail.state.value.phase == .initial, "an earlier load is void")
    }
}

/// Double-taps on one post.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostDetailDoubleTapTests {
    let provider = TestInjector.mocks.postProvider
    let detail = PostDetailViewModel(id: .mock("a"))

    @Test func aDoubleTapSavesAndNeverUnsavesAndEachHasItsEvent() async {
        await detail.doubleTap()
        #expect(provider.onApply.calls.isEmpty, "there is nothing to tap yet")
        provider.onItems.returns([.mock("a", isRead: true)])
        await detail.load()
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isRead: true, isSaved: true)]))
        await detail.doubleTap()
        #expect(detail.state.value.item?.status.isSaved == true)
        #expect(detail.state.value.saveEvent == SaveEvent(number: 1, id: .mock("a")))
        await detail.doubleTap()
        #expect(provider.onApply.calls == [.setUndoably(.saved(true), [.mock("a")])])
        #expect(detail.state.value.saveEvent == SaveEvent(number: 2, id: .mock("a")))
    }

    @Test func aDoubleTapThatCannotBeSavedHasNoEvent() async {
        provider.onItems.returns([.mock("a", isRead: true)])
        await detail.load()
        provider.onApply.fails(with: FileError(.noSpace, path: "/store", operation: "write"))
        await detail.doubleTap()
        #expect(detail.state.value.saveEvent == nil)
        #expect(detail.state.value.banner?.cause == .action)
        provider.onApply.returns(StatusReceipt(unknown: [.mock("a")]))
        await detail.doubleTap()
        #expect(detail.state.value.saveEvent == nil)
    }
}

/// What only its site says of one post.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostDetailExtrasTests {
    let provider = TestInjector.mocks.postProvider
    let detail = PostDetailViewModel(id: .mock("a"))

    @Test func theFieldsAreReadWhenTheyAreAskedForAndNotBefore() async throws {
        provider.onItems.returns([.mock("a", isRead: true)])
        await detail.load()
        #expect(provider.onExtras.calls.isEmpty)
        let fields: [Post.ID: RawJSON] = [.mock("a"): try RawJSON(#"{"ratio":0.970}"#)]
        provider.onExtras.returns(fields, [:])
        #expect(await detail.extras()?["ratio"]?.text == "0.970")
        #expect(await detail.extras() == nil, "a site that says no more")
        #expect(provider.onExtras.calls == [[.mock("a")], [.mock("a")]])
        #expect(detail.state.value.item == .mock("a", isRead: true) && detail.state.value.banner == nil)
    }

    @Test func fieldsThatCannotBeReadAreABannerUntilTheyCan() async {
        provider.onExtras.fails(with: DataError(.diskFailure))
        #expect(await detail.extras() == nil)
        #expect(detail.state.value.banner?.error.code == .diskFailure && detail.state.value.banner?.cause == .action)
        provider.onExtras.returns([:])
        #expect(await detail.extras() == nil)
        #expect(detail.state.value.banner == nil)
        provider.onExtras.fails(with: CancellationError())
        #expect(await detail.extras() == nil)
        #expect(detail.state.value.banner == nil, "who goes away needs no explanation")
    }
}
