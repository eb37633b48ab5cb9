import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RoadMemoryTests {
    private let clock = ManualClock()
    private let store = InMemoryStateStore()

    private func memory(capacity: Int = 100) -> RoadMemory {
        RoadMemory(store: store, capacity: capacity, time: clock)
    }

    /// Asks a road of that name that fails, and waits until that is stored.
    private func fail(_ code: ErrorCode, _ feeds: String..., road: String = "json", in memory: RoadMemory) async {
        let provider = MockOnlinePostProvider(site: .reddit)
        provider.onFetchPage.answers { _ in throw NetworkError(code) }
        let posts = FallbackPostProvider(
            site: .reddit, memory: memory, time: clock, roads: [Road(road, host: road, provider: provider)])
        for feed in feeds {
            var request = PageRequest(feed: ChainWorld.feed(feed))
            request.isManual = true
            await #expect(throws: NetworkError.self) { try await posts.fetchPage(request) }
            clock.advance(by: .seconds(1))
        }
        await memory.flush()
    }

    @Test func whatIsClosedStaysClosedOverARelaunch() async {
        let memory = memory()
        await fail(.accessClosed, "swift", in: memory)
        await fail(.notFound, "gone", road: "atom", in: memory)
        let closures = await memory.closures()
        #expect(closures.map(\.road) == ["atom", "json"])
        #expect(await self.memory().closures() == closures)
    }

    @Test func howOftenItFailedIsKnownAfterARelaunch() async {
        await fail(.accessClosed, "swift", in: memory())
        clock.advance(by: .seconds(3600))
        let relaunched = memory()
        await fail(.accessClosed, "swift", in: relaunched)
        #expect(await relaunched.closures().map(\.strikes) == [2])
    }

    @Test func whatIsOpenAgainIsOpenAfterARelaunch() async {
        let memory = memory()
        await fail(.accessClosed, "swift", in: memory)
        await memory.removeAll()
        await memory.flush()
        #expect(store.values.isEmpty)
        #expect(await self.memory().closures().isEmpty)
    }

    @Test func whatAPersonReadsIsNotInTheStore() async throws {
        await fail(.notFound, "secret_place", in: memory())
        let text = try #require(store.values.values.first.flatMap { String(data: $0, encoding: .utf8) })
        #expect(!text.contains("secret"))
        #expect(text.contains("notFound"))
    }

    @Test func aSmallClockBeforeTheStoredOnesClosesNothingForLonger() async {
        await fail(.accessClosed, "swift", in: memory())
        clock.setDate(clock.now - 86_400 * 365)
        #expect(await memory().closures().map(\.until) == [clock.now + 3600])
    }

    @Test(arguments: [
        "", "no JSON", "[]", #"{"version":2,"closures":[]}"#, #"{"version":1}"#,
        #"{"version":1,"closures":[{"road":"json","code":"accessClosed","since":2,"until":1,"strikes":1}]}"#,
    ])
    func aValueThatCannotBeReadCountsAsNoneAndIsReplaced(_ text: String) async {
        let name = "cloud-roads"
        let store = InMemoryStateStore([name: Data(text.utf8)])
        let memory = RoadMemory(store: store, time: clock)
        #expect(await memory.closures().isEmpty)
        await fail(.accessClosed, "swift", in: memory)
        #expect(await RoadMemory(store: store, time: clock).closures().count == 1)
        #expect(await memory.storageError == nil)
    }

    @Test func aStoredTimeNeverExceedsItsRule() async {
        let text = """
            {"version":1,"closures":[
            {"road":"json","code":"accessClosed","since":1699999999,"until":4000000000,"strikes":9223372036854775807},
            {"road":"json","code":"fantasy","since":1699999999,"until":4000000000,"strikes":1}]}
            """
        let memory = RoadMemory(store: InMemoryStateStore(["cloud-roads": Data(text.utf8)]), time: clock)
        #expect(await memory.closures().map(\.until) == [Date(timeIntervalSince1970: 1_699_999_999 + 86_400)])
        await fail(.accessClosed, "swift", in: memory)
        #expect(await memory.closures().map(\.until.timeIntervalSince1970) == [1_700_000_000 + 86_400])
    }

    @Test func aStoreThatFailsCostsNothingButTheNextLaunch() async {
        store.fail(with: DataError(.diskFailure))
        let memory = memory()
        await fail(.accessClosed, "swift", in: memory)
        #expect(await memory.closures().count == 1)
        #expect(await memory.storageError?.code == .diskFailure)
        store.fail(with: nil)
        await fail(.notFound, "gone", in: memory)
        #expect(await memory.storageError == nil)
        #expect(await self.memory().closures().count == 2)
    }

    @Test func itIsBoundedAndKeepsWholeRoads() async {
        let memory = memory(capacity: 3)
        await fail(.rateLimited, "road", in: memory)
        await fail(.notFound, "a", in: memory)
        await fail(.forbidden, "b", in: memory)
        await fail(.malformed, "c", in: memory)
        await fail(.notFound, "d", in: memory)
        #expect(await memory.closures().map(\.code) == [.rateLimited, .notFound, .notFound])
        #expect(await self.memory(capacity: 3).closures().count == 3)
    }

    @Test func aPolicyOfOnesOwn() async {
        let rule = ClosingPolicy.Rule(closesWholeRoad: true, first: .seconds(5), longest: .seconds(8))
        let memory = RoadMemory(policy: ClosingPolicy(rules: [.timedOut: rule]), time: clock)
        await fail(.accessClosed, "swift", in: memory)
        #expect(await memory.closures().isEmpty)
        await fail(.timedOut, "swift", in: memory)
        #expect(await memory.closures().map(\.until) == [clock.now + 4])
        clock.advance(by: .seconds(4))
        await fail(.timedOut, "swift", in: memory)
        #expect(await memory.closures().map(\.until) == [clock.now + 7])
        #expect(await memory.closures().allSatisfy { $0.thing == nil })
    }
}
