import CommunityServer
import Foundation
import Testing

/// What is not sent yet, and what was: both are named by their entry's id.
@Suite("Unsent", .timeLimit(.minutes(5)))
struct UnsentTests {
    private func publish(_ text: String, _ fixture: CommunityFixture) async throws -> String {
        let queued = try await fixture.call(
            "publish", "--category", "CategoryZ_pet", "--text", text, "--image", try fixture.picture("one"),
            "--offline")
        return try #require(try queued.entries("queued").first?["id"] as? String, "\(queued.output)\(queued.errors)")
    }

    private func post(
        _ id: String, _ fixture: CommunityFixture, _ options: String...
    ) async throws -> [String: Any] {
        let run = try await fixture.call(["post", id] + options)
        return try #require(try run.json["post"] as? [String: Any], "\(run.output)\(run.errors)")
    }

    private func entry(_ name: String, _ run: ProgramRun) throws -> [String: Any] {
        try #require(try run.entries(name).first, "\(run.output)\(run.errors)")
    }

    @Test(
        "An unsent post is read, commented on, changed and deleted by its entry's id, which names it also once it is sent"
    )
    func unsentPost() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let id = try await publish("Wait for me", fixture)
            let shown = try await post(id, fixture, "--offline")
            #expect(shown["id"] as? String == id && shown["text"] as? String == "Wait for me")
            #expect(shown["category"] as? String == "CategoryZ_pet" && shown["files"] as? [String] == [])
            #expect(shown["pending"] as? [String] == ["publish"] && shown["created"] is Double)
            #expect((shown["author"] as? [String: Any])?["nick"] as? String == "ann")
            #expect(try await fixture.call("like", id, "--offline").status == 64, "it can be liked once it is sent")

            let comment = try entry("queued", await fixture.call("comment", id, "First", "--offline"))
            #expect(comment["waitsFor"] as? String == id)
            let changed = try entry("queued", await fixture.call("edit", id, "--text", "Look", "--offline"))
            #expect(changed["id"] as? String == id && changed["text"] as? String == "Look")
            let moved = try entry("queued", await fixture.call("edit", id, "--category", "CategoryZ_song", "--offline"))
            #expect(moved["kind"] as? String == "edit" && moved["waitsFor"] as? String == id)
            let now = try await post(id, fixture, "--offline")
            #expect(now["text"] as? String == "Look" && now["category"] as? String == "CategoryZ_song")
            #expect(now["pending"] as? [String] == ["publish", "comment", "edit"], "\(now)")
            #expect((now["comments"] as? [[String: Any]])?.map { $0["text"] as? String } == ["First"])
            let refused = try await fixture.call("delete", id, "--offline")
            #expect(refused.status == 64 && refused.errors.contains("--with-replies"), "\(refused.errors)")

            let sync = try await fixture.call("sync")
            #expect(
                try sync.json["sent"] as? Int == 3 && sync.json["left"] as? Int == 0, "\(sync.output)\(sync.errors)")
            let sent = try await post(id, fixture)
            let native = try #require(sent["id"] as? String)
            #expect(native != id && sent["text"] as? String == "Look" && sent["pending"] as? [String] == [])
            #expect(sent["category"] as? String == "CategoryZ_song" && (sent["files"] as? [String])?.count == 1)
            #expect((sent["comments"] as? [[String: Any]])?.map { $0["text"] as? String } == ["First"])

            #expect(try entry("sent", await fixture.call("like", id))["target"] as? String == native)
            let first = try #require(comment["id"] as? String)
            let gone = try await fixture.call("uncomment", id, first)
            #expect(try entry("sent", gone)["kind"] as? String == "uncomment", "\(gone.errors)")
            #expect(try entry("sent", await fixture.call("edit", id, "--text", "Last"))["target"] as? String == native)
            #expect(try await post(native, fixture)["text"] as? String == "Last")
            #expect(try entry("sent", await fixture.call("delete", id))["target"] as? String == native)
            for run in [try await fixture.call("post", id), try await fixture.call("like", id)] {
                #expect(run.status == 66, "\(run.output)\(run.errors)")
            }
        }
    }

    @Test("Of two texts of an unsent post the newest counts, whichever way each took")
    func newestText() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let id = try await publish("First", fixture)
            for arguments in [["--text", "Second", "--category", "CategoryZ_song"], ["--text", "Third"]] {
                #expect(try await fixture.call(["edit", id, "--offline"] + arguments).status == 0)
            }
            #expect(try await post(id, fixture, "--offline")["text"] as? String == "Third")
            #expect(try await fixture.call("sync").json["left"] as? Int == 0)
            let sent = try await post(id, fixture)
            #expect(sent["text"] as? String == "Third" && sent["category"] as? String == "CategoryZ_song")
        }
    }

    @Test("An unsent post is given up with what waits for it, and nothing has its entry's id then")
    func givenUp() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let id = try await publish("Never mind", fixture)
            #expect(try await fixture.call("comment", id, "First", "--offline").status == 0)
            #expect(try await fixture.call("delete", id, "--with-replies", "--offline").status == 0)
            #expect(try await fixture.call("outbox").entries("entries").isEmpty)
            for command in [["post", id], ["like", id], ["comment", id, "x"], ["edit", id, "--text", "x"]] {
                #expect(try await fixture.call(command).status == 66, "\(command)")
            }
        }
    }

    @Test("A change is shown before it is sent, in lists too, and is gone again where it is given up")
    func changes() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let posts = try await fixture.call("posts", "--category", "CategoryZ_pet").entries("posts")
            let before = try #require(posts.first)
            let id = try #require(before["id"] as? String)
            let edit = try entry("queued", await fixture.call("edit", id, "--text", "Newer", "--offline"))
            let shown = try await post(id, fixture, "--offline")
            #expect(shown["text"] as? String == "Newer" && shown["pending"] as? [String] == ["edit"])
            #expect(shown["files"] as? [String] == before["files"] as? [String])
            func pets() async throws -> [[String: Any]] {
                try await fixture.call("posts", "--category", "CategoryZ_pet", "--offline").entries("posts")
            }
            #expect(try await pets().first?["text"] as? String == "Newer")
            let move = try entry("queued", await fixture.call("edit", id, "--category", "CategoryZ_song", "--offline"))
            #expect(try await !pets().contains { $0["id"] as? String == id })
            for entry in [edit, move] {
                let id = try #require(entry["id"] as? String)
                #expect(try await fixture.call("outbox", "cancel", id).status == 0)
            }
            #expect(try await pets().first?["text"] as? String == before["text"] as? String)
        }
    }

    @Test("A post that is to be deleted can be neither liked nor changed")
    func deleted() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let own = try #require(try await fixture.call("posts").entries("posts").first)
            let id = try #require(own["id"] as? String)
            #expect(try await fixture.call("delete", id, "--offline").status == 0)
            for command in [["like", id], ["edit", id, "--text", "x"], ["comment", id, "x"], ["delete", id]] {
                let run = try await fixture.call(command + ["--offline"])
                #expect(try run.status == 66 && run.json["unknown"] as? [String] == [id], "\(command) \(run.output)")
            }
            #expect(try await fixture.call("sync").json["sent"] as? Int == 1)
        }
    }

    @Test("The text of an unsent post, message or change is changed in the outbox, by the rule of each")
    func outboxEdit() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let ben = CommunityServer.DemoPerson.ben.id
            let post = try await publish("Wait for me", fixture)
            #expect(try await fixture.call("rooms").status == 0)
            let message = try #require(
                try entry("queued", await fixture.call("say", ben, "Hello", "--offline"))["id"] as? String)
            let own = try #require(try await fixture.call("posts").entries("posts").first?["id"] as? String)
            let change = try #require(
                try entry("queued", await fixture.call("edit", own, "--text", "Old", "--offline"))["id"] as? String)
            let comment = try #require(
                try entry("queued", await fixture.call("comment", own, "One", "--offline"))["id"] as? String)
            for (id, wrong) in [(post, "1\n2\n3\n4\n5"), (message, "a\nb"), (change, ""), (comment, "a\nb")] {
                let run = try await fixture.call("outbox", "edit", id, wrong)
                #expect(run.status == 64, "\(wrong): \(run.output)\(run.errors)")
            }
            for id in [post, message, change, comment] {
                let run = try await fixture.call("outbox", "edit", id, "Better")
                let entry = try run.entries("entries").first { $0["id"] as? String == id }
                #expect(entry?["text"] as? String == "Better", "\(run.output)\(run.errors)")
            }
            let sync = try await fixture.call("sync")
            #expect(
                try sync.json["left"] as? Int == 0 && sync.json["sent"] as? Int == 4, "\(sync.output)\(sync.errors)")
            #expect(try await self.post(post, fixture)["text"] as? String == "Better")
            #expect(try await self.post(own, fixture)["text"] as? String == "Better")
            #expect(try await fixture.call("chat", ben).entries("messages").last?["text"] as? String == "Better")
        }
    }
}
