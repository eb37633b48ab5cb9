import Core
import Foundation
import Mocks
import Synchronization
import Testing

/// One request for a feed, however many ask for it, and what becomes of it when they no longer want it.
@Suite(.timeLimit(.minutes(5)))
struct DefaultPostProviderSharingTests {
    private let offline = InMemoryOfflinePostProvider()
    private let online = MockOnlinePostProvider()
    private let clock = ManualClock()
    private let feed = Feed.mock("swift")

    private func provider() -> DefaultPostProvider {
        DefaultPostProvider(offline: offline, online: online, time: clock)
    }

    private func ids(_ update: FeedUpdate) -> [String] { update.items.map(\.id.native) }

    /// Asks, and returns when the provider has decided what to do and the request waits for it.
    private func ask(
        _ request: FeedRequest, of provider: DefaultPostProvider, _ clock: ReportingClock
    ) async throws -> Task<FeedUpdate, any Error> {
        let read = clock.nextRead()
        let task = Task { [feed] in try await provider.performed(request, on: feed, limit: 25) }
        for await _ in read {}
        // Deciding and beginning to wait are one step of the actor, so its next step comes after both.
        _ = try await provider.items([])
        return task
    }

    @Test func whoAsksForTheSameWaitsForTheSameRequest() async throws {
        // Given an old feed that could be paged, and a refresh of it under way
        _ = try await offline.commit(.mock("old", next: "one"), to: feed, at: .head, date: clock.now)
        clock.advance(by: .seconds(3601))
        let clock = ReportingClock(clock)
        let provider = DefaultPostProvider(offline: offline, online: online, time: clock)
        let held = online.onFetchPage.holds()
        let first = try await ask(.refresh, of: provider, clock)
        try await held.arrival()
        // When
        let second = try await ask(.load(.storedThenNetwork), of: provider, clock)
        let third = try await ask(.loadMore, of: provider, clock)
        let fourth = try await ask(.refresh, of: provider, clock)
        held.release(returning: .mock("a", next: "two"))
        // Then everybody gets the page that it brought, and nobody asked for another one
        for task in [first, second, third, fourth] {
            let update = try await task.value
            #expect(ids(update) == ["a", "old"])
            #expect(update.page?.next == .mock("two"))
        }
        #expect(online.onFetchPage.calls.map(\.cursor) == [nil])
    }

    @Test func aRefreshReplacesPagingAndWhoPagedGetsItsResult() async throws {
        let provider = provider()
        online.onFetchPage.returns(.mock("a", next: "one"))
        _ = try await provider.perform(.refresh, on: feed, limit: 1)
        let paging = online.onFetchPage.holds(ignoringCancellation: true)
        let more = Task { try await provider.performed(.loadMore, on: feed, limit: 1) }
        try await paging.arrival()
        online.onFetchPage.returns(.mock("x", "a", next: "two"))
        let refreshed = try await provider.performed(.refresh, on: feed, limit: 1)
        #expect(ids(refreshed) == ["x", "a"])
        #expect(ids(try await more.value) == ["x", "a"])
        // The late answer is void.
        paging.release(returning: .mock("late", next: "three"))
        #expect(try await offline.storedFeed(feed).items.map(\.id.native) == ["x", "a"])
    }

    // MARK: Law 7: cancellation

    @Test func cancellingTheLastWhoWaitsEndsTheRequestAndLeavesNoWrites() async throws {
        let provider = provider()
        let held = online.onFetchPage.holds(ignoringCancellation: true)
        let task = Task { try await provider.performed(.refresh, on: feed, limit: 25) }
        try await held.arrival()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await held.cancellation()
        held.release(returning: .mock("late"))
        // A new request is not held up by the one that was given up, and finds nothing of it.
        online.onFetchPage.returns(.mock("b"))
        let update = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(ids(update) == ["b"])
    }

    @Test func cancellingOneOfTwoLeavesTheOtherItsRequest() async throws {
        let clock = ReportingClock(clock)
        let provider = DefaultPostProvider(offline: offline, online: online, time: clock)
        let held = online.onFetchPage.holds()
        let first = try await ask(.refresh, of: provider, clock)
        try await held.arrival()
        let second = try await ask(.refresh, of: provider, clock)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        // The step of the actor that let the first one go is over with the next one.
        _ = try await provider.items([])
        try #require(!held.isCancelled)
        held.release(returning: .mock("a"))
        #expect(ids(try await second.value) == ["a"])
        #expect(online.onFetchPage.calls.count == 1)
    }
}

/// A clock that says when it is read: a provider reads it in the moment in which it decides.
private final class ReportingClock: TimeProvider {
    private let clock: ManualClock
    private let readers = Mutex<[AsyncStream<Void>.Continuation]>([])

    init(_ clock: ManualClock) {
        self.clock = clock
    }

    /// A stream that ends when the clock is read next.
    func nextRead() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        readers.withLock { $0.append(continuation) }
        return stream
    }

    var now: Date {
        let waiting = readers.withLock { readers in
            defer { readers = [] }
            return readers
        }
        for reader in waiting { reader.finish() }
        return clock.now
    }

    var uptime: Duration { clock.uptime }

    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

    func sleep(until moment: Duration) async throws { try await clock.sleep(until: moment) }
}
