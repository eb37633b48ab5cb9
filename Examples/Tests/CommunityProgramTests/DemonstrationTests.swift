import Foundation
import Testing

@Suite("The demonstration", .timeLimit(.minutes(5)))
struct DemonstrationTests {
    @Test("Somebody is signed in at once, and what the server is told outlives the run")
    func person() async throws {
        try await CommunityFixture.run { fixture in
            let first = try await fixture.demo("whoami")
            #expect(try first.status == 0 && first.nick == "ann" && first.json["error"] is NSNull, "\(first.errors)")
            let joined = try await fixture.demo(
                "join", "--email", "dora@lantern.example", "--nick", "dora",
                environment: ["LANTERN_PASSWORD": "secret-word"])
            #expect(try joined.status == 0 && joined.nick == "dora", "\(joined.output)\(joined.errors)")
            #expect(try await fixture.demo("whoami").nick == "dora")
            #expect(try await fixture.demo("logout").status == 0)
            #expect(try await fixture.demo("whoami").nick == nil)
            let back = try await fixture.demo(
                "login", "--email", "dora@lantern.example", environment: ["LANTERN_PASSWORD": "secret-word"])
            #expect(try back.status == 0 && back.nick == "dora", "\(back.errors)")
            #expect(FileManager.default.fileExists(atPath: "\(fixture.store)/demo-community.json"))
            // Another server's sign-ins are its own.
            #expect(try await fixture.call("whoami").nick == nil)
        }
    }

    @Test("Who has logged out stays so; without a network the person is known")
    func leaving() async throws {
        try await CommunityFixture.run { fixture in
            #expect(try await fixture.demo("whoami", "--offline").nick == "ann")
            let left = try await fixture.demo("logout")
            #expect(left.status == 0)
            #expect(try await fixture.demo("whoami").nick == nil)
            #expect(try await fixture.demo("whoami", "--offline").nick == nil)
        }
    }

    @Test("The built program does the same")
    func program() async throws {
        try await CommunityFixture.run { fixture in
            let store = ["--store", fixture.store, "--format", "json"]
            let who = try await ProgramRun.program(["whoami"] + store)
            #expect(try who.status == 0 && who.nick == "ann", "\(who.errors)")
            let words = try await ProgramRun.program(store + ["settings", "set", "language", "ko"])
            #expect(try words.status == 0 && words.json["language"] as? String == "ko", "\(words.errors)")
            let text = try await ProgramRun.program(["logout", "--store", fixture.store])
            #expect(text.status == 0 && text.output.hasPrefix("로그아웃했습니다: ann"), "\(text.output)\(text.errors)")
            let silent = try await ProgramRun.program(["login", "--email", "ann@lantern.example"] + store)
            #expect(silent.status == 64, "\(silent.errors)")
            let login = try await ProgramRun.program(
                ["login", "--email", "ann@lantern.example"] + store, environment: ["LANTERN_PASSWORD": "lantern"])
            #expect(try login.status == 0 && login.nick == "ann", "\(login.errors)")
            let help = try await ProgramRun.program(["--help"])
            #expect(help.status == 0 && help.output.contains("whoami"))
            #expect(help.output.contains("'community help start'"))
            let refused = try await ProgramRun.program(["sing"])
            #expect(
                refused.status == 64 && refused.errors.contains("See 'community start --help'"), "\(refused.errors)")
        }
    }
}
