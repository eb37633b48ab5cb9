import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DefaultPostProviderActivityTests {
    private let offline = InMemoryOfflinePostProvider()
    private let online = MockOnlinePostProvider()
    private let clock = ManualClock()
    private let activity = MockActivityRecorder()
    private let feed = Feed.mock("swift")

    private func provider(_ online: (any OnlinePostProvider)?) -> DefaultPostProvider {
        DefaultPostProvider(
            offline: offline, online: online, time: clock,
            services: .init(activity: activity, settings: InMemorySettingsProvider()))
    }

    @Test func aFeedThatIsFreshIsSkippedAndTheReasonIsSaid() async throws {
        let provider = provider(online)
        online.onFetchPage.returns(.mock("a"))
        let refreshed = clock.now
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        #expect(activity.events.isEmpty)
        clock.advance(by: .seconds(60))
        _ = try await provider.perform(.load(.storedThenNetwork), on: feed, limit: 25)
        var event = ActivityEvent(.skipped, reason: .fresh, host: "demo", date: clock.now)
        event.priority = .userInitiated
        event.until = refreshed + 3600
        #expect(activity.events == [event])
    }

    @Test func whatAsksForNoNetworkSkipsNothing() async throws {
        let provider = provider(online)
        _ = try await provider.perform(.load(.storedOnly), on: feed, limit: 25)
        _ = try await provider.perform(.refresh, on: Feed(site: .demo, source: .saved), limit: 25)
        #expect(activity.events.isEmpty)
    }

    @Test func withoutAnOnlineProviderAFetchIsSkipped() async throws {
        _ = try await provider(nil).perform(.refresh, on: feed, limit: 25)
        var event = ActivityEvent(.skipped, reason: .offline, host: "demo", date: clock.now, code: .offline)
        event.priority = .userInitiated
        #expect(activity.events == [event])
    }

    @Test func aFetchThatFailsIsSaid() async throws {
        let lemmy = MockOnlinePostProvider(site: .lemmy("lemmy.example"))
        lemmy.onFetchPage.fails(with: NetworkError(.malformed))
        let feed = Feed(site: .lemmy("lemmy.example"))
        _ = try await provider(lemmy).perform(.refresh, on: feed, limit: 25)
        var event = ActivityEvent(.failed, reason: .failure, host: "lemmy.example", date: clock.now, code: .malformed)
        event.priority = .userInitiated
        #expect(activity.events == [event])
    }

    @Test func aCancelledFetchIsNotRecorded() async throws {
        let provider = provider(online)
        let held = online.onFetchPage.holds()
        let refresh = Task { try await provider.performed(.refresh, on: feed, limit: 25) }
        try await held.arrival()
        refresh.cancel()
        await #expect(throws: CancellationError.self) { try await refresh.value }
        #expect(activity.events.isEmpty)
    }
}
