import Core
import Database
import DemoServer
import Foundation
import Testing

/// What people are told: the ids by which things are named, and sentences that fit what happened.
@Suite(.timeLimit(.minutes(5)))
struct WordsTests {
    private func post(_ fixture: ReaderFixture) async throws -> String {
        try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
    }

    @Test(arguments: ["80", "24"]) func eachCommentIsShownWithItsID(_ columns: String) async throws {
        try await ReaderFixture.run { fixture in
            let id = try await CommentsTests.busiest(fixture)
            let ids = try await fixture.reader("comments", id).comments.compactMap { $0["id"] as? String }
            let page = try await fixture.reader(
                "comments", id, "--offline", format: "text", environment: ["COLUMNS": columns])
            let words = Set(page.output.split { $0.isWhitespace }.map(String.init))
            // What blocked people wrote and long branches are collapsed; everything else has its own.
            #expect(ids.count > 20 && ids.filter(words.contains).count > 20, "\(page.output.prefix(500))")
            let reply = try await fixture.reader("reply", id, "Mine.", "--offline", format: "text")
            let named = try #require(reply.output.split { " ()".contains($0) }.first { $0.hasPrefix("entry-") })
            let edit = try await fixture.reader("edit", String(named), "Other words.", "--offline")
            #expect(edit.status == 0, "\(edit.errors)")
            if columns == "80" {
                let own = try await fixture.reader(
                    "comments", id, "--offline", format: "text", environment: ["COLUMNS": columns])
                #expect(own.output.contains("not sent yet") && own.output.contains(named), "\(own.output.prefix(500))")
            }
        }
    }

    @Test func aVoteIsNamedWithItsDirection() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            for (direction, words) in [("up", "upvote on \(id)"), ("down", "downvote on \(id)")] {
                _ = try await fixture.call(.demo, "vote", id, direction, "--offline")
                let outbox = try await fixture.call(.demo, ["outbox"], format: "text")
                #expect(outbox.output.contains(": \(words)\n"), "\(outbox.output)")
            }
        }
    }

    @Test func whatWaitsIsCountedAndSaidOnce() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let parent = try await fixture.call(.demo, "reply", id, "One", "--offline").entryIDs("queued")[0]
            for (text, words) in [("Two", "1 unsent reply waits"), ("Three", "2 unsent replies wait")] {
                _ = try await fixture.call(.demo, "reply", parent, text, "--offline")
                for call in [["outbox", "cancel", parent], ["delete", parent, "--offline"]] {
                    let refused = try await fixture.call(.demo, call)
                    #expect(refused.status == 64 && refused.errors.contains(words), "\(refused.errors)")
                    #expect(refused.errors.components(separatedBy: "Say what becomes").count == 2, "\(refused.errors)")
                }
            }
        }
    }

    @Test func besideAProgramNothingIsDeletedForWhichAnotherWaits() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let parent = try await fixture.call(.demo, "reply", id, "One", "--offline").entryIDs("queued")[0]
            let child = try await fixture.call(.demo, "reply", parent, "Two", "--offline").entryIDs("queued")[0]
            let writer = try await JSONStore.open(directory: fixture.store)
            let refused = try await fixture.call(.demo, "delete", parent)
            #expect(refused.status == 64, "\(refused.status) \(refused.output)")
            #expect(refused.errors.contains("--with-replies"), "\(refused.errors)")
            #expect(try await fixture.call(.demo, "delete", parent, "--with-replies").status == 0)
            try await writer.close()
            #expect(try await fixture.call(.demo, "sync").json["failed"] as? Int == 0)
            #expect(try await fixture.call(.demo, "outbox").entries("entries").isEmpty, "\(child) has gone with it")
            #expect(try fixture.record.texts(by: "OksanaReads").isEmpty)
        }
    }

    @Test func withTheNetworkOffNobodyIsSentToLookAtTheConnection() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "reply", try await post(fixture), "One", "--offline")
            let sync = try await fixture.call(.demo, "sync", "--offline")
            #expect(try sync.status == 69 && sync.errorCode == "offline", "\(sync.output)")
            #expect(sync.errors.contains("--offline") && !sync.errors.contains("connection"), "\(sync.errors)")
        }
    }

    @Test func aWrongPasswordAndASessionThatIsOverAreNamed() async throws {
        try await ReaderFixture.runCalls { fixture in
            func call(_ arguments: String..., password: String = "lantern", format: String = "json") async throws
                -> ReaderProcess
            {
                try await fixture.call(
                    .lemmy, arguments, format: format, environment: ["LANTERN_PASSWORD": password])
            }
            let id = try #require(try await call("list", "--feed", "r/swift").ids.first)
            let wrong = try await call("login", "--account", "ann", password: "wrong")
            #expect(wrong.status == 77 && wrong.errors.contains("password"), "\(wrong.errors)")
            #expect(try await call("login", "--account", "ann").status == 0)
            let signedIn = try await call("accounts", format: "text")
            #expect(signedIn.output == "ann · in use\n")
            fixture.server.endSessions()
            #expect(try await call("vote", id, "up").status == 77)
            let over = try await call("accounts", format: "text")
            #expect(over.output == "ann · in use · session over · unsent: 1\n", "\(over.output)")
        }
    }
}
