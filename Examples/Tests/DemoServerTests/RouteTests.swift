import DemoServer
import Foundation
import Testing

@Suite("Routes")
struct RouteTests {
    @Test(
        "What is not there is 404 with JSON",
        arguments: [
            "/r/nosuchplace.json", "/r/nosuchplace/new.json", "/r/nosuchplace/about.json", "/nowhere", "/x/y/z.json",
            "/comments/zzzzzz.json", "/media/zzzzzz.png", "/r/swift/sideways.json", "/media/a/b.mp4",
        ])
    func notFound(path: String) async throws {
        try await withServer { _, client in
            let response = try await client.get(path)
            #expect(response.status == 404)
            #expect(response.headers["content-type"] == "application/json; charset=UTF-8")
            #expect(response.text == #"{"message":"Not Found","error":404}"#)
        }
    }

    @Test("A private community is 403 with JSON", arguments: ["/r/private.json", "/r/Private/about.json"])
    func privateCommunity(path: String) async throws {
        try await withServer { _, client in
            let response = try await client.get(path)
            #expect(response.status == 403)
            #expect(response.text == #"{"reason":"private","message":"Forbidden","error":403}"#)
        }
    }

    @Test(
        "A path may have a slash before .json",
        arguments: [("/.json", "/hot.json"), ("/r/pics/top/.json", "/r/pics/top.json")])
    func slashes(path: String, same: String) async throws {
        try await withServer { _, client in
            let response = try await client.get(path)
            #expect(response.status == 200)
            #expect(try await client.get(same).body == response.body)
        }
    }

    @Test("About a community")
    func about() async throws {
        try await withServer { _, client in
            let about = try await client.get("/r/MEMES/about.json?raw_json=1").json()
            #expect(about["kind"]?.string == "t5")
            #expect(about["data"]?["display_name"]?.string == "memes")
            #expect(about["data"]?["user_is_subscriber"] == .null)
            let rules = try await client.get("/r/MEMES/about/rules.json?raw_json=1").json()
            #expect(rules["rules"]?[0]?["short_name"]?.string == "Be kind")
            #expect(try await client.get("/r/private/about/rules.json").status == 403)
            #expect(try await client.get("/r/nosuchplace/about/rules.json").status == 404)
            let icon = try #require(about["data"]?["community_icon"]?.string)
            #expect(try PNGFile(try await client.get(icon).body).width == 140)
        }
    }

    @Test("About an account")
    func aboutUser() async throws {
        try await withServer { _, client in
            let about = try await client.get("/user/oksanareads/about.json?raw_json=1").json()
            #expect(about["kind"]?.string == "t2")
            #expect(about["data"]?["name"]?.string == "OksanaReads")
            #expect(about["data"]?["subreddit"]?["over_18"] == .bool(false))
            #expect(try await client.get("/user/nobody/about.json").status == 404)
            #expect(try await client.get("/user/oksanareads/about.rss").status == 404)
        }
    }

    @Test(
        "Each path says with which methods it is asked",
        arguments: [
            ("/hot.json", "GET"), ("/api/comment", "POST"), ("/api/vote.json", "POST"),
            ("/api/morechildren", "GET, POST"), ("/api/v3/post", "GET, POST, PUT"), ("/api/v3/post/list", "GET"),
            ("/api/v3/post/like", "POST"), ("/api/v3/post/save", "PUT"), ("/v0/topstories.json", "GET"),
        ])
    func methods(path: String, allowed: String) async throws {
        try await withServer { _, client in
            let response = try await client.get(path, method: "DELETE")
            #expect(response.status == 405)
            #expect(response.headers["allow"] == allowed)
        }
    }

    @Test("Entities are encoded once without raw_json and not at all with it")
    func entities() async throws {
        try await withServer { server, client in
            var sawAmpersand = false
            var sawLiteral = false
            for name in server.subredditNames {
                let encoded = try await client.posts("/r/\(name)/new.json?limit=100")
                let raw = try await client.posts("/r/\(name)/new.json?limit=100&raw_json=1")
                for (encodedPost, rawPost) in zip(encoded, raw) {
                    for key in ["title", "selftext", "url", "selftext_html"] {
                        let text = rawPost[key]?.string
                        let expected = text?.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                            .replacing(">", with: "&gt;")
                        #expect(encodedPost[key]?.string == expected)
                    }
                    let title = rawPost["title"]?.string ?? ""
                    sawAmpersand = sawAmpersand || title.contains(" & ")
                    sawLiteral = sawLiteral || title.contains("&amp;")
                }
            }
            #expect(sawAmpersand)
            #expect(sawLiteral)
        }
    }

    @Test("The request log has method, path, query and headers, and can be cleared")
    func log() async throws {
        try await withServer { server, client in
            _ = try await client.get("/r/swift/new.json?limit=3&raw_json=1&x=a%26b", headers: ["X-Demo": "lantern"])
            let request = try #require(server.requests.first)
            #expect(request.method == "GET")
            #expect(request.path == "/r/swift/new.json")
            #expect(request.target == "/r/swift/new.json?limit=3&raw_json=1&x=a%26b")
            #expect(request.queryValue("limit") == "3")
            #expect(request.queryValue("x") == "a&b")
            #expect(request.queryValue("after") == nil)
            #expect(request.header("x-demo") == "lantern")
            _ = try await client.get("/hot.json")
            #expect(server.requestCount() == 2)
            #expect(server.requestCount(forPath: "/r/") == 1)
            server.removeAllRequests()
            #expect(server.requests.isEmpty)
        }
    }
}
