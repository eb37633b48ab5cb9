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

    @Test func noticesAreShownOfTheAccountAndDismissedOrFollowed() async {
        await model.load()
        let (ann, ben) = (AccountKey(site: .demo, name: "1"), AccountKey(site: .demo, name: "2"))
        let date = Date(timeIntervalSince1970: 0)
        let overruled = OutboxNotice(
            id: other, account: ben, kind: .vote, date: date, reason: .overruled("0"))
        let copy = OutboxNotice(
            id: OutboxItem.ID(rawValue: "entry-a"), account: ann, kind: .reply, date: date,
            reason: .copy(.comment(.mock("t1_late"))))
        var outbox = OutboxState()
        outbox.notices = [overruled, copy]
        provider.outbox.set(outbox)
        #expect(state.notices == [overruled, copy] && state.unsentCount == 0)
        #expect(
            PostFormat(language: .english).text(of: overruled)
                == "Vote: the site kept another value, although it was told again and again.")
        model.show(ann)
        #expect(state.notices == [copy])
        await model.deleteCopy(copy.id)
        await model.dismissNotice(overruled.id)
        #expect(
            provider.onDecide.calls == [
                MockWritingProvider.Decided(.deleteCopy, on: copy.id),
                MockWritingProvider.Decided(.dismiss, on: overruled.id),
            ])
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

    // MARK: Groups and accounts

    @Test func whatAPersonHasToDecideComesFirst() async {
        await model.load()
        provider.outbox.set(
            OutboxState(items: [
                item("entry-a", .pending), item("entry-b", .failed), item("entry-c", .unsure),
                item("entry-d", .waiting), item("entry-e", .pending), item("entry-f", .sending),
                item("entry-g", .checking),
            ]))
        #expect(state.groups.map(\.state) == [.failed, .unsure, .checking, .sending, .pending, .waiting])
        #expect(state.groups[4].items.map(\.id.rawValue) == ["entry-a", "entry-e"])
        let format = PostFormat(language: .english)
        #expect(state.groups.map { format.heading(of: $0.state) }.first == "Refused")
    }

    @Test func oneAccountIsShownAndAllAreCounted() async {
        await model.load()
        let (ann, ben) = (AccountKey(site: .demo, name: "1"), AccountKey(site: .demo, name: "2"))
        func made(_ name: String, _ account: AccountKey, _ state: OutboxItem.State) -> OutboxItem {
            .made(OutboxItem.ID(rawValue: name), account: account, kind: .reply, state: state)
        }
        provider.outbox.set(
            OutboxState(
                items: [made("entry-a", ann, .pending), made("entry-b", ben, .failed)],
                sent: [made("entry-c", ben, .sent), made("entry-d", ann, .sent)], unreadableCount: 1))
        #expect(state.accounts == [ann, ben] && provider.outbox.value.unsentCount(of: ben) == 1)
        model.show(ben)
        #expect(state.items.map(\.id.rawValue) == ["entry-b"] && state.sent.map(\.id.rawValue) == ["entry-c"])
        #expect(state.accounts == [ann, ben] && state.unsentCount == 3 && state.undecidedCount == 1)
        await model.sendNow()
        #expect(provider.onSend.calls == [ben])
        model.show(nil)
        await model.sendNow()
        #expect(state.items.count == 2 && provider.onSend.calls == [ben, ann, ben])
    }

    @Test func sendingThatFailsIsSaid() async {
        await model.load()
        provider.outbox.set(OutboxState(items: [item("entry-a", .pending)]))
        provider.onSend.fails(with: DataError(.storeDamaged))
        await model.sendNow()
        #expect(state.banner?.error.code == .storeDamaged)
        await model.sendNow()
        #expect(state.banner == nil)
    }

    @Test func aPostGetsOtherWords() async {
        let id = OutboxItem.ID(rawValue: "entry-a")
        await model.edit(id, post: PostDraft(title: "t", url: "https://example.com"))
        let post = PostDraft(title: "t", url: "https://example.com")
        #expect(provider.onDecide.calls == [MockWritingProvider.Decided(.editPost(post), on: id)])
    }

    @Test func anErrorOfTheFirstOfAllStays() async {
        await model.load()
        provider.outbox.set(OutboxState(items: [item("entry-a", .failed), item("entry-b", .failed)]))
        provider.onDecide.fails(with: DataError(.noSpace))
        await model.retryAll()
        #expect(provider.onDecide.calls.count == 2 && state.banner?.error.code == .noSpace)
    }

    @Test func itSaysWhoseAnItemIsAndWhetherItCanGo() async {
        let ben = SignedInAccount(id: "2", site: .demo, user: SessionUser(id: "2", name: "ben"))
        let text = item("entry-a", .pending)
        provider.outbox.set(OutboxState(items: [text]))
        provider.signIn(as: text.account, name: "ann")
        await model.load()
        #expect(state.standing(of: text) == OutboxStanding(isInUse: true, hasSession: true, name: "ann"))
        #expect(!state.waitsForSignIn(text))
        provider.siteAccounts.update { $0.all[0].state = .expired }
        #expect(state.standing(of: text) == OutboxStanding(isInUse: true, hasSession: false, name: "ann"))
        #expect(state.waitsForSignIn(text) && !state.waitsForSignIn(item("entry-a", .failed)))
        provider.siteAccounts.set(SiteAccounts(all: [ben], currentID: "2"))
        #expect(state.standing(of: text) == OutboxStanding(isInUse: false, hasSession: false, name: nil))
        #expect(state.waitsForSignIn(text))
        // Of whom nobody has told yet who it is, it may be.
        let unknown = SignedInAccount(id: "x", site: .demo, user: nil)
        provider.siteAccounts.set(SiteAccounts(all: [unknown], currentID: "x"))
        #expect(state.standing(of: text).isInUse && !state.waitsForSignIn(text))
        provider.siteAccounts.set(SiteAccounts())
        #expect(!state.standing(of: text).isInUse)
    }
}
