import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SearchViewModelTests {
    private let mocks = TestInjector.mocks
    private var provider: MockPostSearchProvider { mocks.postSearchProvider }
    private var clock: ManualClock { mocks.clock }

    private func result(_ ids: String..., isComplete: Bool = true, version: UInt64 = 1) -> PostSearchResult {
        PostSearchResult(items: ids.map { .mock($0) }, isComplete: isComplete, version: version)
    }

    private func shown(_ search: SearchViewModel) -> [String] { search.state.value.rows.map(\.id.native) }

    private func type(_ text: String, into search: SearchViewModel) async throws {
        search.setQuery(text)
        try await clock.waitForSleepers(1)
        clock.advance(by: search.debounce)
        await search.state.first { $0.phase != .searching }
    }

    @Test func onlyWhatStandsAfterAPauseIsSearchedFor() async throws {
        let search = SearchViewModel(site: .demo)
        provider.onSearch.returns(result("a"))
        for text in ["l", "la", "lan"] {
            search.setQuery(text)
            try await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(200))
        }
        #expect(search.state.value.phase == .searching)
        #expect(provider.onSearch.calls.isEmpty)
        clock.advance(by: .milliseconds(50))
        await search.state.first { $0.phase == .idle }
        #expect(provider.onSearch.calls == [PostSearchRequest(SearchQuery("lan"), on: .demo, limit: 50)])
        #expect(shown(search) == ["a"])
        #expect(search.state.value.rows.first?.query == SearchQuery("lan"))
    }

    @Test func theSameWordsAreNotSearchedForAgain() async throws {
        let search = SearchViewModel()
        provider.onSearch.returns(result("a"))
        try await type("Lantern", into: search)
        search.setQuery("  LANTERN ")
        #expect(search.state.value.phase == .idle)
        #expect(search.state.value.query == "  LANTERN ")
        // Typed on and taken back before the pause was over: the rows answer that already.
        search.setQuery("lanterns")
        #expect(search.state.value.phase == .searching)
        search.setQuery("lantern")
        #expect(search.state.value.phase == .idle)
        clock.advance(by: .seconds(5))
        #expect(provider.onSearch.calls.count == 1)
        #expect(shown(search) == ["a"])
    }

    @Test func anEmptyQueryClearsAtOnceAndAsksNobody() async throws {
        let search = SearchViewModel()
        provider.onSearch.returns(result("a", isComplete: false))
        try await type("a", into: search)
        search.setQuery("  ")
        #expect(search.state.value.rows.isEmpty)
        #expect(search.state.value.phase == .initial)
        #expect(search.state.value.isComplete)
        await search.search()
        await search.loadMore()
        #expect(provider.onSearch.calls.count == 1)
    }

    @Test func aStaleAnswerNeverLands() async throws {
        let search = SearchViewModel()
        let slow = provider.onSearch.holds(ignoringCancellation: true)
        search.setQuery("slow")
        async let first: Void = search.search()
        try await slow.arrival()
        provider.onSearch.returns(result("fast"))
        search.setQuery("fast")
        await search.search()
        #expect(shown(search) == ["fast"])
        slow.release(returning: result("slow", version: 9))
        await first
        #expect(shown(search) == ["fast"])
        #expect(search.state.value.phase == .idle)
    }

    @Test func aStaleAnswerNeverLandsInAnEmptySearch() async throws {
        let search = SearchViewModel()
        let slow = provider.onSearch.holds(ignoringCancellation: true)
        search.setQuery("slow")
        async let first: Void = search.search()
        try await slow.arrival()
        search.setQuery("")
        slow.release(throwing: DataError(.diskFailure))
        await first
        #expect(search.state.value.rows.isEmpty)
        #expect(search.state.value.banner == nil)
        #expect(search.state.value.phase == .initial)
    }

    @Test func typingOnEndsTheSearchThatIsUnderWay() async throws {
        let search = SearchViewModel()
        let slow = provider.onSearch.holds()
        search.setQuery("slow")
        try await clock.waitForSleepers(1)
        clock.advance(by: search.debounce)
        try await slow.arrival()
        search.setQuery("other")
        try await slow.cancellation()
        provider.onSearch.returns(result("other"))
        await search.search()
        #expect(shown(search) == ["other"])
    }

    @Test func moreIsFoundOnRequest() async throws {
        let search = SearchViewModel(pageSize: 2)
        provider.onSearch.returns(result("a", "b", isComplete: false), result("a", "b", "c"))
        search.setQuery("w")
        await search.search()
        #expect(!search.state.value.isComplete)
        await search.loadMore()
        #expect(shown(search) == ["a", "b", "c"])
        #expect(search.state.value.isComplete)
        await search.loadMore()
        #expect(provider.onSearch.calls.map(\.limit) == [2, 4])
    }

    @Test func itGoesOnUntilEnoughPassesTheSettings() async throws {
        try await mocks.settings.update { settings in
            settings.nsfw = .hidden
            settings.hideRead = true
        }
        var items = (0..<10).map { FeedItem.mock("p\($0)", isRead: true) }
        for index in 0..<6 { items[index].post.isNSFW = true }
        let all = items
        provider.onSearch.answers { request in
            PostSearchResult(
                items: Array(all.prefix(request.limit)), isComplete: request.limit >= all.count, version: 1)
        }
        let search = SearchViewModel(pageSize: 2)
        search.setQuery("w")
        await search.search()
        #expect(shown(search) == ["p6", "p7"], "what was read stays in, and what is hidden does not fill the page")
        #expect(provider.onSearch.calls.map(\.limit) == [2, 4, 8])
        #expect(search.state.value.filteredCount == 6)
        try await mocks.settings.update { $0.nsfw = .covered }
        #expect(search.state.value.rows.count == 8)
        #expect(provider.onSearch.calls.count == 3)
    }

    @Test func itStopsAskingWhenNearlyEverythingIsLeftOut() async throws {
        try await mocks.settings.update { $0.nsfw = .hidden }
        provider.onSearch.answers { request in
            var item = FeedItem.mock("a")
            item.post.isNSFW = true
            return PostSearchResult(
                items: Array(repeating: item, count: request.limit), isComplete: false, version: 1)
        }
        let search = SearchViewModel(pageSize: 1)
        search.setQuery("w")
        await search.search()
        #expect(provider.onSearch.calls.count == 8)
        #expect(search.state.value.phase == .idle)
        #expect(!search.state.value.isComplete)
    }

    @Test func whatIsStoredMeanwhileIsFoundWithAPauseBetween() async throws {
        let search = SearchViewModel()
        provider.onSearch.returns(result("a"))
        search.setQuery("w")
        await search.search()
        try await provider.waitForListeners(1)
        provider.onSearch.returns(result("b", "a", version: 2))
        provider.sendChange()
        await search.state.first { $0.rows.count == 2 }
        #expect(search.state.value.phase == .idle)
        // However much is stored in the pause, it is searched once behind it.
        try await clock.waitForSleepers(1)
        provider.onSearch.answers { _ in PostSearchResult(items: [.mock("c")], version: 3) }
        for _ in 0..<5 { provider.sendChange() }
        #expect(provider.onSearch.calls.count == 2)
        clock.advance(by: .seconds(1))
        await search.state.first { $0.rows.count == 1 }
        #expect(shown(search) == ["c"])
    }

    @Test func anOlderAnswerToTheSameQuestionNeverLands() async throws {
        let search = SearchViewModel()
        provider.onSearch.returns(result("new", version: 5), result("old", version: 4))
        search.setQuery("w")
        await search.search()
        await search.search()
        #expect(shown(search) == ["new"])
        #expect(search.state.value.phase == .idle)
    }

    @Test func aFailureKeepsTheRowsAndEndsWithTheNextSuccess() async throws {
        let search = SearchViewModel()
        provider.onSearch.fails(with: DataError(.diskFailure))
        search.setQuery("a")
        await search.search()
        #expect(search.state.value.phase == .failed)
        #expect(search.state.value.banner?.isDismissible == false)
        provider.onSearch.returns(result("a"))
        await search.search()
        #expect(search.state.value.banner == nil)
        provider.onSearch.fails(with: DataError(.diskFailure))
        search.setQuery("b")
        await search.search()
        #expect(shown(search) == ["a"])
        #expect(search.state.value.phase == .idle)
        #expect(search.state.value.banner?.error.code == .diskFailure)
        search.dismissBanner()
        #expect(search.state.value.banner == nil)
    }

    @Test func whatTheSettingsLeaveOutWasFoundAllTheSame() async throws {
        var hidden = FeedItem.mock("a")
        hidden.post.isNSFW = true
        mocks.settings.settings.update { $0.nsfw = .hidden }
        provider.onSearch.returns(PostSearchResult(items: [hidden], isComplete: true, version: 1))
        let search = SearchViewModel()
        try await type("lantern", into: search)
        #expect(search.state.value.rows.isEmpty && search.state.value.filteredCount == 1)
        #expect(!search.state.value.hasFoundNothing)
        provider.onSearch.returns(result())
        try await type("nothing", into: search)
        #expect(search.state.value.hasFoundNothing)
    }

    @Test func whereThereIsNothingElseToShowTheBannerStays() async throws {
        provider.onSearch.fails(with: DataError(.diskFailure))
        let search = SearchViewModel()
        try await type("lantern", into: search)
        search.dismissBanner()
        #expect(search.state.value.phase == .failed && search.state.value.banner != nil)
    }

    @Test func aPostIsSharedThatIsAmongTheRows() async throws {
        mocks.endpointProvider.resolveLinks(against: try #require(URL(string: "https://demo.example")))
        provider.onSearch.returns(result("a"))
        let search = SearchViewModel()
        try await type("lantern", into: search)
        #expect(search.share(.mock("a"))?.link.absoluteString == "https://demo.example/r/swift/comments/a/")
        #expect(search.share(.mock("b")) == nil)
    }

    @Test func aCancelledSearchIsNoFailure() async throws {
        let search = SearchViewModel()
        let held = provider.onSearch.holds()
        search.setQuery("a")
        let task = Task { await search.search() }
        try await held.arrival()
        task.cancel()
        await task.value
        #expect(search.state.value.phase == .initial)
        #expect(search.state.value.banner == nil)
        provider.onSearch.returns(result("a"))
        try await type("a", into: search)
        #expect(shown(search) == ["a"])
    }

    @Test func stopEndsEverythingAndKeepsTheRows() async throws {
        let search = SearchViewModel()
        provider.onSearch.returns(result("a"))
        search.setQuery("a")
        await search.search()
        search.setQuery("b")
        search.stop()
        clock.advance(by: .seconds(5))
        #expect(shown(search) == ["a"])
        #expect(search.state.value.phase == .idle)
        provider.onSearch.returns(result("b"))
        try await type("b", into: search)
        #expect(shown(search) == ["b"])
    }

    @Test func itIsLetGoWhileItFollows() async throws {
        let gone = try await { @MainActor in
            let search = SearchViewModel()
            provider.onSearch.returns(result("a"))
            search.setQuery("a")
            await search.search()
            try await provider.waitForListeners(1)
            return Weak(search)
        }()
        #expect(gone.object == nil)
    }

    @Test func itFindsWhatAStoreHolds() async throws {
        let store = InMemoryOfflinePostProvider()
        Dependency.register((any PostSearchProvider).self) { InMemoryPostSearchProvider(store) }
        try await store.store([.mock("a", title: "A Lantern"), .mock("b", title: "A torch")], completeness: .full)
        let search = SearchViewModel(site: .demo)
        search.setQuery("lantern")
        await search.search()
        #expect(shown(search) == ["a"])
        try await store.store([.mock("c", title: "LANTERNS") { $0.created = .now }], completeness: .full)
        await search.state.first { $0.rows.count == 2 }
        #expect(shown(search) == ["c", "a"])
    }
}
