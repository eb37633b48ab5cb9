import Core
import Foundation
import Mocks

/// What a background refresh stands on in a test: a cloud that answers by feed, and stores in memory.
struct RefreshFixture {
    let offline = InMemoryOfflinePostProvider()
    let online = MockOnlinePostProvider()
    let clock = ManualClock()
    let sources = InMemoryOfflineSourceProvider()
    let states = InMemoryStateStore()
    let scheduler = MockBackgroundScheduler()
    let settings = InMemorySettingsProvider()

    /// A refresher as a new process makes it.
    func refresher(
        jobs: [BackgroundJob] = [], configuration: DefaultBackgroundRefreshProvider.Configuration = .init(),
        hasCloud: Bool = true, personal: PersonalFeeds? = nil
    ) -> DefaultBackgroundRefreshProvider {
        var services = DefaultBackgroundRefreshProvider.Services(
            offline: offline, sources: sources, settings: settings, states: states, time: clock)
        services.scheduler = scheduler
        if let personal { services.personal = personal }
        return DefaultBackgroundRefreshProvider(
            sites: [.demo], online: hasCloud ? online : nil, jobs: jobs, configuration: configuration,
            services: services)
    }

    /// Stores a feed as it was listed a while ago.
    func list(_ ids: String..., of feed: Feed, minutesAgo: Double) async throws {
        _ = try await offline.commit(
            .mock(ids.map { Post.mock($0) }), to: feed, at: .head, date: clock.now - minutesAgo * 60)
    }

    func follow(_ names: String...) async throws {
        for name in names { _ = try await sources.add(.mock(name), at: clock.now) }
    }

    /// The feeds that the cloud was asked for, in order.
    var asked: [Feed] { online.onFetchPage.calls.map(\.feed) }

    func stored(_ feed: Feed) async throws -> [String] {
        try await offline.storedFeed(feed).items.map(\.id.native)
    }
}
