import DemoServer
import Foundation
import Testing

/// What is not sent yet: how it is shown and named, and what the setting `syncStatuses` leaves for later.
@Suite(.timeLimit(.minutes(5)))
struct UnsentTests {
    @Test func anUnsentReplyStandsBelowItsParentWithAMark() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await CommentsTests.busiest(fixture)
            let thread = try await fixture.call(.demo, "comments", id)
            let parent = try #require(
                try thread.comments.first { $0["author"] as? String != "[deleted]" }?["id"] as? String)
            let reply = try await fixture.call(.demo, "reply", parent, "Not there yet.", "--offline")
            let entry = try reply.entryIDs("queued")[0]
            let shown = try await fixture.call(.demo, "comments", id, "--offline")
            #expect(shown.status == 0, "\(shown.errors)")
            let own = try #require(try shown.comments.first { $0["id"] as? String == entry }, "\(shown.output)")
            #expect(own["parent"] as? String == parent && own["author"] as? String == "OksanaReads")
            #expect(own["score"] is NSNull && own["vote"] as? Int == 1 && own["pending"] as? [String] == ["reply"])
            let text = try await fixture.call(.demo, ["comments", id, "--offline"], format: "text")
            #expect(text.output.contains("Not there yet.") && text.output.contains("not sent yet"), "\(text.output)")

            #expect(try await fixture.call(.demo, "sync").json["sent"] as? Int == 1)
            let after = try await fixture.call(.demo, "comments", id)
            let mine = try after.comments.filter { $0["body"] as? String == "Not there yet." }
            #expect(mine.count == 1 && mine.first?["pending"] as? [String] == [], "\(after.output)")
        }
    }

    @Test func anEntryNamesItsPostOnceItIsThere() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "list", "--feed", "r/swift")
            let submit = try await fixture.call(
                .demo, "submit", "swift", "--title", "A post", "--text", "Words.", "--offline")
            let entry = try submit.entryIDs("queued")[0]
            for call in [["vote", entry, "up"], ["save", entry], ["hide", entry]] {
                let refused = try await fixture.call(.demo, call + ["--offline"])
                #expect(refused.status == 64, "\(call): \(refused.status) \(refused.errors)")
            }
            #expect(try await fixture.call(.demo, "sync").json["sent"] as? Int == 1)
            let post = try #require(try fixture.record.texts(by: "OksanaReads").first?.id)
            #expect(try await fixture.call(.demo, "list", "--feed", "r/swift", "--sort", "new").ids.contains(post))
            let save = try await fixture.call(.demo, "save", entry)
            #expect(try save.json["changed"] as? [String] == [post], "\(save.output)\(save.errors)")
            let shown = try await fixture.call(.demo, "show", entry)
            #expect(try (shown.json["item"] as? [String: Any])?["id"] as? String == post, "\(shown.errors)")
            let vote = try await fixture.call(.demo, "vote", entry, "down")
            #expect(try vote.entry("sent")["target"] as? String == post, "\(vote.output)\(vote.errors)")
            #expect(try fixture.record.people["oksanareads"]?.votes[post] == -1)
        }
    }

    @Test func savesAndHidesGoToTheServerWhereThePersonWantsThat() async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await fixture.call(.demo, "list", "--feed", "r/swift").ids
            // Until then it stays here, and is not sent later.
            let local = try await fixture.call(.demo, "save", ids[0])
            #expect(try local.json.keys.sorted() == ["changed", "unknown"], "\(local.output)")
            #expect(try await fixture.call(.demo, "settings", "set", "syncStatuses", "true").status == 0)
            let save = try await fixture.call(.demo, "save", ids[1], "t3_nobody")
            #expect(save.status == 0 && save.errors.contains("t3_nobody"), "\(save.errors)")
            #expect(try save.json["changed"] as? [String] == [ids[1]])
            #expect(try save.json["unknown"] as? [String] == ["t3_nobody"])
            let entry = try save.entry("queued")
            #expect(entry["kind"] as? String == "save" && entry["value"] as? Bool == true, "\(entry)")
            #expect(entry["target"] as? String == ids[1] && entry["state"] as? String == "pending")
            #expect(try save.entries("failed").isEmpty)
            #expect(try await fixture.call(.demo, "save", "t3_nobody").status == 66)
            #expect(try await fixture.call(.demo, "hide", ids[2]).entry("queued")["kind"] as? String == "hide")
            // What a site does not keep for people stays here.
            #expect(try await fixture.call(.demo, "read", ids[3]).json["queued"] == nil)
            let item = try await fixture.call(.demo, "list", "--feed", "r/swift", "--offline").item(ids[1])
            #expect(item["isSaved"] as? Bool == true && item["pending"] as? [String] == ["save"])
            #expect(try await fixture.call(.demo, "sync").json["sent"] as? Int == 2)
            let person = try #require(try fixture.record.people["oksanareads"])
            #expect(person.saved == [ids[1]: true] && person.hidden == [ids[2]: true])
        }
    }
}
