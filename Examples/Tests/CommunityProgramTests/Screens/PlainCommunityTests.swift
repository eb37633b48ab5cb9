import CommunityServer
import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The interactive community in lines of text.
@Suite(.timeLimit(.minutes(5)))
struct PlainCommunityTests {
    private func tell(
        _ arguments: [String] = [], in fixture: CommunityFixture, _ body: (PipedProgram) async throws -> Void
    ) async throws {
        let base = try #require(fixture.server.baseURL).absoluteString
        try await PipedProgram.run(
            "community", arguments + ["--plain", "--store", fixture.store, "--base-url", base],
            environment: [
                "LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory, "LANTERN_COMMUNITY_KEY": CommunityServer.demoKey,
            ], body)
    }

    @Test func somebodyLogsInByAFormOfLines() async throws {
        try await CommunityFixture.run { fixture in
            try await tell(in: fixture) { community in
                try await community.wait(for: "chosen, 1. Log in")
                let form = try await community.write("open", waitingFor: "A line is text now")
                #expect(form.contains("Log in, button\n"))
                try community.write("ann@lantern.example")
                try await community.write("mistyped", waitingFor: "Failure: ")
                try await community.write(":back", waitingFor: "1. Log in")
                try await community.write("open", waitingFor: "A line is text now")
                // The line takes the place of what was typed before.
                try community.write("nobody", ":up", "ann@lantern.example")
                try await community.write("lantern", waitingFor: "Home, Daily life")
                let (end, _) = await community.end()
                #expect(end.status == 0)
                #expect(community.output.drawing.isEmpty && !community.output.contains("mistyped"))
            }
        }
    }

    @Test func aPasswordIsNotShownAtATerminal() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.look(["--plain"], columns: 120, rows: 100) { terminal in
                let settings = terminal.settings
                try await terminal.wait(for: "chosen, 1. Log in")
                terminal.type("open\n")
                try await terminal.wait(for: "A line is text now")
                #expect(terminal.settings == settings)
                terminal.type("ann@lantern.example\n")
                try await terminal.wait(for: "chosen, Password:")
                #expect(terminal.settings != settings)
                terminal.type("lantern\n")
                try await terminal.wait(for: "Home, Daily life")
                #expect(terminal.settings == settings)
                #expect(!terminal.grid.text.contains("lantern\n") && terminal.grid.refused == [])
                terminal.type("quit\n")
                let end = await terminal.end()
                #expect(end.status == 0)
            }
        }
    }

    /// Goes to where a password is typed, and is not shown.
    private func typePassword(_ body: @escaping @Sendable (PseudoTerminal, _ shown: [UInt]) async throws -> Void)
        async throws
    {
        try await CommunityFixture.run { fixture in
            try await fixture.look(["--plain"], columns: 120, rows: 100) { terminal in
                let settings = terminal.settings
                try await terminal.wait(for: "chosen, 1. Log in")
                terminal.type("open\n")
                try await terminal.wait(for: "A line is text now")
                terminal.type("ann@lantern.example\n")
                try await terminal.wait(for: "chosen, Password:")
                #expect(terminal.settings != settings)
                try await body(terminal, settings)
            }
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV])
    func whateverEndsItAtAPasswordWhatIsTypedIsSeenAgain(_ number: Int32) async throws {
        try await typePassword { terminal, shown in
            terminal.signal(number)
            let end = await terminal.end()
            let isCrash = number == SIGQUIT || number == SIGSEGV
            #expect(end.reason == (isCrash ? .uncaughtSignal : .exit))
            #expect(end.status == (isCrash ? number : 128 + number))
            #expect(terminal.settings == shown)
        }
    }

    @Test func whileItIsStoppedAtAPasswordWhatIsTypedIsSeen() async throws {
        try await typePassword { terminal, shown in
            let hidden = terminal.settings
            for _ in 0..<2 {
                terminal.signal(SIGTSTP)
                await terminal.stop()
                #expect(terminal.settings == shown)
                terminal.signal(SIGCONT)
                // Nothing else says that it goes on.
                while terminal.settings != hidden { await Task.yield() }
            }
            terminal.type("lantern\n")
            try await terminal.wait(for: "Home, Daily life")
            terminal.type("quit\n")
            #expect(await terminal.end().status == 0)
            #expect(terminal.settings == shown)
        }
    }

    @Test func aCommentAndAMessageAreLines() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await tell(in: fixture) { community in
                try await community.write("like", waitingFor: "3 likes, you like it")
                try await community.write("open", waitingFor: "Looks warm")
                try await community.write("comment", waitingFor: "A line is text now")
                let comment = try await community.write("Told in a line", waitingFor: "Told in a line\n")
                #expect(comment.contains(". ann, just now"))
                try await community.write("back", waitingFor: "Home, Daily life\n1. ")
                try await community.write("menu", waitingFor: "9. What is not sent")
                try await community.write("5 open", waitingFor: "1. ben, ")
                try await community.write("open", waitingFor: "A line is text now")
                let message = try await community.write("Said in a line", waitingFor: "Said in a line\n")
                #expect(message.contains(". I, "))
                try await community.write(":back", waitingFor: "Messages\n1. ben")
                // What is unsent is said; here it is sent.
                let (end, _) = await community.end()
                #expect(end.status == 0 && community.output.drawing.isEmpty)
            }
        }
    }

    @Test func whatAnotherPersonSaysIsOneLineByItself() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await tell(in: fixture) { community in
                try await community.write("menu", waitingFor: "9. What is not sent")
                try await community.write("5 open", waitingFor: "1. ben, ")
                try await community.write("open", waitingFor: "A line is text now")
                let other = "\(fixture.directory)/other"
                let base = try #require(fixture.server.baseURL).absoluteString
                let options = ["--store", other, "--base-url", base]
                let environment = ["LANTERN_COMMUNITY_KEY": CommunityServer.demoKey, "LANTERN_PASSWORD": "lantern"]
                let login = await ProgramCall.run(
                    ["login", "--email", CommunityServer.DemoPerson.ben.email] + options, environment: environment,
                    typed: nil, kinds: [])
                try #require(login.status == 0, "\(login.errors)")
                let said = await ProgramCall.run(
                    ["say", CommunityServer.DemoPerson.ann.id, "Come in"] + options, environment: environment,
                    typed: nil, kinds: [])
                try #require(said.status == 0, "\(said.errors)")
                try await community.wait(for: "Come in\n")
                #expect(community.output.contains("\nben, just now, Come in\n"))
                let (end, _) = await community.end()
                #expect(end.status == 0)
            }
        }
    }
}
