import Cloud
import Core
import Foundation
import Mocks
import Testing

/// A person who refreshes while a feed is being fetched automatically: every backend is asked for them.
@Suite(.timeLimit(.minutes(5)))
struct JoinedRefreshTests {
    private let world = ChainWorld("json", "atom")
    private let feed = ChainWorld.feed()

    @Test func aPageSaysWhetherSuspendedBackendsWerePassedOverForIt() async throws {
        world["json"].fails(with: NetworkError(.accessClosed, status: 403))
        world["atom"].answers { [world] _ in world.page("t3_a") }
        // Asked and found closed is not passed over: who asks again gets the same answer.
        #expect(try await world.fetch().skipsSuspendedBackends == false)
        #expect(try await world.fetch().skipsSuspendedBackends)
        world.clock.advance(by: .seconds(3600))
        world["json"].returns(world.page("t3_a"))
        #expect(try await world.fetch().skipsSuspendedBackends == false)
    }

    @Test func aRefreshDuringAnAutomaticFetchAsksTheSuspendedBackendToo() async throws {
        let provider = DefaultPostProvider(
            offline: InMemoryOfflinePostProvider(), online: world.posts, time: world.clock)
        world["json"].fails(with: NetworkError(.accessClosed, status: 403))
        world["atom"].returns(world.page("t3_a"))
        _ = try await provider.perform(.load(.networkOnly), on: feed, limit: 25)
        // The first backend is suspended, so the second one is asked at once.
        let held = world["atom"].holds()
        let load = Task { [feed] in try await provider.performed(.load(.networkOnly), on: feed, limit: 25) }
        try await held.arrival()
        let refresh = Task { [feed] in try await provider.performed(.refresh, on: feed, limit: 25) }
        // Whether it has joined cannot be seen from here: either way the closed backend is asked once, for the person.
        world["json"].returns(world.page("t3_b", "t3_a"))
        held.release(returning: world.page("t3_a"))
        #expect(try await refresh.value.items.map(\.id.native) == ["t3_b", "t3_a"])
        #expect(try await load.value.error == nil)
        #expect(world.calls == [2, 2])
    }
}
