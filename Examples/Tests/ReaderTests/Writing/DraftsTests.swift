import Core
import Database
import DemoServer
import Foundation
import Testing

/// Texts that were kept and are not in the outbox: what shows, sends and removes them.
@Suite(.timeLimit(.minutes(5)))
struct DraftsTests {
    private func post(_ fixture: ReaderFixture) async throws -> String {
        try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
    }

    /// Writes a reply without a network, and gives it up; returns the draft's id.
    private func givenUp(_ fixture: ReaderFixture, _ text: String, to id: String) async throws -> String {
        let entry = try await fixture.call(.demo, "reply", id, text, "--offline").entryIDs("queued")[0]
        #expect(try await fixture.call(.demo, "outbox", "cancel", entry).status == 0)
        let drafts = try await fixture.call(.demo, "drafts").entries("drafts")
        return try #require(drafts.first { $0["text"] as? String == text }?["id"] as? String, "\(drafts)")
    }

    @Test func whatWasWrittenAsNobodyIsSentOnceSomebodySignsIn() async throws {
        try await ReaderFixture.runCalls { fixture in
            func call(_ arguments: String...) async throws -> ReaderProcess {
                try await fixture.call(.lemmy, arguments, environment: ["LANTERN_PASSWORD": "lantern"])
            }
            let id = try #require(try await call("list", "--feed", "r/swift").ids.first)
            let reply = try await call("reply", id, "Words of nobody.")
            #expect(reply.status == 77 && reply.errors.contains("'drafts'"), "\(reply.errors)")
            #expect(try await call("submit", "swift", "--title", "A title", "--url", "https://a.example").status == 77)
            let drafts = try await call("drafts")
            #expect(drafts.status == 0 && drafts.errors.isEmpty, "\(drafts.errors)")
            let entries = try drafts.entries("drafts")
            #expect(entries.map { $0["kind"] as? String } == ["submit", "reply"], "what was changed last first")
            let (link, words) = (try #require(entries.first), try #require(entries.last))
            #expect(link["target"] as? String == "r/swift" && link["title"] as? String == "A title")
            #expect(link["url"] as? String == "https://a.example" && link["text"] is NSNull)
            #expect(words["target"] as? String == id && words["text"] as? String == "Words of nobody.")
            #expect(words["account"] is NSNull && words["changed"] as? Double ?? 0 > 0)
            let draft = try #require(words["id"] as? String)
            let nobody = try await call("drafts", "send", draft)
            #expect(try nobody.status == 77 && nobody.errorCode == "unauthorized", "\(nobody.output)")
            #expect(try await call("drafts").entries("drafts").count == 2, "it stays, once")

            #expect(try await call("login", "--account", "ann").status == 0)
            let sent = try await call("drafts", "send", draft)
            #expect(sent.status == 0 && sent.errors.isEmpty, "\(sent.errors)")
            let entry = try sent.entry("sent")
            #expect(entry["id"] as? String == draft && entry["account"] as? String == "ann")
            #expect(try await call("drafts").entryIDs("drafts") == [try #require(link["id"] as? String)])
            let again = try await call("drafts", "send", draft)
            #expect(try again.status == 66 && again.json["unknown"] as? [String] == [draft], "\(again.output)")
            #expect(try await call("drafts", "send", try #require(link["id"] as? String)).status == 0)
            let texts = try fixture.record.texts(by: "ann")
            #expect(texts.compactMap(\.text).contains("Words of nobody."))
            #expect(texts.first { $0.title == "A title" }?.url == "https://a.example" && texts.count == 2)
        }
    }

    @Test func whatWasGivenUpIsShownSentAndRemoved() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let first = try await givenUp(fixture, "One\nand more", to: id)
            let second = try await givenUp(fixture, "Two", to: id)
            let text = try await fixture.call(.demo, ["drafts"], format: "text")
            #expect(text.output.contains("\(first)  reply to \(id) · just now\n  One\n  and more\n"), "\(text.output)")

            // In the dark it waits in the outbox, and is no draft any more.
            let queued = try await fixture.call(.demo, "drafts", "send", first, "--offline")
            #expect(try queued.status == 0 && queued.entry("queued")["id"] as? String == first, "\(queued.errors)")
            #expect(try await fixture.call(.demo, "drafts").entryIDs("drafts") == [second])
            #expect(try await fixture.call(.demo, "sync").json["sent"] as? Int == 1)
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["One\nand more"])

            let unknown = try await fixture.call(.demo, "drafts", "remove", first)
            #expect(unknown.status == 66 && unknown.errors.contains("'drafts'"), "\(unknown.errors)")
            #expect(try unknown.entryIDs("drafts") == [second])
            let removed = try await fixture.call(.demo, "drafts", "remove", second, first)
            #expect(try removed.status == 0 && removed.entries("drafts").isEmpty, "\(removed.errors)")
            #expect(removed.errors.contains(first), "\(removed.errors)")
            let none = try await fixture.call(.demo, ["drafts"], format: "text")
            #expect(none.output == "There are no drafts.\n")
        }
    }

    @Test func aDraftThatAnswersADraftGoesBehindIt() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let parent = try await fixture.call(.demo, "reply", id, "One", "--offline").entryIDs("queued")[0]
            _ = try await fixture.call(.demo, "reply", parent, "Two", "--offline")
            let deleted = try await fixture.call(
                .demo, ["delete", parent, "--as-drafts", "--offline"], format: "text")
            #expect(deleted.status == 0 && deleted.errors.contains("'drafts'"), "\(deleted.errors)")
            let drafts = try await fixture.call(.demo, "drafts").entries("drafts")
            let ids = Dictionary(
                drafts.map { ($0["text"] as? String ?? "", $0["id"] as? String ?? "") }, uniquingKeysWith: { $1 })
            let (one, two) = (try #require(ids["One"]), try #require(ids["Two"]))
            let early = try await fixture.call(.demo, "drafts", "send", two)
            #expect(early.status == 64 && early.errors.contains(one), "\(early.status) \(early.errors)")
            #expect(try await fixture.call(.demo, "drafts", "send", one, "--offline").status == 0)
            let late = try await fixture.call(.demo, "drafts", "send", two)
            #expect(late.status == 0, "\(late.errors)")
            #expect(try await fixture.call(.demo, "outbox").entries("entries").isEmpty)
            #expect(try await fixture.call(.demo, "drafts").entries("drafts").isEmpty)
            #expect(try fixture.record.texts(by: "OksanaReads").compactMap(\.text).sorted() == ["One", "Two"])
        }
    }

    @Test func besideAProgramThatHasTheStoreADraftIsLeftForIt() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let draft = try await givenUp(fixture, "Handed over.", to: id)
            let writer = try await JSONStore.open(directory: fixture.store)
            let busy = try await fixture.call(.demo, "drafts", "remove", draft)
            #expect(busy.status == 75, "\(busy.status) \(busy.errors)")
            #expect(try await fixture.call(.demo, "drafts").entryIDs("drafts") == [draft])
            for _ in 0..<2 {
                let sent = try await fixture.call(.demo, "drafts", "send", draft)
                #expect(try sent.status == 0 && sent.entry("queued")["id"] as? String == draft, "\(sent.errors)")
            }
            try await writer.close()
            #expect(try await fixture.call(.demo, "sync").json["sent"] as? Int == 1)
            #expect(try await fixture.call(.demo, "drafts").entries("drafts").isEmpty)
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Handed over."])
        }
    }

    @Test func anImportSaysThatItBroughtDrafts() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            _ = try await givenUp(fixture, "Brought along.", to: id)
            let (file, other) = ("\(fixture.directory)/archive.json", ReaderFixture.otherStore(of: fixture))
            #expect(try await fixture.call(.demo, "export", file).status == 0)
            let imported = try await fixture.call(.demo, ["import", file], store: other, format: "text")
            #expect(imported.status == 0 && imported.errors.contains("'drafts'"), "\(imported.errors)")
            let drafts = try await fixture.call(.demo, "drafts", store: other).entries("drafts")
            #expect(drafts.map { $0["text"] as? String } == ["Brought along."])
        }
    }

    @Test(arguments: ["hackernews", "reddit-json"])
    func whereNobodyCanWriteThereAreNoDrafts(_ backend: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            for call in [["drafts"], ["drafts", "send", "a"], ["drafts", "remove", "a"]] {
                let ended = await ReaderCall.run(call + ["--backend", backend, "--store", fixture.store])
                #expect(ended.status == 64 && ended.errors.contains("cannot write"), "\(call): \(ended.errors)")
            }
        }
    }
}
