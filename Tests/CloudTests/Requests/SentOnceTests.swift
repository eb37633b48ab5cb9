import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// What must not be done twice goes out once, and whoever sent it learns whether it went out at all.
@Suite(.timeLimit(.minutes(5)))
struct SentOnceTests {
    private let clock = TestClock()
    private let address = url("https://example.com/act")

    private func request(_ method: HTTPMethod = .post) -> NetworkRequest {
        var request = NetworkRequest(address, method: method, body: Data("a=b".utf8))
        request.isSentOnce = true
        return request
    }

    private func error(
        _ answers: ScriptedTransport.Answer..., of request: NetworkRequest
    ) async throws -> (error: NetworkError, count: Int) {
        let transport = ScriptedTransport(answers)
        let provider = NetworkRequestProvider(
            transport: transport, services: .init(time: clock, random: MiddleRandom()))
        let error = try #require(
            await #expect(throws: NetworkError.self) { try await provider.response(to: request) })
        return (error, transport.requests.count)
    }

    static let passing: [ScriptedTransport.Answer] =
        [408, 425, 429, 500, 502, 503, 504].map { .respond($0, ["Retry-After": "1"]) } + [
            .fail(NetworkError(.offline, underlying: ConnectionFailure(.refused))),
            .fail(NetworkError(.offline, underlying: ConnectionFailure(.lost))),
            .fail(NetworkError(.timedOut, underlying: ConnectionFailure(.silent))), .fail(NetworkError(.offline)),
        ]

    @Test(arguments: passing) func nothingIsRepeatedWhateverItsMethod(_ answer: ScriptedTransport.Answer) async throws {
        for method in HTTPMethod.allCases {
            var request = request(method)
            request.idempotencyKey = "k-1"
            #expect(try await error(answer, .respond(200), of: request).count == 1, "\(method)")
        }
        #expect(clock.pauses.isEmpty)
    }

    @Test func equalOnesAreNotJoined() async throws {
        let transport = HeldTransport()
        let provider = NetworkRequestProvider(transport: transport, time: ManualClock())
        var request = NetworkRequest(address)
        let plain = Task { [request] in try await provider.response(to: request) }
        await transport.waitForOpen(1)
        request.isSentOnce = true
        let (first, second) = (
            Task { [request] in try await provider.response(to: request) },
            Task { [request] in try await provider.response(to: request) }
        )
        await transport.waitForOpen(3)
        for number in 0..<3 { await transport.answer(number) }
        for task in [plain, first, second] { _ = try await task.value }
    }

    // MARK: Redirects

    @Test(arguments: [301, 302, 303, 307, 308]) func noRedirectIsFollowed(_ status: Int) throws {
        for method in HTTPMethod.allCases {
            var chain = RedirectChain(request(method))
            let headers = ["location": "/elsewhere", "date": "Tue, 14 Nov 2023 22:13:20 GMT"]
            let answer = NetworkResponse(status: status, url: address, headers: headers)
            let error = #expect(throws: NetworkError.self) { try chain.follows(answer) }
            #expect(error?.code == .redirected && error?.status == status && error?.isUnsent == false)
            #expect(error?.date == Date(timeIntervalSince1970: 1_700_000_000))
        }
    }

    @Test func aRedirectToSignInSaysSo() throws {
        var request = request()
        request.errorPaths = ["/login": .unauthorized]
        var chain = RedirectChain(request)
        let answer = NetworkResponse(status: 302, url: address, headers: ["location": "/login?dest=x"])
        #expect(throws: NetworkError.self) { try chain.follows(answer) }
        do { _ = try chain.follows(answer) } catch { #expect(error.code == .unauthorized) }
    }

    @Test func theTransportDoesNotFollowOne() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("303 See Other", ["Location: /done"]))]
        } _: { server in
            var request = NetworkRequest(server.url, method: .post, body: Data("a=b".utf8))
            request.isSentOnce = true
            #expect(await errorCode { try await URLSessionTransport().send(request) } == .redirected)
            #expect(server.requests.count == 1)
        }
    }

    // MARK: The server's date

    @Test(arguments: [401, 403, 404, 418, 429, 500, 503]) func anErrorTellsTheServersDate(_ status: Int) async throws {
        let headers = ["Date": "Tue, 14 Nov 2023 22:13:25 GMT", "Retry-After": "9"]
        let error = try await error(.respond(status, headers), of: request()).error
        #expect(error.date == clock.start + 5)
        #expect(!error.isUnsent, "it was answered, so it went out")
    }

    @Test func withoutADateThereIsNone() async throws {
        #expect(try await error(.respond(500), of: request()).error.date == nil)
        #expect(try await error(.fail(NetworkError(.offline)), of: request()).error.date == nil)
    }

    // MARK: Unsent

    static let reasons: [(ConnectionFailure.Reason, Bool)] = [
        (.refused, true), (.unknownHost, true), (.noNetwork, true), (.untrusted, true), (.lost, false),
        (.silent, false), (.garbled, false), (.shutDown, false), (.other, false),
    ]

    @Test(arguments: reasons) func aConnectionThatNeverStoodSentNothing(
        _ reason: ConnectionFailure.Reason, _ isUnsent: Bool
    ) async throws {
        let failure = NetworkError(.offline, underlying: ConnectionFailure(reason))
        #expect(try await error(.fail(failure), of: request()).error.isUnsent == isUnsent)
    }

    @Test func whatWentOutOnceIsOut() async throws {
        let refused = NetworkError(.offline, underlying: ConnectionFailure(.refused))
        let lost = NetworkError(.offline, underlying: ConnectionFailure(.lost))
        // A PUT that may be repeated: the first try may have done it.
        let put = NetworkRequest(address, method: .put)
        let (first, count) = try await error(
            .fail(lost), .fail(refused), .fail(refused), .fail(refused), of: put)
        #expect(count == 4 && !first.isUnsent)
        let never = try await error(.fail(refused), .fail(refused), .fail(refused), .fail(refused), of: put)
        #expect(never.count == 4 && never.error.isUnsent)
        // Nor is it unsent where the rate limiter refuses the next try.
        let limited = try await error(.respond(429, ["Retry-After": "60"]), of: put)
        #expect(limited.count == 1 && limited.error.code == .rateLimited && !limited.error.isUnsent)
    }

    @Test func theRateLimitersRefusalIsUnsent() async throws {
        let transport = ScriptedTransport(.respond(429, ["Retry-After": "60"]))
        let provider = NetworkRequestProvider(
            transport: transport, services: .init(time: clock, random: MiddleRandom()))
        _ = await #expect(throws: NetworkError.self) { try await provider.response(to: request()) }
        for priority in RequestPriority.allCases {
            var next = request()
            next.priority = priority
            next.timeout = .seconds(30)
            let error = await #expect(throws: NetworkError.self) { try await provider.response(to: next) }
            #expect(error?.code == .rateLimited && error?.isUnsent == true && error?.retryAfter == .seconds(60))
        }
        #expect(transport.requests.count == 1)
    }

    @Test func aDeadlineBeforeItsTurnIsUnsentAndOneAfterIsNot() async throws {
        let (clock, transport) = (ManualClock(), HeldTransport())
        let governor = RateGovernor(
            policy: HostPolicy(maximumConcurrent: 1), services: .init(time: clock, random: MiddleRandom()))
        let provider = NetworkRequestProvider(transport: transport, governor: governor, time: clock)
        var request = request()
        request.timeout = .seconds(10)
        let sent = Task { [request] in try await provider.response(to: request) }
        await transport.waitForOpen(1)
        request.timeout = .seconds(5)
        let waiting = Task { [request] in try await provider.response(to: request) }
        await eventually { governor.budget(for: address).waiting == 1 }
        clock.advance(by: .seconds(5))
        let early = await #expect(throws: NetworkError.self) { try await waiting.value }
        #expect(early?.code == .timedOut && early?.isUnsent == true)
        clock.advance(by: .seconds(5))
        let late = await #expect(throws: NetworkError.self) { try await sent.value }
        #expect(late?.code == .timedOut && late?.isUnsent == false)
        #expect(transport.requests.count == 1)
    }

    @Test func whoeverLeavesAJoinedRequestDoesNotKnow() async throws {
        let (clock, transport) = (ManualClock(), HeldTransport())
        let governor = RateGovernor(
            policy: HostPolicy(maximumConcurrent: 1), services: .init(time: clock, random: MiddleRandom()))
        let provider = NetworkRequestProvider(transport: transport, governor: governor, time: clock)
        let other = Task { try await provider.response(to: request()) }
        await transport.waitForOpen(1)
        func read(_ seconds: Int) -> Task<NetworkResponse, any Error> {
            var request = NetworkRequest(url("https://example.com/list"))
            request.timeout = .seconds(seconds)
            return Task { [request] in try await provider.response(to: request) }
        }
        let (hurried, patient) = (read(5), read(15))
        await eventually { provider.flights.counts.waiters == 3 }
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: NetworkError.self) { try await hurried.value }
        // It is still going to be sent, for the other one.
        #expect(error?.code == .timedOut && error?.isUnsent == false)
        await transport.answer(0)
        _ = try await other.value
        await transport.answer(1)
        _ = try await patient.value
    }

    static let before: [URLError.Code] = [
        .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
        .serverCertificateUntrusted, .serverCertificateHasBadDate,
    ]
    static let during: [URLError.Code] = [
        .timedOut, .networkConnectionLost, .badServerResponse, .cannotParseResponse, .cancelled, .unknown,
        .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired,
    ]

    @Test(arguments: before + during) func whatASessionHasSentIsSent(_ code: URLError.Code) {
        let unsent = ConnectionFailure.networkError(URLError(code), hasSent: false)
        #expect(unsent.isUnsent == Self.before.contains(code))
        let sent = ConnectionFailure.networkError(URLError(code), hasSent: true)
        #expect(!sent.isUnsent && sent.code == unsent.code)
        #expect((sent.underlying as? ConnectionFailure)?.reason != .refused)
    }

    // MARK: Over a real connection

    @Test func nobodyListeningIsUnsent() async throws {
        let gone = try LoopbackServer { _ in [] }
        gone.stop()
        var request = NetworkRequest(gone.url, method: .post, body: Data("a=b".utf8))
        request.isSentOnce = true
        let error = await #expect(throws: NetworkError.self) { try await URLSessionTransport().send(request) }
        #expect(error?.isUnsent == true)
    }

    /// The name has two addresses, of which the first refuses: what the second one did is what counts.
    @Test(arguments: ["127.0.0.1", "localhost"]) func aServerThatSaysNothingHasHadIt(_ host: String) async throws {
        try await withServer { request in
            request.target == "/reset" ? [.reset] : []
        } _: { server in
            for path in ["close", "reset"] {
                var request = NetworkRequest(
                    url("http://\(host):\(server.port)/\(path)"), method: .post, body: Data("a=b".utf8))
                request.isSentOnce = true
                let error = await #expect(throws: NetworkError.self) {
                    try await URLSessionTransport().send(request)
                }
                #expect(error?.isUnsent == false, "\(String(describing: error?.underlying))")
                #expect((error?.underlying as? ConnectionFailure)?.reason != .refused)
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test(arguments: [("application/json", #"{"a":"#, 200), ("text/html", "<ht", nil), ("application/json", "", 200)])
    func anAnswerThatIsCutTellsItsStatus(_ type: String, _ body: String, _ status: Int?) async throws {
        try await withServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: 100\r\n\r\n\(body)")]
        } _: { server in
            var request = NetworkRequest(server.url, method: .post, body: Data("a=b".utf8))
            request.isSentOnce = true
            let error = await #expect(throws: NetworkError.self) { try await URLSessionTransport().send(request) }
            let failure = error?.underlying as? ConnectionFailure
            #expect(error?.isUnsent == false && failure?.begunStatus == status)
        }
    }

    @Test func aPutHasAConnectionOfItsOwn() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK", isLast: false)), .next]
        } _: { server in
            let transport = URLSessionTransport()
            var request = NetworkRequest(server.url, method: .put)
            request.isSentOnce = true
            for _ in 0..<2 { _ = try await transport.send(request) }
            #expect(server.requests.map(\.precedingCount) == [0, 0])
        }
    }
}
