import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Everything that was left out of a thread, fetched in one go.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CommentExpansionTests {
    private let provider = TestInjector.mocks.commentProvider
    private let model = CommentThreadViewModel(id: .mock("t3_a"))

    init() {
        provider.onVisit.answers { _ in ThreadMarks() }
    }

    private var state: CommentThreadViewModel.State { model.state.value }

    private func load(_ lines: String...) async {
        provider.onThread.returns(ThreadUpdate(), .mock(.mock(lines)))
        await model.load()
    }

    private func expansion(
        _ phase: CommentThreadViewModel.Expansion.Phase, _ requests: Int, left: Int
    ) -> CommentThreadViewModel.Expansion {
        CommentThreadViewModel.Expansion(phase: phase, requests: requests, placeholders: left)
    }

    /// The names that were asked for, one text for each request.
    private var asked: [String] {
        provider.onExpand.calls.map { $0.more.ids.map(\.native).joined(separator: " ") }
    }

    @Test func everyPlaceholderIsFetchedOneAfterTheOtherAndWhatComesWithThem() async throws {
        await load("a", " …1", "…1")
        #expect(state.expansion == nil)
        let first = provider.onExpand.holds()
        provider.onExpand.returns(
            .mock(.mock("a", " a-0", "  b", "  a-0-0", "  a-0-1", "…1")),
            .mock(.mock("a", " a-0", "  b", "  a-0-0", "  a-0-1", "t3_a-0")))
        async let all: Void = model.expandAllPlaceholders()
        try await first.arrival()
        #expect(state.expansion == expansion(.running, 0, left: 2))
        #expect(state.rows.map(\.isExpanding) == [false, true, false])
        first.release(returning: .mock(.mock("a", " a-0", "  b", "  …2", "…1")))
        await all
        #expect(asked == ["a-0", "a-0-0 a-0-1", "t3_a-0"])
        #expect(state.expansion == expansion(.finished, 3, left: 0) && state.missingCount == 0)
        #expect(state.banner == nil && state.rows.allSatisfy { !$0.isExpanding })
    }

    @Test func theBudgetEndsItWithASentenceAndTheNextCallGoesOn() async {
        await load("a", " …1", "…1")
        provider.onExpand.returns(.mock(.mock("a", " a-0", "…1")))
        await model.expandAllPlaceholders(maximumRequests: 1)
        #expect(state.expansion == expansion(.limit, 1, left: 1) && state.banner == nil)
        let (english, ukrainian) = (PostFormat(language: .english), PostFormat(language: .ukrainian))
        let ended = expansion(.limit, 1, left: 1)
        #expect(english.text(of: ended) == "Comments are still missing in 1 place. Fetch all once more to go on.")
        #expect(
            ukrainian.text(of: ended) == "Коментарів ще бракує в 1 місці. Щоб продовжити, завантажте всі ще раз.")
        provider.onExpand.returns(.mock(.mock("a", " a-0", "t3_a-0")))
        await model.expandAllPlaceholders(maximumRequests: 1)
        #expect(state.expansion == expansion(.finished, 1, left: 0))
        #expect(asked == ["a-0", "t3_a-0"])
    }

    @Test func howFarItIsIsSaidInBothLanguages() {
        let running = expansion(.running, 3, left: 5)
        #expect(PostFormat(language: .english).text(of: running) == "Fetching all comments: 5 places are left")
        #expect(
            PostFormat(language: .ukrainian).text(of: running) == "Завантажуються всі коментарі: лишилося 5 місць")
        for phase in [CommentThreadViewModel.Expansion.Phase.finished, .stopped, .failed] {
            #expect(PostFormat(language: .english).text(of: expansion(phase, 3, left: 5)) == nil)
        }
    }

    @Test func aContinuationThatComesBackIsAskedForOnce() async {
        await load("a", " …")
        provider.onExpand.returns(.mock(.mock("a", " …")))
        await model.expandAllPlaceholders()
        #expect(state.expansion == expansion(.finished, 1, left: 1))
        #expect(provider.onExpand.calls.count == 1)
    }

    @Test func aFailureEndsItAndTheRowsStay() async {
        await load("a", " …1", "…1")
        provider.onExpand.returns(ThreadUpdate(post: .mock("t3_a"), error: DataError(.timedOut)))
        await model.expandAllPlaceholders()
        #expect(state.expansion == expansion(.failed, 1, left: 2))
        #expect(state.banner == Banner(DataError(.timedOut), cause: .content))
        #expect(state.rows.count == 3 && state.rows.allSatisfy { !$0.isExpanding })
    }

    @Test func whoeverLeavesEndsItAndWhatCameStays() async throws {
        await load("a", " …1", "…1")
        provider.onExpand.returns(.mock(.mock("a", " a-0", "…1")))
        let held = provider.onExpand.holds()
        let task = Task { [model] in await model.expandAllPlaceholders() }
        try await held.arrival()
        task.cancel()
        await task.value
        #expect(state.expansion == expansion(.stopped, 2, left: 1))
        #expect(state.banner == nil && state.commentCount == 2 && !state.rows.contains { $0.isExpanding })
    }

    @Test func itRunsOnceAtATimeAndNotWithoutAThread() async throws {
        await model.expandAllPlaceholders()
        #expect(state.expansion == nil)
        await load("a", "…1")
        let held = provider.onExpand.holds()
        async let all: Void = model.expandAllPlaceholders()
        try await held.arrival()
        await model.expandAllPlaceholders()
        #expect(provider.onExpand.calls.count == 1)
        held.release(returning: .mock(.mock("a", "t3_a-0")))
        await all
        #expect(state.expansion == expansion(.finished, 1, left: 0))
        // A load begins anew.
        provider.onThread.returns(.mock(.mock("a")))
        await model.reload()
        #expect(state.expansion == nil)
    }
}
