import Core
import Foundation
import Mocks
import Testing

@testable import PostFeatures

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ReplyViewModelTests {
    private let mocks = TestInjector.mocks
    private let ann = SignedInAccount(id: "a", site: .demo, user: SessionUser(id: "1", name: "ann"))
    private let ben = SignedInAccount(id: "b", site: .demo, user: SessionUser(id: "2", name: "ben"))
    private let post = Post.ID(site: .demo, native: "t3_a")
    private let parent = StatusTarget(.comment, site: .demo, native: "t1_p")

    private var subject: ReplyViewModel.Subject { .reply(to: parent, in: post, text: "first\n\nsecond") }

    private func key(_ account: SignedInAccount) -> AccountKey { AccountKey(site: .demo, name: account.user?.id) }

    private func signIn() { mocks.writingProvider.siteAccounts.set(SiteAccounts(all: [ann, ben], currentID: "a")) }

    /// A screen that is open.
    private func opened(
        _ subject: ReplyViewModel.Subject? = nil, undo: Duration = .zero
    ) async -> ReplyViewModel {
        let model = ReplyViewModel(subject ?? self.subject, configuration: WritingConfiguration(undo: undo))
        await model.load()
        return model
    }

    private func item(
        _ id: OutboxItem.ID, _ state: OutboxItem.State, kind: OutboxItem.Kind = .reply, text: String = "hello",
        reason: OutboxItem.Reason? = nil
    ) -> OutboxItem {
        .made(id, account: key(ann), kind: kind, target: parent, text: text, state: state, reason: reason)
    }

    private func draft(_ text: String, by account: AccountKey?, kind: OutboxItem.Kind = .reply) -> Draft {
        var draft = Draft(
            id: Draft.ID(rawValue: "entry-draft"), account: account, kind: kind, site: .demo, target: parent,
            thread: post, date: mocks.clock.now - 60)
        draft.text = text
        return draft
    }

    /// Sends, with what the outbox shows of the item afterwards.
    private func send(_ model: ReplyViewModel, _ state: OutboxItem.State = .pending) async throws -> OutboxItem.ID {
        let (provider, drafts, account) = (mocks.writingProvider, mocks.drafts, key(ann))
        let count = provider.onQueue.calls.count
        provider.onQueue.answers { queued in
            guard let id = queued.id else { return nil }
            drafts.take(id)
            provider.outbox.set(
                OutboxState(items: [.made(id, account: account, kind: .reply, text: "hello", state: state)]))
            return id
        }
        await model.send()
        let calls = provider.onQueue.calls
        #expect(calls.count == count + 1)
        return try #require(calls.last?.id)
    }

    // MARK: Typing

    @Test func whatIsTypedIsStoredWithinHalfASecond() async throws {
        signIn()
        let model = await opened()
        model.setText("h")
        try await mocks.clock.waitForSleepers(1)
        mocks.clock.advance(by: .milliseconds(300))
        model.setText("hello")
        #expect(mocks.drafts.storedDrafts.isEmpty)
        mocks.clock.advance(by: .milliseconds(100))
        try await mocks.drafts.waitForStores(1)
        let stored = try #require(mocks.drafts.storedDrafts.first)
        #expect(stored.text == "hello" && stored.account == key(ann) && stored.kind == .reply)
        #expect(stored.target == parent && stored.thread == post && stored.quotable == "first\n\nsecond")
        await model.state.first { $0.writing.draftDate != nil }
    }

    @Test func whatIsTypedIsStoredAlsoWhereTheScreenIsGone() async throws {
        signIn()
        var model: ReplyViewModel? = await opened()
        model?.setText("hello")
        try await mocks.clock.waitForSleepers(1)
        model = nil
        mocks.clock.advance(by: .milliseconds(400))
        try await mocks.drafts.waitForStores(1)
        #expect(mocks.drafts.storedDrafts.map(\.text) == ["hello"])
    }

    @Test func aTextThatIsEmptiedIsNoDraft() async throws {
        signIn()
        let model = await opened()
        model.setText("hello")
        model.setText(" ")
        await model.close(keepingDraft: true)
        #expect(mocks.drafts.storedDrafts.isEmpty)
        model.setText("hello")
        await model.close(keepingDraft: true)
        #expect(model.state.value.writing.progress == .draft)
        model.setText("")
        await model.close(keepingDraft: true)
        #expect(try await mocks.drafts.drafts().isEmpty)
    }

    @Test func aDraftIsOpenedAgainByWhoWroteIt() async {
        signIn()
        mocks.drafts.put(draft("ann's", by: key(ann)))
        let model = await opened()
        #expect(model.state.value.text == "ann's" && model.state.value.writing.isRestored)
        #expect(model.state.value.writing.draftDate == mocks.clock.now - 60)
        mocks.writingProvider.siteAccounts.set(SiteAccounts(all: [ann, ben], currentID: "b"))
        let other = await opened()
        #expect(other.state.value.text.isEmpty && !other.state.value.writing.isRestored)
    }

    @Test func aDraftThatCannotBeReadIsSaid() async {
        mocks.drafts.fail(with: DataError(.storeDamaged))
        let model = await opened()
        #expect(model.state.value.writing.banner?.error.code == .storeDamaged)
    }

    @Test func aDraftThatCannotBeStoredIsSaidAndStoredLater() async throws {
        signIn()
        let model = await opened()
        mocks.drafts.fail(with: DataError(.noSpace))
        model.setText("hello")
        await model.close(keepingDraft: true)
        #expect(model.state.value.writing.banner?.error.code == .noSpace && model.state.value.text == "hello")
        #expect(model.state.value.writing.progress == nil)
        mocks.drafts.fail(with: nil)
        model.dismissBanner()
        await model.close(keepingDraft: true)
        #expect(try await mocks.drafts.drafts().map(\.text) == ["hello"])
        #expect(model.state.value.writing.progress == .draft)
    }

    @Test func codePointsAreCountedDown() async {
        let model = await opened()
        #expect(model.state.value.limit == 10_000 && model.state.value.remaining == 10_000)
        // A family is one letter and five code points.
        model.setText("👨‍👩‍👧")
        #expect(model.state.value.remaining == 9_995)
        model.setText(String(repeating: "a", count: 10_001))
        #expect(model.state.value.remaining == -1)
    }

    @Test func whatIsAnsweredIsQuoted() async {
        let model = await opened()
        #expect(model.state.value.canQuote)
        model.quote()
        #expect(model.state.value.text == "> first\n>\n> second\n\n")
        model.setText("Well.")
        model.quote("> of\r\nold")
        #expect(model.state.value.text == "Well.\n\n> > of\n> old\n\n")
        let silent = await opened(.reply(to: parent, in: post, text: nil))
        silent.quote()
        #expect(!silent.state.value.canQuote && silent.state.value.text.isEmpty)
    }

    // MARK: Sending

    @Test func theDraftsIDIsTheItems() async throws {
        signIn()
        let model = await opened()
        model.setText("hello")
        let id = try await send(model)
        let call = try #require(mocks.writingProvider.onQueue.calls.first)
        #expect(call.intent == .reply("hello", to: parent, in: post) && call.account == key(ann))
        // It was stored before it was queued, under the same id.
        #expect(mocks.drafts.storedDrafts.map(\.id) == [id] && OutboxItem.ID.isID(id.rawValue))
        #expect(model.state.value.writing.progress == .queued && model.state.value.writing.isLocked)
        model.setText("too late")
        #expect(model.state.value.text == "hello" && model.state.value.writing.draftDate == nil)
        await model.send()
        #expect(mocks.writingProvider.onQueue.calls.count == 1)
    }

    @Test func aSecondTryMakesNoSecondText() async throws {
        signIn()
        let model = await opened()
        model.setText("hello")
        mocks.writingProvider.onQueue.fails(with: DataError(.noSpace))
        await model.send()
        let state = model.state.value
        #expect(state.writing.banner?.error.code == .noSpace && state.text == "hello" && state.writing.progress == nil)
        #expect(try await mocks.drafts.drafts().map(\.text) == ["hello"])
        let id = try await send(model)
        #expect(mocks.writingProvider.onQueue.calls.map(\.id) == [id, id])
        #expect(model.state.value.writing.banner == nil)
    }

    @Test func whatTheSiteWouldNotTakeIsNotQueued() async {
        signIn()
        let model = await opened()
        await model.send()
        #expect(model.state.value.writing.problem == .blankComment)
        let long = String(repeating: "a", count: 10_001)
        model.setText(long)
        #expect(model.state.value.writing.problem == nil)
        await model.send()
        #expect(
            model.state.value.writing.problem
                == .tooLong(.comment, limit: 10_000, count: 10_001, site: "Reddit"))
        // It is kept all the same.
        #expect(mocks.drafts.storedDrafts.map(\.text) == [long] && mocks.writingProvider.onQueue.calls.isEmpty)
    }

    @Test func whoIsSignedOutKeepsADraft() async throws {
        mocks.writingProvider.onAccount.fails(with: DataError(.unauthorized))
        let model = await opened()
        #expect(model.state.value.writing.access == .signedOut && !model.state.value.writing.canWrite)
        model.setText("hello")
        await model.send()
        #expect(model.state.value.writing.progress == .draft && model.state.value.writing.banner == nil)
        #expect(try await mocks.drafts.drafts().map(\.account) == [nil])
        #expect(mocks.writingProvider.onQueue.calls.isEmpty)
        // Whoever signs in then sends it, from the same screen.
        signIn()
        #expect(model.state.value.writing.canWrite && model.state.value.text == "hello")
        _ = try await send(model)
        #expect(mocks.writingProvider.onQueue.calls.map(\.account) == [key(ann)])
        #expect(try await mocks.drafts.drafts().isEmpty)
    }

    @Test func whereNothingCanBeWrittenThatIsSaid() async {
        mocks.writingProvider.writableKinds.set([.vote])
        let model = await opened()
        #expect(model.state.value.writing.access == .unsupported)
        #expect(PostFormat(language: .english).reason(for: .unsupported) == "This app cannot write to this site.")
        model.setText("hello")
        await model.send()
        #expect(mocks.writingProvider.onQueue.calls.isEmpty)
    }

    @Test func anotherAccountCanWrite() async throws {
        signIn()
        let model = await opened()
        #expect(model.state.value.writing.accounts == [ann, ben] && model.state.value.writing.account == key(ann))
        model.setText("hello")
        model.choose(key(ben))
        model.choose(AccountKey(site: .demo, name: "stranger"))
        _ = try await send(model)
        #expect(mocks.writingProvider.onQueue.calls.map(\.account) == [key(ben)])
        #expect(mocks.drafts.storedDrafts.last?.account == key(ben))
    }

    @Test func whatIsBeingWrittenStaysWithWhoeverBeganIt() async throws {
        signIn()
        let model = await opened()
        // Nothing is written yet: whoever is in use writes.
        mocks.writingProvider.siteAccounts.set(SiteAccounts(all: [ann, ben], currentID: "b"))
        #expect(model.state.value.writing.account == key(ben))
        model.setText("hello")
        signIn()
        #expect(model.state.value.writing.account == key(ben) && model.state.value.writing.canWrite)
        // Also where they are signed out, until somebody else is chosen.
        mocks.writingProvider.siteAccounts.set(SiteAccounts(all: [ann], currentID: "a"))
        #expect(model.state.value.writing.account == key(ben))
        #expect(model.state.value.writing.access == .signedOut)
        model.choose(key(ann))
        _ = try await send(model)
        #expect(mocks.writingProvider.onQueue.calls.map(\.account) == [key(ann)])
    }

    // MARK: Afterwards

    @Test func whatBecomesOfItIsShown() async throws {
        signIn()
        let model = await opened()
        model.setText("hello")
        let id = try await send(model)
        let provider = mocks.writingProvider
        for (state, progress) in [
            (OutboxItem.State.sending, WritingProgress.sending), (.checking, .checking), (.unsure, .unsure),
            (.waiting, .waiting(nil)), (.pending, .queued),
        ] {
            provider.outbox.set(OutboxState(items: [item(id, state)]))
            #expect(model.state.value.writing.progress == progress)
        }
        mocks.connectivity.connectivity.set(.offline(since: mocks.clock.now))
        provider.outbox.set(OutboxState(items: [item(id, .pending)], isBusy: true))
        #expect(model.state.value.writing.progress == .waiting(nil))
        provider.outbox.set(OutboxState(sent: [item(id, .sent)]))
        #expect(model.state.value.writing.progress == .sent(result: nil) && model.state.value.writing.isLocked)
    }

    @Test func itCanBeTakenBackForATime() async throws {
        signIn()
        let model = await opened(undo: .seconds(5))
        model.setText("hello")
        let id = try await send(model)
        #expect(mocks.writingProvider.onQueue.calls.first?.undo == .seconds(5))
        #expect(model.state.value.writing.progress == .undoable(until: mocks.clock.now + 5))
        let (drafts, parent) = (mocks.drafts, parent)
        mocks.writingProvider.onDecide.answers { decided in
            var draft = Draft(
                id: decided.id.draftID, account: nil, kind: .reply, site: .demo, target: parent, date: .distantPast)
            draft.text = "hello"
            drafts.put(draft)
        }
        await model.takeBack()
        #expect(mocks.writingProvider.onDecide.calls == [.init(.giveUp(nil), on: id)])
        #expect(model.state.value.writing.progress == nil && model.state.value.text == "hello")
        mocks.writingProvider.outbox.set(OutboxState())
        #expect(model.state.value.writing.progress == nil)
        model.setText("hello again")
        await model.close(keepingDraft: true)
        #expect(try await drafts.drafts().map(\.text) == ["hello again"])
        #expect(try await drafts.drafts().map(\.id) == [id.draftID])
    }

    @Test func theTimeToTakeItBackEnds() async throws {
        signIn()
        let model = await opened(undo: .seconds(5))
        model.setText("hello")
        _ = try await send(model)
        try await mocks.clock.waitForSleepers(1)
        mocks.clock.advance(by: .seconds(5))
        await model.state.first { $0.writing.progress == .queued }
    }

    @Test func whatIsUnderWayIsNotTakenBack() async throws {
        signIn()
        let model = await opened()
        model.setText("hello")
        let id = try await send(model)
        mocks.writingProvider.onDecide.fails(with: WritingError.underWay)
        await model.takeBack()
        #expect(model.state.value.writing.banner?.error.code == .storeBusy)
        #expect(model.state.value.writing.progress == .queued)
        mocks.writingProvider.outbox.set(OutboxState(items: [item(id, .sending)]))
        await model.takeBack()
        #expect(mocks.writingProvider.onDecide.calls.count == 1)
    }

    @Test func aRefusedTextIsInHandAndSentAgainWithOtherWords() async throws {
        signIn()
        let model = await opened()
        model.setText("hello")
        let id = try await send(model)
        mocks.writingProvider.outbox.set(OutboxState(items: [item(id, .failed)]))
        #expect(model.state.value.writing.progress == .refused(nil) && !model.state.value.writing.isLocked)
        model.setText("better")
        await model.close(keepingDraft: true)
        let draft = try #require(try await mocks.drafts.drafts().first)
        let unsent = StatusTarget(.comment, site: .demo, native: id.rawValue)
        #expect(draft.kind == .edit && draft.target == unsent && draft.text == "better" && draft.id != id)
        model.setText("best")
        mocks.writingProvider.onQueue.answers { _ in id }
        await model.send()
        let call = try #require(mocks.writingProvider.onQueue.calls.last)
        #expect(call.intent == .edit("best", of: unsent) && call.id == draft.id)
    }

    @Test func aRefusedTextGoesAgainAsItIsAndFromAnotherAccount() async throws {
        signIn()
        let model = await opened()
        model.setText("hello")
        let id = try await send(model)
        mocks.writingProvider.outbox.set(OutboxState(items: [item(id, .failed)]))
        await model.send()
        #expect(mocks.writingProvider.onDecide.calls == [.init(.send(as: nil), on: id)])
        model.choose(key(ben))
        await model.send()
        #expect(mocks.writingProvider.onDecide.calls.last == .init(.send(as: key(ben)), on: id))
        // Other words of somebody else are another text.
        model.setText("ben's words")
        mocks.writingProvider.onQueue.answers { $0.id }
        await model.send()
        #expect(mocks.writingProvider.onDecide.calls.last == .init(.giveUp(nil), on: id))
        let call = try #require(mocks.writingProvider.onQueue.calls.last)
        #expect(call.intent == .reply("ben's words", to: parent, in: post) && call.account == key(ben))
        #expect(call.id != id && mocks.drafts.removedDrafts.last == id.draftID)
    }

    @Test func aTextThatIsGivenUpElsewhereIsADraftHere() async throws {
        signIn()
        let model = await opened()
        model.setText("hello")
        let id = try await send(model)
        var left = draft("hello", by: key(ann))
        left = Draft(id: id.draftID, account: key(ann), kind: .reply, site: .demo, target: parent, date: left.date)
        mocks.drafts.put(left)
        mocks.writingProvider.outbox.set(OutboxState())
        await model.state.first { $0.writing.progress == .draft }
    }

    @Test func discardingRemovesTheDraft() async throws {
        signIn()
        mocks.drafts.put(draft("old", by: key(ann)))
        let model = await opened()
        model.setText("new")
        await model.close(keepingDraft: false)
        #expect(try await mocks.drafts.drafts().isEmpty && mocks.drafts.storedDrafts.isEmpty)
        #expect(model.state.value.writing.progress == .discarded)
    }

    // MARK: Edits

    @Test func anEditBeginsWithTheTextAndIsADraftOnceItDiffers() async throws {
        signIn()
        let model = await opened(.edit(parent, text: "as it is"))
        #expect(model.state.value.text == "as it is")
        model.setText("other")
        model.setText("as it is")
        await model.close(keepingDraft: true)
        #expect(mocks.drafts.storedDrafts.isEmpty)
        model.setText("other")
        await model.close(keepingDraft: true)
        #expect(mocks.drafts.storedDrafts.map(\.kind) == [.edit])
        mocks.writingProvider.onQueue.answers { $0.id }
        await model.send()
        #expect(mocks.writingProvider.onQueue.calls.map(\.intent) == [.edit("other", of: parent)])
        // It leaves nothing behind in the outbox.
        mocks.writingProvider.outbox.set(OutboxState(unreadableCount: 1))
        await model.state.first { $0.writing.progress == .sent(result: nil) }
    }

    @Test func anEditOfATextThatChangedMeanwhileSaysSo() async {
        signIn()
        var begun = draft("other", by: key(ann), kind: .edit)
        begun.setBase("as it was")
        mocks.drafts.put(begun)
        let model = await opened(.edit(parent, text: "as it is"))
        #expect(model.state.value.text == "other" && model.state.value.writing.isBaseChanged)
        let same = await opened(.edit(parent, text: "as it was"))
        #expect(!same.state.value.writing.isBaseChanged)
    }

    @Test func anEditOfAPostHasThePostsLimit() async {
        signIn()
        let model = await opened(.edit(.post(post), text: "text"))
        #expect(model.state.value.limit == 40_000)
        model.setText("")
        mocks.writingProvider.onQueue.answers { $0.id }
        await model.send()
        #expect(mocks.writingProvider.onQueue.calls.map(\.intent) == [.edit("", of: .post(post))])
    }

    @Test func aDraftOfTheListIsOpened() async throws {
        signIn()
        var stored = draft("begun", by: key(ann))
        stored.quotable = "parent"
        mocks.drafts.put(stored)
        let model = try #require(ReplyViewModel(draft: stored))
        await model.load()
        #expect(model.state.value.text == "begun" && model.state.value.canQuote)
        let id = try await send(model)
        let intents = mocks.writingProvider.onQueue.calls.map(\.intent)
        #expect(id == stored.id && intents == [.reply("begun", to: parent, in: post)])
        let submission = Draft(id: id, account: nil, kind: .submit, site: .demo, date: .distantPast)
        #expect(ReplyViewModel(draft: submission) == nil)
    }
}
