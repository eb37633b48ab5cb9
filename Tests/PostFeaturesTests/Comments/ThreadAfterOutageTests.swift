import Core
import Mocks
import PostFeatures
import Testing

/// A thread that did not come for want of a network comes by itself once a server answers again.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ThreadAfterOutageTests {
    let mocks = TestInjector.mocks
    let provider = TestInjector.mocks.commentProvider
    let model = CommentThreadViewModel(id: .mock("t3_a"))

    init() {
        provider.onVisit.answers { _ in ThreadMarks() }
    }

    private func fail(with code: ErrorCode) async {
        provider.onThread.returns(ThreadUpdate(), ThreadUpdate(post: .mock("t3_a"), error: DataError(code)))
        await model.load()
        #expect(model.state.value.phase == .failed && provider.onThread.calls.count == 2)
    }

    private func endOutage() {
        mocks.connectivity.connectivity.set(.offline(since: mocks.clock.now))
        mocks.connectivity.connectivity.set(.online)
    }

    @Test(arguments: [ErrorCode.offline, .timedOut, .captivePortal])
    func itIsFetchedAgainOnceAMinuteAtMost(_ code: ErrorCode) async throws {
        await fail(with: code)
        // What is stored, and the answer.
        provider.onThread.returns(ThreadUpdate(), ThreadUpdate(error: DataError(code)))
        endOutage()
        try await provider.onThread.waitForCalls(4)
        await model.state.first { $0.phase == .failed }
        // Nobody has asked, and the server that answers may be another one.
        endOutage()
        for _ in 0..<50 { await Task.yield() }
        #expect(provider.onThread.calls.count == 4)
        mocks.clock.advance(by: .seconds(60))
        provider.onThread.returns(ThreadUpdate(), .mock(.mock("a")))
        endOutage()
        try await provider.onThread.waitForCalls(6)
        await model.state.first { $0.phase == .idle && $0.banner == nil }
        #expect(model.state.value.rows.count == 1)
        // A call that was not scripted would be reported.
        endOutage()
        mocks.connectivity.connectivity.set(.online)
        for _ in 0..<50 { await Task.yield() }
        #expect(provider.onThread.calls.count == 6)
    }

    /// The host of the thread is down, and another one (of a picture, a badge) answers while it is asked for.
    @Test func aHostThatIsDownIsNotAskedWithoutEndWhileAnotherOneAnswers() async throws {
        let connectivity = mocks.connectivity.connectivity
        let now = mocks.clock.now
        provider.onThread.answers { request in
            guard request.policy != .storedOnly else { return ThreadUpdate() }
            for state in [Connectivity.online, .offline(since: now), .online] { connectivity.set(state) }
            return ThreadUpdate(error: DataError(.offline))
        }
        await model.load()
        for _ in 0..<3000 { await Task.yield() }
        // Asked for by the person, and once unasked: of the store and of the server each.
        #expect(provider.onThread.calls.count <= 4)
    }

    /// Comments that were left out did not come, and the thread did.
    @Test func commentsThatWereLeftOutAreNoReasonToFetchTheThread() async throws {
        provider.onThread.returns(ThreadUpdate(), .mock(.mock(["a", " …1"])))
        await model.load()
        let before = provider.onThread.calls.count
        provider.onExpand.fails(with: DataError(.offline))
        await model.expand(try #require(model.state.value.rows.last).id)
        #expect(model.state.value.banner?.error.code == .offline)
        endOutage()
        for _ in 0..<50 { await Task.yield() }
        #expect(provider.onThread.calls.count == before)
    }

    /// What happens to a mark says nothing of the thread.
    @Test func aFailureOfAnActHidesNothingOfTheThreads() async throws {
        var update = ThreadUpdate.mock(.mock("a"))
        update.error = DataError(.offline)
        provider.onThread.returns(ThreadUpdate(), update)
        await model.load()
        provider.onApply.fails(with: DataError(.serverError))
        await model.toggleSaved(try #require(model.state.value.rows.first?.comment).id)
        #expect(model.state.value.banner?.cause == .action)
        provider.onThread.returns(.mock(.mock("a")))
        endOutage()
        try await provider.onThread.waitForCalls(3)
        await model.state.first { $0.phase == .idle }
    }

    @Test func anotherFailureWaitsForThePerson() async {
        await fail(with: .serverError)
        endOutage()
        for _ in 0..<50 { await Task.yield() }
        #expect(provider.onThread.calls.count == 2)
    }

    @Test func nothingIsAskedWhereTheNetworkIsOff() async {
        let model = CommentThreadViewModel(id: .mock("t3_a"), policy: .storedOnly)
        provider.onThread.returns(ThreadUpdate())
        await model.load()
        #expect(model.state.value.banner?.error.code == .offline)
        endOutage()
        for _ in 0..<50 { await Task.yield() }
        #expect(provider.onThread.calls.count == 1)
    }
}
