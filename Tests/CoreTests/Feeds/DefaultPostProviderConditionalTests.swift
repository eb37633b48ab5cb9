import Core
import Foundation
import Mocks
import Testing

/// Refreshes that find nothing new: a success that costs no write but a note now and then.
@Suite(.timeLimit(.minutes(5)))
struct DefaultPostProviderConditionalTests {
    private let offline = InMemoryOfflinePostProvider()
    private let online = MockOnlinePostProvider()
    private let clock = ManualClock()
    private let feed = Feed.mock("swift")
    private let first = Page.mock("b", "a", next: "c1", revision: "r1")

    private func provider(over offline: (any OfflinePostProvider)? = nil) -> DefaultPostProvider {
        DefaultPostProvider(offline: offline ?? self.offline, online: online, time: clock)
    }

    @Test func theStoredRevisionGoesAlongWithARefreshAndNothingElse() async throws {
        let provider = provider()
        online.onFetchPage.returns(first, .mock("c", next: "c2"), first, .mockUnchanged())
        _ = try await provider.perform(.load(.networkElseStored), on: feed, limit: 25)
        _ = try await provider.perform(.loadMore, on: feed, limit: 25)
        _ = try await provider.perform(.load(.networkElseStored), on: feed, limit: 25)
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        let revision = PageRevision(rawValue: "r1")
        #expect(online.onFetchPage.calls.map(\.revision) == [nil, nil, revision, revision])
        #expect(online.onFetchPage.calls.map(\.isManual) == [false, false, false, true])
    }

    @Test func anUnchangedPageIsASuccessWithTheStoredPageAndTheDateOfNow() async throws {
        let provider = provider()
        online.onFetchPage.returns(first, .mock("c", next: "c2"), .mockUnchanged())
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        _ = try await provider.perform(.loadMore, on: feed, limit: 25)
        let before = try await offline.storedFeed(feed)
        clock.advance(by: .seconds(4000))
        #expect(try await provider.performed(.load(.storedOnly), on: feed, limit: 25).isStale)

        let update = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(update.origin == .network(source: "mock", completeness: .full))
        #expect(update.page == PageReceipt(ids: [.mock("b"), .mock("a")], insertedCount: 0, next: .mock("c1")))
        #expect(update.items.map(\.id.native) == ["b", "a", "c"])
        #expect(update.error == nil && update.issues.isEmpty)
        #expect(update.refreshedAt == clock.now && !update.isStale)
        #expect(try await offline.storedFeed(feed) == before)
    }

    /// Or what the server still shows would be let go of as old.
    @Test func postsOfAnUnchangedPageDoNotGrowOld() async throws {
        let (provider, storage) = (provider(), InMemoryOfflineStorageProvider(posts: offline))
        online.onFetchPage.returns(first, .mock("c", next: "c2"), .mockUnchanged())
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        _ = try await provider.perform(.loadMore, on: feed, limit: 25)
        let then = clock.now
        clock.advance(by: .seconds(86_400))
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        let dates = Dictionary(uniqueKeysWithValues: try await storage.posts().map { ($0.id.native, $0.date) })
        #expect(dates == ["a": clock.now, "b": clock.now, "c": then])
    }

    @Test func anUnchangedPageIsNotCommitted() async throws {
        let offline = MockOfflinePostProvider()
        let date = clock.now.addingTimeInterval(-9999)
        let head = FeedHead(ids: [.mock("a")], next: .mock("c1"), revision: PageRevision(rawValue: "r1"))
        var stored = StoredFeed(feed: feed, items: [.mock("a")], refreshedAt: date, version: 3)
        stored.head = head
        offline.onStoredFeed.answers { [stored] _ in stored }
        online.onFetchPage.returns(.mockUnchanged())
        let update = try await provider(over: offline).performed(.refresh, on: feed, limit: 25)
        #expect(update.page?.ids == [.mock("a")])
        #expect(offline.onCommit.calls.isEmpty)
    }

    @Test func freshnessIsRememberedUntilAnotherPageIsStored() async throws {
        let provider = provider()
        online.onFetchPage.returns(first, .mockUnchanged(), .mock("x", next: "c9"))
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        clock.advance(by: .seconds(4000))
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        let confirmed = clock.now
        clock.advance(by: .seconds(60))
        // Fresh enough: nobody is asked.
        let stored = try await provider.performed(.load(.storedThenNetwork), on: feed, limit: 25)
        #expect(stored.refreshedAt == confirmed && !stored.isStale)
        #expect(online.onFetchPage.calls.count == 2)
        // A stream says the same.
        var updates = provider.updates(of: feed).makeAsyncIterator()
        #expect(await updates.next()?.refreshedAt == confirmed)
        let next = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(next.refreshedAt == clock.now && next.items.first?.id == .mock("x"))
        // Nothing of it was written down.
        let relaunched = self.provider()
        #expect(try await relaunched.performed(.load(.storedOnly), on: feed, limit: 25).refreshedAt == clock.now)
    }

    @Test func afterARelaunchTheStoredDateCounts() async throws {
        let first = provider()
        online.onFetchPage.returns(self.first, .mockUnchanged())
        let fetched = clock.now
        _ = try await first.perform(.refresh, on: feed, limit: 25)
        clock.advance(by: .seconds(4000))
        _ = try await first.perform(.refresh, on: feed, limit: 25)
        let update = try await provider().performed(.load(.storedOnly), on: feed, limit: 25)
        #expect(update.refreshedAt == fetched && update.isStale)
    }

    @Test func pagesBehindAnUnchangedPageFollowTheServer() async throws {
        let provider = provider()
        online.onFetchPage.returns(
            first, .mock("c", "d", next: "c2"), .mock("e", next: "c3"), .mockUnchanged(), .mock("d", "x", next: "c4"))
        _ = try await provider.perform(.refresh, on: feed, limit: 2)
        _ = try await provider.perform(.loadMore, on: feed, limit: 2)
        _ = try await provider.perform(.loadMore, on: feed, limit: 2)
        let again = try await provider.performed(.refresh, on: feed, limit: 2)
        let cursor = try #require(again.page?.next)
        let second = try await provider.performed(.page(after: cursor), on: feed, limit: 2)
        #expect(second.error == nil)
        #expect(second.items.map(\.id.native) == ["b", "a", "d", "x", "c", "e"])
    }

    @Test func aPageThatSomebodyElseStoredMeanwhileMakesTheAnswerVoid() async throws {
        let provider = provider()
        online.onFetchPage.returns(first)
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        let held = online.onFetchPage.holds()
        let refresh = Task { try await provider.performed(.refresh, on: feed, limit: 25) }
        try await held.arrival()
        _ = try await offline.commit(.mock("m", next: "c4"), to: feed, at: .head, date: clock.now)
        online.onFetchPage.returns(.mock("n", "m", next: "c5", revision: "r5"))
        held.release(returning: .mockUnchanged())
        let update = try await refresh.value
        #expect(online.onFetchPage.calls.map { $0.revision != nil } == [false, true, false])
        #expect(update.page == PageReceipt(ids: [.mock("n"), .mock("m")], insertedCount: 1, next: .mock("c5")))
        #expect(update.items.map(\.id.native) == ["n", "m", "b", "a"])
        #expect(update.error == nil)
    }

    @Test func unchangedWithNothingStoredIsAnErrorAndKeepsTheFeed() async throws {
        let provider = provider()
        online.onFetchPage.returns(.mock("a", next: "c1"), .mockUnchanged())
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        let update = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(update.error?.code == .malformed)
        #expect(update.items.map(\.id.native) == ["a"])
    }

    @Test func issuesAreToldAgainWithEveryRefresh() async throws {
        let provider = provider()
        let broken = Page.mock(
            "a", next: "c1", issues: [DecodeIssue(index: 1, reason: "title: missing")], revision: "r1")
        online.onFetchPage.returns(broken, broken)
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        let update = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(online.onFetchPage.calls.map(\.revision) == [nil, nil])
        #expect(update.issues == broken.issues)
    }
}
