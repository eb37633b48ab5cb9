import Core
import Foundation
import Synchronization
import Testing

@testable import Cloud

/// What may upset the pace of requests from outside: hosts that send on to others, clocks, and tasks of low priority.
@Suite(.timeLimit(.minutes(5)))
struct RequestPacingTests {
    private let log = ActivityLog()
    private let request = NetworkRequest(url("https://example.com/a"), priority: .background)

    @Test(arguments: [(429, "60", 60), (503, "60", 60), (429, nil, 10)])
    func aHostBehindARedirectIsLeftAlone(_ status: Int, _ pause: String?, _ seconds: Int) async throws {
        let transport = SendingOnTransport(
            status: status, headers: pause.map { ["Retry-After": $0] } ?? [:], to: url("https://other.com/a"))
        let provider = NetworkRequestProvider(
            transport: transport, services: .init(recorder: log, time: TestClock(), random: MiddleRandom()))
        let error = await #expect(throws: NetworkError.self) { try await provider.response(to: request) }
        #expect(error?.status == status && error?.retryAfter == .seconds(seconds))
        #expect(transport.count == 1, "nobody keeps the other host's pause, so the request must not go there again")
        #expect(log.events.map(\.kind) == [.failed] && log.events.first?.host == "other.com")
        #expect(provider.governor.budget(for: request.url).reason == nil, "the host that was asked did nothing")
    }

    // MARK: Clocks

    @Test func aClockThatWakesTooEarlyLosesNobody() async throws {
        let clock = EarlyClock()
        let transport = ScriptedTransport(.respond(429, ["Retry-After": "3600"]), .respond(200))
        let provider = NetworkRequestProvider(
            transport: transport, configuration: .init(timeout: .seconds(9999)),
            services: .init(time: clock, random: MiddleRandom()))
        _ = try await provider.response(to: request)
        #expect(transport.requests.count == 2)
        #expect(clock.uptime >= .seconds(3600))
    }

    // MARK: Priorities of tasks

    @Test func aRequestBegunInTheBackgroundIsNotServedAtBackgroundPriority() async throws {
        let (transport, clock) = (ScriptedTransport(.respond(429, ["Retry-After": "60"]), .respond(200)), EarlyClock())
        let watching = WatchingTransport(transport)
        let provider = NetworkRequestProvider(
            transport: watching, configuration: .init(timeout: .seconds(9999)),
            services: .init(time: clock, random: MiddleRandom()))
        // Nobody waits for the task itself: that would lend it a priority.
        await withCheckedContinuation { continuation in
            Task.detached(priority: .background) { [request] in
                _ = try? await provider.response(to: request)  // Its priority is all that counts here.
                continuation.resume()
            }
        }
        #expect(watching.priorities == [.userInitiated, .userInitiated])
        #expect(!clock.priorities.isEmpty && clock.priorities.allSatisfy { $0 == .userInitiated })
    }
}

/// Answers everything from another host, as after a redirect.
private final class SendingOnTransport: HTTPTransport {
    private let answer: NetworkResponse
    private let sent = Mutex(0)

    init(status: Int, headers: [String: String], to target: URL) {
        answer = NetworkResponse(status: status, url: target, headers: headers)
    }

    var count: Int { sent.withLock { $0 } }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        sent.withLock { $0 += 1 }
        return answer
    }

    func shutDown() async {}
}

/// Passes requests on, and keeps the priorities of the tasks that they came from.
private final class WatchingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let seen = Mutex<[TaskPriority]>([])

    init(_ base: any HTTPTransport) {
        self.base = base
    }

    var priorities: [TaskPriority] { seen.withLock { $0 } }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        seen.withLock { $0.append(Task.currentPriority) }
        return try await base.send(request)
    }

    func shutDown() async {}
}

/// A clock on which sleeps of less than two hours end at once, and all but the shortest a second too early.
private final class EarlyClock: TimeProvider {
    private let base = TestClock(skipping: .seconds(7200))
    private let seen = Mutex<[TaskPriority]>([])

    var uptime: Duration { base.uptime }
    var now: Date { base.now }
    /// The priorities of the tasks that slept.
    var priorities: [TaskPriority] { seen.withLock { $0 } }

    func sleep(for duration: Duration) async throws {
        seen.withLock { $0.append(Task.currentPriority) }
        let isCut = duration > .seconds(1) && duration < .seconds(7200)
        try await base.sleep(for: isCut ? duration - .seconds(1) : duration)
    }
}
