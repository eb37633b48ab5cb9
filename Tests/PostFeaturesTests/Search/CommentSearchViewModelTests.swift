import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CommentSearchViewModelTests {
    private let mocks = TestInjector.mocks
    private var store: InMemoryOfflineCommentProvider { mocks.commentStore }
    private var clock: ManualClock { mocks.clock }

    private func store(_ names: String..., on site: Site = .demo, author: String = "Ann") async throws {
        let post = Post.ID(site: site, native: "t3_a")
        let entries = names.enumerated().map { offset, name in
            var comment = Core.Comment(id: .mock(name, site: site), parent: .post(post))
            comment.author = author
            comment.body = "A lantern called \(name)"
            comment.created = Date(timeIntervalSince1970: 1_000 - Double(offset))
            return CommentThread.Entry.comment(comment)
        }
        _ = try await store.commit(
            CommentThread(entries: entries, source: "mock"), of: post, sort: nil, date: clock.now)
    }

    private func shown(_ search: CommentSearchViewModel) -> [String] {
        search.state.value.rows.map(\.id.native)
    }

    @Test func searchesOnceAfterAPauseAndHighlightsWhatItFinds() async throws {
        try await store("a", "b")
        let search = CommentSearchViewModel(site: .demo)
        for text in ["l", "la", "lantern ann"] {
            search.setQuery(text)
            try await clock.waitForSleepers(1)
        }
        #expect(search.state.value.phase == .searching && search.state.value.rows.isEmpty)
        clock.advance(by: search.debounce)
        await search.state.first { $0.phase == .idle }
        #expect(shown(search) == ["a", "b"] && search.state.value.isComplete)
        let row = try #require(search.state.value.rows.first)
        #expect(row.match.post == .mock("t3_a"))
        #expect(row.author?.pieces.map(\.isHighlighted) == [true])
        #expect(row.body?.pieces.map { String($0.text) } == ["A ", "lantern", " called a"])
        #expect(row.snippet()?.text == "A lantern called a")
        search.setQuery("  ")
        #expect(search.state.value.rows.isEmpty && search.state.value.phase == .initial)
    }

    @Test func aPageAtATimeAndOnlyOnTheSite() async throws {
        try await store("a", "b", "c", "d", "e")
        try await store("x", "y", "z", on: .reddit)
        let search = CommentSearchViewModel(site: .demo, pageSize: 2)
        search.setQuery("lantern")
        await search.search()
        #expect(shown(search) == ["a", "b"] && !search.state.value.isComplete)
        await search.loadMore()
        #expect(shown(search) == ["a", "b", "c", "d"] && !search.state.value.isComplete)
        await search.loadMore()
        #expect(shown(search) == ["a", "b", "c", "d", "e"] && search.state.value.isComplete)
        await search.loadMore()
        #expect(search.state.value.rows.count == 5)
    }

    @Test func whatBlockedPeopleWroteIsLeftOutAndCounted() async throws {
        try await store("a", "b", author: "Troll")
        let search = CommentSearchViewModel()
        search.setQuery("lantern")
        await search.search()
        #expect(shown(search) == ["a", "b"])
        try await mocks.settings.update { $0.blockedAuthors = ["troll"] }
        #expect(shown(search).isEmpty && search.state.value.filteredCount == 2)
        #expect(!search.state.value.hasFoundNothing)
        search.setQuery("candle")
        await search.search()
        #expect(search.state.value.hasFoundNothing)
    }

    @Test func aFailureTakesNothingAway() async throws {
        let search = CommentSearchViewModel()
        store.fail(with: DataError(.diskFailure))
        search.setQuery("lantern")
        await search.search()
        #expect(search.state.value.phase == .failed && search.state.value.banner?.isDismissible == false)
        try await store("a")
        await search.search()
        #expect(shown(search) == ["a"] && search.state.value.banner == nil)
        store.fail(with: DataError(.diskFailure))
        await search.search()
        #expect(shown(search) == ["a"] && search.state.value.phase == .idle)
        #expect(search.state.value.banner?.error == DataError(.diskFailure))
        search.dismissBanner()
        #expect(search.state.value.banner == nil)
    }
}
