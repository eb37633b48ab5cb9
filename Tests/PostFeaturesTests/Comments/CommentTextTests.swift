import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// What rows of a thread say in both languages.
struct CommentTextTests {
    private let english = PostFormat(language: .english)
    private let ukrainian = PostFormat(language: .ukrainian)

    @Test func aCollapsedRowSaysWhatIsBelowIt() {
        let entry = CommentThread.Entry.comment(.mock("a"))
        var blocked = CommentRow(entry, isCollapsed: true, replyCount: 12, isBlocked: true)
        blocked.newReplyCount = 2
        #expect(english.collapsedText(of: blocked) == "blocked author · 12 replies · 2 new comments")
        #expect(ukrainian.collapsedText(of: blocked) == "заблокований автор · 12 відповідей · 2 нові коментарі")
        let plain = CommentRow(entry, isCollapsed: true, replyCount: 1)
        #expect(english.collapsedText(of: plain) == "1 reply")
        #expect(english.collapsedText(of: CommentRow(entry, isCollapsed: true)) == nil)
        #expect(english.collapsedText(of: CommentRow(entry, replyCount: 3, isBlocked: true)) == nil)
    }

    @Test func aPlaceholderSaysThatItIsBeingExpanded() {
        let entry = CommentThread.Entry.more(.mock("x", "y"))
        #expect(english.placeholder(CommentRow(entry)) == "2 more comments")
        var expanding = CommentRow(entry)
        expanding.isExpanding = true
        #expect(english.placeholder(expanding) == "Fetching more comments")
        #expect(
            ukrainian.placeholder(expanding) == "Завантажуються ще коментарі")
        #expect(english.placeholder(CommentRow(.comment(.mock("a")))) == nil)
        #expect(english.newComments(0) == nil && ukrainian.newComments(5) == "5 нових коментарів")
    }
}
