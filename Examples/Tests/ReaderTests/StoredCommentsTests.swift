import DemoServer
import Foundation
import Testing

/// Threads that were fetched once: from process to process, with the server off, searched.
@Suite(.timeLimit(.minutes(5)))
struct StoredCommentsTests {
    private static func entries(_ reader: ReaderProcess) throws -> NSDictionary {
        let json = try reader.json
        let entries: [String: Any] = [
            "comments": try #require(json["comments"]), "more": try #require(json["more"]),
        ]
        return entries as NSDictionary
    }

    private static func post(_ reader: ReaderProcess) throws -> NSDictionary {
        try #require(try reader.json["post"] as? [String: Any]) as NSDictionary
    }

    @Test func aThreadThatWasSeenIsThereOffline() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await CommentsTests.busiest(fixture)
            let fetched = try await fixture.call(.demo, "comments", id)
            #expect(fetched.status == 0)
            let asked = fixture.server.requests.count
            let offline = try await fixture.call(.demo, "comments", id, "--offline")
            #expect(offline.status == 0 && offline.errors.isEmpty, "\(offline.errors)")
            #expect(try offline.json["error"] is NSNull)
            #expect(try Self.entries(offline) == Self.entries(fetched))
            #expect(try Self.post(offline) == Self.post(fetched))
            let text = try await fixture.call(.demo, ["comments", id, "--offline"], format: "text")
            #expect(text.status == 0 && !text.output.isEmpty && text.errors.isEmpty)
            #expect(fixture.server.requests.count == asked)
        }
    }

    @Test func anotherOrderIsMadeHereWithoutTheNetwork() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await CommentsTests.busiest(fixture)
            let fetched = try await fixture.call(.demo, "comments", id, "--sort", "new")
            let offline = try await fixture.call(.demo, "comments", id, "--offline", "--sort", "old")
            #expect(offline.status == 0)
            let comments = try #require(try offline.json["comments"] as? [[String: Any]])
            let dates = comments.filter { $0["depth"] as? Int == 0 }.compactMap { $0["created"] as? Double }
            #expect(dates.count > 1 && dates == dates.sorted())
            #expect(try comments.count == (fetched.json["comments"] as? [Any])?.count)
            var path: [String] = []
            for comment in comments {
                let depth = try #require(comment["depth"] as? Int)
                try #require(depth <= path.count)
                path.removeLast(path.count - depth)
                #expect(comment["parent"] as? String == path.last ?? id, "no reply has lost its parent")
                path.append(try #require(comment["id"] as? String))
            }
            let text = try await fixture.call(.demo, ["comments", id, "--offline", "--sort", "old"], format: "text")
            #expect(text.output.contains("sorted on this device"))
        }
    }

    @Test(arguments: FaultTests.cases.filter { $0.name != "a hang" })
    func aFailureShowsWhatIsStoredAndSaysWhy(_ fault: FaultTests.Case) async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await CommentsTests.busiest(fixture)
            let fetched = try await fixture.call(.demo, "comments", id)
            fixture.server.setFault(fault.fault, forPath: "/comments/")
            let failed = try await fixture.call(.demo, "comments", id, "--timeout", "60")
            #expect(failed.status == 0)
            #expect(try failed.errorCode == fault.code)
            #expect(!failed.errors.isEmpty, "standard error says it too")
            #expect(try Self.entries(failed) == Self.entries(fetched))
        }
    }

    @Test func commentsAreFoundByTheirWords() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await CommentsTests.busiest(fixture)
            let thread = try await fixture.call(.demo, "comments", id)
            let comments = try #require(try thread.json["comments"] as? [[String: Any]])
            let asked = fixture.server.requests.count
            let one = try #require(comments.first { ($0["body"] as? String ?? "").utf8.count > 20 })
            let words = try #require(one["body"] as? String)
            let found = try await fixture.call(.demo, "search", "--comments", words.uppercased(), "--offline")
            #expect(found.status == 0 && found.errors.isEmpty, "\(found.errors)")
            #expect(Set(try found.json.keys) == ["comments"])
            let matches = try #require(try found.json["comments"] as? [[String: Any]])
            for match in matches {
                #expect(
                    Set(match.keys) == ["id", "parent", "depth", "author", "body", "score", "created", "post"])
                #expect(match["post"] as? String == id)
            }
            var match = try #require(matches.first { $0["id"] as? String == one["id"] as? String })
            match["post"] = nil
            // What an account has done with it is told in its thread.
            let told = one.filter { !["vote", "pending"].contains($0.key) }
            #expect(match as NSDictionary == told as NSDictionary)
            let none = try await fixture.call(.demo, "search", "xylophage", "--comments")
            #expect(none.status == 0)
            #expect(try (none.json["comments"] as? [Any])?.isEmpty == true)
            let posts = try await fixture.call(.demo, "search", "xylophage")
            #expect(Set(try posts.json.keys) == ["items"], "posts are searched as before")
            let text = try await fixture.call(.demo, ["search", words, "--comments"], format: "text")
            #expect(text.status == 0 && text.output.contains(id))
            #expect(fixture.server.requests.count == asked)
        }
    }

    @Test func commentsOfBlockedAuthorsAreOneLineWithACount() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await CommentsTests.busiest(fixture)
            let thread = try await fixture.call(.demo, "comments", id)
            let comments = try #require(try thread.json["comments"] as? [[String: Any]])
            let index = try #require(
                comments.indices.dropLast().first { index in
                    let depth = comments[index]["depth"] as? Int ?? 0
                    return comments[index]["author"] as? String != "[deleted]"
                        && comments[index + 1]["depth"] as? Int == depth + 1
                })
            let author = try #require(comments[index]["author"] as? String)
            // What the person did with a reply is told, whether it is seen or not.
            let reply = try #require(comments[index + 1]["id"] as? String)
            #expect(try await fixture.call(.demo, "vote", reply, "up", "--offline").status == 0)
            let voted = try await fixture.call(.demo, "comments", id, "--offline")
            let mine = try #require(try voted.comments.first { $0["id"] as? String == reply })
            #expect(mine["vote"] as? Int == 1 && mine["pending"] as? [String] == ["vote"])
            let set = try await fixture.call(.demo, ["settings", "set", "blockedAuthors", author], format: "text")
            #expect(set.status == 0, "\(set.errors)")
            let text = try await fixture.call(.demo, ["comments", id, "--offline"], format: "text")
            #expect(text.output.contains("blocked author · "))
            let json = try await fixture.call(.demo, "comments", id, "--offline")
            #expect(try Self.entries(json) == Self.entries(voted), "programs get all of it")
        }
    }
}
