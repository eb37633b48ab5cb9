import Foundation
import Mocks
import Testing

@testable import Core

/// When a feed is fresh enough, and who decides that.
@Suite(.timeLimit(.minutes(5)))
struct DefaultPostProviderFreshnessTests {
    private let offline = InMemoryOfflinePostProvider()
    private let online = MockOnlinePostProvider()
    private let clock = ManualClock()
    private let settings = InMemorySettingsProvider()
    private let feed = Feed.mock("swift")

    private func provider(_ configuration: DefaultPostProvider.Configuration = .init()) -> DefaultPostProvider {
        DefaultPostProvider(
            offline: offline, online: online, time: clock, configuration: configuration,
            services: .init(activity: DiscardingActivityRecorder(), settings: settings))
    }

    private func store(_ ids: String...) async throws {
        _ = try await offline.commit(.mock(ids.map { Post.mock($0) }), to: feed, at: .head, date: clock.now)
    }

    @Test func whoIsNotAskedHearsWhyAndUntilWhen() async throws {
        try await store("a")
        let refreshed = clock.now
        clock.advance(by: .seconds(60))
        let update = try await provider().performed(.load(.storedThenNetwork), on: feed, limit: 25)
        #expect(update.skip == FetchSkip(reason: .fresh, until: refreshed + 3600))
        #expect(!update.isStale)
        #expect(online.onFetchPage.calls.isEmpty)
    }

    @Test func aRefreshByAPersonAlwaysAsks() async throws {
        try await store("a")
        online.onFetchPage.returns(.mock("b", "a"))
        let update = try await provider().performed(.refresh, on: feed, limit: 25)
        #expect(update.items.count == 2)
        #expect(update.skip == nil)
        #expect(online.onFetchPage.calls.map(\.isManual) == [true])
    }

    @Test func theRefreshAgeIsWhatThePersonHasSetAndCountsFromTheNextRequest() async throws {
        try await store("a")
        let provider = provider()
        clock.advance(by: .seconds(601))
        #expect(try await provider.performed(.load(.storedThenNetwork), on: feed, limit: 25).skip?.reason == .fresh)
        try await settings.update { $0.refreshAgeMinutes = 10 }
        online.onFetchPage.returns(.mock("b", "a"))
        let update = try await provider.performed(.load(.storedThenNetwork), on: feed, limit: 25)
        #expect(update.skip == nil)
        #expect(update.items.map(\.id.native) == ["b", "a"])
        let next = try await provider.performed(.load(.storedThenNetwork), on: feed, limit: 25)
        #expect(next.skip == FetchSkip(reason: .fresh, until: clock.now + 600))
    }

    @Test func anAgeInTheConfigurationCountsInstead() async throws {
        try await store("a")
        try await settings.update { $0.refreshAgeMinutes = 10 }
        clock.advance(by: .seconds(601))
        let provider = provider(.init(refreshAge: .seconds(700)))
        let update = try await provider.performed(.load(.storedThenNetwork), on: feed, limit: 25)
        #expect(update.skip == FetchSkip(reason: .fresh, until: clock.now + 99))
    }

    @Test func whoFollowsAFeedHearsThatItIsStaleWhenTheSettingSaysSo() async throws {
        try await store("a")
        clock.advance(by: .seconds(601))
        let provider = provider()
        var updates = provider.updates(of: feed).makeAsyncIterator()
        #expect(await updates.next()?.isStale == false)
        try await settings.update { $0.refreshAgeMinutes = 10 }
        #expect(await updates.next()?.isStale == true)
        // What makes no difference is not said: the next that is heard is the next that does.
        try await settings.update { $0.theme = .dark }
        try await settings.update { $0.refreshAgeMinutes = 5 }
        try await settings.update { $0.refreshAgeMinutes = 60 }
        #expect(await updates.next()?.isStale == false)
        #expect(online.onFetchPage.calls.isEmpty)
        // Whoever follows a feed holds its provider.
        withExtendedLifetime(provider) {}
    }

    // MARK: Joining

    @Test func aRefreshThatJoinsAnAutomaticFetchIsNotAnsweredByARememberedFailure() async throws {
        let held = online.onFetchPage.holds()
        let provider = provider()
        let load = Task { try await provider.performed(.load(.networkElseStored), on: feed, limit: 25) }
        try await held.arrival()
        let refresh = Task { try await provider.performed(.refresh, on: feed, limit: 25) }
        try await waitForJoin(provider)
        online.onFetchPage.returns(.mock("a"))
        held.release(throwing: NetworkError(.accessClosed, retryAfter: .seconds(60)))
        #expect(try await refresh.value.items.map(\.id.native) == ["a"])
        #expect(try await load.value.error == nil)
        #expect(online.onFetchPage.calls.map(\.isManual) == [false, true])
    }

    @Test func aRefreshThatJoinsAPageThatPassedBackendsOverGetsTheBetterOne() async throws {
        let held = online.onFetchPage.holds()
        let provider = provider()
        let load = Task { try await provider.performed(.load(.networkElseStored), on: feed, limit: 25) }
        try await held.arrival()
        let refresh = Task { try await provider.performed(.refresh, on: feed, limit: 25) }
        try await waitForJoin(provider)
        online.onFetchPage.returns(.mock("b", "a"))
        var detour = Page.mock("a")
        detour.skipsSuspendedBackends = true
        held.release(returning: detour)
        for task in [load, refresh] {
            let update = try await task.value
            #expect(update.items.map(\.id.native) == ["b", "a"])
            #expect(update.page?.insertedCount == 2)
        }
        #expect(online.onFetchPage.calls.map(\.isManual) == [false, true])
    }

    @Test func whereNoBackendIsSuspendedJoiningCostsTheServerNothing() async throws {
        let held = online.onFetchPage.holds()
        let provider = provider()
        let load = Task { try await provider.performed(.load(.networkElseStored), on: feed, limit: 25) }
        try await held.arrival()
        let refresh = Task { try await provider.performed(.refresh, on: feed, limit: 25) }
        try await waitForJoin(provider)
        held.release(returning: .mock("a"))
        #expect(try await refresh.value.items.count == 1)
        #expect(try await load.value.items.count == 1)
        #expect(online.onFetchPage.calls.count == 1)
    }

    /// Waits until a person has joined what is under way.
    private func waitForJoin(_ provider: DefaultPostProvider) async throws {
        while await !provider.isJoined(feed) { await Task.yield() }
    }

    // MARK: Paging

    @Test func aServerThatIgnoresTheNumberOfThePageEnds() async throws {
        let provider = provider()
        online.onFetchPage.answers { request in
            let number = request.cursor.flatMap { Int($0.rawValue.dropFirst(5)) } ?? 1
            return .mock("a", "b", next: "page:\(number + 1)")
        }
        _ = try await provider.perform(.refresh, on: feed, limit: 2)
        var update = try await provider.performed(.loadMore, on: feed, limit: 2)
        while !update.isEnd { update = try await provider.performed(.loadMore, on: feed, limit: 2) }
        #expect(online.onFetchPage.calls.count == 4)
        #expect(update.items.map(\.id.native) == ["a", "b"])
        // It is nothing that is stored: after a new start, or a refresh, it is tried again.
        #expect(try await offline.storedFeed(feed).isEnd == false)
        #expect(try await provider.performed(.load(.storedOnly), on: feed, limit: 2).isEnd)
        #expect(try await provider.performed(.refresh, on: feed, limit: 2).isEnd == false)
    }

    @Test func withoutACursorOfItsOwnAFeedFillsItsLastGapFirst() async throws {
        let offline = MockOfflinePostProvider()
        var stored = StoredFeed(feed: feed, items: [.mock("a"), .mock("c")], refreshedAt: clock.now, version: 1)
        stored.gaps = [
            FeedGap(after: .mock("x"), cursor: .mock("first")), FeedGap(after: .mock("a"), cursor: .mock("last")),
        ]
        offline.onStoredFeed.answers { [stored] _ in stored }
        offline.onCommit.answers { _ in PageReceipt(ids: [.mock("b")], insertedCount: 1, next: .mock("next")) }
        online.onFetchPage.returns(.mock("b", next: "next"))
        let provider = DefaultPostProvider(
            offline: offline, online: online, time: clock,
            services: .init(activity: DiscardingActivityRecorder(), settings: settings))
        _ = try await provider.perform(.loadMore, on: feed, limit: 25)
        #expect(online.onFetchPage.calls.map(\.cursor) == [.mock("last")])
    }
}

extension DefaultPostProvider {
    /// Whether a person has joined what is under way.
    fileprivate func isJoined(_ feed: Feed) -> Bool {
        feeds.runtime(feed).machine.flight?.isWantedManually == true
    }
}
