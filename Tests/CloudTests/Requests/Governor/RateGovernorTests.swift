import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Cloud

/// The times at which requests reach the transport, on a manual clock.
@Suite(.timeLimit(.minutes(5)))
struct RateGovernorTests {
    let clock = ManualClock()
    let transport = HeldTransport()
    let log = ActivityLog()
    let host = url("https://example.com")
    let governor: RateGovernor
    let provider: NetworkRequestProvider

    init() {
        governor = RateGovernor(services: .init(recorder: log, time: clock, random: MiddleRandom()))
        provider = NetworkRequestProvider(
            transport: transport, governor: governor,
            services: .init(recorder: log, time: clock, random: MiddleRandom()))
    }

    private func get(
        _ name: String, _ priority: RequestPriority = .userInitiated, timeout: Duration? = nil
    ) -> NetworkRequest {
        var request = NetworkRequest(url("https://example.com/\(name)"), priority: priority)
        request.timeout = timeout
        return request
    }

    private func start(_ request: NetworkRequest) -> Task<NetworkResponse, any Error> {
        Task { [provider] in try await provider.response(to: request) }
    }

    /// Asks once, so that the governor knows what the headers say; by POST, so that it is not sent again.
    private func teach(_ headers: [String: String], status: Int = 200) async {
        let number = transport.requests.count
        let task = start(NetworkRequest(url("https://example.com/teacher"), method: .post))
        await transport.answer(number, status, headers)
        _ = await task.result
    }

    private func budget(_ remaining: String, _ reset: String) -> [String: String] {
        ["x-ratelimit-remaining": remaining, "x-ratelimit-reset": reset]
    }

    private var nothingIsLeft: Bool {
        let budget = governor.budget(for: host)
        return budget.waiting == 0 && budget.underway == 0 && provider.flights.counts == (0, 0)
            && governor.state.withLock { $0.ticketCount } == 0
    }

    // MARK: The budget

    @Test func atNothingLeftAllWaitForTheWindow() async throws {
        await teach(budget("0.0", "30"))
        let tasks = [start(get("a", .background)), start(get("b", .prefetch))]
        await eventually { governor.budget(for: host).waiting == 2 }
        let known = governor.budget(for: host)
        #expect(known.remaining == 0 && known.reason == .budget)
        #expect(known.resets == clock.now.addingTimeInterval(30))
        #expect(known.next == clock.now.addingTimeInterval(30.5), "half of the second of jitter")
        try await clock.waitForSleepers(2)
        clock.advance(by: .seconds(30))
        #expect(transport.requests.count == 1)
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(500))
        await transport.waitForRequests(3)
        for number in 1...2 { await transport.answer(number) }
        for task in tasks { _ = try await task.value }
        #expect(log.events(.held).map(\.reason) == [.budget, .budget])
        #expect(log.events(.held).allSatisfy { $0.host == "example.com" && $0.until == known.next })
        #expect(nothingIsLeft)
    }

    @Test func aBurstNeverOvershoots() async throws {
        await teach(budget("3.0", "600"))
        let tasks = (0..<10).map { start(get("\($0)", .background)) }
        await eventually { governor.budget(for: host).waiting + governor.budget(for: host).underway == 10 }
        #expect(transport.openCount <= 3 && governor.budget(for: host).underway == 3)
        // The server says what is left now, and exactly so many more go.
        await transport.answer(1, 200, budget("4.0", "500"))
        await eventually { governor.budget(for: host).underway == 4 }
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        #expect(nothingIsLeft)
    }

    @Test func hostsDoNotWaitForEachOther() async throws {
        await teach(budget("0", "600"))
        for other in ["http://127.0.0.1", "https://example.com:8443", "https://www.example.com"] {
            let number = transport.requests.count
            let task = start(NetworkRequest(url(other)))
            await transport.answer(number)
            _ = try await task.value
        }
        #expect(Set(governor.budgets().map(\.host)) == ["127.0.0.1", "example.com", "www.example.com"])
    }

    // MARK: A person

    @Test func aPersonIsToldAtOnceAndWithTheTime() async throws {
        await teach(budget("0", "40"))
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: NetworkError.self) { try await provider.response(to: get("a")) }
        #expect(error?.code == .rateLimited && error?.retryAfter == .milliseconds(30_500))
        #expect(transport.requests.count == 1)
        let event = try #require(log.events(.failed).last)
        #expect(event.reason == .budget && event.code == .rateLimited && event.host == "example.com")
        #expect(event.until == clock.now.addingTimeInterval(30.5))
        #expect(nothingIsLeft)
    }

    @Test func aPersonWaitsForFiveSecondsAtMost() async throws {
        await teach(["Retry-After": "5"], status: 503)
        clock.advance(by: .seconds(1))
        let task = start(get("a"))
        await eventually { governor.budget(for: host).waiting == 1 }
        // Somebody else's answer makes it longer than that.
        governor.setPolicy(HostPolicy(minimumSpacing: .seconds(30)), for: host)
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(29))
        #expect(nothingIsLeft)
    }

    @Test func aShortWaitIsWaited() async throws {
        await teach(budget("0", "4"))
        let task = start(get("a"))
        try await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(4500))
        await transport.answer(1)
        #expect(try await task.value.status == 200)
    }

    @Test func severalPersonsStandInLineForTheirFiveSeconds() async throws {
        governor.setPolicy(HostPolicy(minimumSpacing: .seconds(2)), for: host)
        await teach([:])
        let tasks = (0..<2).map { start(get("\($0)")) }
        await eventually { governor.budget(for: host).waiting == 2 }
        let error = await #expect(throws: NetworkError.self) { try await provider.response(to: get("late")) }
        #expect(error?.retryAfter == .seconds(6), "two others go first, each two seconds after the one before")
        for task in tasks { task.cancel() }
    }

    @Test func whatAPersonWaitsForGoesFirst() async throws {
        governor.setPolicy(HostPolicy(maximumConcurrent: 1), for: host)
        let first = start(get("first", .prefetch))
        await transport.waitForOpen(1)
        var tasks = [first]
        for number in 0..<5 {
            tasks.append(start(get("p\(number)", number.isMultiple(of: 2) ? .prefetch : .background)))
            await eventually { governor.budget(for: host).waiting == number + 1 }
        }
        tasks.append(start(get("seen")))
        await eventually { governor.budget(for: host).waiting == 6 }
        for number in 0..<7 { await transport.answer(number) }
        for task in tasks { _ = try await task.value }
        #expect(transport.names == ["first", "seen", "p0", "p2", "p4", "p1", "p3"])
        #expect(transport.mostOpen == 1)
    }

    @Test func aSlotIsKeptForAPerson() async throws {
        let tasks = (0..<9).map { start(get("p\($0)", .prefetch)) }
        await transport.waitForOpen(5)
        await eventually { governor.budget(for: host).waiting == 4 }
        let seen = start(get("seen"))
        await transport.answer(5)
        _ = try await seen.value
        #expect(transport.names[5] == "seen")
        for task in tasks { task.cancel() }
    }

    @Test func prefetchRestsOnAnExpensivePath() async throws {
        governor.isPrefetchPaused = true
        let prefetch = start(get("p", .prefetch))
        await eventually { governor.budget(for: host).waiting == 1 }
        for (number, priority) in [RequestPriority.userInitiated, .background].enumerated() {
            let task = start(get("\(priority)", priority))
            await transport.answer(number)
            _ = try await task.value
        }
        #expect(!transport.names.contains("p"))
        governor.isPrefetchPaused = false
        await transport.answer(2)
        _ = try await prefetch.value
    }

    // MARK: Pauses

    @Test func onePauseHoldsAllAndNoneFails() async throws {
        let tasks = (0..<5).map { start(get("\($0)", .background)) }
        await transport.waitForOpen(5)
        await transport.answer(0, 429, ["Retry-After": "60"])
        for number in 1..<5 { await transport.answer(number, 429) }
        await eventually { governor.budget(for: host).waiting == 5 }
        #expect(governor.budget(for: host).reason == .serverAsked)
        try await clock.waitForSleepers(2)
        clock.advance(by: .seconds(60))
        // One goes ahead alone, and then the others.
        await transport.answer(5)
        await transport.waitForRequests(10)
        for number in 6..<10 { await transport.answer(number) }
        for task in tasks { #expect(try await task.value.status == 200) }
        #expect(log.events(.retried).count == 5 && log.events(.failed).isEmpty)
        #expect(log.events(.retried).allSatisfy { $0.reason == .serverAsked && $0.code == .rateLimited })
    }

    @Test func whatWasRefusedKeepsItsTurn() async throws {
        governor.setPolicy(HostPolicy(maximumConcurrent: 1), for: host)
        func ask(_ feed: String) -> Task<NetworkResponse, any Error> {
            var request = get(feed, .background)
            request.fairnessKey = feed
            return start(request)
        }
        for (number, feed) in ["a", "b", "c"].enumerated() {
            let task = ask(feed)
            await transport.answer(number)
            _ = try await task.value
        }
        var tasks: [Task<NetworkResponse, any Error>] = []
        for (number, feed) in ["a", "c", "b"].enumerated() {
            tasks.append(ask(feed))
            await eventually { governor.budget(for: host).waiting + transport.requests.count == number + 4 }
        }
        await transport.answer(3, 429, ["Retry-After": "60"])
        await eventually { governor.budget(for: host).waiting == 3 }
        try await clock.waitForSleepers(2)
        clock.advance(by: .seconds(60))
        for number in 4...6 { await transport.answer(number) }
        for task in tasks { _ = try await task.value }
        #expect(transport.names == ["a", "b", "c", "a", "a", "b", "c"])
    }

    @Test func whatCannotBeginInTimeIsNotKeptWaiting() async throws {
        await teach(["Retry-After": "60"], status: 429)
        let request = get("a", .background, timeout: .seconds(30))
        let error = await #expect(throws: NetworkError.self) { try await provider.response(to: request) }
        #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(60))
    }

    @Test func theLimitsAfterARedirectAreThoseOfWhoAnswered() async throws {
        let other = url("https://other.com/x")
        let answer = NetworkResponse(status: 429, url: other, headers: ["Retry-After": "99"])
        let ticket = governor.open(HostKey(host), fairnessKey: nil, urgency: Urgency(priority: .prefetch, version: 0))
        try await governor.admit(ticket, deadline: nil, urgency: Urgency(priority: .prefetch, version: 0))
        #expect(governor.answered(ticket, answer, to: get("a")) == .seconds(99))
        governor.close(ticket)
        #expect(governor.budget(for: other).reason == .serverAsked)
        #expect(governor.budget(for: host).reason == nil && nothingIsLeft)
    }

    @Test func unsentRequestsDoNotDelayLaterOnes() async throws {
        governor.setPolicy(HostPolicy(minimumSpacing: .seconds(60)), for: host)
        let failing = ScriptedTransport(
            .fail(NetworkError(.offline, underlying: ConnectionFailure(.noNetwork))), .respond(200))
        let provider = NetworkRequestProvider(transport: failing, governor: governor, time: clock)
        await #expect(throws: NetworkError.self) { try await provider.response(to: get("a")) }
        _ = try await provider.response(to: get("b"))
        #expect(governor.budget(for: host).reason == .spacing)
    }

    // MARK: Cancelling

    @Test func cancellingWhileHeldBackLeavesNothing() async throws {
        await teach(budget("0", "600"))
        let task = start(get("a", .background))
        await eventually { governor.budget(for: host).waiting == 1 }
        try await clock.waitForSleepers(2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(nothingIsLeft)
        #expect(log.events(.failed).isEmpty, "a cancellation is no failure")
        #expect(clock.sleeperCount <= 1, "nobody waits for the window any more")
    }

    @Test func cancellingUnderWayLeavesNothing() async throws {
        let task = start(get("a"))
        await transport.waitForOpen(1)
        #expect(governor.budget(for: host).underway == 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(nothingIsLeft && transport.openCount == 0)
    }

    @Test func shuttingDownEndsWhoWaitsForTheirTurn() async throws {
        await teach(budget("0", "600"))
        let task = start(get("a", .background))
        await eventually { governor.budget(for: host).waiting == 1 }
        await provider.shutDown()
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .offline && nothingIsLeft)
    }

    // MARK: What others learn

    @Test func connectivityLearnsFromEachTry() async throws {
        let connectivity = ConnectivityLog()
        let scripted = ScriptedTransport(
            .respond(500), .fail(NetworkError(.offline, underlying: ConnectionFailure(.lost))), .respond(200),
            .respond(404), .hang)
        let clock = TestClock()
        let provider = NetworkRequestProvider(
            transport: scripted,
            services: .init(recorder: log, connectivity: connectivity, time: clock, random: MiddleRandom()))
        _ = try await provider.response(to: get("a"))
        _ = await #expect(throws: NetworkError.self) { try await provider.response(to: get("b")) }
        let silent = Task { try await provider.response(to: get("c")) }
        await scripted.waitForHanging()
        await clock.waitForSleeper()
        clock.advance(by: .seconds(20))
        _ = await silent.result
        #expect(connectivity.ends == [.serverError, .offline, nil, .notFound, .timedOut])
        #expect(log.events(.retried).map(\.code) == [.serverError, .offline])
        #expect(log.events(.failed).map(\.code) == [.notFound, .timedOut])
    }

    @Test(.testInjector) func whoIsRegisteredIsTold() async throws {
        let connectivity = ConnectivityLog()
        Dependency.register((any ActivityRecorder).self) { log }
        Dependency.register((any ConnectivityProvider).self) { connectivity }
        let provider = NetworkRequestProvider(transport: ScriptedTransport(.respond(429)))
        _ = await #expect(throws: NetworkError.self) { try await provider.response(to: get("a")) }
        #expect(connectivity.ends == [.rateLimited])
        #expect(log.events.map(\.kind) == [.failed] && log.events.first?.reason == .serverAsked)
    }

    @Test func nothingPrivateIsRecorded() async throws {
        await teach(budget("0", "600"))
        var secret = NetworkRequest(
            url("https://example.com/r/secret?token=secret"), headers: ["Authorization": "secret"])
        secret.fairnessKey = "secret"
        _ = await #expect(throws: NetworkError.self) { try await provider.response(to: secret) }
        var queued = secret
        queued.priority = .background
        let task = start(queued)
        await eventually { governor.budget(for: host).waiting == 1 }
        task.cancel()
        _ = await task.result
        let written = try String(decoding: JSONEncoder().encode(log.events), as: UTF8.self)
        #expect(log.events.count == 2 && !written.contains("secret"))
        #expect(!String(describing: governor.budgets()).contains("secret"))
    }
}
