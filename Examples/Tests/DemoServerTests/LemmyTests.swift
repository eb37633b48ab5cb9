import DemoServer
import Foundation
import Testing

@Suite("Lemmy")
struct LemmyTests {
    private func posts(_ client: TestClient, _ query: String) async throws -> [JSONTree] {
        try await client.get("/api/v3/post/list?" + query).json()["posts"]?.elements ?? []
    }

    @Test("Cursors lead to an end, which is a page with nothing on it, and show every post once")
    func paging() async throws {
        try await withServer { _, client in
            var ids: [Int] = []
            var pages = 0
            var cursor = ""
            while true {
                let json = try await client.get("/api/v3/post/list?sort=New&limit=50\(cursor)").json()
                let page = try #require(json["posts"]?.elements)
                ids += page.compactMap { $0["post"]?["id"]?.int }
                guard let next = json["next_page"]?.string else {
                    #expect(page.isEmpty)
                    break
                }
                pages += 1
                cursor = "&page_cursor=\(next)"
            }
            #expect(Set(ids).count == ids.count && ids.count > 400 && pages > 8)
            let byNumber = try await posts(client, "sort=New&limit=50&page=2").compactMap { $0["post"]?["id"]?.int }
            #expect(byNumber == Array(ids[50..<100]))
            #expect(try await posts(client, "").count == 10)
        }
    }

    @Test("A view has the post, its author, its community and its numbers")
    func view() async throws {
        try await withServer { server, client in
            let views = try await posts(client, "community_name=swift&sort=New&limit=50")
            let known = try await client.posts("/r/swift/new.json?limit=100&raw_json=1")
            #expect(views.count > 40)
            for view in views {
                // A post's number is its id elsewhere, read as a number.
                let id = String(try #require(view["post"]?["id"]?.int), radix: 36)
                let same = try #require(known.first { $0["id"]?.string == id })
                #expect(view["post"]?["name"] == same["title"])
                #expect(view["counts"]?["score"] == same["score"])
                #expect(view["counts"]?["comments"] == same["num_comments"])
                #expect(view["creator"]?["deleted"] == .bool(same["author"]?.string == "[deleted]"))
                #expect(view["community"]?["actor_id"]?.string == "https://lantern.example/c/swift")
                #expect(view["post"]?["creator_id"] == view["creator"]?["id"])
                #expect(view["post"]?["community_id"] == view["community"]?["id"])
                #expect(view["post"]?["nsfw"] == same["over_18"])
                let counts = try #require(view["counts"])
                let sum = (counts["upvotes"]?.int ?? 0) - (counts["downvotes"]?.int ?? 0)
                #expect(sum == counts["score"]?.int)
                let date = try #require(view["post"]?["published"]?.string)
                #expect(date.hasSuffix(".000000Z"))
                if same["is_self"] == .bool(true) { #expect(view["post"]?["url"] == nil) }
                #expect(view["post"]?.members.values.contains(.null) == false)
            }
            #expect(views.contains { $0["post"]?["url"]?.string?.hasPrefix("http") == true })
            #expect(views.prefix(2).allSatisfy { $0["post"]?["featured_community"] == .bool(true) })
        }
    }

    @Test("A community of another server is named with its host, and is not local")
    func federation() async throws {
        try await withServer { _, client in
            let path = "/api/v3/post/list?community_name="
            #expect(try await client.get(path + "swift@lantern.example").status == 200)
            let foreign = try await client.get(path + "balconygarden@garden.example")
            #expect(try foreign.json()["posts"]?[0]?["community"]?["local"] == .bool(false))
            for name in ["balconygarden", "swift@garden.example", "nosuchplace", "private"] {
                let response = try await client.get(path + name)
                #expect(response.status == 404)
                #expect(response.text == #"{"error":"couldnt_find_community"}"#)
                #expect(try await client.get("/api/v3/community?name=\(name)").text == response.text)
            }
            let local = try await posts(client, "type_=Local&limit=50&sort=TopAll")
            #expect(local.count == 50 && local.allSatisfy { $0["community"]?["local"] == .bool(true) })
            let about = try await client.get("/api/v3/community?name=memes").json()["community_view"]
            #expect(about?["counts"]?["posts"]?.int == 60)
        }
    }

    @Test(
        "Orders",
        arguments: [
            ("Old", 2_000), ("New", 2_000), ("Active", 2_000), ("Hot", 2_000), ("Scaled", 2_000),
            ("Controversial", 2_000),
            ("TopHour", 1), ("TopSixHour", 1), ("TopDay", 1), ("TopWeek", 7), ("TopMonth", 30), ("TopYear", 365),
            ("TopAll", 2_000),
        ])
    func orders(sort: String, days: Int) async throws {
        try await withServer { _, client in
            let views = try await posts(client, "limit=50&sort=\(sort)")
            #expect(!views.isEmpty)
            let dates = views.compactMap { $0["post"]?["published"]?.string }
            if sort == "New" { #expect(dates == dates.sorted(by: >)) }
            if sort == "Old" { #expect(dates == dates.sorted()) }
            let scores = views.compactMap { $0["counts"]?["score"]?.int }
            if sort.hasPrefix("Top") { #expect(scores == scores.sorted(by: >)) }
            let oldest = Date(timeIntervalSince1970: Double(referenceTime - days * 86_400))
            #expect(dates.allSatisfy { $0 > oldest.formatted(.iso8601) })
        }
    }

    @Test("Malformed and oversized requests are refused with Lemmy's error words")
    func refusals() async throws {
        try await withServer { _, client in
            for query in ["limit=51", "limit=0", "page=0", "page_cursor=Pzz", "page_cursor=P1"] {
                let response = try await client.get("/api/v3/post/list?" + query)
                #expect(response.status == 400 && response.text == #"{"error":"couldnt_get_posts"}"#, "\(query)")
            }
            for query in ["limit=many", "sort=Sideways", "type_=Nobody"] {
                let response = try await client.get("/api/v3/post/list?" + query)
                #expect(response.status == 400 && response.text.hasPrefix("Query deserialize error"), "\(query)")
            }
            let post = try await client.get("/api/v3/comment/list?post_id=1")
            #expect(post.status == 404 && post.text == #"{"error":"couldnt_find_post"}"#)
            #expect(try await client.get("/api/v3/post?id=1").text == post.text)
            let person = try await client.get("/api/v3/user?username=nobody_at_all")
            #expect(person.status == 404 && person.text == #"{"error":"couldnt_find_person"}"#)
            #expect(try await client.get("/api/v3/weather").status == 404)
        }
    }

    @Test("A thread is flat, and its paths make it a tree again")
    func comments() async throws {
        try await withServer { _, client in
            let view = try #require(
                try await posts(client, "sort=MostComments&limit=50").first { view in
                    (60...250).contains(view["counts"]?["comments"]?.int ?? 0)
                })
            let id = try #require(view["post"]?["id"]?.int)
            let path = "/api/v3/comment/list?post_id=\(id)"
            let all = try #require(try await client.get(path + "&max_depth=50").json()["comments"]?.elements)
            #expect(all.count == view["counts"]?["comments"]?.int)
            let ids = Set(all.compactMap { $0["comment"]?["id"]?.int })
            #expect(ids.count == all.count)
            for view in all {
                let parts = (view["comment"]?["path"]?.string ?? "").split(separator: ".").compactMap { Int($0) }
                #expect(parts.first == 0 && parts.count >= 2 && parts.last == view["comment"]?["id"]?.int)
                #expect(parts.dropFirst().allSatisfy(ids.contains))
                let isGone = view["comment"]?["deleted"] == .bool(true) || view["comment"]?["removed"] == .bool(true)
                #expect((view["comment"]?["content"]?.string == "") == isGone)
                #expect(view["comment"]?["post_id"]?.int == id)
            }
            #expect(all.contains { $0["comment"]?["content"]?.string == "" })
            let flat = try #require(try await client.get(path + "&max_depth=1").json()["comments"]?.elements)
            #expect(flat.count < all.count && !flat.isEmpty)
            let parent = try #require(all.first { ($0["counts"]?["child_count"]?.int ?? 0) > 3 })
            let below = try await client.get(
                path + "&max_depth=50&parent_id=\(parent["comment"]?["id"]?.int ?? 0)"
            ).json()["comments"]?.elements
            #expect(below?.count == (parent["counts"]?["child_count"]?.int ?? 0) + 1)
            #expect(try await client.get(path).json()["comments"]?.elements.count == 10)
            let tooMany = try await client.get(path + "&limit=51")
            #expect(tooMany.status == 400 && tooMany.text == #"{"error":"couldnt_get_comments"}"#)
        }
    }

    @Test("A post, a person, the site, and what is found")
    func others() async throws {
        try await withServer { _, client in
            let view = try #require(try await posts(client, "community_name=pics&limit=1&sort=TopAll").first)
            let id = try #require(view["post"]?["id"]?.int)
            #expect(try await client.get("/api/v3/post?id=\(id)").json()["post_view"] == view)
            let person = try await client.get("/api/v3/user?username=OksanaReads&limit=50").json()
            #expect(person["person_view"]?["person"]?["name"]?.string == "OksanaReads")
            #expect(person["posts"]?.elements.isEmpty == false)
            let site = try await client.get("/api/v3/site").json()
            #expect(site["version"]?.string?.hasPrefix("0.19") == true)
            let found = try await client.get("/api/v3/search?q=lantern&type_=Posts&limit=50").json()
            let titles = found["posts"]?.elements ?? []
            #expect(!titles.isEmpty)
            for post in titles {
                let text = (post["post"]?["name"]?.string ?? "") + (post["post"]?["body"]?.string ?? "")
                #expect(text.lowercased().contains("lantern"))
            }
        }
    }
}
