import Core
import Foundation
import Mocks
import Testing

/// Feeds that depend on who looks: each account has its own, and none gets the pages of another.
@Suite(.timeLimit(.minutes(5)))
struct PersonalFeedTests {
    private let offline = InMemoryOfflinePostProvider()
    private let online = MockOnlinePostProvider()
    private let session = MockSessionProvider()
    private let clock = ManualClock()
    private let profile = SiteProfile.demo

    private var home: Feed { profile.feed(.home) }
    private var swift: Feed { profile.feed(.subreddits(["swift"])) }

    private func provider() -> DefaultPostProvider {
        let personal = PersonalFeeds(CurrentViewers([.demo: session]), profiles: [profile])
        return DefaultPostProvider(
            offline: offline, online: online, time: clock,
            services: .init(
                activity: DiscardingActivityRecorder(), settings: InMemorySettingsProvider(), personal: personal))
    }

    private func look(as name: String?, isKnown: Bool = true) {
        var accounts = SiteAccounts()
        if let name {
            let user = isKnown ? SessionUser(id: name, name: name) : nil
            accounts = SiteAccounts(all: [SignedInAccount(id: "at-\(name)", site: .demo, user: user)])
            accounts.currentID = "at-\(name)"
        }
        session.accounts.set(accounts)
        session.state.set(name == nil ? .signedOut : .signedIn)
    }

    private func ids(_ update: FeedUpdate?) -> [String] { update?.items.map(\.id.native) ?? [] }

    private func sent() -> [RequestSender] { online.onFetchPage.calls.map(\.sender) }

    @Test func eachAccountHasAHomeOfItsOwnAndNobodyHasOne() async throws {
        let provider = provider()
        let first: [(name: String?, post: String)] = [("anna", "a"), ("ben", "b"), (nil, "c")]
        for (name, post) in first {
            look(as: name)
            #expect(ids(await provider.stored(home)) == [])
            online.onFetchPage.returns(.mock(post))
            let update = try await provider.performed(.refresh, on: home, limit: 25)
            #expect(ids(update) == [post])
            #expect(update.feed == home)
            #expect(update.outcome.page?.insertedCount == 1)
        }
        let keys = ["anna", "ben"].map { AccountKey(site: .demo, name: $0) }
        #expect(sent() == [.account(keys[0]), .account(keys[1]), .nobody])
        #expect(online.onFetchPage.calls.map(\.feed.account) == ["anna", "ben", nil])
        for (name, post) in first.reversed() {
            look(as: name)
            #expect(ids(await provider.stored(home)) == [post])
        }
        let stored = try await offline.storedFeeds().map(\.feed)
        #expect(Set(stored) == [home, profile.feed(.home, account: "anna"), profile.feed(.home, account: "ben")])
    }

    @Test func aFeedThatIsTheSameForEverybodyIsSharedAndFetchedByWhoeverLooks() async throws {
        let provider = provider()
        look(as: "anna")
        online.onFetchPage.returns(.mock("a"))
        _ = try await provider.perform(.refresh, on: swift, limit: 25)
        look(as: nil)
        #expect(ids(await provider.stored(swift)) == ["a"])
        #expect(sent() == [.current])
    }

    @Test func aFeedOfANamedAccountIsFetchedForThatOneWhoeverLooks() async throws {
        let provider = provider()
        look(as: "ben")
        online.onFetchPage.returns(.mock("a"))
        _ = try await provider.perform(.refresh, on: profile.feed(.home, account: "anna"), limit: 25)
        #expect(sent() == [.account(AccountKey(site: .demo, name: "anna"))])
        #expect(ids(await provider.stored(home)) == [])
    }

    @Test func anAccountThatIsNotKnownYetHasAFeedApartFromNobodys() async throws {
        let provider = provider()
        look(as: "anna", isKnown: false)
        online.onFetchPage.returns(.mock("a"))
        #expect(ids(try await provider.performed(.refresh, on: home, limit: 25)) == ["a"])
        #expect(sent() == [.current])
        look(as: nil)
        #expect(ids(await provider.stored(home)) == [])
        look(as: "anna")
        #expect(ids(await provider.stored(home)) == [])
    }

    @Test func whatComesForOneAfterASwitchIsNotStoredAndIsAskedForAnew() async throws {
        let provider = provider()
        look(as: "anna")
        let held = online.onFetchPage.holds()
        let (asked, feed) = (provider, home)
        let call = Task { try await asked.perform(.refresh, on: feed, limit: 25) }
        try await held.arrival()
        look(as: "ben")
        online.onFetchPage.returns(.mock("b"))
        held.release(returning: .mock("a"))
        #expect(try await call.value.page?.ids == [.mock("b")])
        #expect(ids(await provider.stored(home)) == ["b"])
        #expect(try await offline.storedFeeds().map(\.feed.account) == ["ben"])
        #expect(try await offline.items([.mock("a")]).isEmpty)
    }

    @Test func whereTheAccountsWereNotReadYetTheFirstPageOfSomebodyIsAskedForTwice() async throws {
        let provider = provider()
        let (asked, feed) = (provider, home)
        let held = online.onFetchPage.holds()
        let call = Task { try await asked.perform(.refresh, on: feed, limit: 25) }
        try await held.arrival()
        // Sending it has read them.
        look(as: "anna")
        online.onFetchPage.returns(.mock("a"))
        held.release(returning: .mock("b"))
        #expect(try await call.value.page?.ids == [.mock("a")])
        #expect(sent() == [.current, .account(AccountKey(site: .demo, name: "anna"))])
        #expect(try await offline.storedFeeds().map(\.feed.account) == ["anna"])
    }

    @Test func whatTheLastPagesOfOneToldIsForgotten() async throws {
        let provider = provider()
        look(as: "anna")
        online.onFetchPage.fails(with: NetworkError(.timedOut))
        let failed = try await provider.performed(.refresh, on: home, limit: 25)
        #expect(failed.error?.code == .timedOut)
        look(as: "ben")
        #expect(await provider.stored(home)?.error == nil)
    }

    @Test func aFollowerGoesOverToTheFeedOfWhoeverLooks() async throws {
        let provider = provider()
        for (name, post) in [("anna", "a"), ("ben", "b")] {
            look(as: name)
            online.onFetchPage.returns(.mock(post))
            _ = try await provider.perform(.refresh, on: home, limit: 25)
        }
        look(as: "anna")
        var updates = provider.updates(of: home).makeAsyncIterator()
        #expect(ids(await updates.next()) == ["a"])
        look(as: "ben")
        online.onFetchPage.returns(.mock("c", "b"))
        _ = try await provider.perform(.refresh, on: home, limit: 25)
        #expect(ids(await updates.next()) == ["c", "b"])
    }

    @Test func everyPostOfTheFeedThatIsSeenIsDismissed() async throws {
        let provider = provider()
        look(as: "anna")
        online.onFetchPage.returns(.mock("a", "b"))
        _ = try await provider.perform(.refresh, on: home, limit: 25)
        #expect(try await provider.apply(.dismissAll(home)).changed == [.mock("a"), .mock("b")])
    }

    @Test func theFeedOfAnAccountHasTheKeyThatItsSiteGives() {
        for source in [FeedSource.home, .subreddits(["Swift", "apple"]), .user("Ann")] {
            for sort in [FeedSort.top, .hot] {
                let feed = profile.feed(source, sort: sort, period: .week)
                #expect(
                    feed.seen(by: "a|b%").key
                        == profile.feed(source, sort: sort, period: .week, account: "a|b%").key)
                #expect(feed.seen(by: "a|b%").account == "a|b%")
            }
        }
    }

    @Test func theListsOfSitesThatDependOnWhoLooks() {
        #expect(SiteProfile.reddit.personalFeeds == [.home])
        #expect(SiteProfile.lemmy(host: "example.org").personalFeeds.isSuperset(of: [.home, .subreddit, .search]))
        #expect(SiteProfile.hackerNews.personalFeeds.isEmpty)
    }
}
