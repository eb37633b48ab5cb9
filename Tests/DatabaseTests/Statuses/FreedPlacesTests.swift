import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What was fetched at a place of credentials before the server had said whose they are.
@Suite(.timeLimit(.minutes(5)))
struct FreedPlacesTests {
    private func account(_ place: String, signIn: Int) -> SignedInAccount {
        var account = SignedInAccount(id: place, site: .demo)
        account.signIn = signIn
        return account
    }

    @Test(arguments: [false, true])
    func isRemovedWhenThePlaceIsFree(isTakenAgain: Bool) async throws {
        let world = try await ViewersWorld()
        let (first, second) = (account("first", signIn: 1), account("second", signIn: 2))
        world.session.accounts.set(SiteAccounts(all: [first, second], currentID: "first"))
        let feeds = ["?first", "?second"].map { world.feed.seen(by: $0) }
        for feed in feeds {
            _ = try await world.posts.commit(.mock("t3_a"), to: feed, at: .head, date: ViewersWorld.start)
        }
        let places = FreedPlaces([.demo: world.session], stored: world.posts)
        let commits = world.store.commits()
        let task = Task { await places.follow() }
        defer { task.cancel() }
        let others = isTakenAgain ? [account("first", signIn: 3)] : []
        world.session.accounts.set(SiteAccounts(all: others + [second], currentID: "second"))
        for await commit in commits where !commit.ids(in: PostSchemas.feeds).isEmpty { break }
        let stored = try world.store.snapshot().window(of: PostSchemas.feeds).compactMap(\.account)
        #expect(stored == ["?second"])
    }

    /// A process that ended between a sign-out and the removal.
    @Test func whatAnEarlierProcessLeftIsRemovedOnceTheAccountsAreRead() async throws {
        let world = try await ViewersWorld()
        let feeds = ["?gone", "?here", "t2_anna"].map { world.feed.seen(by: $0) }
        for feed in feeds + [Feed(site: .reddit, source: .home, account: "?gone")] {
            _ = try await world.posts.commit(.mock("t3_a"), to: feed, at: .head, date: ViewersWorld.start)
        }
        var stored: [String] {
            get throws { try world.store.snapshot().window(of: PostSchemas.feeds).map { $0.account ?? "" }.sorted() }
        }
        let before = try stored
        #expect(before.filter { $0 == "?gone" }.count == 2)
        let places = FreedPlaces([.demo: world.session], stored: world.posts)
        let commits = world.store.commits()
        let task = Task { await places.follow() }
        defer { task.cancel() }
        world.session.accounts.set(SiteAccounts(all: [account("here", signIn: 1)], currentID: "here"))
        #expect(try stored == before, "nobody knows yet who is signed in")
        world.session.state.set(.offline)
        for await commit in commits where !commit.ids(in: PostSchemas.feeds).isEmpty { break }
        #expect(try stored.filter { $0 == "?gone" }.count == 1, "the other site has no accounts here")
        #expect(try stored.contains("?here") && stored.contains("t2_anna") && stored.contains(""))
    }
}
