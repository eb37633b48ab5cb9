import Foundation
import Mocks
import Testing

@testable import Core

/// What the provider remembers of feeds, and what it lets go of.
@Suite(.timeLimit(.minutes(5)))
struct DefaultPostProviderMemoryTests {
    private let offline = InMemoryOfflinePostProvider()
    private let online = MockOnlinePostProvider()

    private func feed(_ number: Int) -> Feed { .mock("feed\(number)") }

    private func visit(_ numbers: Range<Int>, _ provider: DefaultPostProvider) async throws {
        for number in numbers { _ = try await provider.perform(.load(.storedOnly), on: feed(number), limit: 25) }
    }

    @Test func feedsThatNobodyFollowsAreForgottenInTheEnd() async throws {
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        try await visit(0..<500, provider)
        #expect(await provider.knownFeedCount <= 101)
    }

    @Test func whatIsFollowedOrUnderWayIsKept() async throws {
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        var updates = provider.updates(of: feed(0)).makeAsyncIterator()
        _ = await updates.next()
        let held = online.onFetchPage.holds()
        async let refreshed = provider.perform(.refresh, on: feed(1), limit: 25)
        try await held.arrival()
        try await visit(2..<300, provider)
        held.release(returning: .mock("a", "b"))
        #expect(try await refreshed.page?.ids.count == 2)
        #expect(await provider.feedsInUse() == [feed(0)])
        _ = try await offline.commit(.mock("x"), to: feed(0), at: .head, date: .distantFuture)
        var items: [String] = []
        while items != ["x"], let update = await updates.next() { items = update.items.map(\.id.native) }
        #expect(items == ["x"])
        #expect(await provider.knownFeedCount <= 102)
    }

    @Test func whyTheLastFetchFailedIsRememberedOfTheFeedsThatWereUsedLast() async throws {
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        online.onFetchPage.fails(with: NetworkError(.timedOut))
        _ = try await provider.perform(.refresh, on: feed(0), limit: 25)
        try await visit(1..<90, provider)
        var updates = provider.updates(of: feed(0)).makeAsyncIterator()
        #expect(await updates.next()?.error?.code == .timedOut)
    }

    @Test func streamsEndWhenTheProviderIsReleasedWhileItIsFollowed() async throws {
        var provider: DefaultPostProvider? = DefaultPostProvider(
            offline: offline, online: online, time: ManualClock())
        let stream = try #require(provider?.updates(of: feed(0)))
        var updates = stream.makeAsyncIterator()
        #expect(await updates.next() != nil)
        weak let released = provider
        provider = nil
        #expect(await updates.next() == nil)
        #expect(released == nil)
    }
}
