import DemoServer
import Foundation
import Testing

/// Whatever the network does, the stored feed stays, and the code says why.
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
        try await World.run { world in
            let ended = try await world.reader(
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
        try await World.run { world in
            world.server.setFault(fault.fault, forPath: "/")
            let patience = ["--timeout", fault.name == "a hang" ? "1" : "8"]
            // A store of its own: a server's wish to be left alone is remembered there, and outlives the fault.
            let nothing = try await world.reader(["list"] + patience, store: World.otherStore(of: world))
            #expect(nothing.status == 69)
            #expect(try nothing.errorCode == fault.code)
            #expect(try nothing.ids.isEmpty)
            #expect(!nothing.errors.isEmpty)

            world.server.removeAllFaults()
            let stored = try await world.reader("list")
            #expect(stored.status == 0)
            world.server.setFault(fault.fault, forPath: "/")
            let failed = try await world.reader(["list"] + patience)
            #expect(failed.status == 0)
            #expect(try failed.errorCode == fault.code)
            #expect(try failed.json["origin"] as? String == "database")
            #expect(try failed.ids == stored.ids)
            #expect(!failed.errors.isEmpty)
        }
    }

    @Test func withoutAServerItIsOffline() async throws {
        try await World.run { world in
            await world.server.stop()
            let list = try await world.reader("list", "--timeout", "5")
            #expect(list.status == 69)
            #expect(try list.errorCode == "offline")
        }
    }

    @Test func howLongToWaitIsSaid() async throws {
        try await World.run { world in
            world.server.setFault(.status(429, headers: ["Retry-After": "77"]), forPath: "/")
            let list = try await world.reader("list")
            let error = try #require(try list.json["error"] as? [String: Any])
            #expect(error["retryAfter"] as? Double == 77)
            #expect(Set(error.keys) == ["code", "message", "retryAfter"])
            // Told to wait, it does not ask again.
            #expect(world.server.requests.count == 1)
        }
    }

    @Test func whatPassesByItselfIsTriedAgain() async throws {
        try await World.run { world in
            world.server.setFault(.status(503), forPath: "/", times: 1)
            let list = try await world.reader("list")
            #expect(list.status == 0)
            #expect(try list.errorCode == nil)
            #expect(try list.json["origin"] as? String == "network")
            #expect(world.server.requests.count == 2)
        }
    }

    @Test func anUnknownAndAPrivateSubredditAreToldApart() async throws {
        try await World.run { world in
            let unknown = try await world.reader("list", "--feed", "r/nowhere_at_all")
            #expect(try unknown.errorCode == "notFound")
            let hidden = try await world.reader("list", "--feed", "r/private")
            #expect(try hidden.errorCode == "forbidden")
        }
    }
}
