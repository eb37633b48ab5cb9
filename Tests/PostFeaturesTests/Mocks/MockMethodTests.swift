import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MockMethodTests {
    let log = MockLog()
    let method: MockMethod<Int, String>

    init() {
        method = MockMethod("Test.method", log: log)
    }

    @Test func queuedAnswersAreUsedInOrderAndThenTheHandlers() async throws {
        method.returns("one", "two")
        method.fails(with: DataError(.offline))
        method.answers { "handled \($0)" }
        #expect(try await method.answer(to: 1) == "one")
        #expect(try method.answerNow(to: 2) == "two")
        await #expect(throws: DataError.self) { try await method.answer(to: 3) }
        #expect(try await method.answer(to: 4) == "handled 4")
        #expect(method.calls == [1, 2, 3, 4])
        #expect(log.unexpectedCalls.isEmpty)
    }

    @Test func aCallWithoutAnAnswerFailsAndIsCollected() async {
        await #expect(throws: UnexpectedCallError.self) { try await method.answer(to: 7) }
        #expect(log.unexpectedCalls == [UnexpectedCall(method: "Test.method", input: "7")])
        #expect(log.takeUnexpectedCalls().count == 1)
        #expect(log.unexpectedCalls.isEmpty)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func aDateWithoutADescriptionIsPrintedAsANumber(_ seconds: Double) async throws {
        let odd = Date(timeIntervalSince1970: seconds)
        let post = Post.mock("t3_a", title: "Odd") { $0.created = odd }
        let method = MockMethod<StatusMutation, String>("Test.method", log: log)
        await #expect(throws: UnexpectedCallError.self) {
            try await method.answer(to: .set(.savedSince(odd), [post.id]))
        }
        let posts = MockMethod<[Post?], String>("Test.posts", log: log)
        await #expect(throws: UnexpectedCallError.self) { try await posts.answer(to: [nil, post]) }
        let inputs = log.takeUnexpectedCalls().map(\.input)
        let number = "Date(timeIntervalSince1970: \(odd.timeIntervalSince1970))"
        #expect(inputs.count == 2 && inputs.allSatisfy { $0.contains(number) })
        #expect(inputs.last?.hasPrefix("[nil, ") == true && inputs.last?.contains("Odd") == true)
    }

    @Test func everyOtherValueIsPrintedAsSwiftDoes() async throws {
        let item = FeedItem.mock("t3_a")
        let method = MockMethod<FeedItem, String>("Test.method", log: log)
        await #expect(throws: UnexpectedCallError.self) { try await method.answer(to: item) }
        #expect(log.takeUnexpectedCalls().map(\.input) == [String(describing: item)])
    }

    @Test func aFallbackMakesEveryCallAnExpectedOne() throws {
        let method = MockMethod<Int, String>("Test.method", log: log) { "\($0)" }
        #expect(try method.answerNow(to: 7) == "7")
        #expect(log.unexpectedCalls.isEmpty)
    }

    @Test func aHeldCallWaitsForItsAnswer() async throws {
        let held = method.holds()
        #expect(!held.hasArrived)
        async let answer = method.answer(to: 1)
        try await held.arrival()
        held.release(returning: "first")
        held.release(returning: "second")
        #expect(try await answer == "first")
        #expect(!held.isCancelled)
    }

    @Test func anAnswerThatIsGivenEarlyIsThereWhenTheCallComes() async throws {
        let held = method.holds()
        held.release(throwing: DataError(.offline))
        await #expect(throws: DataError.self) { try await method.answer(to: 1) }
    }

    @Test func aHeldCallEndsWithItsTask() async throws {
        let held = method.holds()
        let call = Task { try await method.answer(to: 1) }
        try await held.arrival()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(held.isCancelled)
    }

    @Test func aHeldCallMayOutliveItsTasksCancellation() async throws {
        let held = method.holds(ignoringCancellation: true)
        let call = Task { try await method.answer(to: 1) }
        try await held.arrival()
        call.cancel()
        try await held.cancellation()
        held.release(returning: "late")
        #expect(try await call.value == "late")
    }

    @Test func waitingForCallsNeedsNoPolling() async throws {
        method.answers { "\($0)" }
        async let waiting: Void = method.waitForCalls(3)
        for number in 1...3 { _ = try await method.answer(to: number) }
        try await waiting
        let waiter = Task { try await method.waitForCalls(99) }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    @Test func theStateStoreKeepsValuesAndChecksNames() async throws {
        let store = InMemoryStateStore()
        try await store.set(Data([1]), for: "rate.budget")
        #expect(try await store.value("rate.budget") == Data([1]))
        try await store.set(nil, for: "rate.budget")
        #expect(try await store.value("rate.budget") == nil)
        for name in ["", ".hidden", "a/b", "ї", String(repeating: "x", count: 65)] {
            await #expect(throws: DataError.self) { try await store.set(Data(), for: name) }
        }
        store.fail(with: DataError(.noSpace))
        await #expect(throws: DataError(.noSpace)) { try await store.value("a") }
    }
}
