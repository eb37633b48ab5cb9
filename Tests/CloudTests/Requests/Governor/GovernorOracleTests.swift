import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Cloud

/// Random requests against a server that keeps count: whatever the order of things, it never has to refuse.
@Suite(.timeLimit(.minutes(5)))
struct GovernorOracleTests {
    /// Allows so many requests in each window, and says in its headers what is left.
    private final class CountingServer: HTTPTransport {
        static let quota = 20
        static let window = Duration.seconds(30)

        private struct State {
            var window = -1
            var used = 0
            var refusals = 0
            var open = 0
            var mostOpen = 0
        }

        private let clock: ManualClock
        private let random: SeededRandomSource
        private let state = Mutex(State())

        init(_ clock: ManualClock, _ random: SeededRandomSource) {
            self.clock = clock
            self.random = random
        }

        var refusals: Int { state.withLock { $0.refusals } }
        var open: Int { state.withLock { $0.open } }
        var mostOpen: Int { state.withLock { $0.mostOpen } }

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            let (remaining, left) = state.withLock { state -> (Int, Double) in
                let now = clock.uptime
                let number = Int(now / Self.window)
                if state.window != number { (state.window, state.used) = (number, 0) }
                state.used += 1
                state.open += 1
                state.mostOpen = max(state.mostOpen, state.open)
                if state.used > Self.quota { state.refusals += 1 }
                return (Self.quota - state.used, (Self.window * (number + 1) - now) / .seconds(1))
            }
            defer { state.withLock { $0.open -= 1 } }
            for _ in 0..<random.next() % 30 { await Task.yield() }
            return NetworkResponse(
                status: remaining < 0 ? 429 : 200, url: request.url,
                headers: ["x-ratelimit-remaining": "\(max(0, remaining)).0", "x-ratelimit-reset": "\(left)"])
        }

        func shutDown() async {}
    }

    private enum End: Sendable {
        case answered
        case limited
        case timedOut
        case cancelled
        case odd
    }

    private final class Ends: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }

        func of(_ work: () async throws -> NetworkResponse) async -> End {
            defer { count.withLock { $0 += 1 } }
            do {
                _ = try await work()
                return .answered
            } catch is CancellationError {
                return .cancelled
            } catch {
                switch (error as? NetworkError)?.code {
                case .rateLimited: return .limited
                case .timedOut: return .timedOut
                default: return .odd
                }
            }
        }
    }

    @Test(arguments: (0..<20).map { UInt64($0) }) func aBudgetIsNeverExceeded(_ seed: UInt64) async throws {
        let (random, clock) = (SeededRandomSource(seed: seed), ManualClock())
        func below(_ bound: UInt64) -> Int { Int(random.next() % bound) }
        let server = CountingServer(clock, SeededRandomSource(seed: ~seed))
        let governor = RateGovernor(services: .init(time: clock, random: random))
        let provider = NetworkRequestProvider(
            transport: server, governor: governor, services: .init(time: clock, random: random))
        let ends = Ends()
        var tasks: [(priority: RequestPriority, wasCancelled: Bool, task: Task<End, Never>)] = []
        for number in 0..<150 {
            let priority = RequestPriority.allCases[below(3)]
            var request = NetworkRequest(
                url("https://example.com/\(below(3) == 0 ? 0 : number)"), method: below(5) == 0 ? .post : .get,
                priority: priority)
            request.fairnessKey = "\(below(4))"
            tasks.append((priority, false, Task { await ends.of { try await provider.response(to: request) } }))
            if below(6) == 0 {
                let victim = below(UInt64(tasks.count))
                tasks[victim].wasCancelled = true
                tasks[victim].task.cancel()
            }
            if below(3) == 0 { clock.advance(by: .milliseconds(below(3000))) }
            for _ in 0..<below(12) { await Task.yield() }
        }
        while ends.value < tasks.count {
            clock.advance(by: .milliseconds(500))
            for _ in 0..<40 { await Task.yield() }
        }
        for (priority, wasCancelled, task) in tasks {
            switch await task.value {
            case .answered, .timedOut: break
            case .limited: #expect(priority == .userInitiated, "seed \(seed): all others wait")
            case .cancelled: #expect(wasCancelled, "seed \(seed)")
            case .odd: Issue.record("seed \(seed): no other end was possible")
            }
        }
        #expect(server.refusals == 0, "seed \(seed)")
        #expect(server.mostOpen <= 6 && server.open == 0, "seed \(seed)")
        let budget = governor.budget(for: url("https://example.com"))
        #expect(budget.waiting == 0 && budget.underway == 0, "seed \(seed)")
        #expect(governor.state.withLock { $0.ticketCount } == 0 && provider.flights.counts == (0, 0), "seed \(seed)")
    }
}
