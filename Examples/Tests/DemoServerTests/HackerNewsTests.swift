import DemoServer
import Foundation
import Testing

/// The demonstration server's answers in the shapes of Hacker News's two APIs.
@Suite("Hacker News's dialect")
struct HackerNewsTests {
    private func ids(_ client: TestClient, _ list: String) async throws -> [Int] {
        try await client.get("/v0/\(list)stories.json").json().elements.compactMap(\.int)
    }

    @Test("Lists are ids, and each is an item", arguments: ["top", "new", "best", "ask", "show", "job"])
    func lists(name: String) async throws {
        try await withServer { _, client in
            let ids = try await ids(client, name)
            #expect(ids.count >= 5 && ids.count <= 500 && Set(ids).count == ids.count)
            for id in ids.prefix(5) {
                let item = try await client.get("/v0/item/\(id).json").json()
                #expect(item["id"]?.int == id && item["time"]?.int != nil && item["title"]?.string != nil)
                #expect(item["type"]?.string == "job" || item["descendants"]?.int != nil)
                if name == "ask" { #expect(item["url"] == nil) }
                if name == "job" { #expect(item["type"]?.string == "job" && item["kids"] == nil) }
            }
        }
    }

    @Test("What is not there is null, or 404, or not for everyone")
    func nothing() async throws {
        try await withServer { _, client in
            #expect(try await client.get("/v0/item/1.json").text == "null")
            let item = try await client.get("/api/v1/items/1")
            #expect(item.status == 404 && item.text == #"{"status":404,"error":"Not Found"}"#)
            #expect(try await client.get("/v0/nostories.json").status == 401)
            #expect(try await client.get("/api/v1/search?page=x").status == 400)
        }
    }

    @Test("A user is there by the name in its own case, and nobody is null")
    func users() async throws {
        try await withServer { _, client in
            let user = try await client.get("/v0/user/OksanaReads.json").json()
            #expect(user["id"]?.string == "OksanaReads" && user["karma"]?.int != nil)
            let submitted = try #require(user["submitted"]?.elements)
            #expect(!submitted.isEmpty)
            for id in submitted.prefix(3).compactMap(\.int) {
                let item = try await client.get("/v0/item/\(id).json").json()
                #expect(item["by"]?.string == "OksanaReads")
                let (created, time) = (try #require(user["created"]?.int), try #require(item["time"]?.int))
                #expect(created <= time)
            }
            for name in ["oksanareads", "nobody", ""] {
                #expect(try await client.get("/v0/user/\(name).json").text == "null")
            }
        }
    }

    @Test("A thread is whole, and deleted comments keep their answers")
    func threads() async throws {
        try await withServer { _, client in
            var hasDeleted = false
            for id in try await ids(client, "top").prefix(12) {
                let item = try await client.get("/v0/item/\(id).json").json()
                let thread = try await client.get("/api/v1/items/\(id)").json()
                #expect(thread["id"]?.int == id && thread["created_at_i"]?.int == item["time"]?.int)
                var waiting = thread["children"]?.elements ?? []
                #expect(waiting.compactMap { $0["id"]?.int } == (item["kids"]?.elements ?? []).compactMap(\.int))
                var count = 0
                while let comment = waiting.popLast() {
                    count += 1
                    let children = comment["children"]?.elements ?? []
                    for child in children { #expect(child["parent_id"] == comment["id"]) }
                    if comment["text"]?.string == nil, !children.isEmpty { hasDeleted = true }
                    #expect((comment["author"]?.string == nil) == (comment["text"]?.string == nil))
                    waiting += children
                }
                #expect(count == item["descendants"]?.int ?? 0)
            }
            #expect(hasDeleted)
        }
    }

    @Test("Texts are HTML")
    func texts() async throws {
        try await withServer { _, client in
            var texts: [String] = []
            for id in try await ids(client, "ask") {
                let item = try await client.get("/v0/item/\(id).json").json()
                texts += [item["title"]?.string, item["text"]?.string].compactMap(\.self)
            }
            let all = texts.joined()
            #expect(all.contains("&#x27;") && all.contains("<p>") && all.contains("&amp;"))
            #expect(!all.contains("'"))
        }
    }

    @Test("Searches find words and authors, page by page")
    func searches() async throws {
        try await withServer { _, client in
            let first = try await client.get("/api/v1/search?query=lantern&tags=story&hitsPerPage=5").json()
            #expect(first["hits"]?.elements.count == 5 && first["page"]?.int == 0)
            let pages = try #require(first["nbPages"]?.int)
            #expect(pages > 1)
            let last = try await client.get("/api/v1/search?query=lantern&tags=story&hitsPerPage=5&page=\(pages)")
                .json()
            #expect(last["hits"]?.elements.isEmpty == true)
            let path = "/api/v1/search_by_date?tags=story,author_OksanaReads&hitsPerPage=50"
            let hits = try #require(try await client.get(path).json()["hits"]?.elements)
            #expect(!hits.isEmpty && hits.allSatisfy { $0["author"]?.string == "OksanaReads" })
            let dates = hits.compactMap { $0["created_at_i"]?.int }
            #expect(dates.count == hits.count && dates == dates.sorted(by: >))
        }
    }
}
