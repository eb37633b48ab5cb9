import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CommentThreadViewModelTests {
    let provider = TestInjector.mocks.commentProvider
    let model = CommentThreadViewModel(id: .mock("t3_a"))

    init() {
        provider.onVisit.answers { _ in ThreadMarks() }
    }

    private var state: CommentThreadViewModel.State { model.state.value }

    private func request(
        sort: CommentSort? = nil, limit: Int? = nil, _ policy: ReadPolicy = .networkElseStored
    ) -> ThreadRequest {
        var request = ThreadRequest(post: .mock("t3_a"), sort: sort, limit: limit)
        request.policy = policy
        return request
    }

    /// The rows as an outline: a collapsed one with the number of comments below it.
    private var rows: [String] {
        state.rows.map { row in
            let name = row.comment?.id.native ?? "…\(row.more?.count ?? 0)"
            return String(repeating: " ", count: row.depth) + name + (row.isCollapsed ? " +\(row.replyCount)" : "")
        }
    }

    private func load(_ lines: String...) async {
        // Nothing is stored at first.
        if model.thread == nil { provider.onThread.returns(ThreadUpdate()) }
        provider.onThread.returns(.mock(.mock(lines)))
        await model.load()
    }

    @Test func itStartsNothingByItself() {
        #expect(state == CommentThreadViewModel.State())
        #expect(provider.onThread.calls.isEmpty)
    }

    @Test func loadsThePostAndItsComments() async {
        await load("a", " b", " …4", "c")
        #expect(rows == ["a", " b", " …4", "c"])
        #expect(state.item == .mock("t3_a"))
        #expect(state.commentCount == 3 && state.missingCount == 4)
        #expect(state.phase == .idle && state.banner == nil && state.sort == nil)
        #expect(state.origin == .network(source: "mock", completeness: .full))
        #expect(provider.onThread.calls == [request(.storedOnly), request()])
        #expect(Set(state.rows.map(\.id)).count == 4)
    }

    @Test func severalPlaceholdersInOnePlaceAreToldApart() async {
        await load("a", " …1", " …2", "…3", "…")
        #expect(Set(state.rows.map(\.id)).count == 5)
    }

    @Test func asksForTheOrderAndTheNumberThatItWasMadeWith() async {
        let model = CommentThreadViewModel(id: .mock("t3_a"), sort: .old, limit: 9)
        provider.onThread.returns(ThreadUpdate(), .mock(.mock("a")))
        await model.load()
        #expect(
            provider.onThread.calls == [
                request(sort: .old, limit: 9, .storedOnly), request(sort: .old, limit: 9),
            ])
        #expect(model.state.value.sort == .old && model.state.value.wantedSort == .old)
    }

    @Test func whatCouldNotBeReadIsTold() async {
        let issue = DecodeIssue(index: 3, reason: "data.name: missing")
        provider.onThread.returns(ThreadUpdate(), .mock(.mock("a", issues: [issue])))
        await model.load()
        #expect(state.issues == [issue])
    }

    // MARK: Failures

    @Test func aFailureLeavesThePostAndCanBeTriedAgain() async {
        provider.onThread.returns(ThreadUpdate(), ThreadUpdate(post: .mock("t3_a"), error: DataError(.offline)))
        await model.load()
        #expect(state.phase == .failed)
        #expect(state.item == .mock("t3_a"))
        #expect(state.banner == Banner(DataError(.offline), cause: .content, isDismissible: false))
        model.dismissBanner()
        #expect(state.banner != nil, "there is nothing else to show")
        await load("a")
        #expect(state.phase == .idle && state.banner == nil)
    }

    @Test func aFailedReloadTakesNothingAway() async {
        await load("a", " b")
        provider.onThread.returns(ThreadUpdate(post: .mock("t3_a"), error: DataError(.timedOut)))
        await model.reload()
        #expect(rows == ["a", " b"])
        #expect(state.phase == .idle)
        #expect(state.banner == Banner(DataError(.timedOut), cause: .content))
        model.dismissBanner()
        #expect(state.banner == nil)
    }

    @Test func aPostThatNobodyKnowsIsMissing() async {
        provider.onThread.returns(ThreadUpdate(), ThreadUpdate(error: DataError(.notFound)))
        await model.load()
        #expect(state.phase == .missing)
        provider.onThread.returns(ThreadUpdate(), ThreadUpdate(post: .mock("t3_a"), error: DataError(.notFound)))
        await model.load()
        #expect(state.phase == .failed, "a stored post is known, whatever the server says")
    }

    @Test func aFailureOfTheDatabaseIsShown() async {
        provider.onThread.fails(with: DataError(.diskFailure))
        await model.load()
        #expect(state.phase == .failed)
        #expect(state.banner?.error == DataError(.diskFailure))
    }

    // MARK: Order

    @Test func theRowsKeepTheirOrderUntilTheOtherOneIsThere() async throws {
        await load("a", "b")
        let held = provider.onThread.holds()
        async let sorting: Void = model.sort(by: .new)
        try await held.arrival()
        #expect(rows == ["a", "b"])
        #expect(state.phase == .reloading)
        #expect(state.sort == nil && state.wantedSort == .new)
        held.release(returning: .mock(.mock("b", "a")))
        await sorting
        #expect(rows == ["b", "a"])
        #expect(state.sort == .new && state.wantedSort == .new)
        #expect(provider.onThread.calls.last?.sort == .new)
    }

    @Test func theOrderThatIsThereIsNotFetchedAgain() async {
        await load("a")
        await model.sort(by: nil)
        #expect(provider.onThread.calls.count == 2)
    }

    @Test func goingBackToTheOrderThatIsThereTakesTheWishBack() async throws {
        await load("a", "b")
        let held = provider.onThread.holds()
        async let sorting: Void = model.sort(by: .new)
        try await held.arrival()
        await model.sort(by: nil)
        #expect(state.phase == .idle && state.wantedSort == nil)
        held.release(returning: .mock(.mock("b", "a")))
        await sorting
        #expect(rows == ["a", "b"])
        #expect(provider.onThread.calls.count == 3)
    }

    @Test func goingBackToWhatIsStoredLeavesItShown() async throws {
        provider.onThread.returns(.mock(.mock("a", "b")))
        let first = provider.onThread.holds()
        async let load: Void = model.load()
        try await first.arrival()
        let second = provider.onThread.holds()
        async let sorting: Void = model.sort(by: .new)
        try await second.arrival()
        await model.sort(by: nil)
        #expect(rows == ["a", "b"] && state.phase == .idle, "there is a thread to see")
        first.release(returning: .mock(.mock("late")))
        second.release(returning: .mock(.mock("b", "a")))
        await load
        await sorting
        #expect(rows == ["a", "b"] && state.phase == .idle)
    }

    @Test func aWishThatFailedIsTriedAgainByAReload() async {
        await load("a", "b")
        provider.onThread.returns(ThreadUpdate(error: DataError(.offline)))
        await model.sort(by: .top)
        #expect(state.sort == nil && state.wantedSort == .top && rows == ["a", "b"])
        await load("b", "a")
        #expect(provider.onThread.calls.last?.sort == .top)
        #expect(state.sort == .top && rows == ["b", "a"])
    }

    // MARK: Late results and cancellation

    @Test func aLateResultOfAnEarlierLoadIsVoid() async throws {
        let early = provider.onThread.holds()
        async let first: Void = model.load()
        try await early.arrival()
        await load("a")
        early.release(returning: .mock(.mock("late")))
        await first
        #expect(rows == ["a"] && state.phase == .idle)
        let failing = provider.onThread.holds()
        async let second: Void = model.load()
        try await failing.arrival()
        await load("b")
        failing.release(throwing: DataError(.diskFailure))
        await second
        #expect(rows == ["b"] && state.banner == nil)
    }

    private func cancelALoad(_ work: @escaping @MainActor () async -> Void) async throws {
        let held = provider.onThread.holds()
        let load = Task { await work() }
        try await held.arrival()
        load.cancel()
        await load.value
    }

    @Test func cancellationLeavesItAsItWas() async throws {
        try await cancelALoad { await model.load() }
        #expect(state == CommentThreadViewModel.State())
        await load("a")
        let before = state
        try await cancelALoad { await model.load() }
        #expect(state == before)
        try await cancelALoad { await model.sort(by: .new) }
        #expect(state == before, "the wish for another order too")
    }
}
