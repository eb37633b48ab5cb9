import Foundation
import Mocks
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(5)))
struct DefaultResourceProviderTests {
    private let world = ResourceWorld()
    private var store: InMemoryOfflineResourceProvider { world.store }
    private var clock: ManualClock { world.clock }
    private var server: MockMethod<ResourceRequest<String>, ResourceAnswer<TestRoom>> { world.server }

    @Test(arguments: OfflineResourceProviderContract.checks)
    func theStoreOfTestsKeepsTheContract(_ check: OfflineResourceProviderContract.Check) async {
        await OfflineResourceProviderContract { InMemoryOfflineResourceProvider() }.run(check)
    }

    // MARK: Getting

    @Test func aValueIsFetchedOnceWhileItIsFresh() async throws {
        let provider = world.provider()
        server.returns(.value(TestRoom(title: "One")))
        let fetched = try await provider.get("a")
        #expect(fetched.value?.title == "One" && fetched.origin == .network && !fetched.isStale)
        #expect(fetched.age(at: clock.now) == .zero && !fetched.isRefreshing && fetched.error == nil)
        clock.advance(by: .seconds(59))
        let again = try await provider.get("a")
        #expect(again.value?.title == "One" && again.origin == .memory && again.age(at: clock.now) == .seconds(59))
        #expect(server.calls.count == 1)
        // After a relaunch it is read, and not fetched.
        let relaunched = try await world.provider().get("a")
        #expect(relaunched.value?.title == "One" && relaunched.origin == .database)
    }

    @Test func anOldValueIsFetchedAnewAndStaysWhereThatFails() async throws {
        let provider = world.provider()
        server.returns(.value(TestRoom(title: "One")))
        _ = try await provider.get("a")
        clock.advance(by: .seconds(60))
        server.fails(with: NetworkError(.offline))
        let kept = try await provider.get("a")
        #expect(kept.value?.title == "One" && kept.error?.code == .offline && kept.isStale)
        #expect(kept.age(at: clock.now) == .seconds(60))
        server.returns(.value(TestRoom(title: "Two")))
        let fetched = try await provider.get("a")
        #expect(fetched.value?.title == "Two" && fetched.error == nil)
        #expect(server.calls.count == 3)
    }

    @Test func withoutAValueTheErrorIsThrown() async throws {
        let provider = world.provider()
        server.fails(with: NetworkError(.notFound))
        #expect(await codeOfError { try await provider.get("a") } == .notFound)
        let stored = try await provider.stored("a")
        #expect(stored.value == nil && stored.origin == nil && stored.error?.code == .notFound)
        #expect(server.calls.count == 1)
        server.fails(with: URLError(.cancelled))
        #expect(await codeOfError { try await provider.get("a") }?.rawValue == "cancelled")
    }

    @Test func aRefreshAsksHoweverFreshTheValueIs() async throws {
        let provider = world.provider()
        server.returns(.value(TestRoom(title: "One")), .value(TestRoom(title: "Two")))
        _ = try await provider.get("a")
        #expect(try await provider.refresh("a").value?.title == "Two")
        server.fails(with: NetworkError(.serverError))
        #expect(await codeOfError { try await provider.refresh("a") } == .serverError)
        #expect(try await provider.stored("a").value?.title == "Two")
    }

    @Test func aValueFromTheFutureIsNotFresh() async throws {
        let provider = world.provider()
        server.returns(.value(TestRoom(title: "One")), .value(TestRoom(title: "Two")))
        _ = try await provider.get("a")
        clock.setDate(clock.now - 3600)
        #expect(try await provider.get("a").value?.title == "Two")
    }

    @Test func whatCannotBeStoredIsNotShown() async throws {
        let provider = world.provider()
        server.returns(.value(TestRoom(title: "One")))
        store.fail(with: DataError(.noSpace))
        #expect(await codeOfError { try await provider.get("a") } == .noSpace)
        #expect(try await provider.stored("a").value == nil)
    }

    // MARK: Freshness and revisions

    @Test(arguments: [
        (ResourceFreshness.always, 1, 1), (.never, 3, 3), (.revision, 3, 3), (.age(.seconds(60)), 1, 2),
    ])
    func theRuleSaysWhenTheServerIsAsked(freshness: ResourceFreshness, atOnce: Int, later: Int) async throws {
        let provider = world.provider(world.resource(freshness))
        server.answers { _ in .value(TestRoom(title: "One"), revision: ResourceRevision(tag: "\"1\"")) }
        for _ in 0..<(atOnce == 3 ? 3 : 2) { _ = try await provider.get("a") }
        #expect(server.calls.count == atOnce)
        guard atOnce == 1 else {
            // Only what is asked about a revision is told it.
            let revision = freshness == .never ? nil : ResourceRevision(tag: "\"1\"")
            return #expect(server.calls.map(\.revision) == [nil, revision, revision])
        }
        clock.advance(by: .seconds(86_400))
        _ = try await provider.get("a")
        #expect(server.calls.count == later)
    }

    @Test func anUnchangedValueIsFreshAgainAndKeepsItsRevision() async throws {
        let provider = world.provider()
        let revision = ResourceRevision(tag: "W/\"1\"", modified: "Tue, 14 Nov 2023 22:13:20 GMT")
        server.returns(.value(TestRoom(title: "One"), revision: revision), .unchanged, .unchanged)
        _ = try await provider.get("a")
        clock.advance(by: .seconds(90))
        let unchanged = try await provider.get("a")
        #expect(unchanged.value?.title == "One" && unchanged.age(at: clock.now) == .zero && !unchanged.isStale)
        #expect(unchanged.origin == .network)
        clock.advance(by: .seconds(90))
        _ = try await provider.get("a")
        #expect(server.calls.map(\.revision) == [nil, revision, revision])
        #expect(
            server.calls.last?.conditions == [
                "If-None-Match": "W/\"1\"", "If-Modified-Since": "Tue, 14 Nov 2023 22:13:20 GMT",
            ])
    }

    @Test func unchangedWithoutARevisionIsNoAnswer() async throws {
        server.returns(.unchanged)
        #expect(await codeOfError { try await world.provider().get("a") } == .malformed)
    }

    @Test func aRevisionIsReadFromAnAnswerAndNoHeaderIsMadeOfOtherBytes() throws {
        let url = try #require(URL(string: "https://demo.example/"))
        func revision(_ headers: [String: String]) -> ResourceRevision? {
            ResourceRevision(of: NetworkResponse(status: 200, url: url, headers: headers))
        }
        #expect(revision(["etag": "\"a\""]) == ResourceRevision(tag: "\"a\""))
        #expect(revision(["Last-Modified": "x"]) == ResourceRevision(tag: nil, modified: "x"))
        #expect(revision([:]) == nil && revision(["ETag": String(repeating: "a", count: 300)]) == nil)
        #expect(ResourceRevision(tag: "a\r\nCookie: b").conditions.isEmpty)
    }

    // MARK: One flight for each key

    @Test func whoAsksAtTheSameTimeSharesOneRequestAndLeavesAlone() async throws {
        let provider = world.provider()
        let held = server.holds()
        let first = Task { try await provider.get("a") }
        try await held.arrival()
        let others = (0..<3).map { _ in Task { try await provider.refresh("a") } }
        while provider.flights.counts.waiters < 4 { await Task.yield() }
        first.cancel()
        #expect(await codeOfError { try await first.value }?.rawValue == "cancelled")
        held.release(returning: .value(TestRoom(title: "One")))
        for other in others { #expect(try await other.value.value?.title == "One") }
        #expect(server.calls.count == 1)
        server.returns(.value(TestRoom(title: "Two")))
        #expect(try await provider.get("b").value?.title == "Two")
    }

    @Test func whatNobodyWaitsForAnyMoreIsNotStored() async throws {
        let provider = world.provider()
        let held = server.holds(ignoringCancellation: true)
        let asking = Task { try await provider.get("a") }
        try await held.arrival()
        asking.cancel()
        #expect(await codeOfError { try await asking.value }?.rawValue == "cancelled")
        server.returns(.value(TestRoom(title: "New")))
        #expect(try await provider.get("a").value?.title == "New")
        held.release(returning: .value(TestRoom(title: "Old")))
        while provider.flights.counts.flights > 0 { await Task.yield() }
        #expect(try await provider.stored("a").value?.title == "New")
        #expect(try await provider.stored("a").isRefreshing == false)
    }

    // MARK: Clearing

    @Test func whatWasClearedMeanwhileIsNotStored() async throws {
        let provider = world.provider()
        let held = server.holds()
        let asking = Task { try await provider.get("a") }
        try await held.arrival()
        try await provider.clear("a")
        // Who asks now joins nobody who asked before.
        server.returns(.value(TestRoom(title: "After")))
        #expect(try await provider.get("a").value?.title == "After")
        held.release(returning: .value(TestRoom(title: "Before")))
        #expect(await codeOfError { try await asking.value } == .superseded)
        #expect(try await provider.stored("a").value?.title == "After")
        #expect(try await provider.stored("a").error == nil)
        try await provider.clear()
        #expect(store.ids.isEmpty)
    }

    // MARK: What cannot be read

    @Test(arguments: [(#"{"title":"New","more":1}"#, 2), (#"{"name":"?"}"#, 1), ("nonsense", 1)])
    func whatThisVersionCannotReadIsKeptAsideAndFetchedAgain(text: String, version: Int) async throws {
        try await world.put(text, "a", version: version)
        let provider = world.provider()
        #expect(try await provider.stored("a").value == nil)
        server.fails(with: NetworkError(.offline))
        #expect(await codeOfError { try await provider.get("a") } == .offline)
        #expect(store.aside.isEmpty)
        #expect(try await store.resource(world.id("a"))?.value == text)
        server.returns(.value(TestRoom(title: "One")))
        let fetched = try await provider.get("a")
        #expect(fetched.value?.title == "One" && server.calls.allSatisfy { $0.revision == nil })
        #expect(store.aside[world.id("a")]?.value == text)
    }

    @Test func valuesOfAnEarlierVersionAreRead() async throws {
        try await world.put(#"{"title":"Old","topic":""}"#, "a")
        let provider = world.provider(world.resource(version: 3))
        #expect(try await provider.get("a").value?.title == "Old")
        #expect(server.calls.isEmpty)
    }

    @Test func aNumberAndATextAreValuesToo() async throws {
        let numbers = DefaultResourceProvider(
            Resource<[Int], UInt64?>("number") { _ in .value(UInt64.max) }, store: store, time: clock)
        #expect(try await numbers.get([1, 2]).value == UInt64.max)
        let again = DefaultResourceProvider(
            Resource<[Int], UInt64?>("number") { _ in .value(nil) }, store: store, time: clock)
        #expect(try await again.get([1, 2]).value == UInt64.max)
        #expect(try await again.get([2, 1]).value == .some(nil))
    }

    // MARK: Retention

    @Test func theOldestGoAndWhatIsFollowedStays() async throws {
        let provider = world.provider(world.resource(retention: ResourceRetention(maximumCount: 2)))
        server.answers { .value(TestRoom(title: $0.key)) }
        let states = provider.states(of: "a")
        _ = await states.first { $0.value != nil && !$0.isRefreshing }
        for key in ["b", "c", "d"] {
            clock.advance(by: .seconds(1))
            _ = try await provider.get(key)
        }
        #expect(store.ids == [world.id("a"), world.id("d")])
        withExtendedLifetime(states) {}
    }
}
