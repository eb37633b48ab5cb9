import Foundation
import Mocks
import Synchronization
import Testing

@testable import Core

/// Random joining, leaving, finishing and failing, each checked against what must hold whatever the order.
@Suite(.timeLimit(.minutes(5)))
struct SingleFlightOracleTests {
    /// What runs, and what has run.
    private final class Works: Sendable {
        struct Work: Sendable {
            let key: Int
            var continuation: CheckedContinuation<Int, any Error>?
            var isCancelled = false
            var isOver = false
        }

        private let state = Mutex<[Work]>([])

        /// Works for a key until it is finished; says its number then.
        func run(_ key: Int) async throws -> Int {
            let number = state.withLock { works in
                works.append(Work(key: key))
                return works.count - 1
            }
            defer { state.withLock { $0[number].isOver = true } }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let isCancelled = state.withLock { works in
                        if !works[number].isCancelled { works[number].continuation = continuation }
                        return works[number].isCancelled
                    }
                    if isCancelled { continuation.resume(throwing: CancellationError()) }
                }
            } onCancel: {
                take(number, cancelling: true)?.resume(throwing: CancellationError())
            }
        }

        /// Finishes the one that has run the longest, if any.
        func finishOne(_ succeeds: Bool) {
            let number = state.withLock { $0.firstIndex { $0.continuation != nil } }
            guard let number, let continuation = take(number, cancelling: false) else { return }
            if succeeds {
                continuation.resume(returning: number)
            } else {
                continuation.resume(throwing: NetworkError(.serverError))
            }
        }

        private func take(_ number: Int, cancelling: Bool) -> CheckedContinuation<Int, any Error>? {
            state.withLock { works in
                if cancelling { works[number].isCancelled = true }
                defer { works[number].continuation = nil }
                return works[number].continuation
            }
        }

        var all: [Work] { state.withLock { $0 } }

        private let ends = Mutex(0)

        /// How many waiters have been answered.
        var answered: Int { ends.withLock { $0 } }

        func answer(_ end: End) -> End {
            ends.withLock { $0 += 1 }
            return end
        }
    }

    private enum End: Sendable {
        case work(Int)
        case failed
        case timedOut
        case cancelled
    }

    @Test(arguments: (0..<40).map { UInt64($0) }) func everybodyIsAnsweredOnceAndByTheRightWork(_ seed: UInt64)
        async throws
    {
        let random = SeededRandomSource(seed: seed)
        func below(_ bound: UInt64) -> Int { Int(random.next() % bound) }
        let clock = ManualClock()
        let flights = SingleFlight<Int, Int>(abandoned: .cancelAndWait, time: clock)
        let works = Works()
        var waiters: [(key: Int, hasLimit: Bool, wasCancelled: Bool, task: Task<End, Never>)] = []
        for _ in 0..<200 {
            switch below(10) {
            case 0..<5:
                let (key, limited) = (below(3), below(4) == 0)
                let limit = TimeLimit.until(clock.uptime + .seconds(limited ? 1 + below(5) : 1_000_000))
                let priority = RequestPriority.allCases[below(3)]
                let task = Task {
                    do {
                        let number = try await flights.value(for: key, priority: priority, limit: limit) { _ in
                            try await works.run(key)
                        }
                        return works.answer(.work(number))
                    } catch is CancellationError {
                        return works.answer(.cancelled)
                    } catch {
                        return works.answer((error as? NetworkError)?.code == .timedOut ? .timedOut : .failed)
                    }
                }
                waiters.append((key, limited, false, task))
            case 5, 6:
                guard !waiters.isEmpty else { continue }
                let victim = below(UInt64(waiters.count))
                waiters[victim].wasCancelled = true
                waiters[victim].task.cancel()
            case 7: works.finishOne(below(4) > 0)
            case 8: clock.advance(by: .seconds(1))
            default: for _ in 0..<below(20) { await Task.yield() }
            }
        }
        while works.answered < waiters.count {
            works.finishOne(true)
            await Task.yield()
        }
        let all = works.all
        for waiter in waiters {
            switch await waiter.task.value {
            case .work(let number):
                #expect(all[number].key == waiter.key && !all[number].isCancelled, "seed \(seed)")
            case .failed: break
            case .timedOut: #expect(waiter.hasLimit, "seed \(seed)")
            case .cancelled: #expect(waiter.wasCancelled, "seed \(seed): nobody inherits a cancellation")
            }
        }
        #expect(all.count <= waiters.count && all.allSatisfy(\.isOver), "seed \(seed)")
        #expect(flights.counts == (0, 0), "seed \(seed)")
    }
}
