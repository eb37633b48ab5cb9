import DemoServer
import Foundation
import Testing

/// Any fault of the network leaves the stored feed as it was and has its error code.
@Suite(.timeLimit(.minutes(5)))
struct FaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let fault: DemoFault
        let code: String

        var testDescription: String { name }
    }

    /// One of each kind, as processes; `BackendFaultTests` has all of them, for each backend.
    static let cases = [
        Case(name: "cut JSON", fault: .truncatedJSON, code: "malformed"),
        Case(name: "HTML with 200", fault: .captivePortal, code: "captivePortal"),
        Case(name: "403 with HTML", fault: .blockPage, code: "accessClosed"),
        Case(name: "404", fault: .status(404), code: "notFound"),
        Case(name: "a hang", fault: .hang, code: "timedOut"),
    ]

    @Test func anEndedSessionSaysWhereAnotherTokenGoes() async throws {
        try await ReaderFixture.run { fixture in
            let ended = try await fixture.reader(
                "list", "--backend", "reddit",
                environment: [
                    "LANTERN_REDDIT_CLIENT_ID": "lantern-demo", "LANTERN_REDDIT_REFRESH_TOKEN": "of-long-ago",
                ])
            #expect(ended.status == 69)
            #expect(try ended.errorCode == "sessionExpired")
            #expect(ended.errors.contains("LANTERN_REDDIT_REFRESH_TOKEN"))
            #expect(!ended.errors.contains("of-long-ago"))
        }
    }

    @Test(arguments: cases) func theStoredFeedStaysAndTheCodeSaysWhy(_ fault: Case) async throws {
        try await ReaderFixture.run { fixture in
            fixture.server.setFault(fault.fault, forPath: "/")
            let patience = ["--timeout", fault.name == "a hang" ? "1" : "60"]
            // A store of its own: a server's wish to be left alone is remembered there, and outlives the fault.
            let nothing = try await fixture.reader(["list"] + patience, store: ReaderFixture.otherStore(of: fixture))
            #expect(nothing.status == 69)
            #expect(try nothing.errorCode == fault.code)
            #expect(try nothing.ids.isEmpty)
            #expect(!nothing.errors.isEmpty)

            fixture.server.removeAllFaults()
            let stored = try await fixture.reader("list")
            #expect(stored.status == 0)
            fixture.server.setFault(fault.fault, forPath: "/")
            let failed = try await fixture.reader(["list"] + patience)
            #expect(failed.status == 0)
            #expect(try failed.errorCode == fault.code)
            #expect(try failed.json["origin"] as? String == "database")
            #expect(try failed.ids == stored.ids)
            #expect(!failed.errors.isEmpty)
        }
    }

    @Test func withoutAServerItIsOffline() async throws {
        try await ReaderFixture.run { fixture in
            await fixture.server.stop()
            let list = try await fixture.reader("list", "--timeout", "5")
            #expect(list.status == 69)
            #expect(try list.errorCode == "offline")
        }
    }

    @Test func theWaitIsNamed() async throws {
        try await ReaderFixture.run { fixture in
            fixture.server.setFault(.status(429, headers: ["Retry-After": "77"]), forPath: "/")
            let list = try await fixture.reader("list")
            let error = try #require(try list.json["error"] as? [String: Any])
            #expect(error["retryAfter"] as? Double == 77)
            #expect(Set(error.keys) == ["code", "message", "retryAfter"])
            // Told to wait, it does not ask again.
            #expect(fixture.server.requests.count == 1)
        }
    }

    @Test func passingFailuresAreRetried() async throws {
        try await ReaderFixture.run { fixture in
            fixture.server.setFault(.status(503), forPath: "/", times: 1)
            let list = try await fixture.reader("list")
            #expect(list.status == 0)
            #expect(try list.errorCode == nil)
            #expect(try list.json["origin"] as? String == "network")
            #expect(fixture.server.requests.count == 2)
        }
    }

    @Test func anUnknownAndAPrivateSubredditAreToldApart() async throws {
        try await ReaderFixture.run { fixture in
            let unknown = try await fixture.reader("list", "--feed", "r/nowhere_at_all")
            #expect(try unknown.errorCode == "notFound")
            let hidden = try await fixture.reader("list", "--feed", "r/private")
            #expect(try hidden.errorCode == "forbidden")
        }
    }
}
