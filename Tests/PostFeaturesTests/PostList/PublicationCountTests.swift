import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// How often a list publishes, and how often it arranges its rows, for each thing that a person does: over the real
/// provider and a store in memory.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PublicationCountTests {
    private let store = InMemoryOfflinePostProvider()
    private let online = MockOnlinePostProvider()
    private let feed = Feed.mock("swift")
    private let list: PostListViewModel

    init() {
        let provider = DefaultPostProvider(offline: store, online: online)
        Dependency.register((any PostProvider).self) { provider }
        list = PostListViewModel(feed: feed, configuration: .init(minimumVisible: 3))
    }

    private struct Count: Equatable, CustomStringConvertible {
        var publications: Int
        var arrangements: Int
        var description: String { "\(publications) publications, \(arrangements) arrangements" }
    }

    /// Counts what an action publishes and arranges, and checks each draw.
    private func count(_ action: () async throws -> Void) async rethrows -> Count {
        var publications = -1
        let before = list.arrangementCount
        let token = list.state.observe { state in
            // What it was told at first is no publication.
            publications += 1
            #expect(state.phase != .loading || state.items.isEmpty, "rows and phase disagree")
            #expect(state.phase != .end || state.isEnd, "end and phase disagree")
            #expect(state.storedCount >= state.items.count, "rows and counts disagree")
        }
        try await action()
        // What may follow by the stream has followed.
        for _ in 0..<50 { await Task.yield() }
        token.cancel()
        return Count(publications: publications, arrangements: list.arrangementCount - before)
    }

    private func check(_ count: Count, _ publications: Int, _ arrangements: Int) {
        #expect(count.publications <= publications && count.arrangements <= arrangements, "\(count)")
    }

    private func fill(next: String? = "c1") async throws {
        _ = try await store.commit(.mock("a", "b", "c", next: next), to: feed, at: .head, date: .distantPast)
    }

    private func loaded() async throws {
        try await fill()
        online.onFetchPage.returns(.mock("a", "b", "c", next: "c1"))
        await list.load()
        for _ in 0..<50 { await Task.yield() }
    }

    @Test func loadingAnEmptyFeed() async {
        online.onFetchPage.returns(.mock("a", "b", "c"))
        check(await count { await list.load() }, 3, 2)
        #expect(list.state.value.drawn == "a b c")
    }

    @Test func loadingAStoredFeed() async throws {
        try await fill()
        online.onFetchPage.returns(.mock("x", "a", "b", next: "c1"))
        check(await count { await list.load() }, 3, 2)
        #expect(list.state.value.drawn == "x a b c")
    }

    @Test func refreshingOnePage() async throws {
        try await loaded()
        online.onFetchPage.returns(.mock("x", "a", "b", next: "c1"))
        check(await count { await list.refresh() }, 2, 1)
        #expect(list.state.value.drawn == "x a b c")
    }

    @Test func refreshingBeforeLoading() async throws {
        try await fill()
        online.onFetchPage.returns(.mock("x", "a", "b", next: "c1"))
        check(await count { await list.refresh() }, 3, 2)
        #expect(list.state.value.drawn == "x a b c")
    }

    @Test func loadingMore() async throws {
        try await loaded()
        online.onFetchPage.returns(.mock("d", "e", "f", next: "c2"))
        check(await count { await list.loadMore() }, 2, 1)
        #expect(list.state.value.drawn == "a b c d e f")
    }

    @Test func refreshingSeveralPages() async throws {
        try await loaded()
        TestInjector.mocks.settings.settings.update { $0.nsfw = .hidden }
        var first = Page.mock("p", "q", "r", next: "n1")
        for index in first.posts.indices { first.posts[index].isNSFW = true }
        var second = Page.mock("s", "t", next: "n2")
        second.posts[0].isNSFW = true
        online.onFetchPage.returns(first, second, .mock("u", "v", "w", next: "n3"))
        check(await count { await list.refresh() }, 4, 3)
        #expect(list.state.value.fetchedPages == 3)
        #expect(list.state.value.phase == .idle)
    }

    @Test func fillingAGap() async throws {
        try await loaded()
        online.onFetchPage.returns(.mock("x", "y", next: "g1"))
        await list.refresh()
        let gap = try #require(list.state.value.gaps.first)
        online.onFetchPage.returns(.mock("z", "a", next: "g2"))
        check(await count { await list.fill(gap) }, 2, 1)
        #expect(list.state.value.fillingGap == nil)
    }

    @Test func savingAPost() async throws {
        try await loaded()
        check(await count { await list.setSaved(true, for: .mock("a")) }, 1, 1)
        #expect(list.state.value.items[0].status.isSaved)
    }

    @Test func savingAPostByADoubleTap() async throws {
        try await loaded()
        check(await count { await list.doubleTap(.mock("a")) }, 1, 1)
        #expect(list.state.value.saveEvent?.number == 1)
        #expect(list.state.value.items[0].status.isSaved)
    }

    @Test func markingSeveralPostsAsRead() async throws {
        try await loaded()
        check(await count { await list.markBelowAsRead(.mock("a")) }, 1, 1)
        #expect(list.state.value.items.map(\.status.isRead) == [false, true, true])
    }

    @Test func dismissingAndUndoing() async throws {
        try await loaded()
        check(await count { await list.dismiss(.mock("b")) }, 1, 1)
        #expect(list.state.value.drawn == "a c" && list.state.value.canUndo)
        check(await count { await list.undo() }, 1, 1)
        #expect(list.state.value.drawn == "a b c" && !list.state.value.canUndo)
    }

    @Test func changingAStatusOfAPostElsewhere() async throws {
        try await loaded()
        _ = try await store.commit(.mock("far"), to: .mock("other"), at: .head, date: .distantPast)
        // The first act is one that can be undone from here too.
        check(await count { await list.setSaved(true, for: .mock("far")) }, 1, 1)
        check(await count { await list.setFavourite(true, for: .mock("far")) }, 0, 0)
    }

    @Test func changingASetting() async throws {
        try await loaded()
        check(await count { TestInjector.mocks.settings.settings.update { $0.hideRead = true } }, 1, 1)
    }

    @Test func aRefreshThatFails() async throws {
        try await loaded()
        online.onFetchPage.fails(with: NetworkError(.timedOut))
        check(await count { await list.refresh() }, 2, 1)
        #expect(list.state.value.banner?.error.code == .timedOut)
        #expect(list.state.value.drawn == "a b c")
    }

    @Test func aRefreshThatIsCancelled() async throws {
        try await loaded()
        let held = online.onFetchPage.holds()
        let count = try await count {
            let refresh = Task { await list.refresh() }
            try await held.arrival()
            refresh.cancel()
            await refresh.value
        }
        check(count, 2, 0)
        #expect(list.state.value.phase == .idle && list.state.value.banner == nil)
    }

    @Test func aCommitFromElsewhere() async throws {
        try await loaded()
        let count = try await count {
            _ = try await store.commit(.mock("x", "a", next: "c9"), to: feed, at: .head, date: .distantPast)
            await list.state.first { $0.items.first?.id == .mock("x") }
        }
        check(count, 1, 1)
    }
}
