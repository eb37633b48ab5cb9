import DemoServer
import Testing

@Suite("Listings")
struct ListingTests {
    @Test(
        "Paging goes to the end and shows every post once", arguments: ["/new.json", "/r/memes/hot.json", "/hot.json"]
    )
    func paging(path: String) async throws {
        try await withServer { server, client in
            var names: [String] = []
            var after: String?
            repeat {
                let cursor = after.map { "&after=\($0)&count=\(names.count)" } ?? ""
                let page = try await client.get("\(path)?limit=37&raw_json=1\(cursor)").json()
                #expect(page["kind"]?.string == "Listing")
                let children = page.children
                #expect(page["data"]?["dist"]?.int == children.count)
                names += children.compactMap { $0["name"]?.string }
                after = page.after
                if after != nil { #expect(after == names.last) }
            } while after != nil
            #expect(Set(names).count == names.count)
            switch path {
            // Advertisements are only on the front page, and only where it is sorted by what is hot.
            case "/new.json": #expect(names.count == server.postCount - 3)
            case "/hot.json": #expect(names.count == server.postCount)
            default: #expect(names.count == 60)
            }
        }
    }

    @Test("The limit is 25 by default and kept between 1 and 100")
    func limit() async throws {
        try await withServer { _, client in
            for (query, count) in [("", 25), ("?limit=7", 7), ("?limit=0", 1), ("?limit=5000", 100), ("?limit=x", 25)] {
                let posts = try await client.posts("/new.json" + query)
                #expect(posts.count == count, "\(query)")
            }
        }
    }

    @Test("The first hot page of a community is longer by what is pinned to it")
    func stickies() async throws {
        try await withServer { _, client in
            let first = try await client.get("/r/swift.json?limit=10").json()
            #expect(first.children.count == 12)
            #expect(first.children.prefix(2).allSatisfy { $0["stickied"] == .bool(true) })
            let second = try await client.get("/r/swift.json?limit=10&after=\(first.after ?? "")").json()
            #expect(second.children.count == 10)
            #expect(second.children.allSatisfy { $0["stickied"] == .bool(false) })
        }
    }

    @Test("A cursor the server does not know gives an empty page")
    func unknownCursor() async throws {
        try await withServer { _, client in
            let page = try await client.get("/new.json?after=t3_nothing").json()
            #expect(page.children.isEmpty)
            #expect(page["data"]?["after"] == .null)
        }
    }

    @Test("new is ordered by date and top by score")
    func orders() async throws {
        try await withServer { _, client in
            let dates = try await client.posts("/new.json?limit=100").compactMap { $0["created_utc"]?.number }
            #expect(dates.count == 100)
            #expect(dates == dates.sorted(by: >))
            let scores = try await client.posts("/top.json?t=all&limit=100").compactMap { $0["score"]?.number }
            #expect(scores.count == 100)
            #expect(scores == scores.sorted(by: >))
            let rising = try await client.posts("/rising.json?limit=100").compactMap { $0["created_utc"]?.int }
            #expect(!rising.isEmpty)
            #expect(rising.allSatisfy { $0 >= referenceTime - 3 * 86_400 })
            let best = try await client.posts("/best.json")
            let hot = try await client.posts("/hot.json")
            #expect(best.count == 25 && hot.count == 25)
        }
    }

    @Test("top and controversial look back as far as t says, a day by default", arguments: ["top", "controversial"])
    func periods(sort: String) async throws {
        let limits = [("hour", 3_600), ("day", 86_400), ("week", 604_800), ("month", 2_592_000), ("year", 31_536_000)]
        try await withServer { _, client in
            var last = 0
            for (period, limit) in limits {
                let posts = try await client.posts("/r/all/\(sort).json?limit=100&t=\(period)")
                let ages = posts.compactMap { $0["created_utc"]?.int }.map { referenceTime - $0 }
                #expect(ages.allSatisfy { (0...limit).contains($0) })
                #expect(!ages.isEmpty && ages.count >= last)
                last = ages.count
            }
            let byDefault = try await client.get("/\(sort).json?limit=50")
            let day = try await client.get("/\(sort).json?limit=50&t=day")
            #expect(byDefault.body == day.body)
        }
    }

    @Test("Names are taken in any case, several are joined, unknown ones are passed over")
    func names() async throws {
        try await withServer { server, client in
            #expect(server.subredditNames.contains("swift") && server.subredditNames.contains("memes"))
            let names = Set(try await client.posts("/r/SWIFT/new.json").compactMap { $0["subreddit"]?.string })
            #expect(names == ["swift"])
            let joined = try await client.posts("/r/swift+Memes+nowhere+private/new.json?limit=100")
            #expect(Set(joined.compactMap { $0["subreddit"]?.string }) == ["swift", "memes"])
        }
    }

    @Test("A user's posts, the newest first")
    func submitted() async throws {
        try await withServer { _, client in
            let posts = try await client.posts("/user/oksanareads/submitted.json?limit=100")
            #expect(posts.count > 3)
            #expect(posts.allSatisfy { $0["author"]?.string == "OksanaReads" })
            let dates = posts.compactMap { $0["created_utc"]?.number }
            #expect(dates == dates.sorted(by: >))
            #expect(try await client.get("/user/nobody_at_all/submitted.json").status == 404)
        }
    }
}
