import DemoServer
import Foundation
import Testing

/// What goes to a server: intents that are stored, shown and sent.
@Suite(.timeLimit(.minutes(5)))
struct WritingTests {
    // MARK: The demonstration inside the process

    @Test func aReplyThatWasWrittenInTheDarkIsSentWhenTheLightComesBack() async throws {
        try await ReaderFixture.runCalls { fixture in
            let list = await fixture.demo("list", "--feed", "r/swift")
            #expect(list.status == 0 && list.errors.isEmpty, "\(list.errors)")
            let id = try #require(try list.ids.first)
            _ = await fixture.demo("comments", id)

            let reply = await fixture.demo("reply", id, "Written in the dark.", "--offline")
            #expect(reply.status == 0, "\(reply.errors)")
            let entry = try reply.entry("queued")
            #expect(entry["state"] as? String == "pending" && entry["target"] as? String == id)
            #expect(entry["text"] as? String == "Written in the dark." && entry["account"] as? String == "OksanaReads")
            #expect(try reply.entries("sent").isEmpty && reply.errorCode == nil)
            let outbox = await fixture.demo("outbox")
            #expect(try outbox.entryIDs("entries") == [entry["id"] as? String])

            let sync = await fixture.demo("sync")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try sync.json["sent"] as? Int == 1 && sync.json["left"] as? Int == 0)
            #expect(try await fixture.demo("outbox").entries("entries").isEmpty)

            // Another server, in another run: it goes on from what the one before it was told.
            let thread = await fixture.demo("comments", id, "--sort", "new")
            let mine = try thread.comments.filter { $0["body"] as? String == "Written in the dark." }
            #expect(mine.count == 1 && mine.first?["author"] as? String == "OksanaReads", "\(thread.output)")
            #expect(mine.first?["parent"] as? String == id)
        }
    }

    @Test func aVoteIsShownAtOnceAndStays() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await fixture.demo("list", "--feed", "r/swift").ids.first)
            let queued = await fixture.demo("vote", id, "up", "--offline")
            #expect(try queued.status == 0 && (queued.entry("queued"))["value"] as? Int == 1, "\(queued.errors)")
            var item = try await fixture.demo("list", "--feed", "r/swift", "--offline").item(id)
            #expect(item["vote"] as? Int == 1 && item["pending"] as? [String] == ["vote"])
            // The newest wish counts.
            let down = await fixture.demo("vote", id, "down")
            #expect(try down.status == 0 && (down.entry("sent"))["value"] as? Int == -1, "\(down.errors)")
            #expect(try (down.entry("sent"))["state"] as? String == "sent")
            item = try await fixture.demo("list", "--feed", "r/swift").item(id)
            #expect(item["vote"] as? Int == -1 && item["pending"] as? [String] == [])
            let shown = try #require(try await fixture.demo("show", id).json["item"] as? [String: Any])
            #expect(shown["vote"] as? Int == -1)
        }
    }

    // MARK: A server that is looked at

    @Test func everyKindArrivesAsItWasMeant() async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await fixture.call(.demo, "list", "--feed", "r/swift").ids
            let thread = try await fixture.call(.demo, "comments", ids[0])
            let comment = try #require(
                try thread.comments.first { $0["author"] as? String != "[deleted]" }?["id"] as? String)

            let calls: [[String]] = [
                ["vote", ids[0], "up"], ["vote", comment, "down"], ["reply", ids[1], "-1 for that, --really"],
                ["reply", comment, "Below a comment."], ["submit", "swift", "--title", "A title", "--text", "Words."],
                ["submit", "r/swift", "--title", "A link", "--url", "https://example.org/a"],
                ["submit", "swift", "--title", "Nothing more"], ["subscribe", "r/swift"], ["unsubscribe", "pics"],
            ]
            var results: [String] = []
            for call in calls {
                let ended = try await fixture.call(.demo, call)
                #expect(ended.status == 0 && ended.errors.isEmpty, "\(call): \(ended.status) \(ended.errors)")
                let sent = try ended.entry("sent")
                #expect(try ended.entries("queued").isEmpty && ended.entries("failed").isEmpty)
                if let result = sent["result"] as? String { results.append(result) }
            }
            let record = try fixture.record
            let texts = record.texts(by: "OksanaReads")
            #expect(results.count == 5 && Set(results) == Set(texts.map(\.id)))
            #expect(texts.first { $0.parent == ids[1] }?.text == "-1 for that, --really")
            #expect(texts.first { $0.parent == comment }?.text == "Below a comment.")
            #expect(texts.first { $0.title == "A link" }?.url == "https://example.org/a")
            #expect(texts.first { $0.title == "Nothing more" }?.text == "")
            let person = try #require(record.people["oksanareads"])
            #expect(person.votes[ids[0]] == 1 && person.votes[comment] == -1)
            #expect(person.subscriptions["swift"] == true && person.subscriptions["pics"] == false)

            // One's own, just sent and in no list, by the id that was printed.
            let own = try #require(texts.first { $0.parent == comment }?.id)
            let edit = try await fixture.call(.demo, "edit", own, "Other words.")
            #expect(try edit.status == 0 && (edit.entry("sent"))["target"] as? String == own, "\(edit.errors)")
            let delete = try await fixture.call(.demo, "delete", try #require(results.last))
            #expect(delete.status == 0, "\(delete.errors)")
            let after = try fixture.record.texts(by: "OksanaReads")
            #expect(after.first { $0.id == own }?.text == "Other words.")
            #expect(after.first { $0.id == results.last }?.isDeleted == true)
        }
    }

    @Test func textsTakeRepliesEditsAndDeletionsByTheirEntry() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
            let first = try await fixture.call(.demo, "reply", id, "One", "--offline").entryIDs("queued")[0]
            let below = try await fixture.call(.demo, "reply", first, "Two", "--offline")
            #expect(try (below.entry("queued"))["waitsFor"] as? String == first)
            #expect(try (below.entry("queued"))["state"] as? String == "waiting")
            let changed = try await fixture.call(.demo, "edit", first, "One, changed", "--offline")
            #expect(try changed.status == 0 && (changed.entryIDs("queued")) == [first], "\(changed.errors)")
            #expect(try await fixture.call(.demo, "vote", first, "up", "--offline").status == 64)

            let refused = try await fixture.call(.demo, "delete", first, "--offline")
            #expect(refused.status == 64 && refused.errors.contains("--with-replies"), "\(refused.errors)")
            #expect(try await fixture.call(.demo, "outbox", "cancel", first).status == 64)
            let kept = try await fixture.call(.demo, "outbox", "cancel", first, "--to-parent")
            #expect(try kept.status == 0 && (kept.entries("entries")).count == 1, "\(kept.errors)")
            #expect(try (kept.entry("entries"))["target"] as? String == id)
            #expect(try await fixture.call(.demo, "sync").json["sent"] as? Int == 1)
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Two"])
            // What it was keeps its name.
            let entry = try below.entryIDs("queued")[0]
            #expect(try await fixture.call(.demo, "edit", entry, "Three").status == 0)
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Three"])
        }
    }

    @Test func whatIsRefusedInPartIsRefusedAsAWhole() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
            let own = try #require(
                try await fixture.call(.demo, "reply", id, "Mine.").entry("sent")["result"] as? String)
            let delete = try await fixture.call(.demo, "delete", own, id, "--offline")
            #expect(delete.status == 64, "\(delete.errors)")
            #expect(try await fixture.call(.demo, "outbox").entries("entries").isEmpty)
            #expect(try await fixture.call(.demo, "delete", own, "t3_nobody").status == 0)
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.isDeleted) == [true])

            // Those that wait for one another can go together, in whichever order they are named.
            for command in ["cancel", "delete"] {
                let parent = try await fixture.call(.demo, "reply", id, "One", "--offline").entryIDs("queued")[0]
                let child = try await fixture.call(.demo, "reply", parent, "Two", "--offline").entryIDs("queued")[0]
                let call = (command == "cancel" ? ["outbox"] : []) + [command, parent, child, "--offline"]
                let ended = try await fixture.call(.demo, call)
                #expect(ended.status == 0, "\(call): \(ended.errors)")
                #expect(try await fixture.call(.demo, "outbox").entries("entries").isEmpty)
            }
        }
    }

    @Test func standardInputIsTakenWithoutItsLastNewline() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await fixture.demo("list", "--feed", "r/swift").ids.first)
            let reply = await fixture.demo("reply", id, "-", "--offline", input: "First\nSecond\n\n")
            #expect(try (reply.entry("queued"))["text"] as? String == "First\nSecond\n", "\(reply.errors)")
            #expect(await fixture.demo("reply", id, "-", "--offline", input: " \n").status == 64)
            let entry = try reply.entryIDs("queued")[0]
            let edit = await fixture.demo("outbox", "edit", entry, "-", input: "Third")
            #expect(try (edit.entry("entries"))["text"] as? String == "Third", "\(edit.errors)")
        }
    }

    @Test func whatElseIsUnsentGoesAlongAndIsNotNamed() async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await fixture.call(.demo, "list", "--feed", "r/swift").ids
            let first = try await fixture.call(.demo, "reply", ids[0], "Before.", "--offline").entryIDs("queued")[0]
            let second = try await fixture.call(.demo, "reply", ids[1], "Refused.", "--offline").entryIDs("queued")[0]
            fixture.server.setFault(.refuse("THREAD_LOCKED"), only: .act(.reply), times: 1)
            let vote = try await fixture.call(.demo, "vote", ids[2], "up")
            #expect(try vote.status == 0 && vote.entry("sent")["kind"] as? String == "vote", "\(vote.output)")
            #expect(try vote.entries("failed").isEmpty && vote.entries("queued").isEmpty && vote.errorCode == nil)
            let left = try await fixture.call(.demo, "outbox").entries("entries")
            #expect(left.count == 1 && left.first?["state"] as? String == "failed", "\(left)")
            #expect([first, second].contains(left.first?["id"] as? String))
            #expect(try fixture.record.texts(by: "OksanaReads").count == 1)
            // It was refused before, and still is: nothing new to say, and nothing went wrong now.
            let sync = try await fixture.call(.demo, "sync")
            #expect(try sync.status == 0 && sync.json["failed"] as? Int == 0 && sync.json["left"] as? Int == 1)
        }
    }

    @Test func withoutANetworkSyncSendsNothingAndSaysSo() async throws {
        try await ReaderFixture.runCalls { fixture in
            func sync(_ status: Int32, left: Int, _ code: String?) async throws {
                let ended = try await fixture.call(.demo, "sync", "--offline")
                #expect(ended.status == status, "\(ended.status) \(ended.output)\(ended.errors)")
                #expect(try ended.json["sent"] as? Int == 0 && ended.json["failed"] as? Int == 0)
                #expect(try ended.json["left"] as? Int == left && ended.errorCode == code, "\(ended.output)")
            }
            try await sync(0, left: 0, nil)
            let id = try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
            fixture.server.setFault(.refuse("THREAD_LOCKED"), only: .act(.reply), times: 1)
            #expect(try await fixture.call(.demo, "reply", id, "Refused.").status == 69)
            try await sync(0, left: 1, nil)
            #expect(try await fixture.call(.demo, "vote", id, "up", "--offline").status == 0)
            try await sync(69, left: 2, "offline")
            #expect(try fixture.record.people["oksanareads"]?.votes[id] == nil)
            #expect(try await fixture.call(.demo, "logout", "--keep").status == 0)
            #expect(try await fixture.call(.demo, "sync", "--offline").status == 77)
        }
    }

    @Test func anAccountThatIsNotSignedInHereSendsNothing() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
            let pending = try await fixture.call(.demo, "vote", id, "up", "--offline").entryIDs("queued")[0]
            let nobody = try await fixture.call(.demo, "outbox", "retry", pending, "--account", "nobody")
            #expect(nobody.status == 66, "\(nobody.errors)")
            let own = try await fixture.call(.demo, "outbox", "retry", pending, "--account", "OksanaReads")
            #expect(try own.status == 0 && own.entryIDs("sent") == [pending], "\(own.output)\(own.errors)")
        }
    }

    @Test func anEntryThatLeftWithoutANameIsUnknown() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
            fixture.server.setFault(.reset(), only: .act(.reply), times: 1)
            let entry = try await fixture.call(.demo, "reply", id, "Somewhere.").entryIDs("queued")[0]
            #expect(try await fixture.call(.demo, "outbox", "arrived", entry).status == 0)
            for call in [["reply", entry, "Below."], ["edit", entry, "Other."], ["delete", entry]] {
                let ended = try await fixture.call(.demo, call)
                #expect(ended.status == 66, "\(call): \(ended.status) \(ended.errors)")
                #expect(try ended.json["unknown"] as? [String] == [entry], "\(ended.output)")
            }
        }
    }

    // MARK: What is refused at once

    @Test func badCommandLinesAre64AndKeepNothing() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
            let calls: [[String]] = [
                ["vote", id, "sideways"], ["vote", id], ["reply", id], ["reply", id, " "], ["reply", id, ""],
                ["reply", id, String(repeating: "é", count: 10_001)],
                ["submit", "swift", "--title", " "], ["submit", "swift"],
                ["submit", "swift", "--title", "T", "--text", "a", "--url", "https://example.org"],
                ["submit", "swift", "--title", String(repeating: "a", count: 301)],
                ["submit", "swift", "--title", "T", "--url", "nowhere"], ["submit", "sw/ift", "--title", "T"],
                ["subscribe", "r/"], ["edit", id, "Somebody else's"], ["delete", id],
                ["outbox", "cancel"], ["outbox", "retry", "--account", "ann"],
            ]
            for call in calls {
                let ended = try await fixture.call(.demo, call + ["--offline"])
                #expect(ended.status == 64, "\(call): \(ended.status) \(ended.errors)")
            }
            #expect(try await fixture.call(.demo, "outbox").entries("entries").isEmpty)
            let longest = String(repeating: "😀", count: 10_000)
            #expect(try await fixture.call(.demo, "reply", id, longest, "--offline").status == 0)
        }
    }

    @Test(arguments: ["hackernews", "reddit-json", "reddit-feed", "reddit-json,reddit-feed"])
    func whereNobodyCanSignInNothingIsWritten(_ backend: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            for call in [
                ["vote", "1", "up"], ["reply", "1", "a"], ["outbox"], ["sync"], ["accounts"], ["login"],
                ["submit", "swift", "--title", "a"], ["subscribe", "swift"], ["delete", "1"], ["edit", "1", "a"],
            ] {
                let ended = await ReaderCall.run(call + ["--backend", backend, "--store", fixture.store])
                #expect(ended.status == 64 && ended.errors.contains("cannot write"), "\(call): \(ended.errors)")
            }
            #expect(!fixture.isStoreThere)
        }
    }

    @Test func unknownIDsAre66() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "list", "--feed", "r/swift")
            let entry = "entry-" + String(repeating: "0", count: 26)
            for call in [
                ["vote", "t3_nobody", "up"], ["vote", "t1_nobody", "up"], ["reply", entry, "a"],
                ["delete", "t3_nobody", "t1_nobody"], ["outbox", "retry", entry],
            ] {
                let ended = try await fixture.call(.demo, call)
                #expect(ended.status == 66, "\(call): \(ended.status) \(ended.errors)")
                #expect(try ended.json["unknown"] as? [String] == call.filter { $0.contains("_") || $0.contains("-") })
            }
            for call in [["outbox", "cancel", entry], ["outbox", "arrived", entry], ["outbox", "edit", entry, "a"]] {
                #expect(try await fixture.call(.demo, call).status == 66)
            }
        }
    }

    @Test func whatIsPrintedAsTextIsHarmlessAndInTheLanguage() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await fixture.demo("list", "--feed", "r/swift").ids.first)
            let reply = await fixture.demo("reply", id, "a\u{1B}[31mb\nc", "--offline", format: "text")
            let entry = try await fixture.demo("outbox").entryIDs("entries")[0]
            #expect(
                reply.status == 0 && reply.output == "To be sent: reply to \(id) (\(entry)): a␛[31mb c\n",
                "\(reply.output)")
            #expect(reply.errors.contains("'sync'"))
            let outbox = await fixture.demo("outbox", format: "text", environment: ["LANG": "uk_UA.UTF-8"])
            #expect(outbox.output.contains("Буде надіслано: відповідь на \(id): a␛[31mb c"), "\(outbox.output)")
            let sync = await fixture.demo("sync", format: "text")
            #expect(sync.output == "sent: 1, not sent: 0, left: 0\n")
            #expect(await fixture.demo("outbox", format: "text").output == "Everything is sent.\n")
        }
    }
}
