import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// The unread counts of the sources of a list, and the next unread post across them.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct UnreadCountsViewModelTests {
    private let mocks = TestInjector.mocks
    private let store = InMemoryOfflinePostProvider()
    private let swift = FeedSource.subreddits(["swift"])
    private let linux = FeedSource.subreddits(["linux"])

    /// Lets counts come from a store, and a list of two sources.
    private func start(_ names: String...) {
        let provider = DefaultUnreadProvider(offline: store)
        Dependency.register((any UnreadProvider).self) { provider }
        list(names)
    }

    private func list(_ names: [String], version: UInt64 = 1) {
        let sources = names.map { SubscribedSource.mock("r/\($0)") }
        mocks.sourceProvider.onSources.answers { _ in StoredSources(sources: sources, version: version) }
    }

    private func fill(_ page: Page, _ source: FeedSource, _ sort: FeedSort = .hot) async throws {
        _ = try await store.commit(
            page, to: Feed(site: .demo, source: source, sort: sort), at: .head, date: .distantPast)
    }

    private func mark(_ isRead: Bool, _ names: String...) async throws {
        _ = try await store.apply(.set(.read(isRead), names.map { .mock($0) }), at: .distantFuture)
    }

    @Test func eachSourceHasItsCountWhichFollowsTheStoreAndTheList() async throws {
        start("swift", "linux")
        try await fill(.mock("a", "b"), swift)
        try await fill(.mock("x"), linux)
        try await fill(.mock("a", "x", "front"), .home)
        let model = UnreadCountsViewModel(site: .demo)
        await model.load()
        await model.state.first { [swift, linux] in
            $0.counts == [.home: UnreadCount(3), swift: UnreadCount(2), linux: UnreadCount(1)]
        }
        try await mark(true, "x", "a")
        // What has nothing unread is not among them.
        await model.state.first { [swift] in $0.counts == [.home: UnreadCount(1), swift: UnreadCount(1)] }
        list(["linux"], version: 2)
        mocks.sourceProvider.announceChange()
        await model.state.first { $0.counts == [.home: UnreadCount(1)] }
        model.stop()
        try await mark(false, "x")
        #expect(model.state.value.counts == [.home: UnreadCount(1)])
        await model.load()
        await model.state.first { [linux] in $0.counts[linux] == UnreadCount(1) }
        model.stop()
    }

    @Test func sourcesThatAreCombinedCountAPostOnceInTheUsualOrder() async throws {
        start("swift", "linux")
        try await fill(.mock("a", "b"), swift)
        try await fill(.mock("n"), swift, .new)
        try await fill(.mock("a", "x"), linux)
        try await fill(.mock("front"), .home)
        let browser = FeedBrowserViewModel(site: .demo, source: swift)
        await browser.choose(sort: .new)
        let model = UnreadCountsViewModel(site: .demo)
        repeat {
            await model.load()
        } while await model.next(after: .home)?.post != .mock("n")
        await model.load()
        await model.state.first { [swift] in $0.counts[swift] == UnreadCount(1) && $0.combined == UnreadCount(3) }
        try await mark(true, "a")
        await model.state.first { $0.combined == UnreadCount(2) }
        try await mark(true, "b", "x")
        await model.state.first { [swift] in $0.counts[swift] == UnreadCount(1) && $0.combined == nil }
        try await mark(false, "x")
        await model.state.first { $0.combined == UnreadCount(1) }
        // One source alone is no list of several.
        list(["linux"], version: 2)
        mocks.sourceProvider.announceChange()
        await model.state.first { [linux] in $0.counts[linux] == UnreadCount(1) && $0.combined == nil }
        model.stop()
    }

    @Test func countedIsTheOrderThatWasChosenLast() async throws {
        start("swift")
        try await fill(.mock("a", "b"), swift)
        try await fill(.mock("n"), swift, .new)
        let browser = FeedBrowserViewModel(site: .demo, source: swift)
        await browser.choose(sort: .new)
        let model = UnreadCountsViewModel(site: .demo, leading: [])
        // The choice is written beside what is shown.
        repeat {
            await model.load()
        } while await model.next(after: .home)?.post != .mock("n")
        await model.load()
        await model.state.first { [swift] in $0.counts == [swift: UnreadCount(1)] }
        model.stop()
    }

    @Test func theNextUnreadPostIsInTheNextSourceAndThenInTheFirst() async throws {
        start("swift", "linux")
        let model = UnreadCountsViewModel(site: .demo)
        #expect(await model.next(after: swift) == nil)
        try await fill(.mock("a", "b"), swift)
        try await fill(.mock("x", "y"), linux)
        try await mark(true, "x")
        var next = try #require(await model.next(after: swift))
        #expect(next.source == linux && next.post == .mock("y"))
        // Behind the last one comes the first; one that is not in the list stands in front of it.
        next = try #require(await model.next(after: linux))
        #expect(next.source == swift && next.post == .mock("a"))
        next = try #require(await model.next(after: .saved))
        #expect(next.source == swift)
        // The source itself comes last.
        try await mark(true, "y")
        next = try #require(await model.next(after: swift))
        #expect(next.source == swift && next.post == .mock("a"))
        try await mark(true, "a", "b")
        #expect(await model.next(after: swift) == nil)
    }

    @Test func aListThatCannotBeReadLeavesTheFrontPage() async throws {
        start()
        mocks.sourceProvider.onSources.answers { _ in throw DataError(.offline) }
        try await fill(.mock("a"), .home)
        let model = UnreadCountsViewModel(site: .demo)
        await model.load()
        await model.state.first { $0.counts == [.home: UnreadCount(1)] }
        model.stop()
    }

    @Test func anAppWithoutTheProviderHasNoCounts() async {
        let container = DependencyContainer()
        await Dependency.withContainer(container) {
            let sources = mocks.sourceProvider
            Dependency.register((any SourceProvider).self) { sources }
            let model = UnreadCountsViewModel(site: .demo)
            await model.load()
            #expect(model.state.value.counts.isEmpty)
            #expect(await model.next(after: .home) == nil)
        }
    }

    @Test func countsAreWrittenInBothLanguages() {
        let (english, ukrainian) = (PostFormat(language: .english), PostFormat(language: .ukrainian))
        #expect(english.badge(of: UnreadCount(0)) == nil && english.text(of: UnreadCount(0)) == nil)
        #expect(english.badge(of: UnreadCount(12)) == "12" && english.text(of: UnreadCount(1)) == "1 unread post")
        #expect(english.badge(of: UnreadCount(100)) == "99+" && english.text(of: UnreadCount(99)) == "99 unread posts")
        #expect(english.text(of: UnreadCount(500)) == "99+ unread posts")
        #expect(ukrainian.text(of: UnreadCount(2)) == "2 непрочитані дописи")
        #expect(ukrainian.text(of: UnreadCount(500)) == "99+ непрочитаних дописів")
    }
}
