import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ServerSearchViewModelTests {
    private let mocks = TestInjector.mocks
    private var provider: MockPostProvider { mocks.postProvider }
    private var clock: ManualClock { mocks.clock }

    private func feed(_ words: String, _ sort: FeedSort = .hot) -> Feed {
        Feed(site: .demo, source: .search(words), sort: sort)
    }

    private func drawn(_ search: ServerSearchViewModel) -> String { search.state.value.list.drawn }

    @Test func onlyWhatStandsAfterASecondIsAskedFor() async throws {
        let search = ServerSearchViewModel(site: .demo)
        provider.onPerform.answers { .drawn("a b", of: $0.feed) }
        for text in ["l", "la", "lan  tern "] {
            search.setQuery(text)
            try await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(900))
        }
        #expect(search.state.value.phase == .searching)
        #expect(search.state.value.query == "lan  tern ")
        #expect(provider.onPerform.calls.isEmpty && search.list == nil)
        clock.advance(by: .milliseconds(100))
        await search.state.first { $0.phase == .idle }
        #expect(provider.onPerform.calls.map(\.feed) == [feed("lan tern")])
        #expect(drawn(search) == "a b" && search.state.value.words == "lan tern")
    }

    @Test func theSameWordsAreNotAskedForAgain() async throws {
        let search = ServerSearchViewModel(site: .demo)
        provider.onPerform.answers { .drawn("a", of: $0.feed) }
        search.setQuery("lantern")
        await search.search()
        search.setQuery(" lantern ")
        #expect(search.state.value.phase == .idle && search.state.value.query == " lantern ")
        // Typed on and taken back before the pause was over: the list answers that already.
        search.setQuery("lanterns")
        #expect(search.state.value.phase == .searching)
        search.setQuery("lantern")
        #expect(search.state.value.phase == .idle)
        clock.advance(by: .seconds(5))
        #expect(provider.onPerform.calls.count == 1)
        // The return key asks again.
        await search.search()
        #expect(provider.onPerform.calls.map(\.request) == [.load(.storedThenNetwork), .refresh])
    }

    @Test func aTextWithoutWordsClearsAtOnceAndAsksNobody() async throws {
        let search = ServerSearchViewModel(site: .demo)
        provider.onPerform.answers { .drawn("a", of: $0.feed) }
        search.setQuery("lantern")
        await search.search()
        search.setQuery("  ")
        #expect(search.state.value.list.items.isEmpty && search.list == nil)
        #expect(search.state.value.phase == .initial && search.state.value.words.isEmpty)
        await search.search()
        #expect(provider.onPerform.calls.count == 1)
        try await provider.waitForFollowers(of: feed("lantern"), count: 0)
    }

    @Test func aStaleAnswerNeverLands() async throws {
        let search = ServerSearchViewModel(site: .demo)
        let slow = provider.onPerform.holds(ignoringCancellation: true)
        search.setQuery("slow")
        async let first: Void = search.search()
        try await slow.arrival()
        provider.onPerform.returns(.drawn("fast", of: feed("fast")))
        search.setQuery("fast")
        #expect(search.state.value.phase == .searching)
        await search.search()
        #expect(drawn(search) == "fast")
        slow.release(returning: .drawn("slow", of: feed("slow"), version: 9))
        await first
        #expect(drawn(search) == "fast" && search.state.value.words == "fast")
        #expect(search.state.value.phase == .idle)
    }

    @Test func aStaleFailureNeverLandsInAnEmptySearch() async throws {
        let search = ServerSearchViewModel(site: .demo)
        let slow = provider.onPerform.holds(ignoringCancellation: true)
        search.setQuery("slow")
        async let first: Void = search.search()
        try await slow.arrival()
        search.setQuery("")
        slow.release(throwing: DataError(.offline))
        await first
        #expect(search.state.value == ServerSearchViewModel.State())
    }

    @Test func typingOnEndsTheRequestThatIsUnderWay() async throws {
        let search = ServerSearchViewModel(site: .demo)
        let slow = provider.onPerform.holds()
        search.setQuery("slow")
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        try await slow.arrival()
        search.setQuery("slower")
        try await slow.cancellation()
        // What was made void is asked for again when it is what is wanted after all.
        provider.onPerform.returns(.drawn("a", of: feed("slow")))
        search.setQuery("slow")
        #expect(search.state.value.phase == .searching)
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await search.state.first { $0.phase == .idle }
        #expect(drawn(search) == "a")
        #expect(provider.onPerform.calls.count == 2)
    }

    @Test func pagesComeOneBehindTheOther() async throws {
        let search = ServerSearchViewModel(site: .demo)
        search.setQuery("lantern")
        provider.onPerform.returns(
            .drawn("a b", of: feed("lantern"), page: "a b", next: "c1"),
            .drawn("a b c", of: feed("lantern"), version: 2, page: "c", isEnd: true))
        await search.search()
        #expect(drawn(search) == "a b" && search.state.value.phase == .idle)
        await search.list?.itemAppeared(.mock("b"))
        #expect(drawn(search) == "a b c")
        #expect(provider.onPerform.calls.last?.request == .loadMore)
        #expect(search.state.value.list.phase == .end && search.state.value.phase == .idle)
        await search.list?.loadMore()
        #expect(provider.onPerform.calls.count == 2)
    }

    @Test func anotherOrderIsAnotherSearch() async throws {
        try mocks.injectBackend(searchSorts: [.hot, .new])
        let search = ServerSearchViewModel(site: .demo)
        #expect(search.isAvailable && search.sorts == [.hot, .new])
        provider.onPerform.answers { .drawn($0.feed.sort == .new ? "n" : "h", of: $0.feed) }
        await search.choose(sort: .new)
        #expect(provider.onPerform.calls.isEmpty, "there is nothing to search for")
        search.setQuery("lantern")
        await search.search()
        #expect(drawn(search) == "n")
        await search.choose(sort: .hot)
        #expect(drawn(search) == "h" && search.state.value.choice.sort == .hot)
        #expect(provider.onPerform.calls.map(\.feed) == [feed("lantern", .new), feed("lantern")])
    }

    @Test func aSiteWithoutSearchSaysSo() throws {
        try mocks.injectBackend(searchSorts: nil)
        #expect(!ServerSearchViewModel(site: .demo).isAvailable)
    }

    @Test func aFailureIsTheListsAndTheRowsStay() async throws {
        let search = ServerSearchViewModel(site: .demo)
        var update = FeedUpdate.drawn("a", of: feed("lantern"))
        update.outcome.error = DataError(.offline)
        provider.onPerform.returns(update)
        search.setQuery("lantern")
        await search.search()
        #expect(drawn(search) == "a")
        #expect(search.state.value.list.banner?.error.code == .offline)
        #expect(!search.state.value.hasFoundNothing)
    }

    @Test func nothingFoundIsSaidWhereTheServerSaidIt() async throws {
        let search = ServerSearchViewModel(site: .demo)
        #expect(!search.state.value.hasFoundNothing)
        provider.onPerform.returns(.drawn("", of: feed("xylophage"), page: "", isEnd: true))
        search.setQuery("xylophage")
        await search.search()
        #expect(search.state.value.hasFoundNothing)
    }

    @Test func afterStoppingTheSameWordsAreSearchedForAnew() async throws {
        let search = ServerSearchViewModel(site: .demo)
        provider.onPerform.answers { .drawn("a", of: $0.feed) }
        search.setQuery("lantern")
        await search.search()
        search.setQuery("lanterns")
        search.stop()
        #expect(drawn(search) == "a" && search.state.value.phase == .idle)
        try await provider.waitForFollowers(of: feed("lantern"), count: 0)
        search.setQuery("lantern")
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        try await provider.waitForFollowers(of: feed("lantern"), count: 1)
        await search.state.first { $0.phase == .idle }
        #expect(provider.onPerform.calls.count == 2)
    }
}

extension TestMocks {
    /// Registers a backend of the demonstration's site that does nothing.
    ///
    /// - Parameter searchSorts: The orders of its search; `nil` for one without search.
    /// - Throws: Nothing, as there is one backend.
    fileprivate func injectBackend(searchSorts: [FeedSort]?) throws {
        var backend = Backend(.demo)
        backend.search = searchSorts.map { Backend.Posts(of: .demo, sorts: $0) { _ in .mock() } }
        let backends = try Backends([backend])
        Dependency.register(Backends.self) { backends }
    }
}
