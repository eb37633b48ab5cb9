import DemoServer
import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Atom")
struct AtomTests {
    @Test(
        "Every list and thread is a feed",
        arguments: [
            ("/.rss", "/.json", 25), ("/new/.rss?limit=100", "/new.json?limit=100", 100),
            ("/r/swift/.rss?limit=10", "/r/swift.json?limit=10", 12),
            ("/r/memes/top/.rss?t=all&limit=7", "/r/memes/top.json?t=all&limit=7", 7),
            ("/user/OksanaReads/submitted/.rss", "/user/OksanaReads/submitted.json", nil),
            ("/user/OksanaReads/.rss", "/user/OksanaReads/overview.json", 25),
            ("/search.rss?q=lantern&sort=new", "/search.json?q=lantern&sort=new", nil),
            ("/r/swift/search.rss?q=the&restrict_sr=on", "/r/swift/search.json?q=the&restrict_sr=on", nil),
        ] as [(String, String, Int?)])
    func lists(path: String, jsonPath: String, count: Int?) async throws {
        try await withServer { _, client in
            let response = try await client.get(path)
            #expect(response.status == 200)
            #expect(response.headers["content-type"] == "application/atom+xml; charset=UTF-8")
            let feed = try FeedDocument(response.body)
            let posts = try await client.posts(jsonPath)
            #expect(feed.entries.map { $0["id"] } == posts.map { $0["name"]?.string })
            if let count { #expect(feed.entries.count == count) } else { #expect(!feed.entries.isEmpty) }
        }
    }

    @Test("An entry says what the post says, as far as a feed has words for it")
    func entries() async throws {
        try await withServer { server, client in
            var seen: Set<String> = []
            for name in server.subredditNames {
                let path = "/r/\(name)/new"
                let posts = try await client.posts("\(path).json?limit=100&raw_json=1")
                let feed = try FeedDocument(try await client.get("\(path)/.rss?limit=100").body)
                #expect(feed.entries.count == posts.count)
                for (entry, post) in zip(feed.entries, posts) {
                    let printable = (post["title"]?.string ?? "").replacing("\u{1B}", with: "")
                    #expect(entry["title"] == printable)
                    let author = post["author"]?.string
                    #expect(entry["name"] == (author == "[deleted]" ? nil : author.map { "/u/\($0)" }))
                    #expect(entry["category term"] == name && entry["category label"] == "r/\(name)")
                    #expect(entry["link href"] == client.base.absoluteString + (post["permalink"]?.string ?? ""))
                    let date = try Date(entry["published"] ?? "", strategy: .iso8601)
                    #expect(date.timeIntervalSince1970 == post["created_utc"]?.number)
                    let thumbnail = post["thumbnail"]?.string.flatMap { $0.hasPrefix("http") ? $0 : nil }
                    #expect(entry["thumbnail url"] == thumbnail)
                    let html = try #require(entry["content"])
                    #expect(html.contains("[link]</a>") && html.contains("[comments]</a>"))
                    #expect(html.contains("submitted by") == (author != "[deleted]"))
                    #expect(html.hasPrefix("<table>") == (thumbnail != nil))
                    if let text = post["selftext_html"]?.string {
                        #expect(html.contains(text))
                        seen.insert("text")
                    }
                    if thumbnail != nil { seen.insert("thumbnail") }
                    if author == "[deleted]" { seen.insert("deleted") }
                    if entry["updated"] != entry["published"] { seen.insert("edited") }
                    if printable != post["title"]?.string { seen.insert("control character") }
                }
            }
            #expect(seen == ["text", "thumbnail", "deleted", "edited", "control character"])
        }
    }

    @Test("A thread is its post and then its comments, flat")
    func thread() async throws {
        try await withServer { _, client in
            let posts = try await client.posts("/r/askdemo/new.json?limit=100")
            let post = try #require(posts.first { (10...100).contains($0["num_comments"]?.int ?? 0) })
            let id = try #require(post["id"]?.string)
            let feed = try FeedDocument(try await client.get("/comments/\(id)/.rss?limit=500").body)
            #expect(feed.entries.first?["id"] == "t3_" + id)
            #expect(feed.entries.dropFirst().allSatisfy { $0["id"]?.hasPrefix("t1_") == true })
            #expect(feed.entries.dropFirst().allSatisfy { $0["published"] == nil && $0["updated"] != nil })
            #expect(feed.entries.count > 8)
        }
    }

    @Test("Missing and private content")
    func refusals() async throws {
        try await withServer { _, client in
            for (path, status) in [("/r/nosuchplace", 404), ("/r/private", 403), ("/user/nobody_at_all", 404)] {
                let response = try await client.get(path + "/.rss")
                #expect(response.status == status)
            }
        }
    }

    @Test("Pages go on after the last entry")
    func paging() async throws {
        try await withServer { _, client in
            var ids: [String] = []
            while true {
                let cursor = ids.last.map { "&after=\($0)" } ?? ""
                let page = try FeedDocument(try await client.get("/r/pics/new/.rss?limit=40\(cursor)").body)
                if page.entries.isEmpty { break }
                ids += page.entries.compactMap { $0["id"] }
            }
            #expect(ids.count == 60 && Set(ids).count == 60)
        }
    }
}
