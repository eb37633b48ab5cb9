import DemoServer
import Foundation
import Testing

@Suite("Content")
struct ContentTests {
    /// Every post the front page leads to.
    private func allPosts(_ client: TestClient) async throws -> [JSONTree] {
        var posts: [JSONTree] = []
        var after: String?
        repeat {
            let cursor = after.map { "&after=\($0)" } ?? ""
            let page = try await client.get("/hot.json?limit=100&raw_json=1\(cursor)").json()
            posts += page.children
            after = page.after
        } while after != nil
        return posts
    }

    @Test("Every kind of post and every odd value is there, whatever the seed", arguments: [1, 2, 77])
    func kinds(seed: UInt64) async throws {
        try await withServer(testConfiguration(seed: seed)) { server, client in
            let posts = try await allPosts(client)
            #expect(posts.count == server.postCount && posts.count >= 400)
            func count(_ isCounted: (JSONTree) -> Bool) -> Int { posts.count(where: isCounted) }

            #expect(count { $0["url"]?.string?.hasSuffix(".png") == true } > 30)
            #expect(count { $0["preview"]?["images"]?[0]?["variants"]?["mp4"] != nil } > 5)
            #expect(count { $0["media"]?["reddit_video"]?["hls_url"] != nil } > 5)
            #expect(count { $0["preview"]?["reddit_video_preview"] != nil } > 5)
            #expect(count { $0["media"]?["oembed"]?["html"] != nil } > 5)
            #expect(count { $0["poll_data"]?["options"] != nil } > 5)
            #expect(count { $0["removed_by_category"]?.string != nil } > 5)
            #expect(count { $0["is_self"] == .bool(true) && $0["selftext"] != .string("") } > 20)
            #expect(count { $0["is_gallery"] == .bool(true) } > 5)
            #expect(count { $0["media_metadata"] == .null } > 0)
            let entries = posts.flatMap { $0["media_metadata"]?.members.values.map { $0 } ?? [] }
            #expect(entries.contains { $0 == .object(["status": .string("unprocessed")]) })
            #expect(entries.contains { $0["e"]?.string == "AnimatedImage" })
            #expect(Set(posts.compactMap { $0["removed_by_category"]?.string }).count == 5)

            #expect(count { $0["author"]?.string == "[deleted]" && $0["author_fullname"] == nil } > 5)
            #expect(count { $0["author_fullname"] == .null } > 5)
            #expect(count { $0["edited"] == .bool(true) } > 0)
            #expect(count { $0["edited"]?.number != nil } > 5)
            #expect(count { $0["promoted"] == .bool(true) && $0["subreddit"] == nil } == 3)
            #expect(count { $0["over_18"] == .bool(true) } > 5)
            #expect(count { $0["spoiler"] == .bool(true) } > 5)
            #expect(count { $0["stickied"] == .bool(true) } == 16)
            let thumbnails = Set(posts.compactMap { $0["thumbnail"]?.string })
            #expect(thumbnails.isSuperset(of: ["", "self", "default", "nsfw", "spoiler", "image"]))
            let titles = posts.compactMap { $0["title"]?.string }
            #expect(titles.contains { $0.contains("\u{1B}") })
            #expect(titles.contains { $0.count > 250 })
            #expect(titles.contains { $0.unicodeScalars.contains { ("가"..."힣").contains($0) } })
            #expect(titles.contains { $0.unicodeScalars.contains { ("\u{600}"..."\u{6FF}").contains($0) } })
            #expect(titles.allSatisfy { !$0.contains("{") })
        }
    }

    @Test("A crosspost holds its whole parent and a relative address")
    func crossposts() async throws {
        try await withServer { _, client in
            let crossposts = try await allPosts(client).filter { $0["crosspost_parent"] != nil }
            #expect(crossposts.count > 5)
            for post in crossposts {
                let parent = try #require(post["crosspost_parent_list"]?[0])
                #expect(parent["name"] == post["crosspost_parent"])
                #expect(parent["permalink"] == post["url"])
                #expect(post["url"]?.string?.hasPrefix("/r/") == true)
                #expect(post["preview"] == nil && post["media"] == .null)
                #expect(parent["subreddit"] != post["subreddit"])
            }
        }
    }

    @Test("The same seed, date and port give the same bytes, another seed others")
    func determinism() async throws {
        let paths = ["/hot.json?limit=100", "/r/ukraine/top.json?t=all", "/r/pics/about.json"]
        var answers: [[Data]] = []
        var port: UInt16 = 0
        for seed: UInt64 in [5, 5, 6] {
            let server = DemoServer(configuration: testConfiguration(port: port, seed: seed))
            let base = try await server.start()
            let client = TestClient(base: base)
            var bodies: [Data] = []
            for path in paths {
                bodies.append(try await client.get(path).body)
            }
            let first = try #require(try await client.posts(paths[0]).first?["id"]?.string)
            bodies.append(try await client.get("/comments/\(first).json").body)
            answers.append(bodies)
            port = UInt16(base.port ?? 0)
            client.end()
            await server.stop()
        }
        #expect(answers[0] == answers[1])
        #expect(answers[0][0] != answers[2][0])
    }
}
