import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import Testing

/// What happens in one place reaches every list that is shown, once, by what the store has.
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct CommunityFeedsTests {
    private let app = CommunityApp()
    private var server: CommunityServer { app.server }

    private static let all = PostListing.all(category: nil)
    private static let pets = PostListing.all(category: "CategoryZ_pet")
    private static let songs = PostListing.all(category: "CategoryZ_song")
    private static let mine = PostListing.of(user: "id-ann", category: nil)
    private static let myPets = PostListing.of(user: "id-ann", category: "CategoryZ_pet")
    private static let sun = PostListing.hashtag("sun", category: nil)

    /// A list that is followed, by what the store has of it.
    private final class Followed: Sendable {
        private let task: Task<Void, Never>
        private let state: ObservableValue<[String]>

        init(_ listing: PostListing, _ run: CommunityRun) {
            let feed = run.community.configuration.feed(listing)
            let updates = Dependency.resolve((any PostProvider).self).updates(of: feed)
            let state = ObservableValue<[String]>(["not read yet"])
            self.state = state
            task = Task {
                for await update in updates {
                    let posts = update.items.map { CommunityPost($0, extras: nil) }
                    state.set(posts.filter { $0.isShown(in: listing.category == nil ? listing : Self.loose) }.map(\.id))
                }
            }
        }

        /// What is shown of a list of a category by what the store has alone.
        private static let loose = PostListing.all(category: nil)

        deinit { task.cancel() }

        var now: [String] { state.value }

        func wait(for ids: [String]) async { await state.first { $0 == ids } }
    }

    private func start(_ listings: PostListing...) async throws -> (CommunityRun, [Followed]) {
        server.setPosts { table in
            for number in 1...4 {
                table.add("p\(number)") { post in
                    post.author = number.isMultiple(of: 2) ? "ann" : "ben"
                    post.category = number > 2 ? "CategoryZ_pet" : "CategoryZ_song"
                    post.hashtags = ["sun"]
                }
            }
        }
        let run = try await app.start()
        var followed: [Followed] = []
        for listing in listings {
            try await run.load(listing, limit: 10)
            followed.append(Followed(listing, run))
        }
        return (run, followed)
    }

    private func wire(_ id: String, _ change: (inout CommunityPostTable.Post) -> Void) throws -> WirePost {
        let text = try server.setPosts { table in
            if table.post(id) == nil { table.add(id) { $0.created += 3600 } }
            table.change(id, change)
            return CommunityPostTable.text(of: try #require(table.post(id)))
        }
        let body = Data(text.utf8)
        return try WirePost(try NetworkResponse(status: 200, url: url("https://community.example/"), body: body).json())
    }

    @Test func aPostOfAnotherCategoryMovesInEveryListThatIsShown() async throws {
        let (run, lists) = try await start(Self.all, Self.pets, Self.songs, Self.mine, Self.myPets)
        for (list, ids) in zip(lists, [["p4", "p3", "p2", "p1"], ["p4", "p3"], ["p2", "p1"], ["p4", "p2"], ["p4"]]) {
            await list.wait(for: ids)
        }
        try await run.community.feeds.apply(try wire("p2") { $0.category = "CategoryZ_pet" })
        for (list, ids) in zip(
            lists, [["p4", "p3", "p2", "p1"], ["p4", "p3", "p2"], ["p1"], ["p4", "p2"], ["p4", "p2"]]
        ) {
            await list.wait(for: ids)
        }
        // And back, in its place by its date.
        try await run.community.feeds.apply(try wire("p2") { $0.category = "CategoryZ_song" })
        for (list, ids) in zip(lists.dropFirst(), [["p4", "p3"], ["p2", "p1"], ["p4", "p2"], ["p4"]]) {
            await list.wait(for: ids)
        }
        // The server says the same.
        try await run.load(Self.songs, limit: 10)
        #expect(try await run.stored(Self.songs) == ["p2", "p1"])
        try await run.finish()
    }

    @Test func aPostThatWasMadeIsTheFirstOfTheListsThatItBelongsIn() async throws {
        let (run, lists) = try await start(Self.all, Self.pets, Self.songs, Self.mine, Self.sun)
        let new = try wire("p9") { post in
            post.author = "ann"
            post.category = "CategoryZ_pet"
            post.hashtags = ["rain"]
        }
        try await run.community.feeds.apply(new)
        try await run.community.feeds.apply(new)
        for (list, ids) in zip(
            lists,
            [
                ["p9", "p4", "p3", "p2", "p1"], ["p9", "p4", "p3"], ["p2", "p1"], ["p9", "p4", "p2"],
                ["p4", "p3", "p2", "p1"],
            ]
        ) {
            await list.wait(for: ids)
        }
        // A list that was never loaded is not made by it.
        #expect(try await run.stored(Self.myPets) == [])
        // A mark of donations enters no list of all categories.
        try await run.community.feeds.apply(try wire("mark") { $0.category = "CategoryZ_UserDonate" })
        #expect(try await run.stored(Self.all) == ["p9", "p4", "p3", "p2", "p1"])
        try await run.finish()
    }

    @Test func aDeletedPostLeavesEveryListAtOnceAndForGood() async throws {
        let (run, lists) = try await start(Self.all, Self.pets, Self.mine, Self.sun)
        server.cut()
        let item = try await CommunityWriter().delete("p4")
        for (list, ids) in zip(lists, [["p3", "p2", "p1"], ["p3"], ["p2"], ["p3", "p2", "p1"]]) {
            await list.wait(for: ids)
        }
        #expect(try await run.stored(Self.all) == ["p4", "p3", "p2", "p1"], "the server has it still")
        try await run.reconnect()
        try await run.done(item)
        for listing in [Self.all, Self.pets, Self.mine, Self.sun] {
            #expect(try await !run.stored(listing).contains("p4"))
        }
        #expect(lists[0].now == ["p3", "p2", "p1"])
        try await run.finish()
    }

    @Test func aDeletionThatFailsBringsThePostBackToItsPlace() async throws {
        let (run, lists) = try await start(Self.all, Self.mine)
        server.answer("DELETE /v1/posts/p2", with: 403)
        let item = try await CommunityWriter().delete("p2")
        try await run.wait(for: .failed, of: item)
        await lists[0].wait(for: ["p4", "p3", "p2", "p1"])
        await lists[1].wait(for: ["p4", "p2"])
        try await run.finish()
    }

    @Test func aPostThatIsNotLikedAnyMoreLeavesTheLikedOnesAndALikedOneIsTheFirst() async throws {
        server.setPosts { _ in }
        let (run, _) = try await start(Self.all)
        server.setPosts { table in
            table.like("p1", by: "ann")
            table.like("p2", by: "ann")
        }
        try await run.load(.liked, limit: 10)
        let liked = Followed(.liked, run)
        await liked.wait(for: ["p2", "p1"])
        let writer = CommunityWriter()

        server.cut()
        try await writer.like("p1", false)
        await liked.wait(for: ["p2"])
        try await writer.like("p3", true)
        await liked.wait(for: ["p3", "p2"])
        try await run.reconnect()
        await run.settle()
        #expect(try await run.stored(.liked) == ["p3", "p2"])
        await liked.wait(for: ["p3", "p2"])
        // The server says the same.
        try await run.load(.liked, limit: 10)
        #expect(try await run.stored(.liked) == ["p3", "p2"])
        try await run.finish()
    }

    @Test func anEndOfALikeThatFailsBringsThePostBackToItsPlace() async throws {
        let (run, _) = try await start(Self.all)
        server.setPosts { table in for id in ["p1", "p2", "p3"] { table.like(id, by: "ann") } }
        try await run.load(.liked, limit: 10)
        let liked = Followed(.liked, run)
        server.answer("POST /v1/posts/p2/like", with: 403)
        let item = try await CommunityWriter().like("p2", false, after: .milliseconds(300))
        await liked.wait(for: ["p3", "p1"])
        app.clock.advance(by: .milliseconds(301))
        try await run.wait(for: .failed, of: item)
        await liked.wait(for: ["p3", "p2", "p1"])
        try await run.finish()
    }

    @Test func aLikeThatFailsLeavesTheLikedOnes() async throws {
        let (run, _) = try await start(Self.all, .liked)
        let liked = Followed(.liked, run)
        server.answer("POST /v1/posts/p2/like", with: 410)
        let item = try await CommunityWriter().like("p2", true, after: .milliseconds(300))
        await liked.wait(for: ["p2"])
        app.clock.advance(by: .milliseconds(301))
        try await run.wait(for: .failed, of: item)
        await liked.wait(for: [])
        try await run.finish()
    }

    @Test func nothingThatTheServerHasInBetweenIsLostByALikeAtTheHead() async throws {
        let (run, _) = try await start(Self.all)
        server.setPosts { table in table.like("p1", by: "ann") }
        try await run.load(.liked, pages: 1, limit: 1)
        // Two more are liked elsewhere, then one here.
        server.setPosts { table in for id in ["p2", "p3"] { table.like(id, by: "ann") } }
        try await CommunityWriter().like("p4", true)
        await run.settle()
        #expect(try await run.stored(.liked) == ["p4", "p1"])
        try await run.load(.liked, pages: 1, limit: 2)
        let stored = try await run.store.storedFeed(run.community.configuration.feed(.liked, of: app.ann))
        #expect(stored.items.map(\.id.native) == ["p4", "p3", "p1"] && stored.gaps.map(\.after.native) == ["p3"])
        try await run.finish()
    }
}
