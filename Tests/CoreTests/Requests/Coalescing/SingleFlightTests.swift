import Mocks
import Testing

@testable import Core

/// Work that is done once, however many wait for it.
@Suite(.timeLimit(.minutes(5)))
struct SingleFlightTests {
    private let work = SingleFlight<String, Int>()
    private let calls = MockMethod<String, Int>("work", log: MockLog())

    private func value(_ key: String) async throws -> Int {
        try await work.value(for: key) { [calls] _ in try await calls.answer(to: key) }
    }

    @Test func equalWorkIsDoneOnceAndOtherWorkBesideIt() async throws {
        let (a, b) = (calls.holds(), calls.holds())
        let first = Task { try await value("a") }
        try await a.arrival()
        let other = Task { try await value("b") }
        try await b.arrival()
        let second = Task { try await value("a") }
        while work.counts.waiters < 3 { await Task.yield() }
        a.release(returning: 1)
        #expect(try await first.value == 1)
        #expect(try await second.value == 1)
        b.release(throwing: DataError(.noSpace))
        await #expect(throws: DataError(.noSpace)) { try await other.value }
        #expect(calls.calls == ["a", "b"] && work.counts.waiters == 0)
        // What has ended is not joined.
        calls.returns(2)
        #expect(try await value("a") == 2)
    }

    @Test func theLastOneWhoLeavesCancelsIt() async throws {
        let held = calls.holds()
        let first = Task { try await value("a") }
        try await held.arrival()
        let second = Task { try await value("a") }
        while work.counts.waiters < 2 { await Task.yield() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(!held.isCancelled)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        try await held.cancellation()
    }

    @Test func whoComesWhenItWasCancelledBeginsAnew() async throws {
        let held = calls.holds(ignoringCancellation: true)
        let first = Task { try await value("a") }
        try await held.arrival()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        calls.returns(2)
        #expect(try await value("a") == 2)
        held.release(returning: 1)
    }

    @Test func whoIsCancelledBeforeItWaitsLeavesAtOnce() async throws {
        let held = calls.holds(ignoringCancellation: true)
        let gate = calls
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await work.value(for: "a") { _ in try await gate.answer(to: "a") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(work.counts.waiters == 0)
        held.release(returning: 1)
    }

    /// Whatever comes between: everybody is answered exactly once.
    @Test func nobodyIsForgottenAndNobodyIsAnsweredTwice() async throws {
        let random = SeededRandomSource(seed: 5)
        for _ in 0..<300 {
            let tasks = (0..<6).map { number in
                Task { try await work.value(for: number.isMultiple(of: 2) ? "a" : "b") { _ in number } }
            }
            for task in tasks where random.next().isMultiple(of: 3) { task.cancel() }
            for task in tasks { _ = await task.result }
            #expect(work.counts.waiters == 0)
        }
    }
}

/// What happens to work when the last caller who waited for it has left, and other rules of flights.
@Suite(.timeLimit(.minutes(5)))
struct AbandonedWorkTests {
    private let calls = MockMethod<String, Int>("work", log: MockLog())

    @Test func workThatIsFinishedGoesOnWithoutCallersAndIsJoinedAgain() async throws {
        let work = SingleFlight<String, Int>(abandoned: .finish)
        let held = calls.holds()
        let first = Task { try await work.value(for: "a") { [calls] _ in try await calls.answer(to: "a") } }
        try await held.arrival()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(!held.isCancelled && work.counts == (1, 0))
        let second = Task { try await work.value(for: "a") { _ in 2 } }
        while work.counts.waiters < 1 { await Task.yield() }
        held.release(returning: 1)
        #expect(try await second.value == 1)
        #expect(work.counts == (0, 0) && calls.calls == ["a"])
    }

    @Test func endedWaitingLeavesTheWorkAloneAndTheNextCallerBeginsAnew() async throws {
        let work = SingleFlight<String, Int>(abandoned: .finish)
        let held = calls.holds()
        let first = Task { try await work.value(for: "a") { [calls] _ in try await calls.answer(to: "a") } }
        try await held.arrival()
        work.endWaiting(with: NetworkError(.unauthorized))
        await #expect(throws: NetworkError.self) { try await first.value }
        #expect(!held.isCancelled)
        #expect(try await work.value(for: "a") { _ in 2 } == 2)
        held.release(returning: 1)
        while work.counts.flights > 0 { await Task.yield() }
    }

    @Test func workIsToldWhenAMoreUrgentCallerJoins() async throws {
        let work = SingleFlight<String, Int>()
        let (priorities, sink) = AsyncStream.makeStream(of: RequestPriority.self)
        let held = calls.holds()
        let first = Task {
            try await work.value(for: "a", priority: .prefetch) { [calls] flight in
                flight.observe { sink.yield($0.priority) }
                return try await calls.answer(to: "a")
            }
        }
        try await held.arrival()
        let second = Task { try await work.value(for: "a", priority: .userInitiated) { _ in 2 } }
        var iterator = priorities.makeAsyncIterator()
        #expect(await iterator.next() == .userInitiated)
        held.release(returning: 1)
        #expect(try await first.value == 1)
        #expect(try await second.value == 1)
    }
}
