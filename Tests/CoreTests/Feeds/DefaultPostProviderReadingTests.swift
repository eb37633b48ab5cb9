import Mocks
import Synchronization
import Testing

@testable import Core

/// What the provider makes of a database that answers late.
@Suite(.timeLimit(.minutes(5)))
struct DefaultPostProviderReadingTests {
    private let offline = MockOfflinePostProvider()
    private let online = MockOnlinePostProvider()
    private let feed = Feed.mock("swift")

    private func stored(_ ids: [String], next: String?, version: UInt64) -> StoredFeed {
        var stored = StoredFeed(feed: feed, items: ids.map { .mock($0) }, version: version)
        stored.cursor = next.map(PageCursor.init(rawValue:))
        return stored
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
        #expect(try await more.value.page?.ids == [.mock("b")])
        #expect(online.onFetchPage.calls.map(\.cursor) == [nil, .mock("one")])
    }

    @Test func fieldsOfOneSiteAreReadFromTheDatabase() async throws {
        let fields: [Post.ID: RawJSON] = [.mock("a"): try RawJSON(#"{"ratio":0.970}"#)]
        offline.onExtras.returns(fields)
        offline.onExtras.fails(with: FileError(.diskFailure, path: "/store", operation: "read"))
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        #expect(try await provider.extras(of: [.mock("a"), .mock("b")]) == fields)
        #expect(offline.onExtras.calls == [[.mock("a"), .mock("b")]])
        await #expect(throws: DataError.self) { try await provider.extras(of: [.mock("a")]) }
        try await offline.store([.mock("a")], extras: fields, completeness: .partial)
        #expect(offline.onStore.calls == [.init([.mock("a")], extras: fields, completeness: .partial)])
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

    /// Answers by feed, each with its posts and the number of the commit that it is asked to be at.
    private func answer(_ version: UInt64, also other: Feed) {
        let feed = feed
        offline.onStoredFeed.answers { asked in
            var stored = StoredFeed(feed: asked, items: [.mock("a")], version: version)
            if asked == feed { stored.items[0].status.isRead = version > 1 }
            if asked == other { stored.items = [] }
            return stored
        }
    }

    @Test func whatIsCommittedWhileAFeedIsReadForTheFirstTimeIsNotMissed() async throws {
        let provider = DefaultPostProvider(offline: offline, online: nil, time: ManualClock())
        let other = Feed.mock("other")
        answer(1, also: other)
        var others = provider.updates(of: other).makeAsyncIterator()
        #expect(await others.next()?.version == 1)
        // Given somebody who begins to follow a feed, whose first look takes its time
        let slow = offline.onStoredFeed.holds()
        var updates = provider.updates(of: feed).makeAsyncIterator()
        try await slow.arrival()
        // When one of its posts is read meanwhile, and that is gone through as well as a change of another feed
        answer(2, also: other)
        offline.announce(StoredChange(posts: [.mock("a")], version: 2))
        offline.announce(StoredChange(feeds: [other.key], version: 2))
        #expect(await others.next()?.version == 2)
        slow.release(returning: stored(["a"], next: nil, version: 1))
        // Then they hear of it
        #expect(await updates.next()?.version == 2)
    }

    @Test func whoFollowsAFeedAgainMissesNothingOfPostsThatCameInBetween() async throws {
        let provider = DefaultPostProvider(offline: offline, online: nil, time: ManualClock())
        let other = Feed.mock("other")
        offline.onStoredFeed.answers { StoredFeed(feed: $0, items: [], version: 1) }
        var others = provider.updates(of: other).makeAsyncIterator()
        #expect(await others.next()?.version == 1)
        // Given a feed that was followed when it had no posts
        let follower = Task { [feed] in
            for await _ in provider.updates(of: feed) { return }
        }
        await follower.value
        while await provider.isFollowed(feed) { await Task.yield() }
        // When somebody follows it later, and a post that has come since is read while it is looked up
        let slow = offline.onStoredFeed.holds()
        var updates = provider.updates(of: feed).makeAsyncIterator()
        try await slow.arrival()
        answer(3, also: other)
        offline.announce(StoredChange(posts: [.mock("a")], version: 3))
        offline.announce(StoredChange(feeds: [other.key], version: 3))
        #expect(await others.next()?.version == 3)
        slow.release(returning: stored(["a"], next: nil, version: 2))
        #expect(await updates.next()?.version == 3)
    }

    @Test func whoFollowsAFeedThatCannotBeReadAnyMoreHearsWhy() async throws {
        let provider = DefaultPostProvider(offline: offline, online: nil, time: ManualClock())
        offline.onStoredFeed.returns(stored(["a"], next: nil, version: 1))
        var first = provider.updates(of: feed).makeAsyncIterator()
        #expect(await first.next()?.version == 1)
        // Given a database that something was read from, and that cannot be read any more
        offline.onStoredFeed.fails(with: DataError(.storeDamaged))
        var second = provider.updates(of: feed).makeAsyncIterator()
        let heard = await second.next()
        #expect(heard?.error?.code == .storeDamaged)
    }

    /// The engine, not the front end, sees to it that what is on this device is never fetched.
    @Test(arguments: [FeedSource.saved, .favourites, .downloads])
    func localFeedsAreNeitherRefreshedNorGoneOnWith(source: FeedSource) async throws {
        let online = MockOnlinePostProvider()
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        let local = Feed(site: .demo, source: source)
        // Also when a store has a cursor for one, and it was never refreshed.
        let cursor = PageCursor.mock("c1")
        offline.onStoredFeed.answers { feed in
            var stored = StoredFeed(feed: feed, version: 1)
            stored.cursor = cursor
            return stored
        }
        let requests: [FeedRequest] =
            [.refresh, .loadMore, .page(after: cursor)] + ReadPolicy.allCases.map { .load($0) }
        for request in requests {
            let update = try await provider.performed(request, on: local, limit: 25)
            #expect(update.origin == .database && update.error == nil && update.page == nil, "\(request)")
        }
        #expect(online.onFetchPage.calls.isEmpty)
        #expect(offline.onCommit.calls.isEmpty)
    }

    @Test(arguments: [FeedSource.saved, .favourites])
    func keptPostsAreReadAgainOnlyWherePostsOrStatusesChanged(source: FeedSource) async throws {
        let provider = DefaultPostProvider(offline: offline, online: nil, time: ManualClock())
        let local = Feed(site: .demo, source: source)
        let other = Feed.mock("other")
        let versions = Mutex((local: UInt64(1), other: UInt64(1)))
        offline.onStoredFeed.answers { asked in
            let version = versions.withLock { asked == local ? $0.local : $0.other }
            return StoredFeed(feed: asked, version: version)
        }
        var updates = provider.updates(of: local).makeAsyncIterator()
        var others = provider.updates(of: other).makeAsyncIterator()
        #expect(await updates.next()?.version == 1)
        #expect(await others.next()?.version == 1)
        // Reading positions and settings are nothing of posts, and neither is where a page of another feed begins.
        versions.withLock { $0.other = 4 }
        offline.announce(StoredChange(version: 2))
        offline.announce(StoredChange(version: 3))
        offline.announce(StoredChange(feeds: [other.key], version: 4))
        #expect(await others.next()?.version == 4)
        #expect(offline.onStoredFeed.calls.count { $0 == local } == 1)
        versions.withLock { $0.local = 5 }
        offline.announce(StoredChange(posts: [.mock("a")], version: 5))
        #expect(await updates.next()?.version == 5)
        #expect(offline.onStoredFeed.calls.count { $0 == local } == 2)
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

extension DefaultPostProvider {
    fileprivate func isFollowed(_ feed: Feed) -> Bool { feeds[feed]?.isFollowed == true }
}
