import Core
import Foundation
import Synchronization
import Testing

@testable import Cloud

/// What may upset the pace of requests from outside: hosts that send on to others, clocks, and tasks of low priority.
@Suite(.timeLimit(.minutes(1)))
struct RequestPacingTests {
    private let log = ActivityLog()
    private let request = NetworkRequest(url("https://example.com/a"), priority: .background)

    @Test(arguments: [(429, "60", 60), (503, "60", 60), (429, nil, 10)])
    func aHostBehindARedirectIsLeftAlone(_ status: Int, _ pause: String?, _ seconds: Int) async throws {
        let transport = SendingOnTransport(
            status: status, headers: pause.map { ["Retry-After": $0] } ?? [:], to: url("https://other.com/a"))
        let provider = NetworkRequestProvider(
            transport: transport, recorder: log, time: TestClock(), random: MiddleRandom())
        let error = await #expect(throws: NetworkError.self) { try await provider.response(to: request) }
        #expect(error?.status == status && error?.retryAfter == .seconds(seconds))
        #expect(transport.count == 1, "nobody keeps the other host's pause, so the request must not go there again")
        #expect(log.events.map(\.kind) == [.failed] && log.events.first?.host == "other.com")
        #expect(provider.governor.budget(for: request.url).reason == nil, "the host that was asked did nothing")
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
