import Core
import Foundation
import Mocks
import Testing

@testable import PostFeatures

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct FeedBrowserViewModelTests {
    let mocks = TestInjector.mocks
    let provider = TestInjector.mocks.postProvider
    let browser = FeedBrowserViewModel(site: .demo, source: .subreddits(["swift"]))

    private var drawn: String { browser.state.value.list.drawn }

    private func feed(_ sort: FeedSort, _ period: FeedPeriod = .day, of name: String = "swift") -> Feed {
        Feed(site: .demo, source: .subreddits([name]), sort: sort, period: period)
    }

    private func load(_ text: String, _ sort: FeedSort = .hot) async {
        provider.onPerform.returns(.drawn(text, of: feed(sort)))
        await browser.load()
    }

    @Test func startsNothingByItself() {
        #expect(browser.state.value.choice == FeedChoice())
        #expect(browser.list.feed == feed(.hot))
        #expect(provider.onPerform.calls.isEmpty)
        #expect(provider.followers(of: feed(.hot)) == 0)
    }

    @Test func storedPostsOfANewChoiceAreShownBeforeTheNetworksAnswer() async throws {
        // Given
        await load("h1 h2")
        provider.send(.drawn("n1", of: feed(.new)))
        let held = provider.onPerform.holds()
        // When
        async let choice: Void = browser.choose(sort: .new)
        try await held.arrival()
        await browser.state.first { $0.list.items.count == 1 }
        // Then
        #expect(drawn == "n1")
        #expect(browser.state.value.list.phase == .refreshing)
        held.release(returning: .drawn("n2 n1", of: feed(.new), version: 2))
        await choice
        #expect(drawn == "n2 n1")
        #expect(browser.state.value.list.phase == .idle)
        try await provider.waitForFollowers(of: feed(.hot), count: 0)
    }

    @Test func aSlowAnswerToTheOldChoiceNeverLandsInTheNewOne() async throws {
        // Given a slow answer
        let slow = provider.onPerform.holds(ignoringCancellation: true)
        async let first: Void = browser.load()
        try await slow.arrival()
        // When another order is chosen, and the answer comes then
        provider.onPerform.returns(.drawn("n1", of: feed(.new)))
        await browser.choose(sort: .new)
        slow.release(returning: .drawn("h1 h2", of: feed(.hot), version: 9))
        await first
        // Then it is in the store, for its own feed: nobody cancelled it
        #expect(drawn == "n1")
        #expect(!slow.isCancelled)
        provider.send(.drawn("h1 h2", of: feed(.hot), version: 9))
        #expect(drawn == "n1")
        #expect(browser.state.value.list.phase == .idle)
    }

    @Test func aHeadingIsNeverShownWithAnotherListsPosts() async {
        var wrong = 0
        let token = browser.state.observe { state in
            let letter: Character = state.choice.sort == .hot ? "h" : "n"
            if !state.list.items.allSatisfy({ $0.id.native.first == letter }) { wrong += 1 }
        }
        await load("h1 h2")
        provider.onPerform.answers { call in
            .drawn(call.feed.sort == .hot ? "h1 h2" : "n1", of: call.feed, version: 2)
        }
        for sort in [FeedSort.new, .hot, .new, .new, .hot] { await browser.choose(sort: sort) }
        #expect(drawn == "h1 h2")
        #expect(wrong == 0)
        withExtendedLifetime(token) {}
    }

    @Test func switchingQuicklyEndsWithTheLastChoice() async throws {
        await load("h1")
        let (new, top) = (provider.onPerform.holds(), provider.onPerform.holds())
        async let first: Void = browser.choose(sort: .new)
        try await new.arrival()
        async let second: Void = browser.choose(sort: .top, period: .week)
        try await top.arrival()
        top.release(returning: .drawn("t1", of: feed(.top, .week)))
        await second
        new.release(returning: .drawn("n1", of: feed(.new)))
        await first
        #expect(browser.state.value.choice == FeedChoice(sort: .top, period: .week))
        #expect(drawn == "t1")
        #expect(provider.onPerform.calls.map(\.feed) == [feed(.hot), feed(.new), feed(.top, .week)])
    }

    @Test func switchingBackFindsThePostsAndThePlace() async throws {
        await load("h1 h2 h3")
        browser.list.didScroll(to: .mock("h2"), offset: 17)
        provider.onPerform.returns(.drawn("n1", of: feed(.new)))
        await browser.choose(sort: .new)
        let held = provider.onPerform.holds()
        async let back: Void = browser.choose(sort: .hot)
        try await held.arrival()
        #expect(drawn == "h1 h2 h3", "before anybody was asked")
        #expect(browser.state.value.list.anchor == ReadingAnchor(id: .mock("h2"), offset: 17))
        held.release(returning: .drawn("x h1 h2 h3", of: feed(.hot), version: 2))
        await back
        #expect(browser.state.value.list.anchor == ReadingAnchor(id: .mock("h2"), offset: 17))
    }

    @Test func theReadingPositionOfAReleasedListIsRemembered() async throws {
        provider.onPerform.answers { .drawn("a b c", of: $0.feed) }
        await browser.load()
        let first = Weak(browser.list)
        browser.list.didScroll(to: .mock("b"), offset: 3)
        for period in FeedPeriod.builtIn { await browser.choose(sort: .top, period: period) }
        try await mocks.readingPositions.waitForCalls(1)
        #expect(first.object == nil, "six were shown since")
        await browser.choose(sort: .hot)
        #expect(browser.state.value.list.anchor == ReadingAnchor(id: .mock("b"), offset: 3))
    }

    // MARK: Remembering

    @Test func theChoiceIsRememberedForEachSource() async {
        provider.onPerform.answers { .drawn("a", of: $0.feed) }
        await browser.load()
        await browser.choose(sort: .top, period: .week)
        await browser.choose(sort: .new)
        await browser.show(.subreddits(["memes"]))
        #expect(browser.state.value.choice == FeedChoice(), "another source has its own")
        await browser.choose(sort: .rising)
        await browser.lastWrite?.value
        // When the app is started again
        let next = FeedBrowserViewModel(site: .demo, source: .subreddits(["Swift"]))
        await next.load()
        #expect(next.state.value.choice == FeedChoice(sort: .new, period: .week), "with the period for the next top")
        await next.show(.subreddits(["memes"]))
        #expect(next.list.feed == feed(.rising, of: "memes"))
        #expect(provider.onPerform.calls.last?.feed == feed(.rising, of: "memes"))
    }

    @Test func nothingIsLoadedTwiceForAStoredChoice() async {
        provider.onPerform.answers { .drawn("a", of: $0.feed) }
        await browser.load()
        await browser.choose(sort: .new)
        await browser.lastWrite?.value
        let next = FeedBrowserViewModel(site: .demo, source: .subreddits(["swift"]))
        let count = provider.onPerform.calls.count
        await next.load()
        #expect(provider.onPerform.calls.dropFirst(count).map(\.feed) == [feed(.new)])
        // The same choice once more loads nothing either.
        await next.choose(sort: .new)
        #expect(provider.onPerform.calls.count == count + 1)
    }

    @Test func aChoiceBeforeLoadingWinsOverTheStoredOne() async {
        provider.onPerform.answers { .drawn("a", of: $0.feed) }
        await browser.choose(sort: .new)
        await browser.lastWrite?.value
        #expect(provider.onPerform.calls.isEmpty)
        let next = FeedBrowserViewModel(site: .demo, source: .subreddits(["swift"]))
        await next.choose(sort: .rising)
        await next.load()
        #expect(provider.onPerform.calls.map(\.feed) == [feed(.rising)])
    }

    @Test(arguments: ["", "no json", #"{"entries":[{"source":"x","choice":{"sort":"nonsense","period":"day"}}]}"#])
    func whatCannotBeReadIsAsIfNothingHadBeenChosen(_ text: String) async throws {
        try await mocks.stateStore.set(Data(text.utf8), for: "feed-choices.json")
        await load("a")
        #expect(browser.state.value.choice == FeedChoice())
        #expect(drawn == "a")
    }

    @Test func aFailingStoreDoesNotPreventReadingAndLosesNothing() async throws {
        // Given something that is remembered
        provider.onPerform.answers { .drawn("a", of: $0.feed) }
        await browser.choose(sort: .new)
        await browser.lastWrite?.value
        let before = mocks.stateStore.values
        // When the disk is broken for a while
        mocks.stateStore.fail(with: FileError(.diskFailure, path: "/state", operation: "read"))
        let next = FeedBrowserViewModel(site: .demo, source: .subreddits(["memes"]))
        await next.load()
        await next.choose(sort: .top)
        await next.lastWrite?.value
        #expect(next.state.value.list.drawn == "a")
        mocks.stateStore.fail(with: nil)
        #expect(mocks.stateStore.values == before, "what could not be read is not written over")
        // Then the next choice is kept beside the others
        await next.choose(sort: .rising)
        await next.lastWrite?.value
        let last = FeedBrowserViewModel(site: .demo, source: .subreddits(["swift"]))
        await last.load()
        #expect(last.state.value.choice.sort == .new)
    }

    @Test func theNumberOfStoredChoicesIsLimited() {
        var memory = FeedChoiceMemory()
        for number in 0..<60 { memory.remember(FeedChoice(sort: .top), for: "r\(number)") }
        memory.remember(FeedChoice(sort: .new), for: "r59")
        #expect(memory.entries.count == 50)
        #expect(memory.choice(for: "r59") == FeedChoice(sort: .new))
        #expect(memory.choice(for: "r9") == nil)
    }

    @Test func severalSubredditsAreOneFeed() async {
        let browser = FeedBrowserViewModel(site: .demo, source: .subreddits(["swift", "memes"]))
        let both = Feed(site: .demo, source: .subreddits(["memes", "swift"]))
        provider.onPerform.returns(.drawn("a b", of: both))
        await browser.load()
        #expect(browser.state.value.list.drawn == "a b")
        #expect(provider.onPerform.calls.map(\.feed) == [both])
    }

    // MARK: The orders of a site

    @Test func theOrdersAreThoseOfTheSitesBackend() async throws {
        func posts(_ site: Site, _ sorts: [FeedSort]) -> Backend.Posts {
            Backend.Posts(MockOnlinePostProvider(site: site), sorts: sorts)
        }
        var searched = Backend(.reddit, posts: posts(.reddit, [.rising, .new]))
        searched.search = posts(.reddit, [.top])
        let backends = try Backends([
            Backend(.demo, posts: posts(.demo, [.new, .hot])), searched, Backend(.lemmy(host: "lemmy.example")),
        ])
        Dependency.register(Backends.self) { backends }
        let demo = FeedBrowserViewModel(site: .demo)
        #expect(demo.sorts == [.new, .hot] && demo.state.value.choice.sort == .hot, "the profile's own")
        let reddit = FeedBrowserViewModel(site: .reddit)
        #expect(reddit.sorts == [.rising, .new] && reddit.list.feed.sort == .rising, "hot is none of them")
        let chosen = FeedBrowserViewModel(site: .reddit, configuration: .init(choice: FeedChoice(sort: .top)))
        #expect(chosen.list.feed.sort == .top)
        #expect(FeedBrowserViewModel(site: .lemmy("lemmy.example")).sorts.isEmpty, "it fetches no posts")
        #expect(FeedBrowserViewModel(site: .demo, configuration: .init(sorts: [.best])).sorts == [.best])
        #expect(FeedBrowserViewModel(site: .reddit, source: .search("swift")).sorts == [.top])
        #expect(FeedBrowserViewModel(site: .demo, source: .search("swift")).sorts.isEmpty, "it searches nothing")
    }

    @Test func aSiteWithoutABackendHasTheOrdersOfItsProfile() {
        #expect(browser.sorts == [.hot, .new, .top, .rising])
        #expect(FeedBrowserViewModel(site: .hackerNews).sorts.isEmpty)
    }

    @Test func aSiteWithOneOrderHasOneFeed() async {
        let top = FeedSource(FeedKind(rawValue: "top"))
        let feed = SiteProfile.hackerNews.feed(top, sort: nil)
        provider.onPerform.answers { .drawn("a", of: $0.feed) }
        let browser = FeedBrowserViewModel(site: .hackerNews, source: top)
        await browser.load()
        for sort in [FeedSort.new, .top, .rising, .hot] { await browser.choose(sort: sort) }
        #expect(provider.onPerform.calls.map(\.feed) == [feed] && browser.list.feed == feed)
        #expect(browser.list.feed.sort == nil)
    }

    @Test func stopEndsFollowingAndLoadBeginsAnew() async throws {
        await load("a")
        browser.stop()
        try await provider.waitForFollowers(of: feed(.hot), count: 0)
        await browser.choose(sort: .new)
        #expect(provider.onPerform.calls.count == 1)
        provider.onPerform.returns(.drawn("n1", of: feed(.new)))
        await browser.load()
        #expect(drawn == "n1")
        provider.send(.drawn("n2 n1", of: feed(.new), version: 2))
        await browser.state.first { $0.list.items.count == 2 }
    }

    @Test func isReleasedWithoutStop() async throws {
        var browser: FeedBrowserViewModel? = FeedBrowserViewModel(site: .demo, source: .subreddits(["swift"]))
        let released = Weak(browser)
        provider.onPerform.returns(.drawn("a", of: feed(.hot)))
        await browser?.load()
        browser = nil
        try await provider.waitForFollowers(of: feed(.hot), count: 0)
        #expect(released.object == nil)
    }
}
