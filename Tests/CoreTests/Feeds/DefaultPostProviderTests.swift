import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DefaultPostProviderTests {
    private let offline = InMemoryOfflinePostProvider()
    private let online = MockOnlinePostProvider()
    private let clock = ManualClock()
    private let feed = Feed.mock("swift")

    private func provider() -> DefaultPostProvider {
        DefaultPostProvider(offline: offline, online: online, time: clock)
    }

    private func ids(_ update: FeedUpdate) -> [String] { update.items.map(\.id.native) }

    // MARK: Law 1: what a person sees has been committed

    @Test func aRefreshIsCommittedBeforeItIsShown() async throws {
        let provider = provider()
        online.onFetchPage.returns(.mock("a", "b", next: "c1"))
        let update = try await provider.performed(.refresh, on: feed, limit: 25)

        #expect(ids(update) == ["a", "b"])
        #expect(update.origin == .network(source: "mock", completeness: .full))
        #expect(update.page?.next == .mock("c1"))
        #expect(update.refreshedAt == clock.now)
        #expect(update.items == (try await offline.storedFeed(feed)).items)
    }

    @Test func aPageThatCannotBeCommittedIsNotShown() async throws {
        let provider = provider()
        online.onFetchPage.answers { [offline] _ in
            offline.fail(with: DataError(.noSpace))
            return .mock("a")
        }
        let update = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(update.items.isEmpty)
        #expect(update.error?.code == .noSpace)
    }

    // MARK: Law 3: errors never remove data

    @Test(arguments: [ErrorCode.offline, .timedOut, .accessClosed, .malformed, .captivePortal, .rateLimited])
    func aFailedRefreshKeepsTheFeedAndSaysWhy(code: ErrorCode) async throws {
        let provider = provider()
        online.onFetchPage.returns(.mock("a", "b"))
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        online.onFetchPage.fails(with: NetworkError(code, retryAfter: .seconds(9)))
        let update = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(ids(update) == ["a", "b"])
        #expect(update.origin == .database)
        #expect(update.error?.code == code)
        #expect(update.error?.retryAfter == .seconds(9))
    }

    @Test func anEmptyAnswerOverAFeedIsFlaggedAndChangesNothing() async throws {
        let provider = provider()
        online.onFetchPage.returns(.mock("a", next: "c1"), .mock())
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        let before = try await offline.storedFeed(feed)
        let update = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(update.issues == [.suspiciousEmpty])
        #expect(update.origin == .database)
        #expect(try await offline.storedFeed(feed) == before)
    }

    @Test func networkOnlyThrowsWhatFailed() async throws {
        let provider = provider()
        online.onFetchPage.fails(with: NetworkError(.timedOut))
        let error = await #expect(throws: DataError.self) {
            try await provider.performed(.load(.networkOnly), on: feed, limit: 25)
        }
        #expect(error?.code == .timedOut)
    }

    // MARK: Law 6: the cursor comes from the server's page

    @Test func pagingGoesOnWithTheServersCursorAlsoWhenNothingOnThePageIsNew() async throws {
        let provider = provider()
        online.onFetchPage.returns(.mock("a", "b", next: "one"), .mock("b", "a", next: "two"), .mock("c"))
        _ = try await provider.perform(.refresh, on: feed, limit: 2)
        _ = try await provider.perform(.loadMore, on: feed, limit: 2)
        let update = try await provider.performed(.loadMore, on: feed, limit: 2)
        #expect(online.onFetchPage.calls.map(\.cursor) == [nil, .mock("one"), .mock("two")])
        #expect(ids(update) == ["a", "b", "c"])
        #expect(update.isEnd)
        // At the end nothing is asked for any more.
        _ = try await provider.perform(.loadMore, on: feed, limit: 2)
        #expect(online.onFetchPage.calls.count == 3)
    }

    @Test func aRepeatedCursorIsTheEnd() async throws {
        let provider = provider()
        online.onFetchPage.returns(.mock("a", next: "one"), .mock("b", next: "one"))
        _ = try await provider.perform(.refresh, on: feed, limit: 1)
        let update = try await provider.performed(.loadMore, on: feed, limit: 1)
        #expect(update.isEnd)
        #expect(update.page?.next == nil)
    }

    @Test func thePagesOfOneRunFollowTheServerOverAFeedThatIsStoredAlready() async throws {
        let provider = provider()
        online.onFetchPage.returns(
            .mock("a", "b", next: "b"), .mock("c", "d", next: "d"), .mock("x", "a", next: "a"),
            .mock("b", "c", next: "c"))
        _ = try await provider.perform(.refresh, on: feed, limit: 2)
        _ = try await provider.perform(.loadMore, on: feed, limit: 2)
        let first = try await provider.performed(.refresh, on: feed, limit: 2)
        let cursor = try #require(first.page?.next)
        let second = try await provider.performed(.page(after: cursor), on: feed, limit: 2)
        #expect(online.onFetchPage.calls.last?.cursor == .mock("a"))
        #expect(ids(second) == ["x", "a", "b", "c", "d"])
    }

    // MARK: Updates

    @Test func theStreamBeginsWithWhatIsStoredAndFollowsCommitsFromElsewhere() async throws {
        _ = try await offline.commit(.mock("a"), to: feed, at: .head, date: clock.now)
        let provider = provider()
        var updates = provider.updates(of: feed).makeAsyncIterator()
        #expect(await updates.next().map(ids) == ["a"])
        // Somebody else commits, past this provider.
        _ = try await offline.commit(.mock("b", "a"), to: feed, at: .head, date: clock.now)
        #expect(await updates.next().map(ids) == ["b", "a"])
        _ = try await offline.apply(.dismiss([.mock("b")]), at: clock.now)
        #expect(await updates.next().map(ids) == ["a"])
        _ = try await offline.apply(.undoDismiss, at: clock.now)
        #expect(await updates.next().map(ids) == ["b", "a"])
    }

    @Test func aFirstLoadShowsWhatIsStoredBeforeTheNetworkAnswers() async throws {
        _ = try await offline.commit(.mock("old"), to: feed, at: .head, date: clock.now)
        clock.advance(by: .seconds(3601))
        let provider = provider()
        var updates = provider.updates(of: feed).makeAsyncIterator()
        let held = online.onFetchPage.holds()
        let load = Task { try await provider.performed(.load(.storedThenNetwork), on: feed, limit: 25) }
        try await held.arrival()
        let shown = try #require(await updates.next())
        #expect(ids(shown) == ["old"])
        #expect(shown.isStale)
        held.release(returning: .mock("new", "old"))
        #expect(ids(try await load.value) == ["new", "old"])
    }

    @Test func aFreshFeedIsNotFetchedAgain() async throws {
        _ = try await offline.commit(.mock("a"), to: feed, at: .head, date: clock.now)
        clock.advance(by: .seconds(3599))
        let update = try await provider().performed(.load(.storedThenNetwork), on: feed, limit: 25)
        #expect(!update.isStale)
        #expect(online.onFetchPage.calls.isEmpty)
    }

    @Test func aStreamIsReleasedWithItsConsumer() async throws {
        var provider: DefaultPostProvider? = provider()
        let isReleased = { [weak provider] in provider == nil }
        var updates = provider?.updates(of: feed).makeAsyncIterator()
        _ = await updates?.next()
        updates = nil
        provider = nil
        // The listener holds it weakly; only a task that is just ending may still hold it for a moment.
        while !isReleased() { await Task.yield() }
    }

    // MARK: Without a cloud

    @Test func withoutAnOnlineProviderTheNetworkIsOfflineAndTheRestWorks() async throws {
        _ = try await offline.commit(.mock("a", next: "one"), to: feed, at: .head, date: clock.now)
        let provider = DefaultPostProvider(offline: offline, online: nil, time: clock)
        let update = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(ids(update) == ["a"])
        #expect(update.error?.code == .offline)
        #expect(try await provider.apply(.set(.saved(true), [.mock("a")])).changed == [.mock("a")])
    }

    @Test func aLocalFeedNeverTouchesTheNetwork() async throws {
        let saved = Feed(site: .demo, source: .saved)
        _ = try await offline.commit(.mock("a", "b"), to: feed, at: .head, date: clock.now)
        let provider = provider()
        _ = try await provider.apply(.set(.saved(true), [.mock("b")]))
        for request in [FeedRequest.refresh, .loadMore, .load(.networkOnly)] {
            #expect(ids(try await provider.performed(request, on: saved, limit: 25)) == ["b"])
        }
        #expect(online.onFetchPage.calls.isEmpty)
    }

    @Test func aDatabaseThatFailsIsAnError() async throws {
        offline.fail(with: DataError(.diskFailure))
        let error = await #expect(throws: DataError.self) {
            try await provider().performed(.refresh, on: feed, limit: 25)
        }
        #expect(error?.code == .diskFailure)
    }

    @Test func theLimitIsClamped() async throws {
        online.onFetchPage.returns(.mock("a"), .mock("a"))
        let provider = provider()
        _ = try await provider.perform(.refresh, on: feed, limit: 0)
        _ = try await provider.perform(.refresh, on: feed, limit: 1000)
        #expect(online.onFetchPage.calls.map(\.limit) == [1, 100])
    }
}
