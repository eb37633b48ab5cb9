import DemoServer
import Foundation
import Testing

/// Threads, from DemoServer over loopback to what is printed.
@Suite(.timeLimit(.minutes(5)))
struct CommentsTests {
    /// A line of what `comments` prints as JSON, as an outline: dots, id and parent.
    static func outline(_ reader: ReaderProcess) throws -> [String] {
        try #require(try reader.json["comments"] as? [[String: Any]]).map { comment in
            let dots = String(repeating: ".", count: comment["depth"] as? Int ?? -1)
            return "\(dots)\(comment["id"] as? String ?? "")<\(comment["parent"] as? String ?? "")"
        }
    }

    private struct Thread {
        let post: [String: Any]
        let comments: [[String: Any]]
        let more: [[String: Any]]

        init(_ reader: ReaderProcess) throws {
            post = try #require(try reader.json["post"] as? [String: Any])
            comments = try #require(try reader.json["comments"] as? [[String: Any]])
            more = try #require(try reader.json["more"] as? [[String: Any]])
        }

        var missing: Int { more.reduce(0) { $0 + ($1["count"] as? Int ?? 0) } }
    }

    @Test func aThreadIsPrintedWithEveryKeyInDisplayOrder() async throws {
        try await ReaderFixture.run { fixture in
            let items = try await fixture.reader("list", "--feed", "r/all", "--sort", "new", "--limit", "60").items
            let busy = items.filter { ($0["commentCount"] as? Int ?? 0) > 12 }.prefix(8)
            #expect(busy.count == 8)
            var (deepest, continuations, placeholders, deletedWithReplies) = (0, 0, 0, 0)
            for item in busy {
                let id = try #require(item["id"] as? String)
                let before = fixture.server.requests.count
                let reader = try await fixture.reader("comments", id)
                #expect(reader.status == 0 && reader.errors.isEmpty)
                #expect(fixture.server.requests.count == before + 1, "one request, and nothing is expanded")
                #expect(Set(try reader.json.keys) == ["post", "comments", "more", "error"])
                #expect(try reader.json["error"] is NSNull)
                let thread = try Thread(reader)
                // What of a post is on this device only a list says.
                #expect(thread.post as NSDictionary == item.filter { $0.key != "availability" } as NSDictionary)

                var path: [String] = []
                for (index, comment) in thread.comments.enumerated() {
                    #expect(Set(comment.keys) == BackendTests.commentKeys)
                    let depth = try #require(comment["depth"] as? Int)
                    try #require(depth <= path.count, "\(comment)")
                    path.removeLast(path.count - depth)
                    #expect(comment["parent"] as? String == path.last ?? id)
                    path.append(try #require(comment["id"] as? String))
                    deepest = max(deepest, depth)
                    let isAnswered =
                        index + 1 < thread.comments.count && thread.comments[index + 1]["depth"] as? Int == depth + 1
                    if comment["author"] as? String == "[deleted]", isAnswered { deletedWithReplies += 1 }
                }
                let known = Set(thread.comments.compactMap { $0["id"] as? String } + [id])
                for more in thread.more {
                    #expect(Set(more.keys) == ["parent", "count", "ids"])
                    #expect(known.contains(try #require(more["parent"] as? String)))
                    let ids = try #require(more["ids"] as? [String])
                    #expect(ids.allSatisfy { $0.hasPrefix("t1_") && !known.contains($0) })
                    if ids.isEmpty { continuations += 1 } else { placeholders += 1 }
                    #expect((more["count"] as? Int ?? -1) >= ids.count)
                }
                let isWhole = !thread.more.contains { ($0["ids"] as? [String])?.isEmpty == true }
                if isWhole { #expect(thread.comments.count + thread.missing == item["commentCount"] as? Int) }
            }
            #expect(deepest == 9 && continuations > 0, "some of the demonstration's threads go deeper than an answer")
            #expect(placeholders > 0 && deletedWithReplies > 0)
        }
    }

    static func busiest(_ fixture: ReaderFixture) async throws -> String {
        let items = try await fixture.reader("list", "--feed", "r/all", "--sort", "new", "--limit", "60").items
        let busiest = items.max { ($0["commentCount"] as? Int ?? 0) < ($1["commentCount"] as? Int ?? 0) }
        return try #require(busiest?["id"] as? String)
    }

    @Test func theOrderIsTheServersOrTheOneThatWasAskedFor() async throws {
        try await ReaderFixture.run { fixture in
            let id = try await Self.busiest(fixture)
            func roots(_ arguments: String...) async throws -> [[String: Any]] {
                let reader = try await fixture.reader(["comments", id] + arguments)
                #expect(reader.status == 0)
                return try Thread(reader).comments.filter { $0["depth"] as? Int == 0 }
            }
            _ = try await roots()
            #expect(fixture.server.requests.last?.target == "/comments/\(id.dropFirst(3)).json?raw_json=1")
            let newest = try await roots("--sort", "new").compactMap { $0["created"] as? Double }
            #expect(newest.count > 1 && newest == newest.sorted(by: >))
            let oldest = try await roots("--sort", "old").compactMap { $0["created"] as? Double }
            #expect(oldest == oldest.sorted())
            let best = try await roots("--sort", "best").compactMap { $0["score"] as? Int }
            #expect(best == best.sorted(by: >))
            #expect(fixture.server.requests.last?.queryValue("sort") == "confidence")
            for sort in ["confidence", "top", "controversial", "qa"] {
                _ = try await roots("--sort", sort)
                #expect(fixture.server.requests.last?.queryValue("sort") == sort)
            }
        }
    }

    @Test func thePostIsStoredAndItsStatusIsTheirs() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list", "--feed", "r/swift").ids
            let other = ReaderFixture.otherStore(of: fixture)
            // A store that has seen no list knows nothing of it.
            #expect(try await fixture.reader("save", ids[0], store: other).status == 66)
            #expect(try await fixture.reader("comments", ids[0], store: other).status == 0)
            #expect(try await fixture.reader("save", ids[0], store: other).status == 0)
            let thread = try Thread(try await fixture.reader("comments", ids[0], store: other))
            #expect(thread.post["isSaved"] as? Bool == true)
            #expect(thread.post["isRead"] as? Bool == false, "looking at the comments is not reading the post")
            #expect(try await fixture.reader("show", ids[0], store: other).status == 0)
            let home = try await fixture.reader("list", "--offline", store: other)
            #expect(home.status == 69, "no feed has it")
        }
    }

    // MARK: What goes wrong

    private static func expectNothing(_ reader: ReaderProcess, status: Int32, code: String) throws {
        #expect(reader.status == status)
        #expect(try reader.errorCode == code)
        #expect(try (reader.json["comments"] as? [Any])?.isEmpty == true)
        #expect(try (reader.json["more"] as? [Any])?.isEmpty == true)
        #expect(!reader.errors.isEmpty)
    }

    @Test(arguments: ["t3_nosuch", "nosuch", "t1_abc", "t3_../x", "t3_a?b"])
    func anIDThatNobodyKnowsIs66(_ id: String) async throws {
        try await ReaderFixture.run { fixture in
            let reader = try await fixture.reader("comments", id)
            try Self.expectNothing(reader, status: 66, code: "notFound")
            #expect(try reader.json["post"] is NSNull)
            #expect(reader.errors.contains(id))
            #expect(fixture.server.requests.allSatisfy { $0.path.hasPrefix("/comments/") && !$0.path.contains("..") })
            let text = try await fixture.reader("comments", id, format: "text")
            #expect(text.status == 66 && text.output.isEmpty)
        }
    }

    @Test func offlineNoThreadIsThereAndThePostIsShownIfItIsStored() async throws {
        try await ReaderFixture.run { fixture in
            let unknown = try await fixture.reader("comments", "t3_nosuch", "--offline")
            try Self.expectNothing(unknown, status: 69, code: "offline")
            #expect(try unknown.json["post"] is NSNull)
            let id = try #require(try await fixture.reader("list").ids.first)
            _ = try await fixture.reader("save", id)
            let asked = fixture.server.requests.count
            let stored = try await fixture.reader("comments", id, "--offline")
            try Self.expectNothing(stored, status: 69, code: "offline")
            #expect((try stored.json["post"] as? [String: Any])?["isSaved"] as? Bool == true)
            #expect(fixture.server.requests.count == asked)
        }
    }

    @Test(arguments: FaultTests.cases)
    func theCodeSaysWhyThereIsNoThread(_ fault: FaultTests.Case) async throws {
        try await ReaderFixture.run { fixture in
            let id = try #require(try await fixture.reader("list").ids.first)
            fixture.server.setFault(fault.fault, forPath: "/comments/")
            let patience = ["--timeout", fault.name == "a hang" ? "1" : "60"]
            let failed = try await fixture.reader(["comments", id] + patience)
            try Self.expectNothing(failed, status: 69, code: fault.code)
            #expect((try failed.json["post"] as? [String: Any])?["id"] as? String == id)
            // And where not even the post is stored.
            let nothing = try await fixture.reader(
                ["comments", id] + patience, store: ReaderFixture.otherStore(of: fixture))
            try Self.expectNothing(nothing, status: fault.code == "notFound" ? 66 : 69, code: fault.code)
            #expect(try nothing.json["post"] is NSNull)
        }
    }

    @Test func aBadCommentCostsItselfAlone() async throws {
        try await ReaderFixture.run { fixture in
            let id = try await Self.busiest(fixture)
            let whole = try Self.outline(try await fixture.reader("comments", id))
            fixture.server.setFault(.corruptChild(at: 1), forPath: "/comments/")
            // The first store knows the comment already, and keeps it.
            let reader = try await fixture.reader("comments", id, store: ReaderFixture.otherStore(of: fixture))
            #expect(reader.status == 0)
            #expect(reader.errors.contains("data.name: expected an id"))
            let second = try #require(whole.indices.filter { !whole[$0].hasPrefix(".") }.dropFirst().first)
            var rest = whole
            rest.remove(at: second)
            #expect(try Self.outline(reader) == rest, "the replies to it stay where they are")
            let known = try await fixture.reader("comments", id)
            #expect(Set(try Self.outline(known)) == Set(whole), "what could not be read is no reason to forget it")
        }
    }
}
