import Core
import Foundation
import Mocks
import Testing

@testable import PostFeatures

/// Votes on posts and comments as screens show them, and what becomes of them.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct VoteTests {
    private let posts = TestInjector.mocks.postProvider
    private let comments = TestInjector.mocks.commentProvider
    private let writing = TestInjector.mocks.writingProvider
    private let anna = AccountKey(site: .demo, name: "anna")

    private nonisolated func marks(
        _ vote: Vote?, counted: Vote? = nil, pending: StatusFields = [], isSaved: Bool = false
    ) -> Marks {
        var marks = Marks()
        (marks.vote, marks.voteInScore, marks.pending, marks.isSaved) = (vote, counted, pending, isSaved)
        marks.isVoteTold = true
        return marks
    }

    private nonisolated func item(_ marks: Marks, score: Int? = 10) -> FeedItem {
        var post = Post.mock("a")
        post.score = score
        return FeedItem(post: post, status: PostStatus(id: post.id, marks: marks))
    }

    private nonisolated func unsent(
        _ id: String, about target: StatusTarget, _ state: OutboxItem.State = .pending
    ) -> OutboxItem {
        .made(OutboxItem.ID(rawValue: id), account: anna, kind: .vote, target: target, value: "1", state: state)
    }

    // MARK: Rows

    @Test(arguments: [
        (Vote?.some(.up), Vote?.none, "11"), (.down, nil, "9"), (.up, .up, "10"), (.down, .up, "8"), (nil, .up, "9"),
        (nil, nil, "10"),
    ])
    func aRowsScoreHasTheOwnVote(_ vote: Vote?, _ counted: Vote?, _ score: String) {
        let item = item(marks(vote, counted: counted))
        let row = PostRow(item, now: Date(timeIntervalSince1970: 0), format: PostFormat(language: .english))
        #expect(row.score == score && row.vote == vote && row.isVoteKnown && row.pending.isEmpty)
    }

    @Test func aRowSaysWhatIsNotSent() {
        let marks = marks(.up, pending: [.vote, .saved, .hidden, .read])
        let item = item(marks, score: nil)
        let row = PostRow(item, now: Date(timeIntervalSince1970: 0), format: PostFormat(language: .english))
        #expect(row.score == "–" && row.pending == [.vote, .save, .hide, .read])
        var comment = Core.Comment(id: .mock("c"), parent: .post(.mock("a")))
        comment.score = 3
        let shown = CommentRow(.comment(comment), marks: marks)
        #expect(shown.shownScore == 4 && shown.vote == .up && shown.pending == row.pending)
        #expect(CommentRow(.comment(comment)).shownScore == 3 && CommentRow(.comment(comment)).pending.isEmpty)
    }

    // MARK: The detail

    @Test func aDetailSaysThatAVoteStaysOnTheDevice() async {
        posts.onItems.answers { [self] _ in [item(marks(nil))] }
        let detail = PostDetailViewModel(id: .mock("a"), marksAsRead: false)
        await detail.load()
        posts.onApply.answers { _ in
            var receipt = StatusReceipt(statuses: [PostStatus(id: .mock("a"))])
            receipt.signedOut = [.mock("a")]
            return receipt
        }
        await detail.toggleVote(.up)
        #expect(posts.onApply.calls == [.setUndoably(.vote(.up), [.mock("a")])])
        #expect(detail.state.value.signInSite == .demo)
        posts.onApply.returns(StatusReceipt(statuses: [PostStatus(id: .mock("a"))]))
        await detail.setSaved(true)
        #expect(detail.state.value.signInSite == nil)
    }

    @Test func aDetailShowsThePostAnewOnceTheServerHasAnswered() async {
        let target = StatusTarget.post(.mock("a"))
        writing.outbox.set(OutboxState(items: [unsent("entry-a", about: target)]))
        posts.onItems.answers { [self] _ in
            let isUnsent = writing.outbox.value.items.contains { $0.state != .failed }
            return [item(marks(isUnsent ? .up : nil, pending: isUnsent ? .vote : []))]
        }
        let detail = PostDetailViewModel(id: .mock("a"), marksAsRead: false)
        await detail.load()
        #expect(detail.state.value.item?.status.pending == .vote && detail.state.value.item?.shownScore == 11)
        // What is about something else changes nothing.
        writing.outbox.update { $0.items.append(unsent("entry-b", about: .post(.mock("b")))) }
        // A refused vote is back to what the server last said.
        writing.outbox.set(OutboxState(items: [unsent("entry-a", about: target, .failed)]))
        for await state in detail.state.values where state.item?.status.pending == [] { break }
        #expect(detail.state.value.item?.shownScore == 10)
    }

    @Test func anOutboxThatIsReadLaterIsFollowedToo() async {
        let isUnsent = ObservableValue(true)
        posts.onItems.answers { [self] _ in
            [item(marks(isUnsent.value ? .up : nil, pending: isUnsent.value ? .vote : []))]
        }
        let detail = PostDetailViewModel(id: .mock("a"), marksAsRead: false)
        await detail.load()
        #expect(detail.state.value.item?.status.vote == .up)
        writing.outbox.set(OutboxState(items: [unsent("entry-a", about: .post(.mock("a")))]))
        isUnsent.set(false)
        writing.outbox.set(OutboxState())
        for await state in detail.state.values where state.item?.status.pending == [] { break }
        #expect(detail.state.value.item?.status.vote == nil)
    }

    // MARK: Comments

    private func loadThread() async -> CommentThreadViewModel {
        comments.onVisit.answers { _ in ThreadMarks() }
        comments.onThread.returns(ThreadUpdate())
        comments.onThread.returns(.mock(.mock(["a", " b"])))
        let model = CommentThreadViewModel(id: .mock("t3_a"))
        await model.load()
        return model
    }

    private func row(_ model: CommentThreadViewModel, _ id: String) -> CommentRow? {
        model.state.value.rows.first { $0.comment?.id == .mock(id) }
    }

    @Test func aCommentsVoteIsShownAtOnceAndAnewOnceItIsSent() async {
        let model = await loadThread()
        let target = StatusTarget.comment(.mock("b"))
        let vote = marks(.up, pending: .vote)
        comments.onApply.answers { [self] _ in
            writing.outbox.set(OutboxState(items: [unsent("entry-a", about: target)]))
            return CommentStatusOutcome(statuses: [.mock("b"): vote], queued: [OutboxItem.ID(rawValue: "entry-a")])
        }
        await model.toggleVote(.up, for: .mock("b"))
        #expect(comments.onApply.calls.map(\.change) == [.vote(.up)])
        #expect(row(model, "b")?.vote == .up && row(model, "b")?.pending == [.vote] && row(model, "a")?.vote == nil)
        var sent = ThreadUpdate.mock(.mock(["a", " b"]))
        sent.statuses = [.mock("b"): marks(.up, counted: .up)]
        comments.onThread.returns(sent)
        writing.outbox.set(OutboxState())
        for await state in model.state.values where state.rows.allSatisfy({ $0.pending.isEmpty }) { break }
        #expect(row(model, "b")?.vote == .up)
        await model.toggleVote(.up, for: .mock("b"))
        #expect(comments.onApply.calls.last?.change == .vote(nil))
    }

    @Test func aCommentIsSavedAndAFailureTakesNothingAway() async {
        let model = await loadThread()
        comments.onApply.returns(
            CommentStatusOutcome(statuses: [.mock("a"): marks(nil, isSaved: true)], signedOut: [.mock("a")]))
        await model.toggleSaved(.mock("a"))
        #expect(row(model, "a")?.marks.isSaved == true && model.state.value.signInSite == .demo)
        await model.toggleSaved(.mock("x"))
        comments.onApply.fails(with: DataError(.noSpace))
        await model.toggleSaved(.mock("a"))
        #expect(comments.onApply.calls.map(\.change) == [.saved(true), .saved(false)], "no row shows the other")
        #expect(row(model, "a")?.marks.isSaved == true && model.state.value.banner?.error.code == .noSpace)
    }
}
