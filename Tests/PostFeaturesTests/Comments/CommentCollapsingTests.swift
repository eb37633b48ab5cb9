import Core
import Mocks
import PostFeatures
import Testing

/// Collapsing comments away, which is the person's and outlives reloads.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CommentCollapsingTests {
    let provider = TestInjector.mocks.commentProvider
    let model = CommentThreadViewModel(id: .mock("t3_a"))

    init() {
        provider.onVisit.answers { _ in ThreadMarks() }
        provider.onSetCollapsed.answers { _ in }
    }

    private func rows(_ model: CommentThreadViewModel) -> String {
        model.state.value.rows.map { row in
            (row.comment?.id.native ?? "…") + (row.isCollapsed ? "+\(row.replyCount)" : "")
        }.joined(separator: " ")
    }

    private func load(_ lines: String...) async {
        // Nothing is stored at first.
        if model.thread == nil { provider.onThread.returns(ThreadUpdate()) }
        provider.onThread.returns(.mock(.mock(lines)))
        await model.load()
    }

    @Test func aCollapsedCommentTakesItsRepliesWithIt() async {
        await load("a", " b", "  c", "  …4", " d", "e")
        await model.setCollapsed(true, for: .mock("b"))
        #expect(rows(model) == "a b+1 d e")
        await model.setCollapsed(true, for: .mock("a"))
        #expect(rows(model) == "a+3 e")
        #expect(model.state.value.commentCount == 5, "what is collapsed is still there")
        await model.setCollapsed(false, for: .mock("a"))
        #expect(rows(model) == "a b+1 d e", "what was collapsed inside stays so")
        await model.toggleCollapsed(.mock("b"))
        #expect(rows(model) == "a b c … d e")
        await model.toggleCollapsed(.mock("b"))
        #expect(rows(model) == "a b+1 d e")
        await model.toggleCollapsed(.mock("c"))
        #expect(rows(model) == "a b+1 d e", "no row shows it")
    }

    @Test func allAreCollapsedAndExpanded() async {
        await load("a", " b", "c", " d", "…2")
        await model.collapseAll()
        #expect(rows(model) == "a+1 c+1 …")
        await model.expandAll()
        #expect(rows(model) == "a b c d …")
    }

    @Test func collapsingOutlivesAReloadAndAnotherOrder() async {
        await load("a", " b", "c")
        await model.setCollapsed(true, for: .mock("a"))
        await load("c", "x", "a", " b", " y")
        #expect(rows(model) == "c x a+2")
        provider.onThread.returns(.mock(.mock("a", " b", "c")))
        await model.sort(by: .top)
        #expect(rows(model) == "a+1 c")
    }

    @Test func collapsingWhileAReloadIsUnderWayIsNotTakenBack() async throws {
        await load("a", " b")
        let held = provider.onThread.holds()
        async let reload: Void = model.reload()
        try await held.arrival()
        await model.setCollapsed(true, for: .mock("a"))
        #expect(rows(model) == "a+1")
        held.release(returning: .mock(.mock("a", " b", "c")))
        await reload
        #expect(rows(model) == "a+1 c")
    }

    @Test func beforeAnythingIsLoadedItIsRemembered() async {
        await model.setCollapsed(true, for: .mock("a"))
        await model.toggleCollapsed(.mock("c"))
        #expect(model.state.value == CommentThreadViewModel.State())
        await load("a", " b", "c")
        #expect(rows(model) == "a+1 c")
    }

    private var lowScored: CommentThread {
        var thread = CommentThread.mock("c")
        thread.entries = [
            .comment(
                .mock("a") {
                    $0.isCollapsed = true
                }), .comment(.mock("b", parent: "a", depth: 1)), thread.entries[0],
        ]
        return thread
    }

    @Test func whatTheServerCollapsesBeginsCollapsed() async {
        provider.onThread.answers { [lowScored] _ in .mock(lowScored) }
        await model.load()
        #expect(rows(model) == "a+1 c")
        await model.toggleCollapsed(.mock("a"))
        #expect(rows(model) == "a b c")
        await model.reload()
        #expect(rows(model) == "a b c", "the person's word counts more than the server's")
    }

    @Test func theServersAdviceCanBeLeftAside() async {
        provider.onThread.returns(ThreadUpdate(), .mock(lowScored))
        let model = CommentThreadViewModel(id: .mock("t3_a"), collapsesLikeServer: false)
        await model.load()
        #expect(rows(model) == "a b c")
    }
}
