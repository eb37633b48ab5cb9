import CommunityServer
import Database
import Foundation
import Testing

/// The commands of rooms.
@Suite("Rooms", .timeLimit(.minutes(5)))
struct ChatTests {
    private let ben = CommunityServer.DemoPerson.ben

    /// A message of the other one, by a store of their own.
    private func say(_ text: String, _ fixture: CommunityFixture) async throws {
        let store = ["--store", "\(fixture.directory)/ben"]
        let base = try #require(fixture.server.baseURL).absoluteString
        let environment = ["LANTERN_COMMUNITY_KEY": CommunityServer.demoKey, "LANTERN_PASSWORD": ben.password]
        let place = store + ["--base-url", base, "--format", "json"]
        let login = await ProgramCall.run(
            ["login", "--email", ben.email] + place, environment: environment, typed: nil, kinds: [])
        try #require(login.status == 0, "\(login.errors)")
        let said = await ProgramCall.run(
            ["say", CommunityServer.DemoPerson.ann.id, text] + place, environment: environment, typed: nil, kinds: [])
        try #require(said.status == 0, "\(said.errors)")
    }

    @Test("Rooms tell what is unread; reading a room makes it read; what is said offline waits")
    func rooms() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            #expect(try await fixture.call("rooms", "--offline").status == 69)
            func room(_ arguments: String...) async throws -> [String: Any] {
                let run = try await fixture.call(["rooms"] + arguments)
                return try #require(try run.entries("rooms").first, "\(run.output)\(run.errors)")
            }
            let first = try await room()
            #expect(first["isUnread"] as? Bool == false, "what was there at first is not unread")
            #expect(first["preview"] as? String == "I have only the small one")
            #expect((first["user"] as? [String: Any])?["id"] as? String == ben.id)
            try await say("Take mine", fixture)
            #expect(try await room()["isUnread"] as? Bool == true)
            let chat = try await fixture.call("chat", ben.id)
            let messages = try chat.entries("messages")
            #expect(messages.count == 7 && messages.last?["text"] as? String == "Take mine", "\(chat.errors)")
            #expect(messages.first?["isMine"] as? Bool == true && messages.last?["isMine"] as? Bool == false)
            #expect(
                Set(try #require(messages.first).keys) == [
                    "id", "text", "files", "sender", "isMine", "created", "state",
                ])
            #expect(try await room("--offline")["isUnread"] as? Bool == false)

            let queued = try await fixture.call("say", ben.id, "Thank you", "--offline")
            #expect(try queued.entries("queued").first?["kind"] as? String == "message", "\(queued.errors)")
            let waiting = try await fixture.call("chat", ben.id, "--offline").entries("messages")
            #expect(waiting.last?["state"] as? String == "pending" && waiting.last?["text"] as? String == "Thank you")
            let both = try await fixture.call("say", ben.id, "And this", "--image", try fixture.picture("umbrella"))
            #expect(try both.entries("sent").count == 2, "\(both.output)\(both.errors)")
            let sent = try await fixture.call("chat", ben.id).entries("messages").suffix(3)
            #expect(sent.map { $0["text"] as? String } == ["Thank you", "And this", nil])
            #expect(sent.allSatisfy { $0["state"] as? String == "sent" })
            #expect((sent.last?["files"] as? [String])?.count == 1)
            #expect(try await fixture.call("say", ben.id, "a\nb").status == 64)
            #expect(try await fixture.call("say", CommunityServer.DemoPerson.ann.id, "Me").status == 66)
            #expect(try await fixture.call("chat", "6c616e740000000000ffffff").status == 66)
        }
    }

    @Test("What comes while a room is followed is printed once, and the store is free meanwhile")
    func following() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let arrivals = fixture.server.arrivals()
            async let followed = fixture.call("chat", ben.id, "--follow", "15")
            // It asks for the history first.
            for await request in arrivals where request.method == "GET" && request.path.hasPrefix("/v1/chats/") {
                break
            }
            try await say("While you wait", fixture)
            // Another command of the same store.
            let mine = try await fixture.call("say", ben.id, "From here")
            #expect(mine.status == 0, "\(mine.errors)")
            let run = try await followed
            #expect(run.status == 0, "\(run.errors)")
            let lines = run.output.split(separator: "\n").prefix { $0.hasPrefix("{\"") }
            let texts = try lines.map { line in
                (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["text"] as? String
            }
            #expect(texts == ["While you wait", "From here"], "\(run.output)")
            #expect(run.output.contains("\"room\""))
        }
    }

    @Test("A room that is followed keeps the store from nobody while the server does not answer")
    func followingAServerThatHangs() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            #expect(try await fixture.call("rooms").status == 0)
            fixture.server.setFault(.hang, forPath: "/v1/chats/", only: .reads)
            let arrivals = fixture.server.arrivals()
            async let followed = fixture.call("chat", ben.id, "--follow", "1", "--timeout", "5")
            for await request in arrivals where request.method == "GET" && request.path.hasPrefix("/v1/chats/") {
                break
            }
            let mine = try await fixture.call("say", ben.id, "Meanwhile")
            #expect(try mine.entries("sent").count == 1, "\(mine.output)\(mine.errors)")
            let run = try await followed
            #expect(run.status == 0 && run.output.contains("timedOut"), "\(run.output)\(run.errors)")
        }
    }

    @Test("A room that is followed while another program keeps the store says that nothing could be fetched")
    func followingWithoutTheStore() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            #expect(try await fixture.call("chat", ben.id).status == 0)
            let arrivals = fixture.server.arrivals()
            fixture.server.setFault(.delay(.seconds(1)), forPath: "/v1/chats/", only: .reads, times: 1)
            async let followed = fixture.call("chat", ben.id, "--follow", "1")
            for await request in arrivals where request.method == "GET" && request.path.hasPrefix("/v1/chats/") {
                break
            }
            // In the moment in which the server is waited for.
            let writer = try await JSONStore.open(directory: fixture.store)
            let run = try await followed
            try await writer.close()
            #expect(run.status == 0 && run.output.contains("\"storeBusy\""), "\(run.output)\(run.errors)")
        }
    }

    @Test("What is said beside a program that has the store is left for it, and what cannot be is printed")
    func beside() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let home = try await fixture.call("home").entries("posts")
            let other = try #require(home.last?["id"] as? String)
            // A store that has never seen it.
            try FileManager.default.removeItem(atPath: fixture.store)
            try await fixture.logIn()
            #expect(try await fixture.call("rooms").status == 0)
            let picture = try fixture.picture("umbrella")
            let cleo = CommunityServer.DemoPerson.cleo
            let own = try #require(
                try await fixture.call("posts", "--limit", "1").entries("posts").first?["id"] as? String)
            let queued = try await fixture.call(
                "publish", "--category", "CategoryZ_pet", "--text", "Not yet", "--image", picture, "--offline")
            let unsent = try #require(try queued.entries("queued").first?["id"] as? String, "\(queued.errors)")
            // It waits for its picture, which is no entry.
            #expect(try queued.entries("queued").first?["waitsFor"] is NSNull)
            let writer = try await JSONStore.open(directory: fixture.store)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for call in [
                    ["say", ben.id, "Later"], ["comment", own, "Later"], ["edit", own, "--text", "Later"],
                    ["like", own], ["follow", cleo.id],
                ] {
                    group.addTask {
                        let left = try await fixture.call(call)
                        #expect(try left.status == 0 && left.entries("queued").count == 1, "\(call) \(left.errors)")
                    }
                }
                group.addTask {
                    let busy = try await fixture.call("edit", unsent, "--text", "Mind these, too")
                    #expect(busy.status == 75 && busy.errors.contains("Mind these, too"), "\(busy.errors)")
                }
                group.addTask {
                    let busy = try await fixture.call("say", ben.id, "Mind the words", "--image", picture)
                    #expect(busy.status == 75 && busy.errors.contains("Mind the words"), "\(busy.errors)")
                }
                // What was never read here cannot be found beside it.
                for call in [["like", other], ["comment", other, "Mind this"]] {
                    group.addTask {
                        let busy = try await fixture.call(call)
                        #expect(busy.status == 75, "\(call): \(busy.status) \(busy.errors)")
                        #expect(call.count == 2 || busy.errors.contains("Mind this"), "\(busy.errors)")
                    }
                }
                try await group.waitForAll()
            }
            try await writer.close()
            let sync = try await fixture.call("sync")
            #expect(try sync.json["sent"] as? Int == 6, "\(sync.output)\(sync.errors)")
            #expect(try await fixture.call("chat", ben.id).entries("messages").last?["text"] as? String == "Later")
        }
    }
}
