import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import Testing

/// The lists of a community as feeds.
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct CommunityListTests {
    private let app = CommunityApp()

    private func fill() {
        app.server.setPosts { table in
            for number in 1...7 {
                table.add("p\(number)") { post in
                    post.category = number.isMultiple(of: 2) ? "CategoryZ_pet" : "CategoryZ_song"
                    post.author = number > 3 ? "ann" : "ben"
                    post.hashtags = ["해/50%"]
                }
                table.like("p\(number)", by: "ann")
            }
        }
    }

    private static let listings: [(PostListing, ids: [String], asked: String)] = [
        (.all(category: nil), ["p7", "p6", "p5", "p4", "p3", "p2", "p1"], "/v1/posts?limit=2"),
        (.all(category: "CategoryZ_pet"), ["p6", "p4", "p2"], "/v1/posts?limit=2&product_id=CategoryZ_pet"),
        (.of(user: "id-ben", category: nil), ["p3", "p2", "p1"], "/v1/posts/users/id-ben?limit=2"),
        (
            .of(user: "id-ben", category: "CategoryZ_song"), ["p3", "p1"],
            "/v1/posts/users/id-ben?limit=2&product_id=CategoryZ_song"
        ),
        (.liked, ["p7", "p6", "p5", "p4", "p3", "p2", "p1"], "/v1/posts/likes/me?limit=2"),
        (
            .hashtag("해/50%", category: nil), ["p7", "p6", "p5", "p4", "p3", "p2", "p1"],
            "/v1/posts/hashTags?hashTag=%ED%95%B4%2F50%25&limit=2"
        ),
        (
            .hashtag("해/50%", category: "CategoryZ_pet"), ["p6", "p4", "p2"],
            "/v1/posts/hashTags?hashTag=%ED%95%B4%2F50%25&limit=2&product_id=CategoryZ_pet"
        ),
    ]

    @Test(arguments: listings.indices)
    func aListIsPagedToItsEndAndThereWithoutANetwork(_ index: Int) async throws {
        let (listing, ids, asked) = Self.listings[index]
        fill()
        let run = try await app.start()
        let outcome = try await run.load(listing)
        #expect(outcome.error == nil && outcome.issues == [])
        #expect(try await run.stored(listing) == ids)
        let requests = app.server.seen.filter { $0.path.hasPrefix("/v1/posts") }
        #expect(requests.first.map { $0.path + "?" + ($0.query ?? "") } == asked)
        #expect(requests.count == (ids.count + 1) / 2)
        #expect(requests.dropFirst().allSatisfy { $0.query?.contains("next=p") ?? false })
        let feed = run.community.configuration.feed(listing, of: app.ann)
        #expect(try await run.store.storedFeed(feed).isEnd)
        try await run.finish()

        app.server.cut()
        let relaunched = try await app.start(signingIn: nil, isOffline: true)
        let asAsked = relaunched.community.configuration.feed(listing)
        let posts = Dependency.resolve((any PostProvider).self)
        for await update in posts.updates(of: asAsked) {
            #expect(update.items.map(\.id.native) == ids)
            break
        }
        try await relaunched.finish()
    }

    @Test func aSourceIsReadBackAsTheListThatItIs() throws {
        let profile = try CommunityConfiguration(base: url("https://community.example"), key: Secret("k")).profile
        for (listing, _, _) in Self.listings {
            #expect(PostListing(listing.source) == listing)
            #expect(try profile.source(parsing: listing.source.description) == listing.source)
        }
        #expect(PostListing.hashtag("#sun", category: nil).source.description == "tag/sun")
        #expect(PostListing.of(user: "a/b", category: "c%").source.description == "u/a%2Fb/c%25")
        for text in ["tag/", "tag/sun/nothing", "category/nothing", "u/ann/nothing", "category/a/b", "r/swift", "#"] {
            let error = #expect(throws: DataError.self) { try profile.source(parsing: text) }
            #expect(error?.code == .invalidInput, "\(text)")
        }
        // Ids that differ in case are two people.
        let feeds = ["id-Ann", "id-ann"].map { profile.feed(PostListing.of(user: $0, category: nil).source, sort: nil) }
        #expect(feeds[0] != feeds[1])
    }

    @Test func marksOfDonationsAreShownInNoListOfAllCategoriesAndAreNoIssue() async throws {
        app.server.setPosts { table in
            table.add("p1")
            table.add("mark") { $0.category = "CategoryZ_UserDonate" }
            table.add("p2")
        }
        let run = try await app.start()
        let mine = PostListing.of(user: "id-ben", category: nil)
        for listing in [PostListing.all(category: nil), mine] {
            // A page of nothing else leads on to the next one.
            let outcome = try await run.load(listing, limit: 1)
            #expect(outcome.issues == [])
            #expect(try await run.stored(listing) == ["p2", "p1"])
        }
        let marks = PostListing.of(user: "id-ben", category: "CategoryZ_UserDonate")
        try await run.load(marks)
        #expect(try await run.stored(marks) == ["mark"])
        try await run.finish()
    }

    @Test func aDamagedPostAndADamagedCommentAreIssuesAndCostNothingElse() async throws {
        app.server.setPosts { table in
            for number in 1...3 { table.add("p\(number)") }
            table.damaged["p2"] = #"{"post_id":"p2","createdAt":"yesterday"}"#
            let whole = CommunityPostTable.text(of: table.posts[2])
            table.damaged["p1"] = whole.replacing(#""comments":[]"#, with: #""comments":[17]"#)
        }
        let run = try await app.start()
        let outcome = try await run.load(.all(category: nil), limit: 10)
        #expect(
            outcome.issues.map(\.reason) == [
                "createdAt: expected a date of ISO 8601", "comments.0.comment_id: missing",
            ])
        #expect(outcome.issues.first?.index == 1)
        #expect(try await run.stored(.all(category: nil)) == ["p3", "p1"])
        try await run.finish()
    }

    @Test func aPostHasEverythingThatTheServerSays() async throws {
        app.server.setPosts { table in
            table.add("p1") { post in
                post.text = "#sun out"
                post.hashtags = ["#sun"]
                post.files = ["data/1.jpg", "data/2.jpg"]
                post.aspect = "0.75"
                post.likes = ["id-ann", "id-cid"]
            }
            table.comment("first", on: "p1", by: "cid", at: Date(timeIntervalSince1970: 1_700_000_001))
            table.comment("second", on: "p1", by: "ann", at: Date(timeIntervalSince1970: 1_700_000_002))
        }
        let run = try await app.start()
        try await run.load(.all(category: nil))
        let posts = CommunityPosts()
        let post = try #require(try await posts.posts(of: run.store.items([run.id("p1")])).first)
        #expect(post.id == "p1" && post.category == "CategoryZ_pet" && post.text == "#sun out" && post.title == "")
        #expect(post.files == ["data/1.jpg", "data/2.jpg"] && post.aspect == 0.75 && post.hashtags == ["sun"])
        #expect(post.author == Person(id: "id-ben", nick: "ben", picture: "data/ben.jpg"))
        #expect(post.created == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(post.likes == 2 && post.isLiked && post.commentCount == 2 && post.pending == [])
        #expect(post.item.post.media.gallery.map(\.source?.link.text) == ["/data/1.jpg", "/data/2.jpg"])

        // The comments came with the list, and are there without a request of their own.
        app.server.cut()
        let comments = try #require(try await posts.comments(of: ["p1"])["p1"])
        #expect(comments.map(\.text) == ["second", "first"] && comments.map(\.isOwn) == [true, false])
        #expect(comments.last?.author == Person(id: "id-cid", nick: "cid", picture: "data/cid.jpg"))
        let thread = try await posts.thread("p1")
        #expect(thread.error?.code == .offline && thread.comments == comments && thread.post == post)
        try await run.finish()
    }

    @Test func whoLikesAPostIsSaidToEachAccountThoughTheAnswerIsTheSame() async throws {
        app.server.setPosts { table in
            table.add("p1")
            table.like("p1", by: "ben")
        }
        let run = try await app.start()
        let home = PostListing.all(category: nil)
        try await run.load(home)
        let posts = CommunityPosts()
        var post = try #require(try await posts.posts(of: run.store.items([run.id("p1")])).first)
        #expect(!post.isLiked && post.likes == 1)
        try await run.community.sessions.signIn(
            with: [.email: Secret("ben@example.com"), .password: Secret("lantern")])
        try await run.load(home)
        post = try #require(try await posts.posts(of: run.store.items([run.id("p1")])).first)
        #expect(post.isLiked && post.likes == 1)
        // The list of liked posts is each account's own.
        try await run.load(.liked)
        #expect(try await run.stored(.liked, of: AccountKey(site: .community, name: "id-ben")) == ["p1"])
        #expect(try await run.stored(.liked) == [])
        try await run.finish()
    }

    @Test(arguments: [400, 404, 410])
    func aPostThatTheServerDoesNotKnowIsNotFound(_ status: Int) async throws {
        let run = try await app.start()
        app.server.answer("/v1/posts/p9", with: status)
        let error = await failure { try await CommunityPosts().thread("p9", policy: .networkOnly) }
        #expect(error?.code == .notFound)
        try await run.finish()
    }

    @Test func anAnswerAboutAnotherPostIsNone() async throws {
        let run = try await app.start()
        app.server.setPosts { $0.add("p2") }
        app.server.answer("/v1/posts/p1", body: CommunityPostTable.text(of: app.server.posts.posts[0]))
        let error = await failure { try await CommunityPosts().thread("p1", policy: .networkOnly) }
        #expect(error?.code == .malformed)
        try await run.finish()
    }
}
