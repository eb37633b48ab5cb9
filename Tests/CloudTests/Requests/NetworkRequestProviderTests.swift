import Cloud
import Core
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct NetworkRequestProviderTests {
    let clock = TestClock()
    let request = NetworkRequest(url("https://example.com/a.json"))

    private func provider(
        _ transport: ScriptedTransport, _ configuration: NetworkRequestProvider.Configuration = .init()
    ) -> NetworkRequestProvider {
        NetworkRequestProvider(
            transport: transport, configuration: configuration, services: .init(time: clock, random: MiddleRandom()))
    }

    private func error(_ transport: ScriptedTransport, _ request: NetworkRequest? = nil) async throws -> NetworkError {
        try #require(
            await #expect(throws: NetworkError.self) {
                try await provider(transport).response(to: request ?? self.request)
            })
    }

    // MARK: Retries

    static let repeatable: [ScriptedTransport.Answer] =
        [408, 425, 500, 502, 503, 504].map { .respond($0) } + [
            .fail(NetworkError(.offline, underlying: ConnectionFailure(.refused))),
            .fail(NetworkError(.offline, underlying: ConnectionFailure(.lost))),
            .fail(NetworkError(.timedOut, underlying: ConnectionFailure(.silent))), .fail(NetworkError(.offline)),
        ]

    @Test(arguments: repeatable) func temporaryFailuresAreRetriedThreeTimes(_ answer: ScriptedTransport.Answer)
        async throws
    {
        let transport = ScriptedTransport(answer, answer, answer, answer, .respond(200))
        _ = try await error(transport)
        #expect(transport.requests.count == 4)
        #expect(clock.pauses == [.milliseconds(500), .seconds(1), .seconds(2)])
    }

    @Test(arguments: repeatable) func aRetryThatSucceedsIsAnAnswer(_ answer: ScriptedTransport.Answer) async throws {
        let transport = ScriptedTransport(answer, .respond(200, [:], "[]"))
        let response = try await provider(transport).response(to: request)
        #expect(response.body == Data("[]".utf8))
        #expect(clock.pauses == [.milliseconds(500)])
    }

    static let final: [ScriptedTransport.Answer] =
        [400, 401, 403, 404, 409, 410, 413, 451, 304, 501, 505].map { .respond($0) } + [
            .respond(200, [:], "<html>"), .fail(NetworkError(.tooLarge)), .fail(NetworkError(.redirected)),
            .fail(NetworkError(.offline, underlying: ConnectionFailure(.noNetwork))),
            .fail(NetworkError(.badRequest, underlying: ConnectionFailure(.other))),
            .fail(NetworkError(.offline, underlying: ConnectionFailure(.unknownHost))),
            .fail(NetworkError(.pinMismatch, underlying: ConnectionFailure(.untrusted))),
        ]

    @Test(arguments: final) func permanentFailuresAreNotRetried(_ answer: ScriptedTransport.Answer) async throws {
        let transport = ScriptedTransport(answer, .respond(200))
        _ = try await error(transport)
        #expect(transport.requests.count == 1)
        #expect(clock.pauses.isEmpty)
    }

    @Test(arguments: HTTPMethod.allCases) func onlyIdempotentMethodsAreRepeated(_ method: HTTPMethod) async throws {
        let transport = ScriptedTransport(.respond(503), .respond(503), .respond(503), .respond(503))
        _ = try await error(transport, NetworkRequest(url("https://example.com"), method: method))
        #expect(transport.requests.count == (method == .post ? 1 : 4))
    }

    @Test(arguments: repeatable) func aKeyMakesAPostRepeatable(_ answer: ScriptedTransport.Answer) async throws {
        let transport = ScriptedTransport(answer, .respond(200))
        var request = NetworkRequest(url("https://example.com"), method: .post)
        request.idempotencyKey = "k-1"
        _ = try await provider(transport).response(to: request)
        #expect(transport.requests.map { $0.headers["Idempotency-Key"] } == ["k-1", "k-1"])
    }

    static let unsent: [ScriptedTransport.Answer] = [
        .fail(NetworkError(.offline, underlying: ConnectionFailure(.refused))), .respond(429, ["Retry-After": "1"]),
    ]

    @Test(arguments: unsent) func aPostThatNobodyTookIsSentAgain(_ answer: ScriptedTransport.Answer) async throws {
        let transport = ScriptedTransport(answer, .respond(200))
        _ = try await provider(transport).response(to: NetworkRequest(url("https://example.com"), method: .post))
        #expect(transport.requests.count == 2)
    }

    static let uncertain: [ScriptedTransport.Answer] =
        [408, 425, 500, 502, 503, 504].map { .respond($0, ["Retry-After": "1"]) } + [
            .fail(NetworkError(.offline, underlying: ConnectionFailure(.lost))), .fail(NetworkError(.offline)),
            .fail(NetworkError(.timedOut, underlying: ConnectionFailure(.silent))),
        ]

    @Test(arguments: uncertain) func aPostThatSomebodyMayHaveTakenIsNot(_ answer: ScriptedTransport.Answer) async throws
    {
        let transport = ScriptedTransport(answer, .respond(200))
        _ = try await error(transport, NetworkRequest(url("https://example.com"), method: .post))
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [1, 7, 2026]) func theScheduleFollowsTheSeed(_ seed: UInt64) async throws {
        let transport = ScriptedTransport(.respond(500), .respond(500), .respond(500), .respond(500))
        let provider = NetworkRequestProvider(
            transport: transport, services: .init(time: clock, random: SeededRandomSource(seed: seed)))
        _ = await #expect(throws: NetworkError.self) { try await provider.response(to: request) }
        let same = SeededRandomSource(seed: seed)
        let expected = [500, 1000, 2000].map { Duration.milliseconds($0) * same.next(in: 0.75...1.25) }
        #expect(clock.pauses == expected)
    }

    @Test func jitterStaysWithinAQuarterAndPausesGrow() async throws {
        for seed in 0..<50 {
            let clock = TestClock()
            let transport = ScriptedTransport(.respond(500), .respond(500), .respond(500), .respond(500))
            let provider = NetworkRequestProvider(
                transport: transport, services: .init(time: clock, random: SeededRandomSource(seed: UInt64(seed))))
            _ = try? await provider.response(to: request)  // How it fails is another test's matter.
            for (pause, middle) in zip(clock.pauses, [0.5, 1, 2]) {
                #expect(pause >= .seconds(middle * 0.75) && pause <= .seconds(middle * 1.25))
            }
            #expect(clock.pauses == clock.pauses.sorted() && clock.pauses.count == 3)
        }
    }

    // MARK: What the server asks for

    @Test(arguments: [
        ("Retry-After", "3", 3.0), ("Retry-After", "0", 1), ("Retry-After", " 1.5 ", 1.5),
        ("Retry-After", "Tue, 14 Nov 2023 22:13:24 GMT", 4), ("Retry-After", "Tue, 14 Nov 2023 22:00:00 GMT", 1),
        ("x-ratelimit-reset", "2.5", 2.5), ("x-ratelimit-reset", "0", 1), ("X-Ratelimit-Reset", "5", 5),
    ])
    func aShortPauseIsWaitedForWhenAPersonWaits(_ name: String, _ value: String, _ seconds: Double) async throws {
        let transport = ScriptedTransport(.respond(429, [name: value]), .respond(200))
        _ = try await provider(transport).response(to: request)
        #expect(clock.pauses == [.seconds(seconds)])
    }

    @Test(arguments: [("Retry-After", "6", 6), ("Retry-After", "3600", 3600), ("x-ratelimit-reset", "53.0", 53)])
    func aLongPauseIsThrownAtOnce(_ name: String, _ value: String, _ seconds: Int) async throws {
        let transport = ScriptedTransport(.respond(429, [name: value]), .respond(200))
        let error = try await error(transport)
        #expect(error.code == .rateLimited)
        #expect(error.retryAfter == .seconds(seconds))
        #expect(transport.requests.count == 1 && clock.pauses.isEmpty)
    }

    @Test(arguments: [RequestPriority.background, .prefetch])
    func whatNobodyWaitsForWaitsAsLongAsItTakes(_ priority: RequestPriority) async throws {
        let clock = TestClock(skipping: .seconds(7200))
        let transport = ScriptedTransport(.respond(429, ["Retry-After": "3600"]), .respond(200))
        let provider = NetworkRequestProvider(
            transport: transport, configuration: .init(timeout: .seconds(20000)),
            services: .init(time: clock, random: MiddleRandom()))
        _ = try await provider.response(to: NetworkRequest(request.url, priority: priority))
        #expect(clock.pauses == [.seconds(3600)])
        #expect(transport.requests.count == 2)
    }

    @Test func aPauseWithoutMeasureIsTenSecondsForEverybody() async throws {
        let transport = ScriptedTransport(.respond(429), .respond(200))
        let provider = provider(transport)
        for _ in 0..<2 {
            let error = await #expect(throws: NetworkError.self) { try await provider.response(to: request) }
            #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(10))
        }
        #expect(transport.requests.count == 1, "the second request was not even sent")
    }

    @Test func aBusyServerMaySayWhenToComeBackToo() async throws {
        let transport = ScriptedTransport(
            .respond(503, ["Retry-After": "2"]), .respond(503, ["Retry-After": "60", "x-ratelimit-reset": "1"]))
        let error = try await error(transport)
        #expect(error.code == .serverError && error.retryAfter == .seconds(60))
        #expect(clock.pauses == [.seconds(2)])
    }

    // MARK: The deadline

    @Test func silenceEndsAtTheDeadline() async throws {
        let transport = ScriptedTransport(.hang)
        let task = Task { try await provider(transport).response(to: request) }
        await transport.waitForHanging()
        await clock.waitForSleeper()
        clock.advance(by: .seconds(20))
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .timedOut)
        #expect(transport.requests.count == 1)
        #expect(transport.requests.first?.timeout == .seconds(20))
    }

    @Test func aPauseThatWouldPassTheDeadlineIsNotBegun() async throws {
        var request = request
        request.timeout = .milliseconds(1400)
        let transport = ScriptedTransport(.respond(502), .respond(503), .respond(200))
        // The first pause is skipped; the deadlines of 1.4 s and 0.9 s are not.
        let clock = TestClock(skipping: .milliseconds(800))
        let provider = NetworkRequestProvider(
            transport: transport, services: .init(time: clock, random: MiddleRandom()))
        let error = await #expect(throws: (any Error).self) { try await provider.response(to: request) }
        // After half a second comes a pause of a whole one, and only 0.9 s are left.
        #expect((error as? NetworkError)?.status == 503)
        #expect(transport.requests.count == 2)
    }

    @Test func pausesCountTowardsTheDeadline() async throws {
        let transport = ScriptedTransport(.respond(500), .hang)
        let task = Task { try await provider(transport).response(to: request) }
        await transport.waitForHanging()
        #expect(transport.requests.map(\.timeout) == [.seconds(20), .milliseconds(19_500)])
        await clock.waitForSleeper()
        clock.advance(by: .milliseconds(19_500))
        await #expect(throws: NetworkError.self) { try await task.value }
    }

    // MARK: Cancelling and shutting down

    @Test func cancellingEndsTheRequestAndIsNeverRepeated() async throws {
        let transport = ScriptedTransport(.hang, .respond(200))
        let task = Task { try await provider(transport).response(to: request) }
        await transport.waitForHanging()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(transport.requests.count == 1)
    }

    @Test func cancellingEndsAPause() async throws {
        let clock = TestClock(skipping: .zero)
        let transport = ScriptedTransport(.respond(500), .respond(200))
        let provider = NetworkRequestProvider(
            transport: transport, services: .init(time: clock, random: MiddleRandom()))
        let task = Task { try await provider.response(to: request) }
        await clock.waitForSleeper(of: .milliseconds(500))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(transport.requests.count == 1)
    }

    @Test func aTransportThatReportsCancellationAsAnErrorIsUnderstood() async throws {
        let transport = ScriptedTransport(.fail(NetworkError(.offline, underlying: ConnectionFailure(.lost))))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await provider(transport).response(to: request)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func shuttingDownEndsEverythingAsOffline() async throws {
        let transport = ScriptedTransport(.hang)
        let provider = provider(transport)
        let task = Task { try await provider.response(to: request) }
        await transport.waitForHanging()
        await provider.shutDown()
        let ended = await #expect(throws: NetworkError.self) { try await task.value }
        let later = await #expect(throws: NetworkError.self) { try await provider.response(to: request) }
        #expect(ended?.code == .offline && later?.code == .offline)
        #expect(transport.shutDowns == 1 && transport.requests.count == 1)
    }

    @Test func shuttingDownEndsAPause() async throws {
        let clock = TestClock(skipping: .zero)
        let transport = ScriptedTransport(.respond(500), .respond(200))
        let provider = NetworkRequestProvider(
            transport: transport, services: .init(time: clock, random: MiddleRandom()))
        let task = Task { try await provider.response(to: request) }
        await clock.waitForSleeper(of: .milliseconds(500))
        await provider.shutDown()
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .offline)
        #expect(transport.requests.count == 1)
    }

    // MARK: What is sent

    @Test func requestsNameTheirSenderAndCarryTheLimits() async throws {
        let transport = ScriptedTransport(.respond(200), .respond(200), .respond(200))
        let provider = provider(transport, .init(maximumBytes: 99, userAgent: "app/1"))
        _ = try await provider.response(to: request)
        var limited = NetworkRequest(request.url, headers: ["user-agent": "own"])
        limited.maximumBytes = 7
        _ = try await provider.response(to: limited)
        #expect(transport.requests[0].headers == ["User-Agent": "app/1"])
        #expect(transport.requests[1].headers == ["user-agent": "own"])
        #expect(transport.requests.map(\.maximumBytes) == [99, 7])
        #expect(NetworkRequestProvider.Configuration.defaultUserAgent.contains("lantern"))
    }

    @Test func aBodyBeyondTheLimitIsRefusedWhateverTheTransportDoes() async throws {
        let transport = ScriptedTransport(.respond(200, [:], "[1, 2, 3]"))
        var request = request
        request.maximumBytes = 3
        #expect(try await error(transport, request).code == .tooLarge)
    }
}
