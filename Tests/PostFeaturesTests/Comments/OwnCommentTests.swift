import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// A person's own comments on the screen of a thread, and what they do with them there.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct OwnCommentTests {
    private let provider = TestInjector.mocks.commentProvider
    private let writing = TestInjector.mocks.writingProvider
    private let model = CommentThreadViewModel(id: .mock("t3_a"))
    private let account = AccountKey(site: .demo, name: "t2_anna")
    private let item = OutboxItem.ID(rawValue: "entry-a")

    init() {
        provider.onVisit.answers { _ in ThreadMarks() }
        writing.onAccount.answers { [account] _ in account }
    }

    private var state: CommentThreadViewModel.State { model.state.value }

    private func own(_ state: OutboxItem.State, kind: OutboxItem.Kind = .reply) -> OwnText {
        OwnText(made: item, unsent: [OwnText.Intent(id: item, kind: kind, state: state)])
    }

    /// A thread with an own comment below the first one.
    private func update(_ native: String, _ own: OwnText) -> ThreadUpdate {
        var update = ThreadUpdate.mock(.mock("t1_a", " \(native)", "t1_b"))
        update.own = [.mock(native): own]
        update.fetched = Date(timeIntervalSince1970: 0)
        return update
    }

    private func load(_ updates: ThreadUpdate...) async {
        provider.onThread.returns(ThreadUpdate())
        for update in updates { provider.onThread.returns(update) }
        await model.load()
    }

    @Test func aRowKeepsItsIdentityWhenItsCommentIsSent() async throws {
        await load(update("entry-a", own(.pending)))
        let before = state.rows.map(\.id)
        #expect(state.rows[1].own?.state == .pending && state.rows[1].own?.pending == [.reply])
        // The outbox says that it was sent, and what is stored has the site's id.
        provider.onThread.returns(update("t1_x", OwnText(made: item)))
        let changes = model.state.valueAndChanges().changes
        writing.outbox.set(OutboxState(sent: [.made(item, account: account, kind: .reply, state: .sent)]))
        for await state in changes where state.rows[1].comment?.id == .mock("t1_x") { break }
        #expect(state.rows.map(\.id) == before)
        #expect(state.rows[1].own?.state == nil)
        // Nothing is known of it any more: it is the server's.
        provider.onThread.returns(.mock(.mock("t1_a", " t1_x", "t1_b")))
        await model.reload()
        #expect(state.rows.map(\.id) == before && state.rows[1].own == nil)
    }

    @Test func anOwnCommentIsNotNew() async {
        var update = update("entry-a", own(.pending))
        update.marks = ThreadMarks(visited: Date(timeIntervalSince1970: 0), seen: [.mock("t1_a")])
        await load(update)
        #expect(state.newCount == 1)
        #expect(state.rows.map(\.isNew) == [false, false, true])
    }

    @Test func whatWasCollapsedStaysSoWhenItIsSent() async {
        provider.onSetCollapsed.answers { _ in }
        await load(update("entry-a", own(.pending)))
        await model.setCollapsed(true, for: .mock("entry-a"))
        provider.onThread.returns(update("t1_x", OwnText(made: item)))
        await model.reload()
        #expect(state.rows[1].isCollapsed)
        await model.toggleCollapsed(.mock("t1_x"))
        #expect(!state.rows[1].isCollapsed)
    }

    @Test func aReplyIsQueuedAsWhoLooksAndShown() async {
        await load(.mock(.mock("t1_a", "t1_b")))
        writing.onQueue.answers { [item] _ in item }
        provider.onThread.returns(update("entry-a", own(.pending)))
        #expect(model.canReply)
        #expect(await model.reply("hello", to: .mock("t1_a")) == item)
        #expect(state.rows.count == 3 && state.rows[1].own?.isUnsent == true)
        #expect(
            writing.onQueue.calls.map(\.intent) == [
                .reply("hello", to: .comment(.mock("t1_a")), in: .mock("t3_a"))
            ])
        #expect(writing.onQueue.calls.map(\.account) == [account])
    }

    @Test func aTextThatCannotBeQueuedIsSaidAndNotShown() async {
        await load(.mock(.mock("t1_a")))
        writing.onQueue.fails(with: DataError(.invalidInput, message: "A comment needs at least one word."))
        #expect(await model.reply(" ") == nil)
        #expect(state.banner?.error.message == "A comment needs at least one word.")
        #expect(state.rows.count == 1)
    }

    @Test func decisionsGoToTheOutbox() async {
        await load(update("entry-a", own(.failed)))
        let pending = update("entry-a", own(.pending))
        provider.onThread.answers { _ in pending }
        await model.retry(item)
        #expect(state.rows[1].own?.state == .pending)
        await model.cancel(item, dependants: .drafts)
        await model.takeAsArrived(item)
        #expect(writing.onDecide.calls.map(\.decision) == [.send(as: nil), .giveUp(.drafts), .arrived(nil)])
        writing.onQueue.answers { [item] _ in item }
        await model.edit(.mock("t1_b"), text: "better")
        await model.delete(.mock("t1_b"))
        #expect(
            writing.onQueue.calls.map(\.intent) == [
                .edit("better", of: .comment(.mock("t1_b"))), .delete(.comment(.mock("t1_b"))),
            ])
    }

    @Test func votesInTheOutboxReadNothing() async {
        await load(.mock(.mock("t1_a")))
        let count = provider.onThread.calls.count
        writing.outbox.set(OutboxState(items: [.made(item, account: account, kind: .vote, value: "1")]))
        await Task.yield()
        #expect(provider.onThread.calls.count == count)
    }
}
