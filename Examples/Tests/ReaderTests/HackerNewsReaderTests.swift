import DemoServer
import Foundation
import Testing

/// `reader --backend hackernews` against the two dialects of DemoServer.
@Suite(.timeLimit(.minutes(5)))
struct HackerNewsReaderTests {
    private func call(_ fixture: ReaderFixture, _ arguments: [String], store: String? = nil) async throws
        -> ReaderProcess
    {
        let base = try #require(fixture.server.baseURL).absoluteString
        return await ReaderCall.run(
            arguments + [
                "--backend", "hackernews", "--store", store ?? fixture.store, "--base-url", base, "--format", "json",
            ])
    }

    private func paths(_ fixture: ReaderFixture) -> [String] { fixture.server.requests.map(\.path) }

    @Test(arguments: ["home", "top", "new", "best", "ask", "show", "jobs", "u/OksanaReads"])
    func eachFeedIsListed(feed: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            let list = try await call(fixture, ["list", "--feed", feed, "--limit", "5"])
            #expect(list.status == 0, "\(list.errors)")
            let json = try list.json
            #expect(json["feed"] as? String == (feed == "home" ? "top" : feed) && json["sort"] is NSNull)
            #expect(try list.errorCode == nil && list.ids.count == 5)
            for item in try list.items {
                let id = try #require(item["id"] as? String)
                #expect(Int(id) != nil && item["permalink"] as? String == "/item?id=\(id)")
                #expect(item["subreddit"] is NSNull)
                let kind = try #require((item["media"] as? [String: Any])?["kind"] as? String)
                let isText = (item["url"] as? String)?.hasSuffix("/item?id=\(id)") == true
                #expect(isText ? ["text", "poll"].contains(kind) : kind == "link")
                #expect((item["url"] as? String)?.hasPrefix("http") == true)
            }
            #expect(paths(fixture).allSatisfy { $0.hasPrefix(feed.hasPrefix("u/") ? "/api/v1/" : "/v0/") })
        }
    }

    @Test func pagesGoOnInTheServersOrder() async throws {
        try await ReaderFixture.runCalls { fixture in
            let pages = try await call(fixture, ["list", "--feed", "new", "--limit", "4", "--pages", "3"])
            let whole = try await call(
                fixture, ["list", "--feed", "new", "--limit", "12"], store: ReaderFixture.otherStore(of: fixture))
            #expect(try pages.ids == whole.ids && pages.ids.count == 12)
            // The list was asked for once for both pages behind the first.
            #expect(paths(fixture).count { $0 == "/v0/newstories.json" } == 2)
        }
    }

    @Test func aThreadIsStoredAndShown() async throws {
        try await ReaderFixture.runCalls { fixture in
            let list = try await call(fixture, ["list", "--feed", "top", "--limit", "20"])
            let item = try #require(try list.items.first { ($0["commentCount"] as? Int ?? 0) > 3 })
            let id = try #require(item["id"] as? String)
            let thread = try await call(fixture, ["comments", id])
            #expect(thread.status == 0, "\(thread.errors)")
            let comments = try #require(try thread.json["comments"] as? [[String: Any]])
            #expect(comments.count == item["commentCount"] as? Int)
            #expect((try thread.json["more"] as? [Any])?.isEmpty == true)
            let bodies = comments.compactMap { $0["body"] as? String }.joined()
            #expect(bodies.contains { $0.isLetter })
            #expect(!bodies.contains("<p>") && !bodies.contains("&#x") && !bodies.contains("</"))
            let stored = try await call(fixture, ["comments", id, "--offline"])
            #expect((try stored.json["comments"] as? [Any])?.count == comments.count)
            #expect(try await call(fixture, ["comments", "1"]).status == 66)
        }
    }

    @Test func aUserIsAddedToTheSourcesWhenTheServerKnowsOne() async throws {
        try await ReaderFixture.runCalls { fixture in
            let added = try await call(fixture, ["sources", "add", "u/OksanaReads"])
            #expect(added.status == 0 && added.errors.isEmpty, "\(added.errors)")
            let source = try #require((try added.json["sources"] as? [[String: Any]])?.first)
            #expect(source["name"] as? String == "OksanaReads" && source["kind"] as? String == "user")
            #expect(source["state"] as? String == "verified" && source["title"] is NSNull)
            #expect(paths(fixture) == ["/v0/user/OksanaReads.json"])
            // Two names that differ in case are two people, and of this one nobody has heard.
            let unknown = try await call(fixture, ["sources", "add", "u/oksanareads"])
            #expect(unknown.status == 66 && unknown.errors.contains("u/oksanareads"), "\(unknown.errors)")
            let pending = try await call(fixture, ["sources", "add", "@Taras_B", "--offline"])
            #expect((try pending.json["sources"] as? [[String: Any]])?.last?["state"] as? String == "pending")
            let refused = try await call(fixture, ["sources", "add", "r/swift"])
            #expect(refused.status == 64 && refused.output.isEmpty)
            #expect(paths(fixture).count == 2)
        }
    }

    @Test func anOrderIsRefusedBeforeAnybodyIsAsked() async throws {
        try await ReaderFixture.runCalls { fixture in
            for arguments in [["--sort", "new"], ["--period", "day"], ["--feed", "r/swift"], ["--feed", "u/x"]] {
                let refused = try await call(fixture, ["list"] + arguments)
                #expect(refused.status == 64 && refused.output.isEmpty, "\(arguments)")
            }
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test(arguments: FaultCase.all)
    func theStoredFeedStaysAndTheCodeSaysWhy(_ fault: FaultCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let stored = try await call(fixture, ["list", "--limit", "5"])
            fixture.server.setFault(fault.fault, dialect: .hackerNews)
            let failed = try await call(fixture, ["list", "--limit", "5"] + fault.patience)
            #expect(failed.status == 0)
            #expect(try failed.errorCode == fault.code && failed.ids == stored.ids)
            let nothing = try await call(
                fixture, ["list"] + fault.patience, store: ReaderFixture.otherStore(of: fixture))
            #expect(nothing.status == 69)
            #expect(try nothing.errorCode == fault.code && nothing.ids.isEmpty)
        }
    }

    @Test func anItemThatFailsOrIsBrokenCostsNobodyElse() async throws {
        try await ReaderFixture.runCalls { fixture in
            let whole = try await call(
                fixture, ["list", "--limit", "6"], store: ReaderFixture.otherStore(of: fixture))
            let ids = try whole.ids
            fixture.server.setFault(.status(404), forPath: "/v0/item/\(ids[1]).json")
            fixture.server.setFault(
                .status(200, body: .text("null", contentType: "application/json")),
                forPath: "/v0/item/\(ids[3]).json")
            let list = try await call(fixture, ["list", "--limit", "6"])
            #expect(list.status == 0)
            #expect(try list.ids == [ids[0], ids[2], ids[4], ids[5]] && list.errorCode == nil)
            let issues = try #require(try list.json["issues"] as? [[String: Any]])
            #expect(issues.map { $0["index"] as? Int } == [1, 3])
        }
    }
}
