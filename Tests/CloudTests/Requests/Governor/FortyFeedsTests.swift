import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Cloud

/// Forty feeds behind a server that answers one request a minute, on a clock that is moved by hand.
@Suite(.timeLimit(.minutes(5)))
struct FortyFeedsTests {
    /// Answers 429 to whoever asks less than a minute after the last one.
    final class MinuteServer: HTTPTransport {
        private struct State {
            var served: [(name: String, at: Duration)] = []
            var last: Duration?
            var refusals = 0
        }

        private let clock: ManualClock
        private let state = Mutex(State())

        init(_ clock: ManualClock) { self.clock = clock }

        var names: [String] { state.withLock { $0.served.map(\.name) } }
        var times: [Duration] { state.withLock { $0.served.map(\.at) } }
        var refusals: Int { state.withLock { $0.refusals } }

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            let now = clock.uptime
            let status = state.withLock { state in
                defer { state.last = now }
                if let last = state.last, now - last < .seconds(60) {
                    state.refusals += 1
                    return 429
                }
                state.served.append((request.url.lastPathComponent, now))
                return 200
            }
            return NetworkResponse(status: status, url: request.url)
        }

        func shutDown() async {}
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func increase() { count.withLock { $0 += 1 } }
    }

    static let feeds = (0..<40).map { "feed\($0)" }

    /// One run of the app: asks for all feeds at once, and comes back when all are there.
    private func round(
        _ feeds: [String], _ clock: ManualClock, _ server: MinuteServer, _ store: InMemoryStateStore,
        _ log: ActivityLog
    ) async throws {
        let host = url("https://example.com")
        let governor = RateGovernor(
            policies: [host: .redditFeed], store: store,
            services: .init(recorder: log, time: clock, random: MiddleRandom()))
        // The clock is moved without regard to what is under way, so no time limit may count here.
        let provider = NetworkRequestProvider(
            transport: server, configuration: .init(timeout: .seconds(1_000_000)), governor: governor,
            services: .init(recorder: log, time: clock, random: MiddleRandom()))
        let done = Counter()
        let goal = server.names.count + feeds.count
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, feed) in feeds.enumerated() {
                var request = NetworkRequest(url("https://example.com/\(feed)"), priority: .background)
                request.expectation = .anything
                request.fairnessKey = feed
                group.addTask {
                    _ = try await provider.response(to: request)
                    done.increase()
                }
                // In this order, whatever the scheduler likes.
                await eventually {
                    governor.budget(for: host).waiting + server.names.count % 40 > number
                        || done.value > number
                }
            }
            while done.value < feeds.count {
                // Not while the last answer is on its way: the next round begins within the minute that it is held for.
                if server.names.count < goal { clock.advance(by: .seconds(5)) }
                for _ in 0..<20 { await Task.yield() }
            }
            try await group.waitForAll()
        }
        await provider.shutDown()
    }

    @Test(arguments: [1, 2026]) func allAreServedInFairOrderAndNeverRefused(_ seed: UInt64) async throws {
        let (clock, store, log) = (ManualClock(), InMemoryStateStore(), ActivityLog())
        let server = MinuteServer(clock)
        let random = SeededRandomSource(seed: seed)
        try await round(Self.feeds, clock, server, store, log)
        #expect(server.names == Self.feeds, "nobody was served before: as they came")
        for _ in 0..<2 {
            // The app is opened again and asks in another order; whose turn it is was written down.
            let shuffled = Self.feeds.map { ($0, random.next()) }.sorted { $0.1 < $1.1 }.map(\.0)
            try await round(shuffled, clock, server, store, log)
        }
        let times = server.times
        #expect(server.refusals == 0 && times.count == 120)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(60) })
        // Oldest-checked first, which is the order of the round before.
        for round in 1...2 {
            let names = server.names[round * 40..<(round + 1) * 40]
            #expect(Array(names) == Self.feeds, "round \(round), seed \(seed)")
        }
        let held = log.events(.held)
        #expect(held.count == 119 && held.allSatisfy { $0.reason == .spacing && $0.until != nil })
        #expect(log.events(.failed).isEmpty && log.events(.retried).isEmpty)
    }
}
