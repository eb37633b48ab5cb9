import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// The account in use decides whose statuses the screens of a wired app show, and a switch reaches those that are open.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct WiredViewersTests {
    private let app = TestApp()
    private let session = MockSessionProvider()
    private let signedIn = TestSite(.demo)
    private let open = TestSite("open", address: "https://open.example")

    private func start() async throws -> AppServices {
        var backend = signedIn.backend()
        backend.session = session
        return try await app.start([backend, open.backend()])
    }

    private func look(as name: String?) {
        var accounts = SiteAccounts()
        if let name {
            let user = SessionUser(id: name, name: name)
            accounts.all = [SignedInAccount(id: "at", site: .demo, user: user)]
            accounts.currentID = "at"
        }
        session.accounts.set(accounts)
        session.state.set(name == nil ? .signedOut : .signedIn)
    }

    @Test func aSwitchReachesTheScreensThatAreOpen() async throws {
        let services = try await start()
        look(as: "anna")
        let feed = services.backends.profiles[.demo].feed(.subreddits(["swift"]))
        let list = PostListViewModel(feed: feed)
        await list.load()
        let saved = SavedPostsViewModel(site: .demo)
        let detail = PostDetailViewModel(id: signedIn.id("c"), marksAsRead: false)
        await saved.load()
        await detail.load()
        await detail.setSaved(true)
        for await state in saved.state.values where state.rows.count == 1 { break }
        let steps: [(name: String?, isSaved: Bool)] = [("ben", false), (nil, false), ("anna", true)]
        for (name, isSaved) in steps {
            look(as: name)
            for await state in saved.state.values where state.rows.count == (isSaved ? 1 : 0) { break }
            for await state in detail.state.values where state.item?.status.isSaved == isSaved { break }
            for await state in list.state.values where state.items.first?.status.isSaved == isSaved { break }
        }
        saved.stop()
        list.stop()
        try await services.finish()
    }

    @Test func eachHasTheirOwnUnreadCounts() async throws {
        let services = try await start()
        look(as: "anna")
        let swift = FeedSource.subreddits(["swift"])
        let browser = FeedBrowserViewModel(site: .demo, source: swift)
        await browser.load()
        let unread = UnreadCountsViewModel(site: .demo, leading: [swift])
        await unread.load()
        for await state in unread.state.values where state.counts[swift] == UnreadCount(1) { break }
        await browser.list.set(.read(true), for: [signedIn.id("c")])
        for await state in unread.state.values where state.counts.isEmpty { break }
        #expect(await unread.next(after: .saved) == nil)
        look(as: "ben")
        for await state in unread.state.values where state.counts[swift] == UnreadCount(1) { break }
        #expect(await unread.next(after: .saved)?.post == signedIn.id("c"))
        look(as: "anna")
        for await state in unread.state.values where state.counts.isEmpty { break }
        unread.stop()
        browser.stop()
        try await services.finish()
    }

    @Test func whatOneTookOutOfTheirListAnotherCannotPutBack() async throws {
        let services = try await start()
        look(as: "anna")
        let list = PostListViewModel(feed: services.backends.profiles[.demo].feed(.subreddits(["swift"])))
        await list.load()
        await list.setSaved(true, for: signedIn.id("c"))
        let saved = SavedPostsViewModel(site: .demo)
        await saved.load()
        await saved.remove(signedIn.id("c"))
        #expect(saved.state.value.canUndo)
        look(as: "ben")
        for await state in saved.state.values where !state.canUndo { break }
        await saved.undo()
        #expect(saved.state.value.rows.isEmpty)
        look(as: "anna")
        for await state in saved.state.values where state.canUndo { break }
        await saved.undo()
        for await state in saved.state.values where state.rows.count == 1 { break }
        saved.stop()
        list.stop()
        try await services.finish()
    }

    @Test func anAccountsFrontPageIsItsOwnAndThatOfASiteWithoutAccountsIsEverybodys() async throws {
        let services = try await start()
        look(as: "anna")
        let (home, other) = (services.backends.profiles[.demo].feed(.home), open.home)
        let posts = Dependency.resolve((any PostProvider).self)
        for feed in [home, other] { _ = try await posts.perform(.load(.storedThenNetwork), on: feed, limit: 25) }
        look(as: nil)
        #expect(await posts.stored(home)?.items.isEmpty == true)
        #expect(await posts.stored(other)?.items.count == 2)
        #expect(signedIn.pages.all.map(\.sender) == [.account(AccountKey(site: .demo, name: "anna"))])
        #expect(open.pages.all.map(\.sender) == [.current])
        try await services.finish()
    }

    @Test func withoutAccountsEverythingIsNobodys() async throws {
        let services = try await app.start([signedIn.backend()])
        let posts = Dependency.resolve((any PostProvider).self)
        _ = try await posts.perform(.load(.storedThenNetwork), on: signedIn.home, limit: 25)
        _ = try await posts.apply(.set(.saved(true), [signedIn.id("a")]))
        let database = DatabasePostProvider(store: services.store)
        #expect(try await database.items([signedIn.id("a")])[0].status.isSaved)
        #expect(try await database.storedFeed(signedIn.home).items.count == 2)
        #expect(signedIn.pages.all.map(\.sender) == [.current])
        try await services.finish()
    }
}
