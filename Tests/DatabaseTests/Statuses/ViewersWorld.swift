import Core
import Foundation
import Mocks

@testable import Database

/// A store with a feed of each of two sites and a thread, and the sessions of the people who look at the first site.
struct ViewersWorld {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)
    static let anna = AccountKey(site: .demo, name: "t2_anna")
    static let ben = AccountKey(site: .demo, name: "t2_ben")

    let session = MockSessionProvider()
    let viewers: CurrentViewers
    let store: JSONStore
    let posts: DatabasePostProvider
    let comments: DatabaseCommentProvider
    let search: DatabasePostSearchProvider
    /// A feed of the site at which people are signed in.
    let feed = Feed.mock()
    /// A feed of a site without accounts.
    let elsewhere = Feed(site: .reddit, source: .subreddits(["swift"]))
    let saved = Feed(site: .demo, source: .saved)

    init() async throws {
        let time = ManualClock()
        store = try JSONStore(
            directory: "/tmp/store", files: InMemoryFileSystem(), time: time)
        viewers = CurrentViewers([.demo: session])
        posts = DatabasePostProvider(store: store, viewers: viewers, time: time)
        comments = DatabaseCommentProvider(store: store, viewers: viewers)
        search = DatabasePostSearchProvider(store: store, viewers: viewers)
        _ = try await posts.commit(.mock("t3_a", "t3_b", "t3_c"), to: feed, at: .head, date: Self.start)
        let others = ["t3_x", "t3_y"].map { Post.mock($0, site: .reddit) }
        _ = try await posts.commit(.mock(others), to: elsewhere, at: .head, date: Self.start)
        _ = try await comments.commit(
            .mock("t1_a", " t1_b", post: .mock("t3_a")), of: .mock("t3_a"), sort: nil, date: Self.start)
    }

    /// Has somebody look at the first site: an account, or nobody.
    func look(as account: AccountKey?) {
        let people = [Self.anna, Self.ben].map { key in
            let name = key.name ?? ""
            return SignedInAccount(id: "place-\(name)", site: .demo, user: SessionUser(id: name, name: name))
        }
        session.accounts.set(SiteAccounts(all: people, currentID: account.map { "place-\($0.name ?? "")" }))
    }

    func id(_ native: String, _ site: Site = .demo) -> Post.ID { .mock(native, site: site) }

    func items(of feed: Feed) async throws -> [FeedItem] { try await posts.storedFeed(feed).items }

    /// The posts of a feed that have a mark.
    func ids(of feed: Feed, where isMarked: (PostStatus) -> Bool) async throws -> [String] {
        try await items(of: feed).filter { isMarked($0.status) }.map(\.id.native)
    }
}
