import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@testable import Database

/// Who looks at a site decides whose statuses are read and written there, at each moment.
@Suite(.timeLimit(.minutes(20)))
struct ViewersTests {
    private let start = ViewersWorld.start
    private let anna = ViewersWorld.anna
    private let ben = ViewersWorld.ben
    private let comment = Comment.ID.mock("t1_a")

    // MARK: Nothing of one is shown to another

    @Test(arguments: [AccountKey?.none, ViewersWorld.anna, ViewersWorld.ben])
    func eachOwnerReadsTheirOwn(_ account: AccountKey?) async throws {
        let world = try await ViewersWorld()
        let post = world.id("t3_a")
        world.look(as: account)
        _ = try await world.posts.apply(.set(.saved(true), [post]), at: start)
        _ = try await world.posts.apply(.set(.read(true), [post]), at: start)
        _ = try await world.posts.apply(.set(.favourite(true), [world.id("t3_b")]), at: start)
        _ = try await world.posts.apply(.dismiss([world.id("t3_c")]), at: start)
        try await world.comments.setCollapsed([comment: true], of: post, at: start)
        _ = try await world.comments.visit(post, at: start)

        for other in [nil, anna, ben] {
            world.look(as: other)
            let isOwn = other == account
            // Twice, as the second answer may come from memory.
            for _ in 1...2 {
                #expect(try await world.ids(of: world.feed, where: \.isSaved) == (isOwn ? ["t3_a"] : []))
                #expect(try await world.ids(of: world.feed, where: \.isDismissed) == (isOwn ? ["t3_c"] : []))
                #expect(try await world.items(of: world.saved).map(\.id.native) == (isOwn ? ["t3_a"] : []))
                let favourites = Feed(site: .demo, source: .favourites)
                #expect(try await world.items(of: favourites).map(\.id.native) == (isOwn ? ["t3_b"] : []))
            }
            #expect(try await world.posts.storedFeed(world.feed).canUndo == isOwn)
            #expect(try await world.posts.items([post])[0].status.isRead == isOwn)
            let thread = try #require(try await world.comments.storedThread(of: post))
            #expect(thread.marks.collapsed == (isOwn ? [comment: true] : [:]))
            #expect((thread.marks.visited != nil) == isOwn)
            #expect(try await world.comments.marks(of: post).collapsed == (isOwn ? [comment: true] : [:]))
            let found = try await world.search.search(PostSearchRequest(SearchQuery("Post"), on: .demo)).items
            #expect(found.map(\.id.native) == (isOwn ? ["t3_a", "t3_b"] : ["t3_a", "t3_b", "t3_c"]))
            #expect(found[0].status.isSaved == isOwn)
        }
    }

    @Test func whatAServerSaidToOneIsNotShownToAnother() async throws {
        let world = try await ViewersWorld()
        var said = Confirmation(account: anna)
        said.values = [
            .post(world.id("t3_a")): ConfirmedValues(vote: .up, isSaved: true),
            .comment(comment): ConfirmedValues(vote: .down),
        ]
        try await world.posts.store(said)
        for other in [nil, anna, ben] {
            world.look(as: other)
            let isHers = other == anna
            #expect(try await world.items(of: world.feed)[0].status.vote == (isHers ? .up : nil))
            #expect(try await world.items(of: world.saved).map(\.id.native) == (isHers ? ["t3_a"] : []))
            let thread = try #require(try await world.comments.storedThread(of: world.id("t3_a")))
            #expect(thread.statuses[comment]?.vote == (isHers ? .down : nil))
        }
    }

    @Test func whatWasWrittenWithAThreadIsOfWhoeverLooksThen() async throws {
        let world = try await ViewersWorld()
        world.look(as: anna)
        try await world.comments.setCollapsed([comment: true], of: world.id("t3_a"), at: start)
        world.look(as: ben)
        let stored = try await world.comments.commit(
            .mock("t1_a", " t1_b", "t1_c", post: .mock("t3_a")), of: .mock("t3_a"), sort: nil, date: start)
        #expect(stored.marks == ThreadMarks())
        world.look(as: anna)
        let expanded = try await world.comments.commit(
            CommentExpansion(entries: [], requested: [], source: "mock"),
            for: MoreComments(parent: .post(.mock("t3_a")), depth: 0, count: 1, ids: [.mock("t1_z")]),
            of: .mock("t3_a"))
        #expect(expanded?.marks.collapsed == [comment: true])
    }

    // MARK: Several sites

    @Test func eachPostIsMarkedForTheOwnerOfItsSite() async throws {
        let world = try await ViewersWorld()
        let (post, other) = (world.id("t3_a"), world.id("t3_x", .reddit))
        world.look(as: anna)
        let receipt = try await world.posts.apply(.set(.saved(true), [other, post]), at: start)
        #expect(receipt.statuses.map(\.id) == [other, post])
        #expect(try await world.posts.items([post, other]).map(\.status.isSaved) == [true, true])
        world.look(as: nil)
        #expect(try await world.posts.items([post, other]).map(\.status.isSaved) == [false, true])
        world.look(as: ben)
        #expect(try await world.posts.items([other, post, other]).map(\.status.isSaved) == [true, false, true])
        let found = try await world.search.search(PostSearchRequest(SearchQuery("Post"))).items
        #expect(found.filter(\.status.isSaved).map(\.id) == [other])
    }

    @Test func whatWasDismissedTogetherComesBackTogether() async throws {
        let world = try await ViewersWorld()
        let both = [world.id("t3_a"), world.id("t3_x", .reddit)]
        world.look(as: anna)
        _ = try await world.posts.apply(.dismiss([world.id("t3_b")]), at: start)
        #expect(try await world.posts.apply(.dismiss(both), at: start).canUndo)
        #expect(try await world.posts.items(both).allSatisfy(\.status.isDismissed))
        let receipt = try await world.posts.apply(.undoDismiss, at: start)
        #expect(Set(receipt.changed) == Set(both))
        #expect(receipt.canUndo)
        #expect(try await world.posts.items(both).allSatisfy { !$0.status.isDismissed })
        #expect(try await world.posts.apply(.undoDismiss, at: start).changed == [world.id("t3_b")])
        #expect(try await !world.posts.storedFeed(world.elsewhere).canUndo)
    }

    @Test func nobodyUndoesWhatAnotherHasDismissed() async throws {
        let world = try await ViewersWorld()
        world.look(as: anna)
        _ = try await world.posts.apply(.dismissAll(world.feed), at: start)
        for other in [nil, ben] {
            world.look(as: other)
            #expect(try await world.posts.apply(.undoDismiss, at: start) == StatusReceipt(version: world.version))
            #expect(try await world.ids(of: world.feed, where: \.isDismissed).isEmpty)
        }
        world.look(as: anna)
        #expect(try await world.posts.apply(.undoDismiss, at: start).changed.count == 3)
    }

    @Test func whatAnotherProcessLeavesNamesTheOwnerOfEachSite() async throws {
        let (files, time) = (InMemoryFileSystem(), ManualClock())
        // What was left is done when this returns.
        func open(_ access: StoreAccess) async throws -> JSONStore {
            try await JSONStore.open(directory: "/tmp/store", access: access, files: files, time: time)
        }
        let (post, other) = (Post.mock("t3_a"), Post.mock("t3_x", site: .reddit))
        let first = try await open(.writing)
        try await DatabasePostProvider(store: first, time: time).store([post, other], completeness: .full)
        try await first.close()

        let reader = try await open(.reading)
        let viewers = CurrentViewers(fixed: Viewers([.demo: anna]))
        let posts = DatabasePostProvider(store: reader, viewers: viewers, time: time)
        let receipt = try await posts.apply(.set(.saved(true), [post.id, other.id]), at: start)
        #expect(receipt.statuses.map(\.isSaved) == [true, true])
        _ = try await posts.apply(.dismiss([post.id, other.id]), at: start)
        try await reader.close()

        let writer = try await open(.writing)
        let nobodys = DatabasePostProvider(store: writer, time: time)
        #expect(try await nobodys.items([post.id, other.id]).map(\.status.isSaved) == [false, true])
        #expect(try await nobodys.items([post.id, other.id]).map(\.status.isDismissed) == [false, true])
        let hers = DatabasePostProvider(store: writer, viewers: viewers, time: time)
        #expect(try await hers.items([post.id, other.id]).map(\.status.isSaved) == [true, true])
        #expect(try await hers.items([post.id, other.id]).map(\.status.isDismissed) == [true, true])
        try await writer.close()
    }

    // MARK: Who looks

    @Test func anAccountThatIsNotKnownYetLooksAsNobodyAndAnExpiredOneAsItself() async throws {
        let world = try await ViewersWorld()
        world.session.accounts.set(
            SiteAccounts(all: [SignedInAccount(id: "a", site: .demo)], currentID: "a"))
        #expect(world.viewers.owner(on: .demo) == .nobody)
        world.look(as: anna)
        world.session.accounts.update { $0.all[0].state = .expired }
        #expect(world.viewers.owner(on: .demo) == .account(anna))
        #expect(world.viewers.now.owner(on: .demo) == .account(anna))
        #expect(world.viewers.owner(on: .reddit) == .nobody)
        world.look(as: nil)
        #expect(world.viewers.now == .nobody)
    }

    // MARK: Switching

    @Test func aSwitchReachesEachFeedThatIsFollowed() async throws {
        let world = try await ViewersWorld()
        let provider = DefaultPostProvider(offline: world.posts, online: nil, time: ManualClock())
        world.look(as: anna)
        _ = try await world.posts.apply(.set(.saved(true), [world.id("t3_b")]), at: start)
        var feed = provider.updates(of: world.feed).makeAsyncIterator()
        var saved = provider.updates(of: world.saved).makeAsyncIterator()
        #expect(await saved.next()?.items.map(\.id.native) == ["t3_b"])
        #expect(await feed.next()?.items.map(\.status.isSaved) == [false, true, false])
        let steps: [(account: AccountKey?, ids: [String])] = [(ben, []), (nil, []), (anna, ["t3_b"])]
        for (account, ids) in steps {
            world.look(as: account)
            while let update = await saved.next(), update.items.map(\.id.native) != ids {}
            let flags = ["t3_a", "t3_b", "t3_c"].map { ids.contains($0) }
            // Without a commit, and without a call.
            while let update = await feed.next(), update.items.map(\.status.isSaved) != flags {}
        }
    }

    @Test func aSwitchIsAChangeForASearch() async throws {
        let world = try await ViewersWorld()
        var changes = world.search.changes().makeAsyncIterator()
        world.look(as: anna)
        #expect(await changes.next() != nil)
    }

    @MainActor @Test func aSwitchReachesADetailAndAThread() async throws {
        let world = try await ViewersWorld()
        let post = world.id("t3_a")
        world.look(as: anna)
        _ = try await world.posts.apply(.set(.saved(true), [post]), at: start)
        try await world.comments.setCollapsed([comment: true], of: post, at: start)
        let (detail, thread) = screens(of: post, in: world)
        await detail.load()
        await thread.load()
        #expect(detail.state.value.item?.status.isSaved == true)
        #expect(thread.state.value.rows.map(\.isCollapsed) == [true])
        world.look(as: ben)
        for await state in detail.state.values where state.item?.status.isSaved == false { break }
        for await state in thread.state.values where state.rows.map(\.isCollapsed) == [false, false] { break }
        #expect(thread.state.value.item?.status.isSaved == false)
        world.look(as: anna)
        for await state in detail.state.values where state.item?.status.isSaved == true { break }
        for await state in thread.state.values where state.rows.map(\.isCollapsed) == [true] { break }
    }
}

extension ViewersTests {
    @MainActor private func screens(
        of post: Post.ID, in world: ViewersWorld
    ) -> (PostDetailViewModel, CommentThreadViewModel) {
        Dependency.withContainer(DependencyContainer()) {
            Dependency.register(CurrentViewers.self) { world.viewers }
            Dependency.register((any PostProvider).self) {
                DefaultPostProvider(offline: world.posts, online: nil, time: ManualClock())
            }
            Dependency.register((any CommentProvider).self) {
                DefaultCommentProvider(
                    offline: world.posts, comments: world.comments, online: nil, time: ManualClock())
            }
            return (
                PostDetailViewModel(id: post, marksAsRead: false),
                CommentThreadViewModel(id: post, policy: .storedOnly)
            )
        }
    }

    // MARK: An account of which nobody knows yet whose it is

    @Test(arguments: [false, true])
    func whatWasFetchedBeforeTheAccountWasKnownIsItsOwn(isRefreshed: Bool) async throws {
        let world = try await ViewersWorld()
        let home = Feed(site: .demo, source: .home)
        // Its own name for feeds is that of its credentials until the server says whose it is.
        let before = home.seen(by: "?place-t2_anna")
        _ = try await world.posts.commit(
            .mock("t3_a", "t3_b", next: "c2"), to: before, at: .head, date: start)
        _ = try await world.posts.commit(.mock("t3_x"), to: home, at: .head, date: start)
        for other in [ben, nil] {
            world.look(as: other)
            #expect(try await world.items(of: home.seen(by: "t2_ben")).isEmpty)
        }
        world.look(as: anna)
        let hers = home.seen(by: "t2_anna")
        if isRefreshed {
            _ = try await world.posts.commit(.mock("t3_c", next: "c1"), to: hers, at: .head, date: start)
            #expect(try await world.items(of: hers).map(\.id.native) == ["t3_c", "t3_a", "t3_b"])
        }
        let stored = try await world.posts.storedFeed(hers)
        #expect(stored.items.map(\.id.native) == (isRefreshed ? ["t3_c"] : []) + ["t3_a", "t3_b"])
        #expect(stored.refreshedAt == start)
        #expect(try await world.items(of: before).isEmpty)
        // It is not taken twice.
        _ = try await world.posts.commit(.mock("t3_z"), to: before, at: .head, date: start)
        #expect(try await world.posts.storedFeed(hers).items == stored.items)
        #expect(try await world.items(of: home).map(\.id.native) == ["t3_x"])
    }
}

extension ViewersWorld {
    /// The number of the last commit.
    var version: UInt64 { store.snapshot().version }
}
