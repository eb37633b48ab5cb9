import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Cloud

/// The budgets that a governor knows after a relaunch.
@Suite(.timeLimit(.minutes(5)))
struct RateBudgetMemoryTests {
    let clock = ManualClock()
    let store = InMemoryStateStore()
    let log = ActivityLog()
    let host = url("https://example.com")

    private func governor(_ policy: HostPolicy = HostPolicy(), store: (any StateStore)? = nil) -> RateGovernor {
        RateGovernor(
            policies: [host: policy], store: store ?? self.store,
            services: .init(recorder: log, time: clock, random: MiddleRandom()))
    }

    private func answer(
        _ governor: RateGovernor, _ status: Int, _ headers: [String: String], fairnessKey: String? = nil
    ) async throws {
        let urgency = Urgency(priority: .background, version: 0)
        let ticket = governor.open(HostKey(host), fairnessKey: fairnessKey, urgency: urgency)
        try await governor.admit(ticket, deadline: nil, urgency: urgency)
        let response = NetworkResponse(status: status, url: host, headers: headers)
        _ = governor.answered(ticket, response, to: NetworkRequest(host))
        governor.close(ticket)
    }

    @Test func aBudgetSurvivesRelaunch() async throws {
        let first = governor()
        try await answer(first, 200, ["x-ratelimit-remaining": "7.0", "x-ratelimit-reset": "100"])
        await first.flush()
        clock.advance(by: .seconds(40))
        let second = governor()
        await second.restore()
        let budget = second.budget(for: host)
        #expect(budget.remaining == 7 && budget.resets == clock.now.addingTimeInterval(60))
        clock.advance(by: .seconds(60))
        #expect(second.budget(for: host).remaining == nil, "the window is over")
    }

    @Test func aPauseIsWrittenDownAtOnce() async throws {
        try await answer(governor(), 429, ["Retry-After": "100"])
        // No flush: the app was killed a moment later.
        await eventually { store.values["rate-budgets"] != nil }
        clock.advance(by: .seconds(30))
        let provider = NetworkRequestProvider(
            transport: ScriptedTransport(.respond(200)), governor: governor(), time: clock)
        let error = await #expect(throws: NetworkError.self) { try await provider.response(to: NetworkRequest(host)) }
        #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(70))
    }

    @Test func otherChangesAreWrittenTogetherSomeSecondsLater() async throws {
        let counting = CountingStore()
        let governor = governor(store: counting)
        for left in 0..<50 {
            try await answer(governor, 200, ["x-ratelimit-remaining": "\(99 - left)", "x-ratelimit-reset": "600"])
        }
        #expect(counting.writes == 0)
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        await eventually { counting.writes == 1 }
        await governor.flush()
        #expect(counting.writes == 1, "nothing has changed since")
    }

    @Test func whatSaysNothingWritesNothing() async throws {
        let counting = CountingStore()
        let governor = governor(store: counting)
        for _ in 0..<20 { try await answer(governor, 200, [:]) }
        await governor.flush()
        #expect(counting.writes == 0 && clock.sleeperCount == 0)
    }

    @Test func aClockThatWasSetBackMakesNobodyWaitLonger() async throws {
        let first = governor()
        try await answer(first, 429, ["Retry-After": "100"])
        await first.flush()
        clock.setDate(clock.now.addingTimeInterval(-86_400 * 365))
        let second = governor()
        await second.restore()
        #expect(second.budget(for: host).next == clock.now.addingTimeInterval(100))
    }

    @Test func spacingSurvivesRelaunch() async throws {
        let first = governor(.redditFeed)
        try await answer(first, 200, [:])
        await first.flush()
        clock.advance(by: .seconds(15))
        let second = governor(.redditFeed)
        await second.restore()
        #expect(second.budget(for: host).reason == .spacing)
        #expect(second.budget(for: host).next == clock.now.addingTimeInterval(45))
    }

    @Test func a429OfLongAgoIsForgotten() throws {
        var line = HostQueue(policy: HostPolicy())
        line.begin(at: .zero)
        line.underway = 0
        let pause = line.learn(.nothing, status: 429, sent: .zero, order: line.begun, at: .zero, jitter: .zero)
        #expect(pause == .seconds(10))
        func snapshot(at uptime: Duration) -> BudgetSnapshot {
            BudgetSnapshot([HostKey(host): line], served: [], uptime: uptime, now: clock.now)
        }
        let recent = try #require(snapshot(at: .seconds(609)).hosts.first)
        #expect(recent.refusals == 1 && !line.isForgettable(at: .seconds(609)))
        #expect(snapshot(at: .seconds(610)).hosts.isEmpty && line.isForgettable(at: .seconds(610)))
        for (passed, isForgotten) in [(0.0, false), (1.0, true)] {
            var restored = HostQueue(policy: HostPolicy())
            recent.restore(
                &restored, saved: clock.now.timeIntervalSince1970, uptime: .zero,
                now: clock.now.addingTimeInterval(passed))
            #expect(restored.isForgettable(at: .zero) == isForgotten, "after \(passed) seconds")
        }
    }

    @Test func ofTooManyHostsThoseStayWhoseLimitsEndLast() throws {
        var lines: [HostKey: HostQueue] = [:]
        for number in 1...130 {
            var line = HostQueue(policy: HostPolicy())
            line.pausedUntil = .seconds(number)
            let address = try #require(URL(string: "https://host\(number).example"))
            lines[HostKey(address)] = line
        }
        let hosts = BudgetSnapshot(lines, served: [], uptime: .zero, now: clock.now).hosts
        #expect(Set(hosts.map(\.origin)) == Set((31...130).map { "https://host\($0).example:443" }))
        #expect(hosts.map(\.origin) == hosts.map(\.origin).sorted())
    }

    static let garbage: [String] = [
        "", "{", "[]", "null", #"{"version":1}"#, #"{"version":2,"saved":0,"hosts":[],"served":[]}"#,
        #"{"version":1,"saved":"x","hosts":[],"served":[]}"#, "\u{0}\u{1}",
    ]

    @Test(arguments: garbage) func garbageIsNothingAndIsRecorded(_ text: String) async throws {
        let governor = governor(store: InMemoryStateStore(["rate-budgets": Data(text.utf8)]))
        try await answer(governor, 200, [:])
        #expect(governor.budget(for: host).reason == nil)
        #expect(log.events(.failed).map(\.code) == [.storeDamaged])
        #expect(log.events(.failed).map(\.host) == ["unknown"])
    }

    @Test func oddNumbersAreBounded() async throws {
        let date = clock.now.timeIntervalSince1970
        let host = """
            {"origin":"https://example.com:443","remaining":-1e300,"resets":1e300,"pausedUntil":1e300,"refusals":-5,\
            "spacing":1e300,"touched":-1e300}
            """
        let text =
            #"{"version":1,"saved":\#(date),"hosts":[\#(host),{"origin":"nonsense"},{"origin":""}],"served":["zz","1"]}"#
        let governor = governor(.redditFeed, store: InMemoryStateStore(["rate-budgets": Data(text.utf8)]))
        await governor.restore()
        #expect(governor.budget(for: self.host).next == clock.now.addingTimeInterval(86_400))
        #expect(governor.budgets().count == 1 && log.events.isEmpty)
    }

    @Test func aStoreThatFailsStopsNobody() async throws {
        store.fail(with: DataError(.diskFailure))
        let governor = governor()
        try await answer(governor, 429, ["Retry-After": "9"])
        await governor.flush()
        #expect(governor.budget(for: host).reason == .serverAsked)
        #expect(log.events(.failed).map(\.code) == [.diskFailure, .diskFailure], "reading, and then writing")
        store.fail(with: nil)
        clock.advance(by: .seconds(9))
        try await answer(governor, 429, ["Retry-After": "9"])
        await governor.flush()
        #expect(store.values["rate-budgets"] != nil)
    }

    @Test func whoComesBeforeItIsReadWaitsForIt() async throws {
        let first = governor()
        try await answer(first, 429, ["Retry-After": "3"])
        await first.flush()
        let transport = HeldTransport()
        let provider = NetworkRequestProvider(transport: transport, governor: governor(), time: clock)
        let tasks = (0..<20).map { number in
            Task { try await provider.response(to: NetworkRequest(url("https://example.com/\(number)"))) }
        }
        await eventually { provider.flights.counts.waiters == 20 }
        try await clock.waitForSleepers(2)
        #expect(transport.requests.isEmpty)
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
    }

    @Test func feedsAreWrittenAsHashesAndAreNotTooMany() async throws {
        let governor = governor()
        for number in 0..<1200 { try await answer(governor, 200, [:], fairnessKey: "r/secret\(number)") }
        await governor.flush()
        let data = try #require(store.values["rate-budgets"])
        #expect(data.count < 16_000 && !String(decoding: data, as: UTF8.self).contains("secret"))
        let snapshot = try #require(BudgetSnapshot(data))
        #expect(snapshot.served.count == 500)
    }
}

/// A store in memory that counts its writes.
private final class CountingStore: StateStore {
    private let inner = InMemoryStateStore()
    private let count = Mutex(0)

    var writes: Int { count.withLock { $0 } }

    func value(_ name: String) async throws -> Data? { try await inner.value(name) }

    func set(_ value: Data?, for name: String) async throws {
        count.withLock { $0 += 1 }
        try await inner.set(value, for: name)
    }
}
