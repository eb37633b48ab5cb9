import DemoServer
import Foundation
import Testing

@Suite("Load more")
struct MoreChildrenTests {
    private static func configuration(_ count: Int) -> DemoServer.Configuration {
        configured { $0.largeThread = count }
    }

    /// A thread as it is put together from an answer and from what its placeholders lead to.
    private struct Thread {
        var parents: [String: String] = [:]
        var placeholders: [(parent: String, count: Int, ids: [String])] = []

        mutating func add(nested listing: JSONTree) {
            for child in listing["data"]?["children"]?.elements ?? [] {
                add(thing: child)
                if let replies = child["data"]?["replies"], replies != .string("") { add(nested: replies) }
            }
        }

        mutating func add(thing: JSONTree) {
            guard let data = thing["data"], let parent = data["parent_id"]?.string else { return }
            if thing["kind"]?.string == "t1" {
                parents[data["name"]?.string ?? ""] = parent
            } else {
                let ids = (data["children"]?.elements ?? []).compactMap(\.string)
                placeholders.append((parent, data["count"]?.int ?? 0, ids))
            }
        }
    }

    /// The ids of a thread's last placeholder.
    private func hiddenIDs(_ client: TestClient, in name: String) async throws -> [String] {
        let page = try await client.get("/comments/\(name.dropFirst(3)).json").json()
        let more = page[1]?.children.last?["children"]?.elements ?? []
        #expect(more.count > 101)
        return more.compactMap { $0.string }
    }

    private func things(_ response: TestResponse) throws -> [JSONTree] {
        #expect(response.status == 200)
        let json = try #require(try response.json()["json"])
        #expect(json["errors"] == .array([]))
        return try #require(json["data"]?["things"]).elements
    }

    @Test("Placeholders and continued threads lead to every comment of a large thread, each once")
    func everything() async throws {
        try await withServer(Self.configuration(1_500)) { server, client in
            let name = try #require(server.largeThreadPostID)
            let id = String(name.dropFirst(3))
            let first = try await client.get("/comments/\(id).json?raw_json=1").json()
            #expect(first[0]?.children.first?["num_comments"]?.int == 1_500)
            #expect(first[0]?.children.first?["is_self"] == .bool(true))
            var thread = Thread()
            thread.add(nested: try #require(first[1]))
            #expect(thread.placeholders.contains { $0.ids.count > 100 })
            var requests = 0
            while let next = thread.placeholders.popLast() {
                requests += 1
                try #require(requests < 2_000)
                if next.ids.isEmpty {
                    let path = "/comments/\(id)/_/\(next.parent.dropFirst(3)).json?raw_json=1"
                    let rest = try await client.get(path).json()
                    thread.add(nested: try #require(rest[1]))
                    continue
                }
                if next.ids.count > 100 {
                    thread.placeholders.append((next.parent, 0, Array(next.ids.dropFirst(100))))
                }
                let asked = next.ids.prefix(100)
                let answer = try things(
                    try await client.get(
                        "/api/morechildren.json?api_type=json&raw_json=1&link_id=\(name)"
                            + "&children=\(asked.joined(separator: ","))"))
                var known = Set(thread.parents.keys).union([name])
                for thing in answer {
                    let data = try #require(thing["data"])
                    #expect(known.contains(data["parent_id"]?.string ?? ""), "a parent comes first")
                    guard thing["kind"]?.string == "t1" else { continue }
                    #expect(data["replies"] == .string("") && data["link_id"]?.string == name)
                    let isNew = known.insert(data["name"]?.string ?? "").inserted
                    #expect(isNew)
                }
                let answered = Set(answer.compactMap { $0["data"]?["id"]?.string })
                #expect(answered.isSuperset(of: asked))
                for thing in answer { thread.add(thing: thing) }
            }
            #expect(thread.parents.count == 1_500)
            #expect(thread.parents.values.allSatisfy { $0 == name || thread.parents[$0] != nil })
        }
    }

    @Test("A form asks the same as a query, with and without a token")
    func formAndQuery() async throws {
        try await withServer(Self.configuration(1_200)) { server, client in
            let name = try #require(server.largeThreadPostID)
            let ids = try await hiddenIDs(client, in: name).prefix(7)
            let joined = ids.joined(separator: ",")
            let asked = "api_type=json&raw_json=1&link_id=\(name)&children=\(joined)&sort=new"
            let got = try await client.get("/api/morechildren.json?\(asked)")
            let form: KeyValuePairs = [
                "api_type": "json", "raw_json": "1", "link_id": name, "children": joined, "sort": "new",
            ]
            let posted = try await client.post("/api/morechildren.json", form, user: nil)
            #expect(posted.body == got.body)
            #expect(server.requests.last?.formValue("children") == joined)
            #expect(try await client.get("/api/morechildren?\(asked)").status == 401)
            let token = try await client.token()
            let bearer = ["Authorization": "bearer \(token)"]
            #expect(try await client.get("/api/morechildren?\(asked)", headers: bearer).body == got.body)
            let dates = try things(got).filter { ids.contains($0["data"]?["id"]?.string ?? "") }
                .compactMap { $0["data"]?["created_utc"]?.number }
            #expect(dates.count == 7 && dates == dates.sorted(by: >))
            let alone = try things(try await client.get("/api/morechildren.json?\(asked)&limit_children=true"))
            #expect(alone.count { $0["kind"]?.string == "t1" } == 7)
        }
    }

    @Test("Too many ids, or none, are 400 as plain text, and an id that is gone is left out")
    func refusals() async throws {
        try await withServer(Self.configuration(1_200)) { server, client in
            let name = try #require(server.largeThreadPostID)
            let ids = try await hiddenIDs(client, in: name)
            let base = "/api/morechildren.json?api_type=json&link_id="
            let queries = [
                "\(name)&children=\(ids.prefix(101).joined(separator: ","))", "\(name)&children=", name,
                "&children=\(ids[0])", "t1_abc&children=\(ids[0])",
            ]
            for query in queries {
                let refused = try await client.get(base + query)
                #expect(refused.status == 400 && refused.text == "Bad Request", "\(query)")
                #expect(refused.headers["content-type"]?.hasPrefix("text/plain") == true)
            }
            let hundred = ids.prefix(99) + ["gone00"]
            let things = try things(try await client.get(base + "\(name)&children=\(hundred.joined(separator: ","))"))
            let answered = Set(things.compactMap { $0["data"]?["id"]?.string })
            #expect(answered.isSuperset(of: ids.prefix(99)) && !answered.contains("gone00"))
            #expect(try await client.get(base + "t3_zzzzzz&children=a").status == 404)
            let unwrapped = try await client.get("/api/morechildren.json?link_id=\(name)&children=\(ids[0])")
            #expect(unwrapped.text == #"{"jquery":[],"success":true}"#)
            let put = try await client.get(base + "\(name)&children=\(ids[0])", method: "PUT")
            #expect(put.status == 405 && put.headers["allow"] == "GET, POST")
        }
    }

    @Test("A thread of 5,000 is served in each dialect, and the other posts stay as they are")
    func fiveThousand() async throws {
        var plain: [JSONTree] = []
        try await withServer { server, client in
            #expect(server.largeThreadPostID == nil)
            plain = try await client.posts("/r/askdemo/new.json?limit=100&raw_json=1")
        }
        try await withServer(Self.configuration(5_000)) { server, client in
            let name = try #require(server.largeThreadPostID)
            let posts = try await client.posts("/r/askdemo/new.json?limit=100&raw_json=1")
            let changed = zip(plain, posts).filter { $0["num_comments"] != $1["num_comments"] }
            #expect(changed.count == 1 && changed.first?.1["name"]?.string == name)
            #expect(zip(plain, posts).allSatisfy { $0["id"] == $1["id"] && $0["title"] == $1["title"] })
            let id = String(name.dropFirst(3))
            #expect(try await client.get("/comments/\(id).json?limit=500").json()[1]?.children.isEmpty == false)
            #expect(try await client.get("/comments/\(id).rss").status == 200)

            let number = try #require(Int(id, radix: 36))
            let list = try await client.get("/api/v3/comment/list?post_id=\(number)&max_depth=8&limit=50").json()
            let views = try #require(list["comments"]).elements
            #expect(views.count == 300)
            var known: Set<String> = ["0"]
            for view in views {
                let path = try #require(view["comment"]?["path"]?.string)
                let parent = try #require(path.range(of: ".", options: .backwards)).lowerBound
                #expect(known.contains(String(path[..<parent])), "no comment comes without its parent")
                known.insert(path)
            }
            // What is below one of them, without a word about the post.
            let parent = try #require(views.first { ($0["counts"]?["child_count"]?.int ?? 0) > 3 })
            let below = try await client.get(
                "/api/v3/comment/list?parent_id=\(parent["comment"]?["id"]?.int ?? 0)&max_depth=50"
            ).json()["comments"]?.elements
            #expect(below?.count == min(300, (parent["counts"]?["child_count"]?.int ?? 0) + 1))
        }
    }
}

@Suite("Answers without a socket")
struct AnswerTests {
    @Test("The answers equal those sent over sockets")
    func same() async throws {
        try await withServer { server, client in
            let id = try #require(try await client.posts("/r/pics/new.json?limit=1").first?["id"]?.string)
            let targets = [
                "/r/pics/new.json?limit=3&raw_json=1", "/comments/\(id).json", "/nowhere", "/thumbnails/pics.png",
                "/api/v3/site",
            ]
            for target in targets {
                let response = try await client.get(target)
                server.removeAllRequests()
                let answer = server.answer("GET", target)
                #expect(answer.status == response.status && answer.body == response.body, "\(target)")
                #expect(answer.headers["Content-Type"] == response.headers["content-type"])
                #expect(server.requests.map(\.target) == [target])
            }
            let part = server.answer("GET", "/thumbnails/pics.png", headers: ["Range": "bytes=0-9"])
            #expect(part.status == 206 && part.body.count == 10)
            #expect(server.answer("DELETE", "/hot.json").status == 405)
        }
    }
}
