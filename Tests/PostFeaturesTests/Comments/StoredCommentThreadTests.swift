import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// A thread over stores in memory: what is stored, what is new, what is collapsed and blocked.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct StoredCommentThreadTests {
    private let mocks = TestInjector.mocks
    private var store: InMemoryOfflineCommentProvider { mocks.commentStore }
    private var online: MockOnlineCommentProvider { mocks.onlineCommentProvider }
    private let post = Post.ID.mock("t3_a")

    init() {
        let (store, online, clock) = (mocks.commentStore, mocks.onlineCommentProvider, mocks.clock)
        let posts = InMemoryOfflinePostProvider()
        let provider = DefaultCommentProvider(offline: posts, comments: store, online: online, time: clock)
        Dependency.register((any CommentProvider).self) { provider }
    }

    private func model(
        sort: CommentSort? = nil, policy: ReadPolicy = .networkElseStored
    ) -> CommentThreadViewModel {
        CommentThreadViewModel(id: post, sort: sort, policy: policy)
    }

    /// The rows as an outline: a collapsed one with the number of comments below it, a new one with a star.
    private func rows(_ model: CommentThreadViewModel) -> [String] {
        model.state.value.rows.map { row in
            let name = row.comment?.id.native ?? "…\(row.more?.count ?? 0)"
            return String(repeating: " ", count: row.depth) + name + (row.isNew ? "*" : "")
                + (row.isCollapsed ? "+\(row.replyCount)" : "") + (row.isExpanding ? "?" : "")
        }
    }

    private func opened(_ lines: String...) async -> CommentThreadViewModel {
        online.onFetchThread.returns(.mock(lines))
        let model = model()
        await model.load()
        return model
    }

    // MARK: Offline

    @Test func whatIsStoredShowsAtOnceAndThenWhatTheServerSays() async throws {
        _ = await opened("a", " b")
        let second = model()
        let held = online.onFetchThread.holds()
        async let load: Void = second.load()
        try await held.arrival()
        #expect(rows(second) == ["a", " b"])
        #expect(second.state.value.phase == .reloading && second.state.value.origin == .database)
        held.release(returning: .mock("a", " b", "c"))
        await load
        #expect(second.state.value.phase == .idle)
        #expect(second.state.value.origin == .network(source: "mock", completeness: .full))
        #expect(second.state.value.commentCount == 3)
    }

    @Test func withoutTheNetworkWhatIsStoredStaysAndTheBannerSaysWhy() async {
        _ = await opened("a", " b")
        online.onFetchThread.fails(with: DataError(.timedOut))
        let second = model()
        await second.load()
        #expect(rows(second) == ["a", " b"])
        #expect(second.state.value.phase == .idle)
        #expect(second.state.value.banner == Banner(DataError(.timedOut), cause: .content))
        #expect(second.state.value.fetched == mocks.clock.now)
    }

    @Test func offlineNobodyIsAsked() async {
        let none = model(policy: .storedOnly)
        await none.load()
        #expect(none.state.value.phase == .failed && none.state.value.banner?.error.code == .offline)
        _ = await opened("a", " b")
        let asked = online.onFetchThread.calls.count
        let offline = model(policy: .storedOnly)
        await offline.load()
        await offline.reload()
        #expect(rows(offline) == ["a", " b"] && offline.state.value.banner == nil)
        #expect(online.onFetchThread.calls.count == asked)
    }

    @Test func anotherOrderIsMadeHereAndSaysSo() async {
        var thread = CommentThread.mock("a", " r", "b", "c", "…2")
        let scores = ["a": 1, "b": 9, "c": 5]
        thread.entries = thread.entries.map { entry in
            guard case .comment(var comment) = entry else { return entry }
            comment.score = scores[comment.id.native] ?? 0
            return .comment(comment)
        }
        online.onFetchThread.returns(thread)
        let model = model(sort: .old)
        await model.load()
        #expect(!model.state.value.isApproximate && model.state.value.sort == .old)
        online.onFetchThread.fails(with: DataError(.offline))
        await model.sort(by: .top)
        #expect(rows(model) == ["b", "c", "a", " r", "…2"])
        #expect(model.state.value.isApproximate && model.state.value.sort == .top)
        #expect(model.state.value.banner?.error == DataError(.offline))
        let offline = self.model(sort: .top, policy: .storedOnly)
        await offline.load()
        #expect(rows(offline) == ["b", "c", "a", " r", "…2"])
        #expect(offline.state.value.isApproximate && offline.state.value.banner == nil)
        await offline.sort(by: .old)
        #expect(!offline.state.value.isApproximate, "the order that it is stored in")
        #expect(rows(offline) == ["a", " r", "b", "c", "…2"])
    }

    // MARK: What is new

    @Test func atTheFirstVisitNothingIsNewAndThenExactlyWhatWasNotSeen() async {
        let first = await opened("a", " b", "c")
        #expect(first.state.value.newCount == 0 && rows(first) == ["a", " b", "c"])
        let second = await opened("d", "a", " b", " e", "  f", "c")
        #expect(rows(second) == ["d*", "a", " b", " e*", "  f*", "c"])
        #expect(second.state.value.newCount == 3)
        await second.toggleCollapsed(.mock("a"))
        let collapsed = second.state.value.rows[1]
        #expect(collapsed.newReplyCount == 2 && collapsed.replyCount == 3 && !collapsed.isNew)
        #expect(second.state.value.newCount == 3, "collapsed ones too")
        let third = await opened("d", "a", " b", " e", "  f", "c")
        #expect(third.state.value.newCount == 0)
    }

    @Test func whatIsNewStaysSoUntilTheNextVisit() async {
        _ = await opened("a")
        let second = await opened("a", "b")
        online.onFetchThread.returns(.mock("a", "b", "c"))
        await second.reload()
        #expect(rows(second) == ["a", "b*", "c*"])
        let third = await opened("a", "b", "c")
        #expect(third.state.value.newCount == 0, "what came with the reload was seen, too")
    }

    @Test func marksOutliveAnEviction() async throws {
        let first = await opened("a", " b", "c")
        await first.setCollapsed(true, for: .mock("a"))
        _ = try await store.evictThreads(of: [post])
        let second = await opened("a", " b", " x", "c")
        #expect(rows(second) == ["a+2", "c"])
        #expect(second.state.value.newCount == 1 && second.state.value.rows[0].newReplyCount == 1)
    }

    // MARK: Collapsing

    @Test func collapsedCommentsAreThereWhenTheThreadIsOpenedAgain() async throws {
        let first = await opened("a", " b", "c", " d")
        await first.setCollapsed(true, for: .mock("a"))
        await first.setCollapsed(true, for: .mock("c"))
        await first.setCollapsed(false, for: .mock("c"))
        let second = await opened("a", " b", "c", " d")
        #expect(rows(second) == ["a+1", "c", " d"])
        await second.collapseAll()
        #expect(try await store.marks(of: post).collapsed == [.mock("a"): true, .mock("c"): true])
        await second.expandAll()
        #expect(try await store.marks(of: post).collapsed.isEmpty, "what begins expanded needs no mark")
        #expect(rows(second) == ["a", " b", "c", " d"])
    }

    @Test func aCollapseThatCannotBeStoredIsTakenBack() async {
        let model = await opened("a", " b", "c", " d")
        await model.setCollapsed(true, for: .mock("c"))
        store.fail(with: DataError(.noSpace))
        await model.setCollapsed(true, for: .mock("a"))
        #expect(rows(model) == ["a", " b", "c+1"])
        #expect(model.state.value.banner == Banner(DataError(.noSpace), cause: .action))
        store.fail(with: DataError(.noSpace))
        await model.setCollapsed(false, for: .mock("c"))
        #expect(rows(model) == ["a", " b", "c+1"], "back to what is stored")
    }

    // MARK: Blocked people

    private func quarrel() async -> CommentThreadViewModel {
        var thread = CommentThread.mock("a", " b", "  c", "d")
        thread.entries[1] = .comment(.mock("b", parent: "a", depth: 1) { $0.author = "Troll" })
        online.onFetchThread.returns(thread)
        let model = model()
        await model.load()
        return model
    }

    @Test func whatBlockedPeopleWroteIsCollapsedAndCountedAndFollowsTheSettings() async throws {
        let model = await quarrel()
        #expect(rows(model) == ["a", " b", "  c", "d"])
        try await mocks.settings.update { $0.blockedAuthors = ["troll"] }
        #expect(rows(model) == ["a", " b+1", "d"])
        let row = model.state.value.rows[1]
        #expect(row.isBlocked && row.replyCount == 1 && model.state.value.commentCount == 4)
        await model.toggleCollapsed(.mock("b"))
        #expect(rows(model) == ["a", " b", "  c", "d"], "the person's own word counts more")
        #expect(model.state.value.rows[1].isBlocked)
        try await mocks.settings.update { $0.blockedAuthors = [] }
        #expect(!model.state.value.rows[1].isBlocked)
    }

    @Test func whoIsBlockedBeforeBeginsCollapsed() async throws {
        try await mocks.settings.update { $0.blockedAuthors = ["u/TROLL"] }
        let model = await quarrel()
        #expect(rows(model) == ["a", " b+1", "d"])
        await model.expandAll()
        #expect(rows(model) == ["a", " b", "  c", "d"])
        let again = self.model(policy: .storedOnly)
        await again.load()
        #expect(rows(again) == ["a", " b", "  c", "d"])
    }

    @Test func deletedCommentsKeepTheirReplies() async {
        var thread = CommentThread.mock("a", " b", "c")
        var gone = Core.Comment.mock("a") {
            $0.author = "[deleted]"
            $0.body = "[deleted]"
        }
        gone.removal = .deletedByAuthor
        thread.entries[0] = .comment(gone)
        online.onFetchThread.returns(thread)
        let model = model()
        await model.load()
        #expect(rows(model) == ["a", " b", "c"])
        #expect(model.state.value.rows[0].comment?.removal == .deletedByAuthor)
    }

    // MARK: What was left out

    private let more = MoreComments.mock("x", "y", parent: "a", depth: 1)

    private func gappy(sort: CommentSort? = .top) async -> CommentThreadViewModel {
        let thread = CommentThread(
            entries: [.comment(.mock("a")), .more(more), .comment(.mock("b")), .more(.mock("z", count: 3))],
            source: "mock")
        online.onFetchThread.returns(thread)
        let model = model(sort: sort)
        await model.load()
        return model
    }

    private var answer: CommentExpansion {
        CommentExpansion(
            entries: [.comment(.mock("x", parent: "a")), .comment(.mock("y", parent: "x"))], requested: more.ids,
            source: "mock")
    }

    private func row(_ model: CommentThreadViewModel, _ index: Int) -> CommentRow.ID {
        model.state.value.rows[index].id
    }

    @Test func aPlaceholderIsExpandedInItsPlaceAndInTheOrderOfTheThread() async throws {
        let model = await gappy()
        #expect(rows(model) == ["a", " …2", "b", "…3"])
        let held = online.onFetchMore.holds()
        let place = row(model, 1)
        async let expansion: Void = model.expand(place)
        try await held.arrival()
        #expect(rows(model) == ["a", " …2?", "b", "…3"])
        await model.expand(place)
        #expect(online.onFetchMore.calls.count == 1, "it is on its way")
        held.release(returning: answer)
        await expansion
        #expect(rows(model) == ["a", " x", "  y", "b", "…3"])
        #expect(online.onFetchMore.calls.first?.sort == .top && model.state.value.sort == .top)
        #expect(model.state.value.commentCount == 4 && model.state.value.missingCount == 3)
        let again = self.model(sort: .top, policy: .storedOnly)
        await again.load()
        #expect(rows(again) == ["a", " x", "  y", "b", "…3"], "kept, and seen")
    }

    @Test func anExpansionThatFailsLeavesItsRow() async {
        let model = await gappy()
        online.onFetchMore.fails(with: DataError(.rateLimited))
        await model.expand(row(model, 1))
        #expect(rows(model) == ["a", " …2", "b", "…3"])
        #expect(model.state.value.banner == Banner(DataError(.rateLimited), cause: .content))
        online.onFetchMore.returns(answer)
        await model.expand(row(model, 1))
        #expect(rows(model) == ["a", " x", "  y", "b", "…3"] && model.state.value.banner == nil)
        await model.expand(.comment(.mock("a")))
        await model.expand(.more(.comment(.mock("nobody")), 0))
        #expect(online.onFetchMore.calls.count == 2, "no placeholders")
    }

    @Test func aReloadAndAnExpansionMayEndInAnyOrder() async throws {
        let model = await gappy()
        let (held, fetch) = (online.onFetchMore.holds(), online.onFetchThread.holds())
        let place = row(model, 1)
        async let expansion: Void = model.expand(place)
        async let reload: Void = model.sort(by: .new)
        try await held.arrival()
        try await fetch.arrival()
        let newer = CommentThread(
            entries: [.comment(.mock("b")), .comment(.mock("a")), .more(more), .more(.mock("z", count: 3))],
            source: "mock")
        fetch.release(returning: newer)
        await reload
        #expect(rows(model) == ["b", "a", " …2?", "…3"])
        held.release(returning: answer)
        await expansion
        #expect(rows(model) == ["b", "a", " x", "  y", "…3"])
        #expect(model.state.value.sort == .new && !model.state.value.isApproximate)
    }

    @Test func anExpansionThatNobodyWaitsForIsNoFailure() async throws {
        let model = await gappy()
        let held = online.onFetchMore.holds()
        let place = row(model, 1)
        let task = Task { await model.expand(place) }
        try await held.arrival()
        task.cancel()
        await task.value
        #expect(rows(model) == ["a", " …2", "b", "…3"] && model.state.value.banner == nil)
    }

    @Test func aThreadThatIsEvictedWhileItIsShownStaysUntilItIsFetchedAgain() async throws {
        let model = await gappy()
        _ = try await store.evictThreads(of: [post])
        await model.setCollapsed(true, for: .mock("b"))
        #expect(model.state.value.banner == nil, "what a person does outlives the comments")
        await model.expand(row(model, 1))
        #expect(rows(model) == ["a", " …2", "b+0", "…3"] && online.onFetchMore.calls.isEmpty)
        let banner = try #require(model.state.value.banner)
        #expect(model.state.value.phase == .idle && banner.error.code == .notFound)
        #expect(PostFormat(language: .english).message(for: banner.error).contains("Load them again"))
        #expect(PostFormat(language: .ukrainian).message(for: banner.error).contains("Завантажте їх знову"))
        online.onFetchThread.returns(.mock("a", "b"))
        await model.reload()
        #expect(rows(model) == ["a", "b+0"] && model.state.value.banner == nil)
    }

    // MARK: Finding

    @Test func wordsAreFoundInTextAndAuthorInDisplayOrder() async {
        var thread = CommentThread.mock("a", " b", "c")
        thread.entries[1] = .comment(
            .mock("b", parent: "a", depth: 1) {
                $0.author = "Zoë"
                $0.body = "A lantern"
            })
        thread.entries[2] = .comment(.mock("c") { $0.body = "Zoe has a LANTERN" })
        online.onFetchThread.returns(thread)
        let model = model()
        await model.load()
        await model.setCollapsed(true, for: .mock("a"))
        #expect(model.find("lantern zoe") == [.mock("b"), .mock("c")])
        #expect(model.find(" ").isEmpty && model.find("candle").isEmpty)
    }

    @Test func collapsingAThousandCommentsShowsAsManyRowsAsCanBeSeen() async {
        let lines = (0..<1_000).flatMap { ["r\($0)", " a\($0)", "  b\($0)", "  c\($0)", "  d\($0)"] }
        online.onFetchThread.returns(.mock(lines))
        let model = model()
        await model.load()
        #expect(model.state.value.rows.count == 5_000)
        await model.collapseAll()
        #expect(model.state.value.rows.count == 1_000 && model.state.value.rows.allSatisfy { $0.replyCount == 4 })
    }
}
