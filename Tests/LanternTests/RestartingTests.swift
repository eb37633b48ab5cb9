import Cloud
import Core
import Database
import Foundation
import Lantern
import Mocks
import Testing

/// Two apps in one container, one after the other or side by side, and what a start leaves behind that fails.
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct RestartingTests {
    private let site = TestSite(.demo)

    private struct Refusal: Error {}
    private typealias Look = @Sendable () -> Bool

    private var container: DependencyContainer { Dependency.current }

    @Test func theNextAppHasNoSessionAndNoChainOfTheOneBefore() async throws {
        let app = TestApp()
        var backend = site.backend("a")
        backend.session = MockSessionProvider()
        let first = try await app.start([backend, site.backend("b")])
        #expect(container.isRegistered((any SessionProvider).self))
        #expect(container.isRegistered((any FeedProvenanceProvider).self))
        try await first.finish()
        let second = try await app.start([site.backend()])
        #expect(!container.isRegistered((any SessionProvider).self))
        #expect(!container.isRegistered((any FeedProvenanceProvider).self))
        #expect(Dependency.resolve((any TimeProvider).self) is ManualClock, "the app's own clock stays")
        try await second.finish()
    }

    @Test func anAppThatEndsLeavesTheRequestsOfTheNextOne() async throws {
        let old = TestApp()
        let first = try await old.start([site.backend()])
        _ = Dependency.resolve((any RequestProvider).self)
        let new = TestApp()
        let second = try await new.start([site.backend()])
        try await first.finish()
        #expect(old.requests.onShutDown.calls.count == 1 && new.requests.onShutDown.calls.isEmpty)
        try await second.finish()
        #expect(old.requests.onShutDown.calls.count == 1 && new.requests.onShutDown.calls.count == 1)
    }

    @Test func aStartThatFailsLeavesNoRegistrations() async throws {
        let app = TestApp()
        await #expect(throws: Refusal.self) { try await app.start([site.backend()]) { throw Refusal() } }
        #expect(!container.isRegistered((any PostProvider).self))
        #expect(!container.isRegistered((any RequestProvider).self) && !container.isRegistered(Backends.self))
        #expect(container.isRegistered((any TimeProvider).self), "the app's own")
    }

    @Test func aStartThatFailsLeavesTheAppThatRuns() async throws {
        let app = TestApp()
        let running = try await app.start([site.backend()])
        let settings = Dependency.resolve((any SettingsProvider).self) as? DatabaseSettingsProvider
        let store = try await JSONStore.open(directory: "/other")
        #expect(throws: Refusal.self) {
            try AppServices.start(store, in: "/other", backends: [site.backend()]) { throw Refusal() }
        }
        try await store.close()
        let now = Dependency.resolve((any SettingsProvider).self) as? DatabaseSettingsProvider
        #expect(settings != nil && settings === now)
        try await running.finish()
        #expect(app.requests.onShutDown.calls.count == 1)
    }

    @Test func aPartOfAnotherSiteStartsNothing() async {
        let app = TestApp()
        var backend = site.backend()
        backend.threads = TestSite("other").backend().threads
        let wrong = backend
        let error = await #expect(throws: DataError.self) { try await app.start([wrong]) }
        #expect(error?.code == .invalidInput && error?.message.contains("threads") == true)
        #expect(app.files.paths.isEmpty)
    }

    @Test func aContainerIsFreedWithItsApp() async throws {
        let isFreed = try await Dependency.withContainer(DependencyContainer()) { () async throws -> Look in
            let app = TestApp()
            // These look into the container later.
            let services = try await app.start([.redditJSON(), .redditFeed(), site.backend()])
            _ = try await services.backends[.demo]?.online?.fetchPage(PageRequest(feed: site.home))
            try await services.finish()
            let container = Dependency.current
            return { [weak container] in container == nil }
        }
        // What follows the store ends a moment after it was closed.
        for _ in 0..<100_000 where !isFreed() { await Task.yield() }
        #expect(isFreed())
    }
}
