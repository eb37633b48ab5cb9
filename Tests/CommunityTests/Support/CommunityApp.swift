import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import Testing

/// An app of a community in the current container: a server in memory, a disk in memory, and a clock that stands still.
struct CommunityApp: Sendable {
    let server = CommunityServer()
    let files = InMemoryFileSystem()
    let tokens = MockTokenStore()
    let notes = InMemoryStateStore()

    /// The clock of screens alone: on the other one the store waits as well.
    let screens = ManualClock()

    var clock: ManualClock { server.clock }
    let ann = AccountKey(site: .community, name: "id-ann")

    init() {
        let (files, clock) = (files, server.clock)
        Dependency.register((any FileSystem).self) { files }
        Dependency.register((any TimeProvider).self) { clock }
        server.setPosts { _ in }
    }

    /// Starts the app on what its disk and its stores have, and signs Ann in where a name is given.
    func start(signingIn name: String? = "ann", isOffline: Bool = false) async throws -> CommunityRun {
        let configuration = try CommunityConfiguration(base: url("https://community.example"), key: Secret("key-1"))
        let community = try CommunityServices(
            configuration, tokens: tokens, notes: notes,
            sessions: .init(time: clock, activity: DiscardingActivityRecorder()), pace: .zero)
        let (server, clock) = (server, clock)
        // As at every start: the services have the app's clock.
        Dependency.register((any TimeProvider).self) { clock }
        var options = AppServices.Configuration(isOffline: isOffline)
        options.keepsMediaCurrent = false
        let services = try await AppServices.start(
            in: "/app", backends: [community.backend], configuration: community.extending(options)
        ) {
            Dependency.register((any NetworkPathProvider).self) { ManualNetworkPathProvider(NetworkPath(.ethernet)) }
            if !isOffline {
                Dependency.register((any RequestProvider).self) {
                    NetworkRequestProvider(
                        transport: server, configuration: .init(retry: RetryPolicy(maximumRetries: 0)), time: clock)
                }
            }
            community.register()
        }
        let screens = screens
        Dependency.register((any TimeProvider).self) { screens }
        if let name {
            try await community.sessions.signIn(
                with: [.email: Secret("\(name)@example.com"), .password: Secret("lantern")])
        } else {
            try await community.sessions.load()
        }
        return CommunityRun(app: self, community: community, services: services)
    }
}

/// An app while it runs.
struct CommunityRun: Sendable {
    let app: CommunityApp
    let community: CommunityServices
    let services: AppServices

    var server: CommunityServer { app.server }
    var clock: ManualClock { app.clock }
    var writing: any WritingProvider { Dependency.resolve((any WritingProvider).self) }
    var store: any OfflinePostProvider { Dependency.resolve((any OfflinePostProvider).self) }

    func id(_ native: String) -> Post.ID { Post.ID(site: .community, native: native) }

    /// Loads a list, all of its pages unless a number is given.
    @discardableResult
    func load(_ listing: PostListing, pages: Int = 100, limit: Int = 2) async throws -> FeedOutcome {
        let posts = Dependency.resolve((any PostProvider).self)
        let feed = community.configuration.feed(listing)
        var outcome = try await posts.perform(.load(.networkOnly), on: feed, limit: limit)
        var count = 1
        while count < pages, outcome.page?.next != nil {
            outcome = try await posts.perform(.loadMore, on: feed, limit: limit)
            count += 1
        }
        return outcome
    }

    /// The ids that are stored of a list, in its order.
    func stored(_ listing: PostListing, of account: AccountKey? = nil) async throws -> [String] {
        let feed = community.configuration.feed(listing, of: account ?? app.ann)
        return try await store.storedFeed(feed).items.map(\.id.native)
    }

    /// Waits until everything is sent, as the clock that stands still lets it.
    func settle() async {
        for await state in writing.outbox.values where state.items.isEmpty { return }
    }

    /// Waits until an item of the outbox is in a state.
    @discardableResult
    func wait(for state: OutboxItem.State, of id: OutboxItem.ID?) async throws -> OutboxItem {
        let id = try #require(id)
        for await outbox in writing.outbox.values {
            if let item = (outbox.items + outbox.sent).first(where: { $0.id == id }), item.state == state {
                return item
            }
        }
        throw CancellationError()
    }

    /// Waits until a pause of a screen has begun, and moves the clock of screens.
    func pass(_ duration: Duration) async throws {
        try await app.screens.waitForSleepers(1)
        app.screens.advance(by: duration)
    }

    /// Moves all clocks.
    func advance(by duration: Duration) {
        app.screens.advance(by: duration)
        clock.advance(by: duration)
    }

    /// Waits until an item has left the outbox, and nothing of it failed.
    func done(_ id: OutboxItem.ID?) async throws {
        let id = try #require(id)
        for await outbox in writing.outbox.values {
            guard let item = outbox.items.first(where: { $0.id == id }) else { return }
            try #require(item.state != .failed, "\(item.reason?.message ?? "")")
        }
    }

    /// Waits until an item waits in a state after a try, and nothing is under way.
    func paused(_ state: OutboxItem.State) async throws {
        for await outbox in writing.outbox.values where !outbox.isBusy {
            if outbox.items.contains(where: { $0.state == state && $0.notBefore != nil }) { return }
        }
        throw CancellationError()
    }

    /// Has the way to the server again, once the outbox has found out that there was none, and sends what waits.
    func reconnect() async throws {
        try await paused(.pending)
        server.cut(false)
        try await send()
    }

    /// Sends now what waits.
    func send() async throws { try await writing.send(as: app.ann, waitingFor: nil) }

    func finish() async throws { try await services.finish() }
}
