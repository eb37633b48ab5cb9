import Community
import CommunityServer
import Core
import Foundation
import Testing

@testable import CommunityKit

/// The outbox and the settings, with a kind of intent of the tests: a like.
@Suite("The outbox", .timeLimit(.minutes(5)))
struct OutboxTests {
    private struct Like: Codable, Sendable {
        var post: String
        var isLiked: Bool
    }

    private func like(_ fixture: CommunityFixture) throws -> IntentKind<Like> {
        let base = try #require(fixture.server.baseURL)
        let requests = CommunityRequests(
            try CommunityConfiguration(base: base, key: Secret(CommunityServer.demoKey)))
        return IntentKind<Like>(wish: "like", on: .community) { request in
            _ = try await request.requests.response(
                to: try requests.like(request.payload.post, request.payload.isLiked))
            return .done()
        } read: {
            $0.payload
        }
    }

    /// Queues a like of the newest post, as a command will.
    private func queue(_ fixture: CommunityFixture, _ kind: IntentKind<Like>, post: String? = nil) async throws {
        let base = try #require(fixture.server.baseURL).absoluteString
        let newest = try newest(fixture)
        let post = post ?? newest
        try await ProgramCall.work(["--store", fixture.store, "--base-url", base], kinds: [AnyIntentKind(kind)]) {
            session in
            let writing = try session.writing
            let account = try await writing.account(on: session.site)
            let intent = try kind.intent(Like(post: post, isLiked: true), lane: "like \(post)")
            try await writing.queue(.own(intent), as: account, id: nil, undo: .zero)
        }
    }

    private func newest(_ fixture: CommunityFixture) throws -> String {
        struct Record: Decodable {
            struct Post: Decodable {
                var id: String
                var likes: [String]

                private enum CodingKeys: String, CodingKey {
                    case id = "post_id"
                    case likes
                }
            }
            var posts: [Post]
        }
        let record = try JSONDecoder().decode(Record.self, from: try fixture.server.record)
        let ann = CommunityServer.DemoPerson.ann.id
        return try #require(record.posts.last { !$0.likes.contains(ann) }).id
    }

    @Test("Without anything to send the outbox is empty, and a sync sends nothing")
    func empty() async throws {
        try await CommunityFixture.run { fixture in
            let sync = try await fixture.call("sync")
            #expect(sync.status == 77, "\(sync.errors)")
            try await fixture.logIn()
            #expect(try await fixture.call("outbox").entries("entries").isEmpty)
            let done = try await fixture.call("sync")
            #expect(done.status == 0, "\(done.errors)")
            #expect(try done.json["sent"] as? Int == 0 && done.json["left"] as? Int == 0)
            #expect(try done.json["failed"] as? Int == 0 && done.json["error"] is NSNull)
            let unknown = try await fixture.call("outbox", "cancel", "local-1")
            #expect(unknown.status == 66, "\(unknown.errors)")
        }
    }

    @Test("An entry is listed, sent by a sync, and gone")
    func sync() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let kind = try like(fixture)
            let kinds = [AnyIntentKind(kind)]
            let post = try newest(fixture)
            try await queue(fixture, kind)
            let entry = try #require(try await fixture.call("outbox", kinds: kinds).entries("entries").first)
            #expect(entry["kind"] as? String == "like" && entry["state"] as? String == "pending")
            #expect(entry["account"] as? String == "ann" && entry["attempts"] as? Int == 0)
            #expect(
                Set(entry.keys) == [
                    "id", "kind", "target", "value", "title", "text", "url", "state", "attempts", "created", "account",
                    "result", "waitsFor", "notBefore", "reason",
                ])
            let offline = try await fixture.call("sync", "--offline", kinds: kinds)
            #expect(try offline.status == 69 && offline.errorCode == "offline" && offline.json["left"] as? Int == 1)
            let sent = try await fixture.call("sync", kinds: kinds)
            #expect(try sent.status == 0 && sent.json["sent"] as? Int == 1, "\(sent.output)\(sent.errors)")
            #expect(try newest(fixture) != post)
            #expect(try await fixture.call("outbox", kinds: kinds).entries("entries").isEmpty)
        }
    }

    @Test("What was refused is 69 and stays until somebody decides; a session that is over keeps it")
    func refused() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let kind = try like(fixture)
            let kinds = [AnyIntentKind(kind)]
            try await queue(fixture, kind, post: "6c616e740000000000ffffff")
            let refused = try await fixture.call("sync", kinds: kinds)
            #expect(try refused.status == 69 && refused.json["failed"] as? Int == 1, "\(refused.output)")
            #expect(try refused.errorCode == "refused")
            let entry = try #require(try await fixture.call("outbox", kinds: kinds).entries("entries").first)
            #expect(entry["state"] as? String == "failed" && entry["reason"] is [String: Any])
            let id = try #require(entry["id"] as? String)
            let retried = try await fixture.call("outbox", "retry", id, kinds: kinds)
            #expect(try retried.status == 69 && retried.entries("failed").count == 1, "\(retried.output)")
            let left = try await fixture.call("outbox", "cancel", id, kinds: kinds)
            #expect(try left.status == 0 && left.entries("entries").isEmpty)
            try await queue(fixture, kind)
            try fixture.server.endSessions()
            let over = try await fixture.call("sync", kinds: kinds)
            #expect(try over.status == 77 && over.json["left"] as? Int == 1, "\(over.output)\(over.errors)")
            try await fixture.logIn()
            #expect(try await fixture.call("sync", kinds: kinds).json["sent"] as? Int == 1)
        }
    }

    @Test("What is not sent keeps somebody from logging out until it is said what becomes of it")
    func logout() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let kind = try like(fixture)
            let kinds = [AnyIntentKind(kind)]
            try await queue(fixture, kind)
            let refused = try await fixture.call("logout", kinds: kinds)
            #expect(refused.status == 64 && refused.errors.contains("--keep"), "\(refused.errors)")
            #expect(try await fixture.call("whoami", kinds: kinds).nick == "ann")
            #expect(try await fixture.call("logout", "--keep", kinds: kinds).status == 0)
            try await fixture.logIn()
            #expect(try await fixture.call("outbox", kinds: kinds).entries("entries").count == 1)
            #expect(try await fixture.call("logout", "--discard", kinds: kinds).status == 0)
            try await fixture.logIn()
            #expect(try await fixture.call("outbox", kinds: kinds).entries("entries").isEmpty)
            // With the account it is lost, after saying so.
            try await queue(fixture, kind)
            let email = CommunityServer.DemoPerson.ann.email
            let gone = try await fixture.call("withdraw", "--email", email, kinds: kinds)
            #expect(gone.status == 0 && gone.errors.contains("like"), "\(gone.errors)")
        }
    }

    @Test("Settings are those of the reader, with Korean")
    func settings() async throws {
        try await CommunityFixture.run { fixture in
            let all = try await fixture.call("settings")
            #expect(try all.status == 0 && all.json["language"] as? String == "system", "\(all.errors)")
            #expect(try all.json["accountLogoutPolicy"] as? String == "keep")
            #expect(try await fixture.call("settings", "set", "language", "ko").json["language"] as? String == "ko")
            let one = try await fixture.call("settings", "get", "language")
            #expect(try one.json as NSDictionary == ["language": "ko"] as NSDictionary)
            let wrong = try await fixture.call("settings", "set", "language", "fr")
            #expect(wrong.status == 64 && wrong.errors.contains("ko"), "\(wrong.errors)")
            let nobody = try await fixture.call("logout")
            #expect(nobody.status == 77 && nobody.errors.contains("로그인"), "\(nobody.errors)")
            #expect(try await fixture.call("settings", "set", "pageSize", "-5").status == 64)
            #expect(try await fixture.call("settings", "get", "colour").status == 64)
        }
    }

    @Test("A value that is out of range is 64, and leaves nothing behind")
    func usage() async throws {
        try await CommunityFixture.run { fixture in
            for arguments in [
                ["whoami", "--timeout", "0"], ["whoami", "--base-url", "ftp://example.com"],
                ["whoami", "--base-url", "http://example.com"], ["whoami", "--format", "xml"], ["login"], ["sing"],
            ] {
                let run = await ProgramCall.run(
                    arguments + ["--store", fixture.store], environment: [:], typed: nil, kinds: [])
                #expect(run.status == 64 && run.output.isEmpty, "\(arguments): \(run.status) \(run.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: fixture.store))
        }
    }

    @Test("What waits behind an entry that met no server says the same, and not that there were too many requests")
    func behindAServerThatIsDown() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let post = try #require(try await fixture.call("home").entries("posts").first)
            let id = try #require(post["id"] as? String)
            await fixture.server.stop()
            for text in ["One", "Two"] {
                let run = try await fixture.call("comment", id, text)
                #expect(try run.status == 0 && run.errorCode == "offline", "\(run.output)\(run.errors)")
            }
        }
    }
}
