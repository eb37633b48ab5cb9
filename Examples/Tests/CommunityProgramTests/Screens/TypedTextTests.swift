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

/// What is typed under a post and in a room is not lost: by a signal, or by fast fingers.
@Suite(.timeLimit(.minutes(5)))
struct TypedTextTests {
    private typealias Person = CommunityServer.DemoPerson

    /// Opens the first post from the start.
    private func openPost(_ terminal: PseudoTerminal) async throws {
        try await terminal.waitForHome()
        terminal.type("\r")
        try await terminal.wait { $0.text.contains("Looks warm") && !$0.text.contains("fetching") }
    }

    /// Begins a comment on the open post, and closes its field.
    private func writeHalfComment(_ terminal: PseudoTerminal) async throws {
        terminal.type("cHalf a comm")
        try await terminal.wait(for: "Comment: Half a comm")
        terminal.type("\u{1B}")
        try await terminal.wait { !$0.text.contains("Comment: Half") }
    }

    @Test(arguments: [SIGKILL, SIGTERM, 0]) func aCommentAndAMessageAreThereAfterTheEnd(signal: Int32) async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await openPost(terminal)
                try await writeHalfComment(terminal)
                terminal.type("\u{1B}")
                try await terminal.openRoom()
                terminal.type("Half a sent")
                try await terminal.wait(for: "› Half a sent")
                if signal == 0 {
                    terminal.type("\u{03}")
                } else {
                    // Nothing on the screen says that it is stored.
                    while signal == SIGKILL, !fixture.isStored("Half a sent") { await Task.yield() }
                    terminal.signal(signal)
                }
                _ = await terminal.end()
            }
            try await fixture.look { terminal in
                try await openPost(terminal)
                terminal.type("c")
                try await terminal.wait(for: "Comment: Half a comm")
                terminal.type("ent\r")
                try await terminal.wait(for: "> ann · just now\n  Half a comment")
                terminal.type("\u{1B}")
                try await terminal.openRoom()
                try await terminal.wait(for: "› Half a sent")
                terminal.type("ence\r")
                try await terminal.wait(for: "> I · just now\n  Half a sentence")
                // What is sent is typed no more.
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Messages") }
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("Half a sentence") && $0.text(ofRow: 22) == "›" }
                await terminal.quit(by: "\u{03}")
            }
        }
    }

    @Test func lettersBehindEnterInOneGoAreTheNextMessage() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await terminal.openRoom()
                terminal.type("hi\ryo")
                try await terminal.wait { $0.text.contains("> I · just now\n  hi") && $0.text(ofRow: 22) == "› yo" }
                await terminal.quit(by: "\u{03}")
            }
            let messages = try await fixture.call("chat", Person.ben.id).entries("messages")
            #expect(messages.last?["text"] as? String == "hi")
        }
    }

    @Test func aRoomThatCannotBeOpenedSaysWhichKeyTriesAgain() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            fixture.server.setFault(.status(404), only: .call(.openRoom))
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                terminal.type("jA")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("ben") && $0.text.contains("> Follow") }
                terminal.type("m")
                try await terminal.wait { $0.text.contains("f5 tries again") && $0.text.contains("\n! ") }
                terminal.type("Hel")
                try await terminal.wait(for: "› Hel")
                fixture.server.removeAllFaults()
                terminal.type("\u{1B}[15~")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix("Chat with ben") && !$0.text.contains("tries again")
                        && $0.text.contains("› Hel")
                }
                await terminal.quit(by: "\u{03}")
            }
        }
    }

    @Test func theSettingOfTheThemeGoesBeforeTheTerminal() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let set = try await fixture.call("settings", "set", "theme", "light")
            try #require(set.status == 0, "\(set.errors)")
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                terminal.type("\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}[?62cj")
                try await terminal.wait { $0.text(ofRow: 2).hasPrefix("> ") || $0.text(ofRow: 3).hasPrefix("> ") }
                #expect(terminal.grid.cells[0][0].style == "1;35")
                await terminal.quit()
            }
        }
    }

    @Test func aSignalKeepsTheCommentThatAnEditorHasSaved() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let script = "\(fixture.directory)/editor"
            // The terminal shows a line when it is whole.
            let text = """
                printf 'Saved in time.\\n' > "$1"
                printf '\\r\\033[2J\\033[1;1Hediting\\033[m\\n'
                read -r line
                """
            try Data(text.utf8).write(to: URL(filePath: script))
            let environment = ["VISUAL": "sh \(script)", "TMPDIR": fixture.directory]
            try await fixture.look(environment: environment) { terminal in
                try await openPost(terminal)
                terminal.type("c\u{7}")
                try await terminal.wait(for: "editing")
                terminal.signal(SIGTERM)
                #expect(await terminal.end().status == 128 + SIGTERM)
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: fixture.directory)
            #expect(!files.contains { $0.hasPrefix("lantern-text-") })
            try await fixture.look { terminal in
                try await openPost(terminal)
                terminal.type("c")
                try await terminal.wait(for: "Comment: Saved in time.")
                await terminal.quit(by: "\u{03}")
            }
        }
    }

    /// Waits until the session is over and the program is at its beginning, and signs ann in again.
    private func logInAgain(_ terminal: PseudoTerminal) async throws {
        try await terminal.wait { $0.text.contains("> Log in") && $0.text.contains("session") }
        terminal.type("\r")
        try await terminal.wait(for: "[ Log in ]")
        terminal.type("\(Person.ann.email)\r\(Person.ann.password)\r")
        try await terminal.waitForHome()
    }

    @Test func theEndOfASessionCostsNothingThatIsTyped() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await openPost(terminal)
                try await writeHalfComment(terminal)
                try fixture.server.endSessions()
                // The post is asked for again, and the server knows nobody any more.
                terminal.type("r")
                try await logInAgain(terminal)
                try await openPost(terminal)
                terminal.type("c")
                try await terminal.wait(for: "Comment: Half a comm")
                terminal.type("\u{1B}")
                try await terminal.wait { !$0.text.contains("Comment: Half") }
                terminal.type("\u{1B}")
                try await terminal.openRoom()
                terminal.type("Half a sent")
                try await terminal.wait(for: "› Half a sent")
                try fixture.server.endSessions()
                terminal.type("\u{1B}[15~")
                try await logInAgain(terminal)
                try await terminal.openRoom()
                try await terminal.wait(for: "› Half a sent")
                await terminal.quit(by: "\u{03}")
            }
        }
    }
}
