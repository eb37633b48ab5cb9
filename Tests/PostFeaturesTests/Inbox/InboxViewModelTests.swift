import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct InboxViewModelTests {
    private let provider = TestInjector.mocks.answerProvider
    private let writing = TestInjector.mocks.writingProvider
    private let session = MockSessionProvider()
    private let anna = AccountKey(site: .demo, name: "t2_anna")
    private let ben = AccountKey(site: .demo, name: "t2_ben")
    private let model: InboxViewModel

    private var state: InboxViewModel.State { model.state.value }

    init() {
        let viewers = CurrentViewers([.demo: session])
        Dependency.register(CurrentViewers.self) { viewers }
        model = InboxViewModel(site: .demo)
    }

    private func look(as account: AccountKey?) {
        let people = [anna, ben].map { key in
            let name = key.name ?? ""
            return SignedInAccount(id: name, site: .demo, user: SessionUser(id: name, name: name))
        }
        session.accounts.set(SiteAccounts(all: people, currentID: account?.name))
    }

    private func answer(_ native: String, isRead: Bool = false, to account: AccountKey? = nil) -> Answer {
        var answer = Answer(
            Answer.ID(account ?? anna, Comment.ID(site: .demo, native: native)),
            notices: [Answer.Notice(native, kind: .reply, isRead: isRead)])
        answer.post = Post.ID(site: .demo, native: "t3_p")
        answer.author = "ann"
        return answer
    }

    /// Has the store hold some answers from now on.
    private func store(_ answers: Answer..., hasMore: Bool = false) {
        provider.onStored.answers { account in
            AnswerUpdate(
                account: account, answers: answers.filter { $0.id.account == account }, hasMore: hasMore,
                refreshed: Date(timeIntervalSince1970: 1))
        }
    }

    private func update(_ answers: Answer..., error: DataError? = nil) -> AnswerUpdate {
        AnswerUpdate(account: anna, answers: answers, error: error)
    }

    @Test func startsNothingByItself() {
        #expect(state == InboxViewModel.State() && provider.onStored.calls.isEmpty)
    }

    @Test func whatIsStoredShowsBeforeTheServerAnswers() async throws {
        look(as: anna)
        store(answer("a"), answer("b", isRead: true))
        let held = provider.onRefresh.holds()
        async let loading: Void = model.load()
        try await held.arrival()
        #expect(state.items.map(\.comment.native) == ["a", "b"] && state.unreadCount == 1 && state.phase == .reloading)
        store(answer("c"), answer("a"))
        held.release(returning: update(answer("c"), answer("a")))
        await loading
        #expect(state.items.map(\.comment.native) == ["c", "a"] && state.phase == .idle && state.account == anna)
        #expect(provider.onRefresh.calls == [anna] && writing.onAccount.calls.isEmpty)
    }

    @Test func anErrorTakesNothingAway() async {
        look(as: anna)
        store(answer("a"))
        provider.onRefresh.returns(update(answer("a"), error: DataError(.timedOut)))
        await model.load()
        #expect(state.items.count == 1 && state.banner?.error.code == .timedOut && state.phase == .idle)
        provider.onRefresh.returns(update(answer("a")))
        await model.reload()
        #expect(state.banner == nil)
        provider.onStored.fails(with: DataError(.noSpace))
        await model.showUnreadOnly(true)
        #expect(state.banner?.error.code == .noSpace && state.items.count == 1)
    }

    @Test func whoIsNotKnownYetIsAskedFor() async {
        look(as: nil)
        store(answer("a"))
        let (anna, update) = (anna, update(answer("a")))
        // Asked once more where the change of who looks is noticed late.
        writing.onAccount.answers { _ in anna }
        provider.onRefresh.answers { _ in update }
        await model.load()
        for await state in model.state.values where state.account == anna && state.items.count == 1 { break }
    }

    @Test func signedOutIsNoError() async {
        look(as: nil)
        writing.onAccount.fails(with: DataError(.unauthorized))
        await model.load()
        #expect(state.phase == .signedOut && state.banner == nil && provider.onRefresh.calls.isEmpty)
        writing.onAccount.fails(with: DataError(.timedOut))
        await model.load()
        #expect(state.phase == .idle && state.banner?.error.code == .timedOut)
    }

    @Test func onlyUnreadOnes() async {
        look(as: anna)
        store(answer("a"), answer("b", isRead: true))
        provider.onRefresh.returns(update())
        await model.load()
        await model.showUnreadOnly(true)
        #expect(state.items.map(\.comment.native) == ["a"] && state.isUnreadOnly)
        await model.showUnreadOnly(false)
        #expect(state.items.count == 2)
    }

    @Test func moreIsFetchedWhereThereIsSome() async throws {
        look(as: anna)
        store(answer("a"))
        provider.onRefresh.returns(update())
        await model.load()
        await model.loadMore()
        #expect(provider.onLoadMore.calls.isEmpty)
        store(answer("a"), hasMore: true)
        provider.onRefresh.returns(update())
        await model.reload()
        #expect(state.canLoadMore)
        let held = provider.onLoadMore.holds()
        async let loading: Void = model.loadMore()
        try await held.arrival()
        #expect(state.isLoadingMore)
        await model.loadMore()
        store(answer("a"), answer("b"))
        held.release(returning: update(answer("a"), answer("b")))
        await loading
        #expect(state.items.count == 2 && !state.isLoadingMore && !state.canLoadMore)
        #expect(provider.onLoadMore.calls == [anna])
    }

    @Test func marksAndOpening() async {
        look(as: anna)
        store(answer("a"), answer("b", isRead: true))
        provider.onRefresh.returns(update())
        await model.load()
        let (a, b) = (state.items[0].id, state.items[1].id)
        let place = await model.open(a)
        #expect(place?.post == Post.ID(site: .demo, native: "t3_p") && place?.comment == a.comment)
        #expect(await model.open(b)?.comment == b.comment)
        #expect(await model.open(Answer.ID(ben, a.comment)) == nil)
        await model.mark(false, b)
        await model.markAllRead()
        #expect(
            provider.onMark.calls == [
                MockAnswerProvider.Marked(true, [a]), MockAnswerProvider.Marked(false, [b]),
            ])
        #expect(provider.onMarkAllRead.calls == [anna])
        provider.onMark.fails(with: DataError(.noSpace))
        await model.mark(true, a)
        #expect(state.banner?.cause == .action && state.banner?.error.code == .noSpace)
        model.dismissBanner()
        #expect(state.banner == nil)
    }

    @Test func aReplyGoesThroughTheOutboxAndMarks() async {
        look(as: anna)
        store(answer("a"))
        provider.onRefresh.returns(update())
        await model.load()
        let id = state.items[0].id
        writing.onQueue.returns(OutboxItem.ID(rawValue: "entry-1"))
        #expect(await model.reply(to: id, "Thank you")?.rawValue == "entry-1")
        let queued = writing.onQueue.calls.first
        let post = Post.ID(site: .demo, native: "t3_p")
        #expect(queued?.intent == .reply("Thank you", to: .comment(id.comment), in: post))
        #expect(queued?.account == anna && provider.onMark.calls == [MockAnswerProvider.Marked(true, [id])])
        writing.onQueue.fails(with: DataError(.invalidInput))
        #expect(await model.reply(to: id, "") == nil && state.banner?.error.code == .invalidInput)
        // Trying again is the same reply.
        let item = OutboxItem.ID(rawValue: "entry-2")
        writing.onQueue.fails(with: DataError(.outcomeUnknown))
        #expect(await model.reply(to: id, "Again", as: item) == nil)
        writing.onQueue.returns(item)
        #expect(await model.reply(to: id, "Again", as: item) == item)
        #expect(writing.onQueue.calls.suffix(2).map(\.id) == [item, item])
    }

    @Test func aSwitchTakesAwayWhatWasShown() async {
        look(as: anna)
        store(answer("a"), answer("z", to: ben))
        provider.onRefresh.answers { AnswerUpdate(account: $0) }
        await model.load()
        #expect(state.items.map(\.comment.native) == ["a"])
        look(as: ben)
        for await shown in model.state.values where shown.items.first?.comment.native == "z" { break }
        #expect(state.account == ben)
    }

    @Test func itFollowsTheStore() async {
        look(as: anna)
        store(answer("a"))
        provider.onRefresh.returns(update())
        await model.load()
        store(answer("a", isRead: true))
        provider.announceChange()
        for await shown in model.state.values where shown.unreadCount == 0 { break }
        #expect(state.items.map(\.isRead) == [true])
    }

    @Test func theBadgeCountsForWhoIsInUse() async {
        look(as: anna)
        store(answer("a"), answer("b"), answer("z", to: ben))
        let badge = BadgeViewModel()
        #expect(badge.state.value.count == 0)
        await badge.load()
        #expect(badge.state.value == BadgeViewModel.State(unreadCount: 2))
        look(as: ben)
        for await state in badge.state.values where state.unreadCount == 1 { break }
        store(answer("z", isRead: true, to: ben))
        provider.announceChange()
        for await state in badge.state.values where state.unreadCount == 0 { break }
    }

    @Test func texts() {
        let english = PostFormat(language: .english)
        let ukrainian = PostFormat(language: .ukrainian)
        #expect(english.text(of: answer("a")) == "ann replied to you")
        #expect(ukrainian.text(of: answer("a")) == "Вам відповідає ann")
        #expect(english.emptyText(of: InboxViewModel.State(phase: .idle)) == "Nobody has answered you yet")
        #expect(english.emptyText(of: InboxViewModel.State(phase: .signedOut)) == "Sign in to see who answered you")
        #expect(english.emptyText(of: InboxViewModel.State(phase: .loading)) == nil)
        #expect(english.text(InboxPhrase.unread, counting: 1) == "1 unread answer")
        #expect(ukrainian.text(InboxPhrase.unread, counting: 3) == "3 непрочитані відповіді")
        var report = RefreshReport(started: Date(timeIntervalSince1970: 0))
        report.ended = report.started
        report.jobs = [RefreshReport.Job(name: "answers", newCount: 2)]
        #expect(report.result == .newData(count: 2) && english.text(of: report) == "2 new answers")
        (report.newCount, report.refreshedCount) = (1, 1)
        #expect(english.text(of: report) == "1 new post, 2 new answers")
    }
}
