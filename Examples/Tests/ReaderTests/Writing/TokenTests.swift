import Core
import Database
import DemoServer
import Foundation
import Testing

/// Writing with a token from the environment whose person the server has not told yet.
@Suite(.timeLimit(.minutes(5)))
struct TokenTests {
    private static func environment(of person: String?) -> [String: String] {
        var environment = BackendCase.reddit.environment
        environment["LANTERN_REDDIT_REFRESH_TOKEN"] = person.map { "lantern-demo-refresh-token-\($0)" }
        return environment
    }

    /// Runs a command with the token of somebody.
    private func call(
        _ fixture: ReaderFixture, as person: String? = "ann", _ arguments: String...
    ) async throws -> ReaderProcess {
        try await fixture.call(.reddit, arguments, environment: Self.environment(of: person))
    }

    /// The id of a post of a store that has some; nobody was asked for.
    private func post(_ fixture: ReaderFixture) async throws -> String {
        try #require(try await call(fixture, as: nil, "list", "--feed", "r/swift").ids.first)
    }

    @Test func whatIsQueuedForATokenGoesAsItsPersonAndAsNobodyElse() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let reply = try await call(fixture, "reply", id, "In the dark.", "--offline")
            #expect(try reply.status == 0 && reply.errorCode == nil, "\(reply.output)\(reply.errors)")
            let entry = try reply.entry("queued")
            let token = try #require(entry["account"] as? String)
            #expect(token.hasPrefix("token:") && entry["state"] as? String == "pending", "\(entry)")
            let vote = try await call(fixture, "vote", id, "up", "--offline")
            #expect(try vote.status == 0 && vote.entry("queued")["account"] as? String == token, "\(vote.errors)")
            let account = try #require(try await call(fixture, "accounts").entries("accounts").first)
            #expect(account["account"] is NSNull && account["unsent"] as? Int == 2, "\(account)")
            let dark = try await call(fixture, "sync", "--offline")
            #expect(try dark.status == 69 && dark.json["left"] as? Int == 2, "\(dark.output)")

            // Another token is another person.
            let ben = try await call(fixture, as: "ben", "sync")
            #expect(try ben.status == 0 && ben.json["sent"] as? Int == 0 && ben.json["left"] as? Int == 0)
            #expect(try fixture.record.texts(by: "ben").isEmpty && fixture.record.texts(by: "ann").isEmpty)
            #expect(try await call(fixture, as: "ben", "outbox").entries("entries").count == 2)

            let sync = try await call(fixture, "sync")
            #expect(try sync.status == 0 && sync.json["sent"] as? Int == 2, "\(sync.output)\(sync.errors)")
            #expect(try sync.json["left"] as? Int == 0)
            #expect(try fixture.record.texts(by: "ann").map(\.text) == ["In the dark."])
            #expect(try fixture.record.people["ann"]?.votes[id] == 1)
            #expect(try fixture.record.people["ben"]?.votes[id] == nil)
            // It is known now, also without a network.
            let later = try await call(fixture, "vote", id, "down", "--offline")
            #expect(try later.entry("queued")["account"] as? String == "ann")
        }
    }

    @Test func theNextWriteTakesAlongWhatWaitedAndNamesItsOwnAlone() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            fixture.server.setFault(.status(503), forPath: "/api/v1/me")
            let reply = try await call(fixture, "reply", id, "Who am I?")
            #expect(try reply.status == 0 && reply.errorCode == "serverError", "\(reply.output)\(reply.errors)")
            let entry = try reply.entryIDs("queued")[0]
            let retry = try await call(fixture, "outbox", "retry", entry)
            #expect(try retry.status == 0 && retry.entryIDs("queued") == [entry], "\(retry.output)")
            #expect(try retry.errorCode == "serverError")
            let sync = try await call(fixture, "sync")
            #expect(try sync.status == 0 && sync.errorCode == "serverError", "\(sync.output)\(sync.errors)")
            #expect(try sync.json["left"] as? Int == 1)
            fixture.server.removeAllFaults()
            let vote = try await call(fixture, "vote", id, "up")
            #expect(try vote.status == 0 && vote.entry("sent")["kind"] as? String == "vote", "\(vote.output)")
            #expect(try vote.entry("sent")["account"] as? String == "ann" && vote.entries("queued").isEmpty)
            #expect(try fixture.record.texts(by: "ann").map(\.text) == ["Who am I?"])
            #expect(try await call(fixture, "outbox").entries("entries").isEmpty)
        }
    }

    @Test func withoutANetworkItIsQueuedAndCanBeRetried() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let call = try await fixture.withoutServer(.reddit, environment: Self.environment(of: "ann"))
            let reply = await call("reply", id, "Nobody hears.")
            #expect(try reply.status == 0 && reply.errorCode == "offline", "\(reply.output)\(reply.errors)")
            let entry = try reply.entryIDs("queued")[0]
            let retry = await call("outbox", "retry", entry)
            #expect(try retry.status == 0 && retry.errorCode == "offline", "\(retry.output)\(retry.errors)")
            #expect(try retry.entryIDs("queued") == [entry])
            let sync = await call("sync")
            #expect(try sync.status == 69 && sync.errorCode == "offline" && sync.json["left"] as? Int == 1)
            // An inbox of nobody in particular is not stored.
            for inbox in [await call("inbox"), await call("inbox", "read", "--all")] {
                #expect(try inbox.status == 69 && inbox.errorCode == "offline", "\(inbox.output)\(inbox.errors)")
                #expect(try inbox.items.isEmpty)
            }

            let logout = await call("logout")
            #expect(logout.status == 64 && logout.errors.contains(entry), "\(logout.errors)")
            let cancel = await call("outbox", "cancel", entry)
            #expect(try cancel.status == 0 && cancel.entries("entries").isEmpty, "\(cancel.errors)")
            let store = try await JSONStore.open(directory: fixture.store)
            let drafts = try await DatabaseDraftProvider(store: store).drafts()
            try await store.close()
            #expect(drafts.map(\.text) == ["Nobody hears."] && drafts.first?.account == nil)
            #expect(await call("sync", "--offline").status == 0)
        }
    }

    /// A token that the server does not take any more: whose it was is not known, and never will be.
    @Test func aTextOfADeadTokenBecomesADraft() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            fixture.server.revokeRefreshTokens()
            let reply = try await call(fixture, "reply", id, "Too late.")
            #expect(try reply.status == 77 && reply.entries("queued").isEmpty, "\(reply.output)\(reply.errors)")
            #expect(reply.errors.contains("draft"), "\(reply.errors)")
        }
    }
}
