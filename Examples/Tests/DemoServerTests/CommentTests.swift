import DemoServer
import Testing

@Suite("Comments")
struct CommentTests {
    private struct Tally {
        var comments = 0
        var hidden = 0
        var ids: Set<String> = []
        var continuations: [String] = []
        var deletedWithReplies = 0

        mutating func add(_ listing: JSONTree, parent: String) {
            for child in listing["data"]?["children"]?.elements ?? [] {
                guard let data = child["data"] else { continue }
                #expect(data["parent_id"]?.string == parent)
                let name = data["name"]?.string ?? ""
                if child["kind"]?.string == "t1" {
                    comments += 1
                    #expect(ids.insert(name).inserted)
                    let replies = data["replies"] ?? .null
                    #expect(replies == .string("") || !replies.children.isEmpty)
                    if data["author"]?.string == "[deleted]", replies != .string("") { deletedWithReplies += 1 }
                    add(replies, parent: name)
                } else if data["id"]?.string == "_" {
                    #expect(data["count"]?.int == 0 && data["children"] == .array([]))
                    continuations.append(String(parent.dropFirst(3)))
                } else {
                    let children = data["children"]?.elements ?? []
                    #expect(!children.isEmpty && (data["count"]?.int ?? 0) >= children.count)
                    hidden += data["count"]?.int ?? 0
                }
            }
        }
    }

    @Test("Comments, placeholders and continued threads add up to num_comments")
    func counts() async throws {
        try await withServer { _, client in
            var total = Tally()
            var hidden = 0
            for post in try await client.posts("/r/all/new.json?limit=50&raw_json=1") {
                let id = try #require(post["id"]?.string)
                let thread = try await client.get("/comments/\(id).json?raw_json=1").json()
                #expect(thread.elements.count == 2)
                #expect(thread[0]?.children.first?["id"] == post["id"])
                #expect(thread[0]?.children.first?["upvote_ratio"]?.number != nil)
                var tally = Tally()
                tally.add(try #require(thread[1]), parent: "t3_" + id)
                var queue = tally.continuations
                while let parent = queue.popLast() {
                    let rest = try await client.get("/comments/\(id)/_/\(parent).json").json()
                    var below = Tally()
                    let listing = try #require(rest[1])
                    below.add(listing, parent: try #require(listing.children.first?["parent_id"]?.string))
                    // The comment the continuation hangs from comes once more.
                    #expect(below.ids.contains("t1_" + parent))
                    tally.comments += below.comments - 1
                    tally.hidden += below.hidden
                    queue += below.continuations
                }
                #expect(tally.comments + tally.hidden == post["num_comments"]?.int, "\(id)")
                total.continuations += tally.continuations
                total.deletedWithReplies += tally.deletedWithReplies
                hidden += tally.hidden
            }
            #expect(!total.continuations.isEmpty)
            #expect(total.deletedWithReplies > 0)
            #expect(hidden > 0)
        }
    }

    @Test("The limit leaves comments to a placeholder, and sorts change the order")
    func limitAndSort() async throws {
        try await withServer { _, client in
            let posts = try await client.posts("/r/all/new.json?limit=100")
            let busiest = try #require(posts.max { ($0["num_comments"]?.int ?? 0) < ($1["num_comments"]?.int ?? 0) })
            let id = try #require(busiest["id"]?.string)
            let short = try await client.get("/comments/\(id).json?limit=5").json()
            var tally = Tally()
            tally.add(try #require(short[1]), parent: "t3_" + id)
            #expect(tally.comments == 5)
            #expect(tally.comments + tally.hidden == busiest["num_comments"]?.int)
            let newest = try await client.get("/comments/\(id).json?sort=new").json()
            let dates = try #require(newest[1]?.children.compactMap { $0["created_utc"]?.number })
            #expect(dates.count > 1 && dates == dates.sorted(by: >))
        }
    }

    @Test("A comment that is not there is 404")
    func unknown() async throws {
        try await withServer { _, client in
            let id = try #require(try await client.posts("/r/swift/new.json").first?["id"]?.string)
            #expect(try await client.get("/comments/\(id)/_/zzz.json").status == 404)
        }
    }
}
