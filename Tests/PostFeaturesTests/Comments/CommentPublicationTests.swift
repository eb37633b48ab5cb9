import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// How often a thread publishes for each action, and what its rows say of the marks of comments: over stores in memory.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CommentPublicationTests {
    private let post = Post.ID.mock("t3_a")
    private let anna = AccountKey(site: .demo, name: "t2_anna")
    private let posts: InMemoryOfflinePostProvider
    private let online = TestInjector.mocks.onlineCommentProvider
    private let model: CommentThreadViewModel

    init() {
        let (clock, online) = (TestInjector.mocks.clock, TestInjector.mocks.onlineCommentProvider)
        let posts = InMemoryOfflinePostProvider(time: clock)
        let comments = InMemoryOfflineCommentProvider(posts: posts, owner: .account(anna))
        self.posts = posts
        let provider = DefaultCommentProvider(
            offline: InMemoryOfflinePostProvider(sharing: posts, owner: .account(anna)), comments: comments,
            online: online, time: clock)
        Dependency.register((any CommentProvider).self) { provider }
        online.onFetchThread.answers { _ in .mock("a", " b", " …1", "c") }
        model = CommentThreadViewModel(id: .mock("t3_a"))
    }

    /// Counts what a thread publishes until an action has ended, and checks that rows and flags agree each time.
    private func publications(of model: CommentThreadViewModel, _ action: () async -> Void) async -> Int {
        // The observer is told the state as it is at first, which is no publication.
        var count = -1
        let token = model.state.observe { state in
            count += 1
            #expect(state.phase != .loading || state.rows.isEmpty, "rows and phase disagree")
            #expect(state.phase != .idle || !state.rows.isEmpty, "rows and phase disagree")
        }
        await action()
        token.cancel()
        return count
    }

    private func row(_ name: String, of model: CommentThreadViewModel) -> CommentRow? {
        model.state.value.rows.first { $0.comment?.id == .mock(name) }
    }

    // MARK: Publications

    @Test func aFirstLoadPublishesItsPhaseAndItsResult() async {
        #expect(await publications(of: model) { await model.load() } == 2)
        #expect(model.state.value.rows.count == 4)
    }

    @Test func aLoadOfAStoredThreadPublishesThatOnceBesides() async {
        await model.load()
        let again = CommentThreadViewModel(id: post)
        #expect(await publications(of: again) { await again.load() } == 3)
        let stored = CommentThreadViewModel(id: post, policy: .storedOnly)
        #expect(await publications(of: stored) { await stored.load() } == 2)
    }

    @Test func aReloadPublishesItsPhaseAndItsResultWhetherItSucceedsOrFails() async {
        await model.load()
        #expect(await publications(of: model) { await model.reload() } == 2)
        online.onFetchThread.fails(with: DataError(.timedOut))
        #expect(await publications(of: model) { await model.reload() } == 2)
        #expect(model.state.value.banner?.error.code == .timedOut)
    }

    @Test func anotherOrderPublishesItsPhaseAndItsResult() async {
        await model.load()
        #expect(await publications(of: model) { await model.sort(by: .new) } == 2)
        #expect(model.state.value.sort == .new && model.state.value.wantedSort == .new)
        #expect(await publications(of: model) { await model.sort(by: .new) } == 0)
    }

    @Test func collapsingAndExpandingPublishOnceEach() async {
        await model.load()
        #expect(await publications(of: model) { await model.toggleCollapsed(.mock("a")) } == 1)
        #expect(await publications(of: model) { await model.setCollapsed(true, for: .mock("a")) } == 0)
        #expect(await publications(of: model) { await model.toggleCollapsed(.mock("a")) } == 1)
        #expect(await publications(of: model) { await model.collapseAll() } == 1)
        #expect(await publications(of: model) { await model.expandAll() } == 1)
        #expect(await publications(of: model) { await model.expandAll() } == 0)
    }

    @Test func expandingAPlaceholderPublishesItsPhaseAndItsResult() async throws {
        await model.load()
        let place = try #require(model.state.value.rows.first { $0.more != nil }?.id)
        online.onFetchMore.fails(with: DataError(.timedOut))
        #expect(await publications(of: model) { await model.expand(place) } == 2)
        online.onFetchMore.answers { request in
            CommentExpansion(
                entries: [.comment(.mock("d", parent: "a", depth: 1))], requested: request.more.ids, source: "mock")
        }
        #expect(await publications(of: model) { await model.expand(place) } == 2)
        #expect(model.state.value.commentCount == 4)
    }

    @Test func expandingAllPlaceholdersPublishesAPhaseAndAResultForEach() async {
        online.onFetchThread.answers { _ in .mock("a", " …1", "…1") }
        await model.load()
        online.onFetchMore.answers { request in
            CommentExpansion(entries: [], requested: request.more.ids, source: "mock")
        }
        #expect(await publications(of: model) { await model.expandAllPlaceholders() } == 4)
        #expect(model.state.value.expansion?.phase == .finished && model.state.value.expansion?.requests == 2)
        #expect(await publications(of: model) { await model.expandAllPlaceholders(maximumRequests: 0) } == 1)
    }

    // MARK: Marks

    private func set(_ change: StatusChange, for name: String) async throws {
        _ = try await posts.apply(
            change, to: [.comment(.mock(name))], for: .account(anna), at: TestInjector.mocks.clock.now)
    }

    @Test func theMarksAndTheConfirmedVoteOfACommentShowInItsRow() async throws {
        await model.load()
        #expect(model.state.value.rows.allSatisfy { $0.marks == Marks() })
        try await set(.saved(true), for: "a")
        try await set(.read(true), for: "b")
        try await posts.store(
            Confirmation(account: anna, values: [.comment(.mock("c")): ConfirmedValues(vote: .down, isSaved: true)]))
        let model = CommentThreadViewModel(id: post, policy: .storedOnly)
        await model.load()
        let saved = try #require(row("a", of: model)?.marks)
        #expect(saved.isSaved && !saved.isRead && saved.vote == nil)
        let read = try #require(row("b", of: model)?.marks)
        #expect(read.isRead && !read.isSaved)
        let voted = try #require(row("c", of: model)?.marks)
        #expect(voted.vote == .down && voted.isSaved && !voted.isRead)
        #expect(model.state.value.rows.first { $0.more != nil }?.marks == Marks())
    }

    @Test func aChangeOfAMarkIsInTheOneResultOfTheNextReload() async throws {
        await model.load()
        try await set(.saved(true), for: "a")
        var saved: [Bool] = []
        let token = model.state.observe { [model] _ in saved.append(row("a", of: model)?.marks.isSaved ?? false) }
        await model.reload()
        token.cancel()
        #expect(saved == [false, false, true], "at first, the phase, and the result")
    }

    @Test func collapsingKeepsTheOtherMarksAndIsOneOfThem() async throws {
        await model.load()
        try await set(.saved(true), for: "a")
        await model.reload()
        await model.toggleCollapsed(.mock("a"))
        let collapsed = try #require(row("a", of: model))
        #expect(collapsed.isCollapsed && collapsed.marks.isCollapsed == true && collapsed.marks.isSaved)
    }
}
