import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// Equal requests that only read are one.
@Suite(.timeLimit(.minutes(5)))
struct RequestSharingTests {
    let clock = ManualClock()
    let transport = HeldTransport()
    let governor: RateGovernor
    let provider: NetworkRequestProvider
    let page = NetworkRequest(url("https://example.com/a.json"))

    init() {
        governor = RateGovernor(services: .init(time: clock, random: MiddleRandom()))
        provider = NetworkRequestProvider(transport: transport, governor: governor, time: clock)
    }

    private func start(_ request: NetworkRequest) -> Task<NetworkResponse, any Error> {
        Task { [provider] in try await provider.response(to: request) }
    }

    private func start(
        _ address: URL, timeout: Duration, fairnessKey: String? = nil
    ) -> Task<NetworkResponse, any Error> {
        var request = NetworkRequest(address)
        request.timeout = timeout
        request.fairnessKey = fairnessKey
        return start(request)
    }

    private func startFifty() async -> [Task<NetworkResponse, any Error>] {
        let tasks = (0..<50).map { _ in start(page) }
        await eventually { provider.flights.counts.waiters == 50 }
        await transport.waitForOpen(1)
        return tasks
    }

    @Test func fiftyEqualReadsAreOneRequest() async throws {
        let tasks = await startFifty()
        await transport.answer(0, 200, [:], "[7]")
        for task in tasks { #expect(try await task.value.body == Data("[7]".utf8)) }
        #expect(transport.requests.count == 1)
        #expect(provider.flights.counts == (0, 0))
    }

    @Test func aFailureReachesAllCallers() async throws {
        let tasks = await startFifty()
        await transport.answer(0, 404)
        for task in tasks {
            let error = await #expect(throws: NetworkError.self) { try await task.value }
            #expect(error?.code == .notFound)
        }
    }

    @Test func cancellingFortyNineLeavesItRunning() async throws {
        let tasks = await startFifty()
        for task in tasks.dropLast() { task.cancel() }
        for task in tasks.dropLast() { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(transport.cancelled.isEmpty && provider.flights.counts == (1, 1))
        await transport.answer(0)
        #expect(try await tasks[49].value.status == 200)
        #expect(transport.requests.count == 1)
    }

    @Test func cancellingAllEndsIt() async throws {
        let tasks = await startFifty()
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(transport.cancelled == [0] && transport.openCount == 0)
        #expect(provider.flights.counts == (0, 0))
        #expect(governor.budget(for: page.url).underway == 0)
    }

    @Test func whoComesWhileItEndsBeginsAnew() async throws {
        let stubborn = HeldTransport(ignoresCancellation: true)
        let provider = NetworkRequestProvider(transport: stubborn, time: clock)
        let first = Task { try await provider.response(to: page) }
        await stubborn.waitForOpen(1)
        first.cancel()
        await eventually { stubborn.cancelled == [0] }
        let second = Task { try await provider.response(to: page) }
        await stubborn.waitForOpen(2)
        await stubborn.answer(0)
        await #expect(throws: CancellationError.self) { try await first.value }
        await stubborn.answer(1)
        #expect(try await second.value.status == 200)
        #expect(provider.flights.counts == (0, 0))
    }

    static let others: [NetworkRequest] = {
        let address = url("https://example.com/a.json")
        var (anything, limited) = (NetworkRequest(address), NetworkRequest(address))
        anything.expectation = .anything
        limited.maximumBytes = 9
        return [
            NetworkRequest(url("https://example.com/b.json")), NetworkRequest(url("https://example.com/a.json?x=1")),
            NetworkRequest(address, method: .head),
            NetworkRequest(address, headers: ["Authorization": "bearer 1"]), anything, limited,
            NetworkRequest(address, body: Data("x".utf8)),
        ]
    }()

    @Test(arguments: others) func whatDiffersIsNotShared(_ other: NetworkRequest) async throws {
        let tasks = [start(page), start(other)]
        await transport.waitForOpen(2)
        for number in 0..<2 { await transport.answer(number) }
        for task in tasks { _ = try await task.value }
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: [HTTPMethod.post, .put, .delete]) func whatChangesSomethingIsNeverShared(_ method: HTTPMethod)
        async throws
    {
        let tasks = (0..<2).map { _ in start(NetworkRequest(page.url, method: method)) }
        await transport.waitForOpen(2)
        for number in 0..<2 { await transport.answer(number) }
        for task in tasks { _ = try await task.value }
    }

    @Test func whoWaitsAndForHowLongMakesNoDifference() async throws {
        let tasks = [
            start(page), start(NetworkRequest(page.url, priority: .prefetch)),
            start(page.url, timeout: .seconds(3), fairnessKey: "feed"),
        ]
        await eventually { provider.flights.counts == (1, 3) }
        await transport.answer(0)
        for task in tasks { _ = try await task.value }
        #expect(transport.requests.count == 1)
    }

    // MARK: Deadlines

    @Test func eachHasADeadlineOfItsOwn() async throws {
        let patient = start(page.url, timeout: .seconds(1_000_000))
        await transport.waitForOpen(1)
        let hasty = start(page.url, timeout: .seconds(3))
        await eventually { provider.flights.counts.waiters == 2 }
        await advance { provider.flights.counts.waiters == 1 }
        let error = await #expect(throws: NetworkError.self) { try await hasty.value }
        #expect(error?.code == .timedOut)
        #expect(transport.cancelled.isEmpty, "the other one still has time")
        await transport.answer(0)
        #expect(try await patient.value.status == 200)
    }

    @Test func theLastDeadlineEndsTheRequest() async throws {
        let tasks = [5, 9].map { start(page.url, timeout: .seconds($0)) }
        await eventually { provider.flights.counts.waiters == 2 }
        await transport.waitForOpen(1)
        await advance { provider.flights.counts.waiters == 0 }
        for task in tasks {
            let error = await #expect(throws: NetworkError.self) { try await task.value }
            #expect(error?.code == .timedOut)
        }
        #expect(clock.uptime >= .seconds(9))
        #expect(transport.cancelled == [0] && provider.flights.counts == (0, 0))
    }

    @Test func whatNobodyWaitsForHasItsTimeFromWhenItIsSent() async throws {
        governor.setPolicy(HostPolicy(maximumConcurrent: 1), for: page.url)
        let first = start(url("https://example.com/first"), timeout: .seconds(1_000_000))
        await transport.waitForOpen(1)
        let queued = start(NetworkRequest(page.url, priority: .background))
        await eventually { governor.budget(for: page.url).waiting == 1 }
        clock.advance(by: .seconds(400))
        await transport.answer(0)
        _ = try await first.value
        await transport.waitForOpen(1)
        #expect(transport.requests[1].timeout == .seconds(20))
        await advance { provider.flights.counts.waiters == 0 }
        let error = await #expect(throws: NetworkError.self) { try await queued.value }
        #expect(error?.code == .timedOut && clock.uptime >= .seconds(420))
    }

    /// Moves the clock until something has come true.
    private func advance(until isTrue: () -> Bool) async {
        while !isTrue() {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
    }

    // MARK: Urgency

    /// Holds one request under way, and two prefetches in line behind it.
    private func line() async -> [Task<NetworkResponse, any Error>] {
        governor.setPolicy(HostPolicy(maximumConcurrent: 1), for: page.url)
        var tasks = [start(NetworkRequest(url("https://example.com/first"), priority: .prefetch))]
        await transport.waitForOpen(1)
        for (waiting, name) in ["early", "a.json"].enumerated() {
            tasks.append(start(NetworkRequest(url("https://example.com/\(name)"), priority: .prefetch)))
            await eventually { governor.budget(for: page.url).waiting == waiting + 1 }
        }
        return tasks
    }

    @Test func aPersonWhoJoinsPutsItFirst() async throws {
        let tasks = await line()
        let person = start(page)
        await eventually { provider.flights.counts.waiters == 4 }
        for number in 0..<3 { await transport.answer(number) }
        for task in tasks + [person] { _ = try await task.value }
        #expect(transport.names == ["first", "a.json", "early"])
    }

    @Test func whenThePersonLeavesItIsAsBefore() async throws {
        let tasks = await line()
        let person = start(page)
        await eventually { provider.flights.counts.waiters == 4 }
        person.cancel()
        _ = await person.result
        for number in 0..<3 { await transport.answer(number) }
        for task in tasks { _ = try await task.value }
        #expect(transport.names == ["first", "early", "a.json"])
    }

    @Test func aPersonWhoWouldWaitTooLongIsToldAndTheRestWaits() async throws {
        let teacher = start(NetworkRequest(url("https://example.com/first")))
        await transport.answer(0, 200, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "60"])
        _ = try await teacher.value
        let prefetch = start(NetworkRequest(page.url, priority: .prefetch))
        await eventually { governor.budget(for: page.url).waiting == 1 }
        let error = await #expect(throws: NetworkError.self) { try await provider.response(to: page) }
        #expect(error?.code == .rateLimited && error?.retryAfter == .milliseconds(60_500))
        #expect(provider.flights.counts == (1, 1) && governor.budget(for: page.url).waiting == 1)
        try await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(60_500))
        await transport.answer(1)
        #expect(try await prefetch.value.status == 200)
    }

    @Test func aPauseThatComesEndsOnlyThePerson() async throws {
        let person = start(page)
        await transport.waitForOpen(1)
        let prefetch = start(NetworkRequest(page.url, priority: .prefetch))
        await eventually { provider.flights.counts.waiters == 2 }
        await transport.answer(0, 429, ["Retry-After": "30"])
        let error = await #expect(throws: NetworkError.self) { try await person.value }
        #expect(error?.status == 429 && error?.retryAfter == .seconds(30))
        try await clock.waitForSleepers(2)
        clock.advance(by: .seconds(30))
        await transport.answer(1)
        #expect(try await prefetch.value.status == 200)
    }
}
