import Core
import Foundation
import Mocks
import Synchronization
import Testing

/// Unread posts are counted in the store, and again only where that may have changed.
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct DefaultUnreadProviderTests {
    private let swift = Feed.mock("swift")
    private let linux = Feed.mock("linux")

    /// Waits for counts, written as the numbers of both feeds.
    private func wait(_ stream: AsyncStream<UnreadCounts>, for numbers: [Int?]) async {
        for await counts in stream where [swift, linux].map({ counts[$0]?.number }) == numbers { return }
        Issue.record("The counts ended before \(numbers).")
    }

    /// Waits for the next count of the first feed.
    private func next(_ stream: AsyncStream<UnreadCounts>) async throws -> UnreadCount {
        var iterator = stream.makeAsyncIterator()
        let counts = try #require(await iterator.next())
        return try #require(counts[swift])
    }

    @Test func countsFollowWhatIsReadPutAwayFetchedAndEvicted() async throws {
        let store = InMemoryOfflinePostProvider()
        _ = try await store.commit(.mock("a", "b", "both"), to: swift, at: .head, date: .distantFuture)
        _ = try await store.commit(.mock("x", "both"), to: linux, at: .head, date: .distantFuture)
        let provider = DefaultUnreadProvider(offline: store)
        let counts = provider.counts(of: [swift, linux])
        await wait(counts, for: [3, 2])
        #expect(try await provider.firstUnread(in: swift) == .mock("a"))
        // Elsewhere, that is by whoever writes to the store.
        _ = try await store.apply(.setUndoably(.read(true), [.mock("both"), .mock("a")]), at: .distantFuture)
        await wait(counts, for: [1, 1])
        #expect(try await provider.firstUnread(in: swift) == .mock("b"))
        _ = try await store.apply(.undo, at: .distantFuture)
        await wait(counts, for: [3, 2])
        _ = try await store.apply(.dismiss([.mock("both")]), at: .distantFuture)
        await wait(counts, for: [2, 1])
        _ = try await store.apply(.set(.hidden(true), [.mock("x")]), at: .distantFuture)
        await wait(counts, for: [2, 0])
        #expect(try await provider.firstUnread(in: linux) == nil)
        _ = try await store.commit(.mock("new", "x"), to: linux, at: .head, date: .distantFuture)
        await wait(counts, for: [2, 1])
        _ = try await store.evict([.mock("a")])
        await wait(counts, for: [1, 1])
    }

    @Test func whatTheSettingsLeaveOutDoesNotCount() async throws {
        let store = InMemoryOfflinePostProvider()
        let page = Page(posts: [.mock("a", title: "A cat"), .mock("b", title: "A dog")], source: "test")
        _ = try await store.commit(page, to: swift, at: .head, date: .distantFuture)
        let provider = DefaultUnreadProvider(offline: store)
        let counts = provider.counts(of: [swift])
        await wait(counts, for: [2, nil])
        let settings = TestInjector.mocks.settings
        try await settings.update { $0.blockedWords = ["cat"] }
        await wait(counts, for: [1, nil])
        #expect(try await provider.firstUnread(in: swift) == .mock("b"))
        try await settings.update { $0.blockedWords = [] }
        await wait(counts, for: [2, nil])
    }

    @Test func countingEndsAtTheBound() async throws {
        let store = InMemoryOfflinePostProvider()
        let posts = (0..<150).map { Post.mock("t3_\($0)") }
        _ = try await store.commit(Page(posts: posts, source: "test"), to: swift, at: .head, date: .distantFuture)
        let counts = DefaultUnreadProvider(offline: store).counts(of: [swift])
        let first = try await next(counts)
        #expect(first.number == 99 && first.isMore)
        _ = try await store.apply(.set(.read(true), posts.prefix(51).map(\.id)), at: .distantFuture)
        let second = try await next(counts)
        #expect(second.number == 99 && !second.isMore)
    }

    @Test func aPostOfTwoFeedsCountsOnceTogether() async throws {
        let store = InMemoryOfflinePostProvider()
        let posts = (0..<60).map { Post.mock("t3_\($0)") }
        for feed in [swift, linux] {
            _ = try await store.commit(Page(posts: posts, source: "test"), to: feed, at: .head, date: .distantFuture)
        }
        let stream = DefaultUnreadProvider(offline: store).counts(of: [swift, linux])
        var counts = stream.makeAsyncIterator()
        var shown = try #require(await counts.next())
        #expect(shown[swift] == UnreadCount(60) && shown[linux] == UnreadCount(60))
        #expect(shown.count(of: [swift, linux]) == UnreadCount(60) && shown.count(of: []) == UnreadCount(0))
        #expect(shown.count(of: [swift, .mock("other")]) == nil)
        // Each has fewer than are counted to, and both together more.
        let others = (60..<100).map { Post.mock("t3_\($0)") }
        _ = try await store.commit(Page(posts: others, source: "test"), to: linux, at: .head, date: .distantFuture)
        repeat { shown = try #require(await counts.next()) } while shown[linux] == UnreadCount(60)
        #expect(shown.count(of: [swift, linux]) == UnreadCount(100))
    }

    @Test func aCommitCountsOnlyTheFeedsThatItConcerns() async throws {
        let offline = TestInjector.mocks.offlinePostProvider
        let contents = [swift: ["a", "both"], linux: ["x", "both"]]
        offline.onStoredFeed.answers { feed in
            StoredFeed(feed: feed, items: (contents[feed] ?? []).map { .mock($0) }, version: 1)
        }
        let counts = DefaultUnreadProvider(offline: offline).counts(of: [swift, linux])
        await wait(counts, for: [2, 2])
        #expect(offline.onStoredFeed.calls == [swift, linux])
        // Nothing of either.
        offline.announce(StoredChange(feeds: [Feed.mock("other").key], posts: [.mock("else")], version: 2))
        offline.announce(StoredChange(posts: [.mock("x")], version: 3))
        try await offline.onStoredFeed.waitForCalls(3)
        #expect(offline.onStoredFeed.calls == [swift, linux, linux])
    }

    @Test func aFeedThatCannotBeReadKeepsItsCountAndIsCountedAgain() async throws {
        let offline = TestInjector.mocks.offlinePostProvider
        let calls = Mutex(0)
        offline.onStoredFeed.answers { feed in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            if call == 2 { throw DataError(.noSpace) }
            return StoredFeed(feed: feed, items: call == 1 ? [.mock("a"), .mock("b")] : [.mock("b")], version: 1)
        }
        let provider = DefaultUnreadProvider(offline: offline)
        let counts = provider.counts(of: [swift])
        await wait(counts, for: [2, nil])
        offline.announce(StoredChange(posts: [.mock("a")], version: 2))
        try await offline.onStoredFeed.waitForCalls(2)
        // Whatever comes next.
        offline.announce(StoredChange(posts: [.mock("else")], version: 3))
        #expect(try await next(counts).number == 1)
        offline.onStoredFeed.fails(with: DataError(.noSpace))
        await #expect(throws: DataError.self) { try await provider.firstUnread(in: swift) }
    }
}
