import Core
import DemoServer
import Foundation
import Testing

/// A token from the environment: what is marked before its person is known, and what becomes of it when it ends.
@Suite(.timeLimit(.minutes(5)))
struct TokenEndTests {
    private static func token(of person: String) -> String { "lantern-demo-refresh-token-\(person)" }

    /// Runs a command with the token of somebody.
    private func call(
        _ fixture: ReaderFixture, as person: String? = "ann", _ arguments: String...
    ) async throws -> ReaderProcess {
        var environment = BackendCase.reddit.environment
        environment["LANTERN_REDDIT_REFRESH_TOKEN"] = person.map(Self.token)
        return try await fixture.call(.reddit, arguments, environment: environment)
    }

    private func login(_ fixture: ReaderFixture, as person: String, token: String?) async throws {
        let login = try await LoginTests.login(
            fixture, choosing: "&account=\(person)&decision=allow", token: token.map(Self.token))
        #expect(try login.status == 0 && login.json["account"] as? String == person, "\(login.errors)")
    }

    /// The name of the account in use, and the number of accounts.
    private func accounts(_ fixture: ReaderFixture) async throws -> (current: String?, count: Int) {
        let accounts = try await call(fixture, "accounts").entries("accounts")
        return (accounts.first { $0["isCurrent"] as? Bool == true }?["account"] as? String, accounts.count)
    }

    @Test func whatIsMarkedBeforeTheFirstWriteStays() async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await call(fixture, "list", "--feed", "r/swift").ids
            #expect(try await call(fixture, "save", ids[0]).errors.isEmpty)
            #expect(try await call(fixture, "favourite", ids[1], "--offline").errors.isEmpty)
            #expect(try await call(fixture, "hide", ids[2]).status == 0)
            #expect(try await call(fixture, "vote", ids[0], "up").status == 0)
            #expect(try await call(fixture, "saved").ids == [ids[0]])
            #expect(try await call(fixture, "list", "--feed", "favourites", "--offline").ids == [ids[1]])
            #expect(try await !call(fixture, "list", "--feed", "r/swift", "--offline").ids.contains(ids[2]))
        }
    }

    @Test func theFirstMarkAsksWhoseTheTokenIs() async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await call(fixture, as: nil, "list", "--feed", "r/swift").ids
            let dark = try await call(fixture, "save", ids[1], "--offline")
            #expect(dark.status == 0 && dark.errors.contains("nobody's"), "\(dark.errors)")
            #expect(try await call(fixture, "save", ids[0]).errors.isEmpty)
            #expect(try await call(fixture, "saved").ids == [ids[0]])
            // It is asked once.
            let count = fixture.server.requests.count
            #expect(try await call(fixture, "hide", ids[2]).status == 0)
            #expect(fixture.server.requests.count == count)
        }
    }

    @Test func thePersonOfATokenThatHasEndedGoesOnReading() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await call(fixture, "list", "--feed", "r/swift").ids.first)
            #expect(try await call(fixture, "comments", id).status == 0)
            #expect(try await call(fixture, "save", id).status == 0)
            let entry = try await call(fixture, "reply", id, "Before the end.", "--offline").entryIDs("queued")[0]
            fixture.server.setFault(.tokenRevoked, only: .act(.reply), times: 1)
            #expect(try await call(fixture, "sync").status == 77)
            #expect(try await call(fixture, "saved").ids == [id])
            let thread = try await call(fixture, "comments", id, "--offline")
            #expect(try thread.comments.contains { $0["id"] as? String == entry }, "\(thread.output)")
            let left = try await call(fixture, "outbox").entry("entries")
            #expect(left["account"] as? String == "ann" && left["state"] as? String == "pending", "\(left)")
            let second = try await call(fixture, "reply", id, "After it.", "--offline").entry("queued")
            #expect(second["account"] as? String == "ann")
            #expect(try await call(fixture, "sync").status == 77)

            // A sign-in takes the place of the token, and what waited goes.
            try await login(fixture, as: "ann", token: "ann")
            #expect(try await accounts(fixture) == ("ann", 1))
            let sync = try await call(fixture, "sync")
            #expect(try sync.status == 0 && sync.json["left"] as? Int == 0, "\(sync.output)\(sync.errors)")
            #expect(try fixture.record.texts(by: "ann").map(\.text).sorted() == ["After it.", "Before the end."])
            #expect(try await call(fixture, "saved").ids == [id])
            #expect(try await call(fixture, "vote", id, "up").status == 0)
        }
    }

    @Test func whoSignsInWhileTheTokenIsThereIsInUse() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await call(fixture, "list", "--feed", "r/swift").ids.first)
            try await login(fixture, as: "ben", token: "ann")
            #expect(try await accounts(fixture) == ("ben", 2))
            #expect(try await call(fixture, "vote", id, "up").entry("sent")["account"] as? String == "ben")
            #expect(try await call(fixture, "accounts", "use", "ann").status == 0)
            #expect(try await call(fixture, "vote", id, "up").entry("sent")["account"] as? String == "ann")
            // Who signs in as the person of the token replaces it, and it is not taken up again.
            try await login(fixture, as: "ann", token: "ann")
            #expect(try await accounts(fixture) == ("ann", 2))
            #expect(try await call(fixture, "vote", id, "down").status == 0)
            #expect(try await call(fixture, "sync").status == 0)
        }
    }

    @Test func whatIsQueuedForATokenOfNobodyIsSentFromAnAccountThatIsNamed() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await call(fixture, as: nil, "list", "--feed", "r/swift").ids.first)
            let entry = try await call(fixture, as: "ben", "reply", id, "Whose?", "--offline").entryIDs("queued")[0]
            try await login(fixture, as: "ann", token: nil)
            let sync = try await call(fixture, as: nil, "sync")
            #expect(try sync.status == 0 && sync.json["left"] as? Int == 0, "\(sync.output)")
            #expect(sync.errors.contains(entry) && sync.errors.contains("--account"), "\(sync.errors)")
            let unnamed = try await call(fixture, as: nil, "outbox", "retry", entry)
            #expect(unnamed.status == 77 && unnamed.errors.contains("--account"), "\(unnamed.errors)")
            let retry = try await call(fixture, as: nil, "outbox", "retry", entry, "--account", "ann")
            #expect(try retry.status == 0 && retry.entry("sent")["account"] as? String == "ann", "\(retry.errors)")
            #expect(try fixture.record.texts(by: "ann").map(\.text) == ["Whose?"])
        }
    }

    @Test func somebodyElsesPostIsNotDeletedForAToken() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try #require(try await call(fixture, as: nil, "list", "--feed", "r/swift").ids.first)
            #expect(try await call(fixture, "delete", id, "--offline").entry("queued")["state"] as? String == "pending")
            let sync = try await call(fixture, "sync")
            #expect(try sync.status == 69 && sync.json["sent"] as? Int == 0, "\(sync.output)")
            #expect(try sync.json["failed"] as? Int == 1 && sync.errors.contains("somebody else's"), "\(sync.errors)")
            #expect(try await call(fixture, "outbox").entry("entries")["state"] as? String == "failed")
            #expect(try await call(fixture, "delete", id).status == 64)
        }
    }
}
