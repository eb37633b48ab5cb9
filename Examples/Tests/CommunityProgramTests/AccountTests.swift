import CommunityServer
import Core
import Database
import Foundation
import Testing

@Suite("The account", .timeLimit(.minutes(5)))
struct AccountTests {
    private let ann = CommunityServer.DemoPerson.ann
    private let ben = CommunityServer.DemoPerson.ben

    @Test("Nobody is signed in at first; a login says who is, and it is remembered")
    func login() async throws {
        try await CommunityFixture.run { fixture in
            let nobody = try await fixture.call("whoami")
            #expect(nobody.status == 0, "\(nobody.errors)")
            #expect(try nobody.json["user"] is NSNull && nobody.json["error"] is NSNull)
            let login = try await fixture.call("login", "--email", ann.email)
            #expect(login.status == 0, "\(login.errors)")
            let user = try #require(try login.json["user"] as? [String: Any])
            #expect(user["id"] as? String == ann.id && user["nick"] as? String == "ann" && user.count == 3)
            #expect((user["picture"] as? String)?.hasPrefix("data/profiles/") == true)
            #expect(try login.json["error"] is NSNull && login.json.count == 2)
            #expect(try await fixture.call("whoami").json["user"] as? NSDictionary == user as NSDictionary)
            // What is known here is shown without a network; the picture is not.
            let offline = try await fixture.call("whoami", "--offline", key: nil)
            #expect(offline.status == 0 && offline.errors.isEmpty, "\(offline.errors)")
            #expect(try offline.nick == "ann" && offline.json["error"] is NSNull)
            // Every request had the key, and no password is kept in the log.
            #expect(fixture.server.requests.allSatisfy { $0.header("SesacKey") == "right" })
        }
    }

    @Test("A wrong password is 77 and signs nobody in; a right one may be typed")
    func password() async throws {
        try await CommunityFixture.run { fixture in
            let wrong = try await fixture.call("login", "--email", ann.email, password: "wrong-one")
            #expect(wrong.status == 77 && !wrong.errors.isEmpty)
            #expect(try wrong.errorCode == "unauthorized" && wrong.json["user"] is NSNull)
            #expect(try await fixture.call("whoami").nick == nil)
            let silent = try await fixture.call("login", "--email", ann.email, password: nil)
            #expect(silent.status == 64 && silent.errors.contains("LANTERN_PASSWORD"), "\(silent.errors)")
            let typed = try await fixture.call("login", "--email", ann.email, password: nil, typed: ["lantern"])
            #expect(try typed.status == 0 && typed.nick == "ann", "\(typed.errors)")
        }
    }

    @Test("Without the server's key a base URL is 64, and with a wrong one it is closed")
    func key() async throws {
        try await CommunityFixture.run { fixture in
            let none = try await fixture.call("login", "--email", ann.email, key: nil)
            #expect(none.status == 64 && none.errors.contains("LANTERN_COMMUNITY_KEY"), "\(none.errors)")
            #expect(!FileManager.default.fileExists(atPath: fixture.store))
            let wrong = try await fixture.call("login", "--email", ann.email, key: "another")
            #expect(try wrong.status == 69 && wrong.errorCode == "accessClosed", "\(wrong.output)\(wrong.errors)")
        }
    }

    @Test("Who joins is signed in; the address is asked for first")
    func join() async throws {
        try await CommunityFixture.run { fixture in
            let joined = try await fixture.call(
                "join", "--email", "dora@lantern.example", "--nick", "dora", "--phone", "01000000009",
                password: "secret-word")
            #expect(try joined.status == 0 && joined.nick == "dora", "\(joined.output)\(joined.errors)")
            #expect(
                fixture.server.requests.compactMap(\.call).prefix(3) == [.checkEmail, .join, .login])
            #expect(try await fixture.call("whoami").nick == "dora")
            let taken = try await fixture.call("join", "--email", ann.email, "--nick", "annie")
            #expect(try taken.status == 69 && taken.errorCode == "badRequest" && taken.json["user"] is NSNull)
            #expect(fixture.server.requestCount(for: .join) == 1)
        }
    }

    @Test(
        "A rule of a field that is not kept is 64, and nothing is asked",
        arguments: [
            (["--email", "a@b.c", "--nick", "dora"], "secret-word"),
            (["--email", "dora.lantern.example", "--nick", "dora"], "secret-word"),
            (["--email", "dora@lantern.example", "--nick", "do"], "secret-word"),
            (["--email", "dora@lantern.example", "--nick", "do ra"], "secret-word"),
            (["--email", "dora@lantern.example", "--nick", "dora\n"], "secret-word"),
            (["--email", "dora@lantern.example", "--nick", "dora", "--phone", "1234567"], "secret-word"),
            (["--email", "dora@lantern.example", "--nick", "dora", "--phone", "12345678a"], "secret-word"),
            (["--email", "dora@lantern.example", "--nick", "dora"], "short"),
            (["--nick", "dora"], "secret-word"),
        ])
    func fields(arguments: [String], password: String) async throws {
        try await CommunityFixture.run { fixture in
            let base = try #require(fixture.server.baseURL).absoluteString
            let run = await ProgramCall.run(
                ["join"] + arguments + ["--store", fixture.store, "--base-url", base],
                environment: ["LANTERN_PASSWORD": password, "LANTERN_COMMUNITY_KEY": CommunityServer.demoKey],
                typed: nil, kinds: [])
            #expect(run.status == 64 && !run.errors.isEmpty && run.output.isEmpty, "\(run.errors)")
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test("A lost answer to joining is found out by signing in, in this run or in the next")
    func lostJoin() async throws {
        try await CommunityFixture.run { fixture in
            fixture.server.setFault(.acted(.reset()), only: .call(.join), times: 1)
            let joined = try await fixture.call(
                "join", "--email", "dora@lantern.example", "--nick", "dora", password: "secret-word")
            #expect(try joined.status == 0 && joined.nick == "dora", "\(joined.output)\(joined.errors)")
            // This time neither the answer nor the sign-in comes through.
            fixture.server.setFault(.acted(.reset()), only: .call(.join), times: 1)
            fixture.server.setFault(.status(503), only: .call(.login), times: 8)
            let cut = try await fixture.call(
                "join", "--email", "emil@lantern.example", "--nick", "emil", password: "secret-word")
            #expect(cut.status == 69, "\(cut.output)\(cut.errors)")
            fixture.server.removeAllFaults()
            let again = try await fixture.call(
                "join", "--email", "emil@lantern.example", "--nick", "emil", password: "secret-word")
            #expect(try again.status == 0 && again.nick == "emil", "\(again.output)\(again.errors)")
            #expect(try fixture.server.record.contains(Data("emil@lantern.example".utf8)))
        }
    }

    @Test("Who logs out is nobody; a second time it is 77")
    func logout() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            fixture.server.removeAllRequests()
            let logout = try await fixture.call("logout", "--wipe")
            #expect(logout.status == 0, "\(logout.errors)")
            #expect(try logout.json["user"] is NSNull && logout.json["error"] is NSNull)
            #expect(fixture.server.requests.isEmpty)
            #expect(try await fixture.call("whoami").nick == nil)
            let again = try await fixture.call("logout")
            #expect(try again.status == 77 && again.errorCode == "unauthorized")
            #expect(try await fixture.call("logout", "--keep", "--wipe").status == 64)
        }
    }

    @Test("Deleting the account needs its own address and password")
    func withdraw() async throws {
        try await CommunityFixture.run { fixture in
            #expect(try await fixture.call("withdraw", "--email", ann.email).status == 77)
            try await fixture.logIn()
            let wrong = try await fixture.call("withdraw", "--email", ann.email, password: "wrong-one")
            #expect(try wrong.status == 77 && wrong.errorCode == "unauthorized")
            let other = try await fixture.call("withdraw", "--email", ben.email)
            #expect(try other.status == 77 && other.errorCode == "unauthorized", "\(other.output)")
            #expect(fixture.server.requestCount(for: .withdraw) == 0)
            #expect(try await fixture.call("whoami").nick == "ann")
            let done = try await fixture.call("withdraw", "--email", ann.email)
            #expect(try done.status == 0 && done.json["user"] is NSNull, "\(done.output)\(done.errors)")
            #expect(try await fixture.call("whoami").nick == nil)
            #expect(try await fixture.call("login", "--email", ann.email).status == 77)
        }
    }

    @Test("Where the answer to the deletion is lost, the next command finds out", arguments: [true, false])
    func lostWithdrawal(isDone: Bool) async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            fixture.server.setFault(
                isDone ? .acted(.reset()) : .status(500), only: .call(.withdraw), times: 1)
            let lost = try await fixture.call("withdraw", "--email", ann.email)
            #expect(try lost.status == 69 && lost.errorCode == "unknown", "\(lost.output)\(lost.errors)")
            let sync = try await fixture.call("sync")
            #expect(sync.status == (isDone ? 77 : 0), "\(sync.output)\(sync.errors)")
            #expect(try await fixture.call("whoami").nick == (isDone ? nil : "ann"))
        }
    }

    @Test("A session that is over is told with who it was; a token that has expired is renewed unseen")
    func sessions() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try fixture.server.expireAccessTokens()
            let renewed = try await fixture.call("whoami")
            #expect(try renewed.status == 0 && renewed.json["error"] is NSNull && renewed.nick == "ann")
            #expect(fixture.server.requestCount(for: .refresh) == 1)
            try fixture.server.endSessions()
            for _ in 0..<2 {
                let over = try await fixture.call("whoami")
                #expect(try over.status == 0 && over.nick == "ann", "\(over.output)\(over.errors)")
                #expect(try over.errorCode == "sessionExpired", "\(over.output)")
            }
            let again = try await fixture.call("login", "--email", ann.email)
            #expect(try again.status == 0 && again.nick == "ann", "\(again.errors)")
            #expect(try await fixture.call("whoami").json["error"] is NSNull)
        }
    }

    private static let failures: [(CommunityFault, String)] = [
        (.status(503), "serverError"), (.status(429), "rateLimited"), (.status(444), "badRequest"),
        (.status(420), "accessClosed"), (.captivePortal, "captivePortal"), (.garbage, "malformed"),
        (.reset(), "offline"), (.truncated, "malformed"),
    ]

    @Test("What keeps somebody from signing in is told by its code", arguments: failures)
    func faults(fault: CommunityFault, code: String) async throws {
        try await CommunityFixture.run { fixture in
            fixture.server.setFault(fault, only: .call(.login))
            let login = try await fixture.call("login", "--email", ann.email, "--timeout", "20")
            #expect(try login.status == 69 && login.errorCode == code, "\(login.output)\(login.errors)")
        }
    }

    @Test("Who is signed in is known where the server cannot say", arguments: failures)
    func known(fault: CommunityFault, code: String) async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            fixture.server.setFault(fault, only: .call(.ownProfile))
            let known = try await fixture.call("whoami", "--timeout", "20")
            #expect(try known.status == 0 && known.nick == "ann" && known.errorCode == code, "\(known.output)")
        }
    }

    @Test("Without a network nobody is signed in or out of the server's books")
    func offline() async throws {
        try await CommunityFixture.run { fixture in
            let login = try await fixture.call("login", "--email", ann.email, "--offline")
            #expect(try login.status == 69 && login.errorCode == "offline")
            let join = try await fixture.call("join", "--email", "dora@lantern.example", "--nick", "dora", "--offline")
            #expect(try join.status == 69 && join.errorCode == "offline")
            #expect(fixture.server.requests.isEmpty)
            try await fixture.logIn()
            #expect(try await fixture.call("withdraw", "--email", ann.email, "--offline").status == 69)
            #expect(try await fixture.call("logout", "--offline").status == 0)
            await fixture.server.stop()
            let gone = try await fixture.call("login", "--email", ann.email)
            #expect(try gone.status == 69 && gone.errorCode == "offline")
        }
    }

    @Test("A command that hangs ends with its time")
    func time() async throws {
        try await CommunityFixture.run { fixture in
            fixture.server.setFault(.hang)
            let login = try await fixture.call("login", "--email", ann.email, "--timeout", "0.4")
            #expect(try login.status == 69 && login.errorCode == "timedOut", "\(login.output)")
        }
    }

    @Test("Beside a program that has the store, who changes accounts is told so, and who looks is not")
    func beside() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let writer = try await JSONStore.open(directory: fixture.store)
            #expect(try await fixture.call("whoami").nick == "ann")
            #expect(try await fixture.call("outbox").status == 0)
            await withTaskGroup(of: Void.self) { group in
                for call in [["logout"], ["login", "--email", "ann@lantern.example"], ["sync"]] {
                    group.addTask {
                        let busy = await ProgramCall.run(
                            call + ["--store", fixture.store], environment: ["LANTERN_PASSWORD": "lantern"],
                            typed: nil, kinds: [])
                        #expect(busy.status == 75, "\(call): \(busy.status) \(busy.errors)")
                    }
                }
            }
            try await writer.close()
            #expect(try await fixture.call("logout").status == 0)
        }
    }
}
