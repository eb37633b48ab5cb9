import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// The screens with posts, over an app that is wired as a program wires it.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct PostScreenTests {
    private let app = CommunityApp()
    private var server: CommunityServer { app.server }
    private var clock: ManualClock { app.clock }

    private func start(posts count: Int = 4) async throws -> CommunityRun {
        server.setPosts { table in
            for number in 1...count {
                table.add("p\(number)") { post in
                    post.author = number.isMultiple(of: 2) ? "ann" : "ben"
                    post.category = number.isMultiple(of: 3) ? "CategoryZ_pet" : "CategoryZ_dailyRoutine"
                    post.hashtags = ["sun"]
                }
            }
        }
        return try await app.start()
    }

    private func asked(_ path: String) -> [String] {
        server.seen.filter { $0.path == path }.map { $0.query ?? "" }
    }

    // MARK: Home

    @Test func theStartScreenShowsTheFirstCategoryAndPagesAtTheThirdRowFromTheEnd() async throws {
        let run = try await start(posts: 20)
        let home = CommunityHomeViewModel()
        #expect(home.state.value.category == "CategoryZ_dailyRoutine" && server.count(of: "/v1/posts") == 0)
        await home.load()
        var list = home.state.value.list
        #expect(list.posts.count == 10 && list.posts.first?.id == "p20" && list.phase == .idle && !list.isEnd)
        #expect(asked("/v1/posts") == ["limit=10&product_id=CategoryZ_dailyRoutine"])
        await home.rowAppeared(list.posts[6].id)
        #expect(server.count(of: "/v1/posts") == 1)
        await home.rowAppeared(list.posts[7].id)
        list = home.state.value.list
        #expect(list.posts.count == 14 && list.isEnd && server.count(of: "/v1/posts") == 2)
        #expect(list.posts.first?.author?.picture == "data/ann.jpg" && list.posts.first?.aspect == 1.5)
        home.stop()
        try await run.finish()
    }

    @Test func aCategoryIsAskedForOnceNothingElseWasChosen() async throws {
        let run = try await start()
        let home = CommunityHomeViewModel()
        await home.load()
        home.choose("CategoryZ_song")
        try await run.pass(.milliseconds(399))
        home.choose("CategoryZ_pet")
        app.screens.advance(by: .milliseconds(1))
        #expect(server.count(of: "/v1/posts") == 1 && home.state.value.category == "CategoryZ_pet")
        try await run.pass(.milliseconds(400))
        await home.state.first { $0.list.posts.map(\.id) == ["p3"] && !$0.list.phase.isBusy }
        #expect(asked("/v1/posts").last == "limit=10&product_id=CategoryZ_pet")
        #expect(!asked("/v1/posts").contains { $0.contains("song") })
        // However fast one chooses, there is a second between two of them.
        home.choose(nil)
        try await run.pass(.milliseconds(400))
        #expect(server.count(of: "/v1/posts") == 2 && home.state.value.list.posts.count == 1)
        try await run.pass(.milliseconds(600))
        await home.state.first { $0.list.posts.count == 4 }
        home.stop()
        try await run.finish()
    }

    @Test func aPullWithinASecondOfAnotherIsDropped() async throws {
        let run = try await start()
        let home = CommunityHomeViewModel()
        await home.load()
        await home.refresh()
        await home.refresh()
        #expect(server.count(of: "/v1/posts") == 2)
        app.screens.advance(by: .seconds(1))
        await home.refresh()
        #expect(server.count(of: "/v1/posts") == 3)
        home.stop()
        try await run.finish()
    }

    @Test func aTapOnALikeCountsOnceInThreeHundredMilliseconds() async throws {
        let run = try await start()
        let home = CommunityHomeViewModel()
        await home.load()
        await home.toggleLike("p1")
        var post = try #require(home.state.value.list.posts.first { $0.id == "p1" })
        #expect(post.isLiked && post.likes == 1)
        await home.toggleLike("p1")
        #expect(home.state.value.list.posts.first { $0.id == "p1" }?.isLiked == true)
        // Another post's taps are its own.
        await home.toggleLike("p2")
        #expect(home.state.value.list.posts.first { $0.id == "p2" }?.isLiked == true)
        run.advance(by: .milliseconds(301))
        await run.settle()
        #expect(server.count(of: "/v1/posts/p1/like") == 1 && server.posts.post("p1")?.likes == ["id-ann"])
        await home.state.first { $0.list.posts.first { $0.id == "p1" }?.pending == [] }
        post = try #require(home.state.value.list.posts.first { $0.id == "p1" })
        #expect(post.isLiked && post.likes == 1)
        await home.toggleLike("p1")
        #expect(home.state.value.list.posts.first { $0.id == "p1" }?.likes == 0)
        run.advance(by: .milliseconds(301))
        await run.settle()
        #expect(server.posts.post("p1")?.likes == [])
        home.stop()
        try await run.finish()
    }

    @Test func aDeletedPostLeavesTheListAndComesBackWhereThatFails() async throws {
        let run = try await start()
        let home = CommunityHomeViewModel()
        await home.load()
        server.answer("DELETE /v1/posts/p2", with: 445)
        #expect(home.isOwn(home.state.value.list.posts[1]) && !home.isOwn(home.state.value.list.posts[2]))
        await home.delete("p2")
        #expect(home.state.value.list.posts.map(\.id) == ["p4", "p1"])
        for await outbox in run.writing.outbox.values where outbox.items.first?.state == .failed { break }
        await home.state.first { $0.list.posts.map(\.id) == ["p4", "p2", "p1"] }
        run.advance(by: .milliseconds(100))
        await home.delete("p1")
        #expect(home.state.value.list.banner?.error.code == .invalidInput)
        home.dismissBanner()
        #expect(home.state.value.list.banner == nil)
        home.stop()
        try await run.finish()
    }

    @Test func whatIsStoredIsShownWithoutANetworkWithTheReason() async throws {
        var run = try await start()
        let home = CommunityHomeViewModel()
        await home.load()
        home.stop()
        try await run.finish()
        server.cut()
        run = try await app.start(signingIn: nil)
        let again = CommunityHomeViewModel()
        await again.load()
        #expect(again.state.value.list.posts.map(\.id) == ["p4", "p2", "p1"])
        #expect(again.state.value.list.banner?.error.code == .offline)
        again.stop()
        try await run.finish()
    }

    @Test func aRefusalIsSaidInTheCommunitysWords() async throws {
        let run = try await start()
        server.answer("/v1/posts", with: 403)
        let home = CommunityHomeViewModel()
        await home.load()
        let error = home.state.value.list.banner?.error
        #expect((error?.underlying as? CommunityRefusal)?.meaning.sentence == .notAllowed)
        #expect(home.state.value.list.phase == .failed)
        home.stop()
        try await run.finish()
    }

    @Test func anEditElsewhereMovesARowOnce() async throws {
        let run = try await start()
        let home = CommunityHomeViewModel()
        await home.load()
        #expect(home.state.value.list.posts.map(\.id) == ["p4", "p2", "p1"])
        server.setPosts { $0.change("p2") { $0.category = "CategoryZ_pet" } }
        // The screen of the post reads it anew.
        let detail = CommunityPostViewModel("p2")
        await detail.load()
        await home.state.first { $0.list.posts.map(\.id) == ["p4", "p1"] }
        #expect(try await run.stored(.all(category: "CategoryZ_dailyRoutine")) == ["p4", "p1"])
        home.stop()
        try await run.finish()
    }

    @Test func aChangeThatIsNotSentIsShownAtOnceAndIsGoneWhereItIsGivenUp() async throws {
        let run = try await start()
        let (home, detail) = (CommunityHomeViewModel(), CommunityPostViewModel("p2"))
        await home.load()
        await detail.load()
        server.cut()
        let change = PostEdit(text: "Newer", category: "CategoryZ_pet")
        let id = try await run.writing.queue(try run.community.publishing.edit("p2", change), as: app.ann)
        await home.state.first { $0.list.posts.map(\.id) == ["p4", "p1"] }
        await detail.state.first { $0.post?.text == "Newer" && $0.post?.pending == [.editPost] }
        #expect(detail.state.value.post?.category == "CategoryZ_pet")
        try await run.paused(.pending)
        try await run.writing.decide(.giveUp(nil), on: try #require(id))
        await home.state.first { $0.list.posts.map(\.id) == ["p4", "p2", "p1"] }
        await detail.state.first { $0.post?.text != "Newer" && $0.post?.pending == [] }
        home.stop()
        try await run.finish()
    }

    // MARK: Liked

    @Test func theLikedOnesPageAtTheLastTileAndAreLaidOutInTwoColumns() async throws {
        let run = try await start(posts: 15)
        server.setPosts { table in for number in 1...15 { table.like("p\(number)", by: "ann") } }
        let liked = LikedPostsViewModel()
        await liked.load()
        #expect(liked.state.value.list.posts.count == 12 && asked("/v1/posts/likes/me") == ["limit=12"])
        await liked.tileAppeared(liked.state.value.list.posts[10].id)
        #expect(server.count(of: "/v1/posts/likes/me") == 1)
        await liked.tileAppeared(liked.state.value.list.posts[11].id)
        #expect(liked.state.value.list.posts.count == 15 && liked.state.value.list.isEnd)
        let layout = liked.state.value.layout(width: 390)
        #expect(layout.frames.count == 15 && layout.columnWidth == 186)
        // Width / 2 / 1.5 + 60 each.
        #expect(layout.frames[0] == LayoutFrame(x: 6, y: 0, width: 186, height: 190))
        #expect(layout.frames[1] == LayoutFrame(x: 198, y: 0, width: 186, height: 190))
        #expect(layout.frames[2] == LayoutFrame(x: 6, y: 196, width: 186, height: 190))
        await liked.toggleLike("p15")
        #expect(liked.state.value.list.posts.first?.id == "p14")
        run.advance(by: .milliseconds(301))
        await run.settle()
        #expect(liked.state.value.list.posts.count == 14 && server.posts.post("p15")?.likes == [])
        liked.stop()
        try await run.finish()
    }

    // MARK: Hashtags

    @Test func aHashtagIsAskedForASecondAfterTheLastKeyAndOnce() async throws {
        let run = try await start(posts: 40)
        let search = HashtagViewModel()
        search.choose(nil)
        #expect(server.count(of: "/v1/posts/hashTags") == 0)
        search.setText("#su")
        try await run.pass(.milliseconds(999))
        search.setText("#sun")
        app.screens.advance(by: .milliseconds(1))
        try await run.pass(.seconds(1))
        await search.state.first { $0.list.posts.count == 30 && !$0.list.phase.isBusy }
        #expect(asked("/v1/posts/hashTags") == ["hashTag=sun&limit=30"])
        // The same without its sign is no other question.
        search.setText("sun")
        await search.rowAppeared(search.state.value.list.posts[27].id)
        #expect(search.state.value.list.posts.count == 40 && search.state.value.list.isEnd)
        search.choose("CategoryZ_pet")
        try await run.pass(.seconds(1))
        await search.state.first { $0.list.posts.count == 13 }
        #expect(asked("/v1/posts/hashTags").last == "hashTag=sun&limit=30&product_id=CategoryZ_pet")
        search.setText("")
        try await run.pass(.seconds(1))
        await search.state.first { $0.list.posts.isEmpty && $0.list.phase == .initial }
        #expect(server.count(of: "/v1/posts/hashTags") == 3)
        search.stop()
        try await run.finish()
    }

    // MARK: A person

    @Test func aPersonsPostsAreOnesOwnUnlessSomebodyIsNamed() async throws {
        let run = try await start(posts: 6)
        let mine = PersonPostsViewModel()
        await mine.load()
        #expect(mine.state.value.person == "id-ann" && mine.state.value.list.posts.map(\.id) == ["p6", "p4", "p2"])
        #expect(asked("/v1/posts/users/id-ann") == ["limit=20"])
        mine.choose("CategoryZ_pet")
        try await run.pass(.milliseconds(400))
        await mine.state.first { $0.list.posts.map(\.id) == ["p6"] }
        let other = PersonPostsViewModel(of: "id-ben", category: "CategoryZ_pet")
        await other.load()
        #expect(other.state.value.list.posts.map(\.id) == ["p3"])
        mine.stop()
        other.stop()
        try await run.finish()
    }

    @Test func nobodyHasNoPostsOfTheirOwn() async throws {
        server.setPosts { $0.add("p1") }
        let run = try await app.start(signingIn: nil)
        let mine = PersonPostsViewModel()
        await mine.load()
        #expect(mine.state.value.person == nil && mine.state.value.list.phase == .initial)
        try await run.finish()
    }

    // MARK: One post

    @Test func aPostIsShownLikedAndDeleted() async throws {
        let run = try await start()
        server.setPosts { $0.comment("Nice", on: "p2", by: "ben", at: clock.now) }
        let detail = CommunityPostViewModel("p2")
        await detail.load()
        var state = detail.state.value
        #expect(state.post?.id == "p2" && state.isOwn && !state.isDeleted && state.commentCount == 1)
        #expect(state.phase == .idle && state.banner == nil && state.post?.author?.picture == "data/ann.jpg")
        await detail.toggleLike()
        #expect(detail.state.value.post?.isLiked == true && detail.state.value.post?.likes == 1)
        run.advance(by: .milliseconds(399))
        await detail.toggleLike()
        #expect(detail.state.value.post?.isLiked == true)
        await run.settle()
        #expect(server.posts.post("p2")?.likes == ["id-ann"])
        await detail.delete()
        state = detail.state.value
        #expect(state.isDeleted)
        await run.settle()
        #expect(server.posts.post("p2") == nil && detail.state.value.isDeleted)
        try await run.finish()
    }

    @Test func aPostThatIsGoneIsSaidToBeAndLeavesTheLists() async throws {
        let run = try await start()
        try await run.load(.all(category: nil), limit: 10)
        server.setPosts { $0.posts.removeAll { $0.id == "p3" } }
        let detail = CommunityPostViewModel("p3")
        await detail.load()
        #expect(detail.state.value.isDeleted && detail.state.value.banner?.error.code == .notFound)
        #expect(try await run.stored(.all(category: nil)) == ["p4", "p2", "p1"])
        let nothing = CommunityPostViewModel("p9")
        await nothing.load()
        #expect(nothing.state.value.post == nil && nothing.state.value.phase == .missing)
        try await run.finish()
    }

    // MARK: Comments

    @Test func aCommentIsTypedSentAndDeleted() async throws {
        let run = try await start()
        server.setPosts { $0.comment("older", on: "p1", by: "ben", at: clock.now - 60) }
        let screen = CommunityCommentsViewModel("p1")
        await screen.load()
        #expect(screen.state.value.comments.map(\.text) == ["older"] && !screen.state.value.canSend)
        screen.setText("Ni")
        screen.setText("Ni\nce")
        #expect(screen.state.value.text.text == "Ni", "a line end is not taken")
        screen.setText(String(repeating: "a", count: 301))
        #expect(screen.state.value.text.text == "Ni" && screen.state.value.canSend)
        screen.setText("  ")
        #expect(!screen.state.value.canSend)
        screen.setText("Nice")
        server.cut()
        await screen.send()
        var comments = screen.state.value.comments
        #expect(comments.map(\.text) == ["Nice", "older"] && comments.first?.own?.isUnsent == true)
        #expect(screen.state.value.text.text == "" && !screen.state.value.canSend)
        let name = comments.first?.name
        try await run.reconnect()
        await screen.state.first { $0.comments.first?.own?.isUnsent == false }
        comments = screen.state.value.comments
        #expect(comments.map(\.text) == ["Nice", "older"] && comments.first?.name == name)

        // Only one's own is deleted.
        await screen.delete(comments[1].id)
        #expect(screen.state.value.banner?.error.code == .forbidden && screen.state.value.comments.count == 2)
        screen.dismissBanner()
        run.advance(by: .milliseconds(100))
        await screen.delete(comments[0].id)
        #expect(screen.state.value.comments.map(\.text) == ["older"] && screen.state.value.banner == nil)
        await run.settle()
        #expect(server.posts.post("p1")?.comments.map(\.text) == ["older"])
        #expect(screen.state.value.comments.map(\.text) == ["older"])
        try await run.finish()
    }

    @Test func aDeletionThatFailsBringsTheCommentBackWithItsReason() async throws {
        let run = try await start()
        server.setPosts { $0.comment("Nice", on: "p1", by: "ann", at: clock.now) }
        let screen = CommunityCommentsViewModel("p1")
        await screen.load()
        server.answer("DELETE /v1/posts/p1/comments/c1", with: 445)
        await screen.delete("c1")
        await screen.state.first { $0.comments.first?.own?.shownIntent?.state == .failed }
        let own = try #require(screen.state.value.comments.first?.own?.shownIntent)
        #expect(screen.state.value.comments.map(\.text) == ["Nice"] && own.kind == .delete)
        await screen.cancel(own.id)
        #expect(screen.state.value.comments.first?.own?.shownIntent == nil)
        try await run.finish()
    }

    @Test func aCommentThatWasRefusedIsSentAgain() async throws {
        let run = try await start()
        let screen = CommunityCommentsViewModel("p1")
        await screen.load()
        server.answer("POST /v1/posts/p1/comments", with: 403)
        screen.setText("Nice")
        await screen.send()
        await screen.state.first { $0.comments.first?.own?.shownIntent?.state == .failed }
        let own = try #require(screen.state.value.comments.first?.own?.shownIntent)
        await screen.retry(own.id)
        await screen.state.first { $0.comments.first?.own?.isUnsent == false }
        #expect(server.posts.post("p1")?.comments.map(\.text) == ["Nice"])
        try await run.finish()
    }
}
