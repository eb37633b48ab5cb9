import Core
import Mocks
import Testing

/// What the provider makes of a database that answers late.
@Suite(.timeLimit(.minutes(5)))
struct DefaultPostProviderReadingTests {
    private let offline = MockOfflinePostProvider()
    private let online = MockOnlinePostProvider()
    private let feed = Feed.mock("swift")

    private func stored(_ ids: [String], next: String?, version: UInt64) -> StoredFeed {
        StoredFeed(
            feed: feed, items: ids.map { .mock($0) }, cursor: next.map(PageCursor.init(rawValue:)), version: version)
    }

    @Test func whatWasReadBeforeAPageLandedIsReadAgain() async throws {
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        // Given somebody who wants more, and whose look at the database takes its time
        let late = offline.onStoredFeed.holds()
        let more = Task { try await provider.perform(.loadMore, on: feed, limit: 25) }
        try await late.arrival()
        // When a refresh comes and goes meanwhile
        let after = stored(["a"], next: "one", version: 1)
        offline.onStoredFeed.returns(stored([], next: nil, version: 0), after)
        online.onFetchPage.returns(.mock("a", next: "one"))
        offline.onCommit.returns(PageReceipt(ids: [.mock("a")], insertedCount: 1, next: .mock("one")))
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        // Then more is what comes behind the refreshed page, and not the first page once again
        offline.onStoredFeed.returns(after, stored(["a", "b"], next: nil, version: 2))
        online.onFetchPage.returns(.mock("b"))
        offline.onCommit.returns(PageReceipt(ids: [.mock("b")], insertedCount: 1, next: nil))
        late.release(returning: stored([], next: nil, version: 0))
        #expect(try await more.value.items.map(\.id.native) == ["a", "b"])
        #expect(online.onFetchPage.calls.map(\.cursor) == [nil, .mock("one")])
    }

    @Test func anUpdateThatWasReadEarlierNeverFollowsALaterOne() async throws {
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        offline.onStoredFeed.returns(stored(["a"], next: nil, version: 1))
        var updates = provider.updates(of: feed).makeAsyncIterator()
        #expect(await updates.next()?.version == 1)
        // Given a reaction to a commit that reads slowly
        try await offline.waitForListeners(1)
        let slow = offline.onStoredFeed.holds()
        offline.announce(StoredChange(feeds: [feed.key], version: 2))
        try await slow.arrival()
        // When a request reads something newer in the meantime
        online.onFetchPage.returns(.mock("c"))
        offline.onCommit.returns(PageReceipt(ids: [.mock("c")], insertedCount: 1, next: nil))
        offline.onStoredFeed.returns(stored(["b"], next: nil, version: 2), stored(["c"], next: nil, version: 3))
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        #expect(await updates.next()?.version == 3)
        // Then the slow one is not published behind it
        slow.release(returning: stored(["b"], next: nil, version: 2))
        offline.onStoredFeed.returns(stored(["d"], next: nil, version: 4))
        offline.announce(StoredChange(feeds: [feed.key], version: 4))
        #expect(await updates.next()?.version == 4)
    }

    @Test func whatIsCommittedWhileAFeedIsFirstReadIsNotMissed() async throws {
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        // Given somebody who begins to follow, and whose first look at the database takes its time
        let late = offline.onStoredFeed.holds()
        var updates = provider.updates(of: feed).makeAsyncIterator()
        try await late.arrival()
        // When something is done with a post that is in the feed, which nobody has seen yet
        offline.onStoredFeed.returns(stored(["a"], next: nil, version: 2))
        try await offline.waitForListeners(1)
        offline.announce(StoredChange(feeds: [], posts: [.mock("a")], version: 2))
        // Then it is said, and what was read before it is not said behind it
        #expect(await updates.next()?.version == 2)
        late.release(returning: stored(["a"], next: nil, version: 1))
        offline.onStoredFeed.returns(stored(["a"], next: nil, version: 3))
        offline.announce(StoredChange(feeds: [feed.key], version: 3))
        #expect(await updates.next()?.version == 3)
    }
}
