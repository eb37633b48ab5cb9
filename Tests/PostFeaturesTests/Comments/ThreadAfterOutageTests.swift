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
    func itIsFetchedAgainOnceForEachOutage(_ code: ErrorCode) async throws {
        await fail(with: code)
        // What is stored, and the answer.
        provider.onThread.returns(ThreadUpdate(), ThreadUpdate(error: DataError(code)))
        endOutage()
        try await provider.onThread.waitForCalls(4)
        await model.state.first { $0.phase == .failed }
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
