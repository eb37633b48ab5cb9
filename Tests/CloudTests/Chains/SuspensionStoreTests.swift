import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SuspensionStoreTests {
    private let clock = ManualClock()
    private let store = InMemoryStateStore()

    private func memory(capacity: Int = 100) -> SuspensionStore {
        SuspensionStore(store: store, capacity: capacity, time: clock)
    }

    /// Asks a backend of that name that fails, and waits until that is stored.
    private func fail(_ code: ErrorCode, _ feeds: String..., link: String = "json", in memory: SuspensionStore) async {
        let provider = MockOnlinePostProvider(site: .reddit)
        provider.onFetchPage.answers { _ in throw NetworkError(code) }
        let posts = ChainedPostProvider(
            site: .reddit, suspensions: memory, time: clock, links: [ChainLink(link, host: link, provider: provider)])
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
        await fail(.notFound, "gone", link: "atom", in: memory)
        let closures = await memory.suspensions()
        #expect(closures.map(\.backend) == ["atom", "json"])
        #expect(await self.memory().suspensions() == closures)
    }

    @Test func howOftenItFailedIsKnownAfterARelaunch() async {
        await fail(.accessClosed, "swift", in: memory())
        clock.advance(by: .seconds(3600))
        let relaunched = memory()
        await fail(.accessClosed, "swift", in: relaunched)
        #expect(await relaunched.suspensions().map(\.strikes) == [2])
    }

    @Test func whatIsOpenAgainIsOpenAfterARelaunch() async {
        let memory = memory()
        await fail(.accessClosed, "swift", in: memory)
        await memory.removeAll()
        await memory.flush()
        #expect(store.values.isEmpty)
        #expect(await self.memory().suspensions().isEmpty)
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
        #expect(await memory().suspensions().map(\.until) == [clock.now + 3600])
    }

    @Test(arguments: [
        "", "no JSON", "[]", #"{"version":2,"closures":[]}"#, #"{"version":1}"#,
        #"{"version":1,"closures":[{"road":"json","code":"accessClosed","since":2,"until":1,"strikes":1}]}"#,
    ])
    func aValueThatCannotBeReadCountsAsNoneAndIsReplaced(_ text: String) async {
        let name = "cloud-roads"
        let store = InMemoryStateStore([name: Data(text.utf8)])
        let memory = SuspensionStore(store: store, time: clock)
        #expect(await memory.suspensions().isEmpty)
        await fail(.accessClosed, "swift", in: memory)
        #expect(await SuspensionStore(store: store, time: clock).suspensions().count == 1)
        #expect(await memory.storageError == nil)
    }

    @Test func aStoredTimeNeverExceedsItsRule() async {
        let text = """
            {"version":1,"closures":[
            {"road":"json","code":"accessClosed","since":1699999999,"until":4000000000,"strikes":9223372036854775807},
            {"road":"json","code":"fantasy","since":1699999999,"until":4000000000,"strikes":1}]}
            """
        let memory = SuspensionStore(store: InMemoryStateStore(["cloud-roads": Data(text.utf8)]), time: clock)
        #expect(await memory.suspensions().map(\.until) == [Date(timeIntervalSince1970: 1_699_999_999 + 86_400)])
        await fail(.accessClosed, "swift", in: memory)
        #expect(await memory.suspensions().map(\.until.timeIntervalSince1970) == [1_700_000_000 + 86_400])
    }

    @Test func aStoreThatFailsCostsNothingButTheNextLaunch() async {
        store.fail(with: DataError(.diskFailure))
        let memory = memory()
        await fail(.accessClosed, "swift", in: memory)
        #expect(await memory.suspensions().count == 1)
        #expect(await memory.storageError?.code == .diskFailure)
        store.fail(with: nil)
        await fail(.notFound, "gone", in: memory)
        #expect(await memory.storageError == nil)
        #expect(await self.memory().suspensions().count == 2)
    }

    @Test func itIsBoundedAndKeepsWholeBackends() async {
        let memory = memory(capacity: 3)
        await fail(.rateLimited, "road", in: memory)
        await fail(.notFound, "a", in: memory)
        await fail(.forbidden, "b", in: memory)
        await fail(.malformed, "c", in: memory)
        await fail(.notFound, "d", in: memory)
        #expect(await memory.suspensions().map(\.code) == [.rateLimited, .notFound, .notFound])
        #expect(await self.memory(capacity: 3).suspensions().count == 3)
    }

    @Test func aPolicyOfOnesOwn() async {
        let rule = SuspensionPolicy.Rule(appliesToWholeBackend: true, first: .seconds(5), longest: .seconds(8))
        let memory = SuspensionStore(policy: SuspensionPolicy(rules: [.timedOut: rule]), time: clock)
        await fail(.accessClosed, "swift", in: memory)
        #expect(await memory.suspensions().isEmpty)
        await fail(.timedOut, "swift", in: memory)
        #expect(await memory.suspensions().map(\.until) == [clock.now + 4])
        clock.advance(by: .seconds(4))
        await fail(.timedOut, "swift", in: memory)
        #expect(await memory.suspensions().map(\.until) == [clock.now + 7])
        #expect(await memory.suspensions().allSatisfy { $0.scopeHash == nil })
    }
}
