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

/// The interactive community as a whole program, on a terminal of its own.
@Suite(.timeLimit(.minutes(5)))
struct InteractiveCommunityTests {
    // MARK: The account

    @Test func somebodyJoinsLogsOutLogsInAndLeavesForGood() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.look { terminal in
                let settings = terminal.settings
                try await terminal.wait(for: "> Log in")
                terminal.type("j\r")
                try await terminal.wait(for: "Phone number:")
                // Up there a form says at once what is wrong.
                terminal.type("dora@lantern.example\rshort")
                try await terminal.wait {
                    $0.text.contains("The address is available.") && $0.text.contains("6 characters")
                }
                #expect(!terminal.grid.text.contains("short"), "a password is not shown")
                terminal.type("er\rdora\r01012345678")
                try await terminal.wait(for: "The number can be used")
                terminal.type("\r")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Home") && $0.text.contains("Welcome, dora!") }

                terminal.type("\t")
                try await terminal.wait(for: "> Home")
                terminal.type("jjjjjjj\r")
                try await terminal.wait(for: "Nickname: dora")
                terminal.type("Gk\r")
                try await terminal.wait(for: "Log out dora?")
                terminal.type("j\r")
                try await terminal.wait(for: "> Log in")
                terminal.type("\r")
                try await terminal.wait(for: "[ Log in ]")
                terminal.type("dora@lantern.example\rwrong\r")
                try await terminal.wait(for: "\n! ")
                terminal.type("\u{1B}")
                try await terminal.wait(for: "> Log in")
                terminal.type("\r")
                try await terminal.wait(for: "[ Log in ]")
                terminal.type("dora@lantern.example\rshorter\r")
                try await terminal.waitForHome()

                terminal.type("\t")
                try await terminal.wait(for: "> Home")
                terminal.type("jjjjjjj\r")
                try await terminal.wait(for: "Nickname: dora")
                terminal.type("G\r")
                try await terminal.wait(for: "[ Delete account ]")
                terminal.type("dora@lantern.example\rshorter\r")
                try await terminal.wait(for: "will be deleted for good")
                terminal.type("j\r")
                try await terminal.wait {
                    $0.text.contains("> Log in") && $0.text.contains("Your account was deleted.")
                }
                await terminal.quit()
                #expect(terminal.settings == settings && terminal.grid.modes == [7, 25] && terminal.grid.refused == [])
            }
        }
    }

    @Test func theEndOfASessionLeadsToTheBeginning() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                try fixture.server.endSessions()
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("> Log in") && $0.text.contains("session") }
                await terminal.quit()
            }
        }
    }

    // MARK: Posts

    @Test func aPostIsCommentedOnAndLikedWithoutANetworkAndTheServerHasItLater() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("Looks warm") && !$0.text.contains("fetching") }
                await terminal.quit()
            }
            fixture.server.removeAllRequests()
            try await fixture.look(["--offline"]) { terminal in
                try await terminal.waitForHome()
                terminal.type("+")
                try await terminal.wait { $0.text(ofRow: 2).contains("♥ 3 · not sent yet") }
                terminal.type("\r")
                try await terminal.wait(for: "Looks warm")
                terminal.type("cIn the dark")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasSuffix("11/300") && $0.text.contains("Comment: In the dark")
                }
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("> ann · just now · ") && $0.text.contains("2 unsent") }
                terminal.type("O")
                try await terminal.wait { $0.text.contains("comment ") && $0.text.contains("like ") }
                await terminal.quit()
            }
            #expect(fixture.server.requests.isEmpty)
            try await fixture.look { terminal in
                try await terminal.wait { $0.text(ofRow: 2).hasSuffix("♥ 3") && !$0.text.contains("unsent") }
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("In the dark") && !$0.text.contains("unsent") }
                // Each comment leads to its author.
                terminal.type("j")
                try await terminal.wait(for: "\n> ann · ")
                terminal.type("D")
                try await terminal.wait(for: "Delete it for good?")
                terminal.type("j\r")
                try await terminal.wait { !$0.text.contains("In the dark") && $0.text.contains("Looks warm") }
                await terminal.quit()
            }
        }
    }

    @Test func aPostIsWrittenChangedAndDeleted() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let path = try fixture.picture("lamp")
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                terminal.type("w")
                try await terminal.wait(for: "0/49")
                terminal.type("A lamp\u{13}")
                try await terminal.wait(for: "A post needs a text and a picture.")
                terminal.type("\u{0F}")
                try await terminal.wait(for: "File:")
                terminal.type("/nothing/here\r")
                try await terminal.wait(for: "This file cannot be read.")
                terminal.type("\u{15}\(path)\r")
                try await terminal.wait(for: "1. lamp.jpeg")
                terminal.type("\u{14}")
                try await terminal.wait(for: "> Daily life *")
                terminal.type("jj\r")
                try await terminal.wait(for: "Category: Pets")
                terminal.type("\u{13}")
                try await terminal.wait(for: "It goes out by itself.")
                terminal.type("[")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Home · All") && $0.text.contains("A lamp") }
                terminal.type("gg\r")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("ann") && $0.text.contains("A lamp") }
                terminal.type("e")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix("Change the post") && $0.text(ofRow: 1) == "  A lamp"
                }
                terminal.type(" and light\u{13}")
                try await terminal.wait { $0.text(ofRow: 2) == "  A lamp and light" && !$0.text.contains("unsent") }
                terminal.type("D")
                try await terminal.wait(for: "> Do nothing")
                terminal.type("j\r")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix("Home") && $0.text.contains("Deleted.")
                }
                try await terminal.wait { !$0.text.contains("A lamp") && !$0.text.contains("unsent") }
                await terminal.quit()
            }
        }
    }

    @Test func postsAndCommentsAreWrittenInAnEditor() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let script = "\(fixture.directory)/editor"
            try Data("cat \"$LANTERN_TEST_TEXT\" >> \"$1\"\n".utf8).write(to: URL(filePath: script))
            let text = URL(filePath: "\(fixture.directory)/text")
            try Data("from elsewhere\n".utf8).write(to: text)
            let environment = [
                "VISUAL": "sh \(script)", "LANTERN_TEST_TEXT": text.path, "TMPDIR": fixture.directory,
            ]
            try await fixture.look(columns: 119, environment: environment) { terminal in
                try await terminal.waitForHome()
                terminal.type("wBegun here,")
                try await terminal.wait(for: "11/49")
                terminal.type("\u{7}")
                try await terminal.wait { $0.text.contains("26/49") && $0.text(ofRow: 2) == "  from elsewhere" }
                // What does not fit changes nothing, and is not lost.
                try Data(String(repeating: "long ", count: 20).utf8).write(to: text)
                terminal.type("\u{7}")
                try await terminal.wait { $0.text.contains("/post.md: this text cannot be taken over") }
                #expect(terminal.grid.text.contains("26/49"))
                let folders = try FileManager.default.contentsOfDirectory(atPath: fixture.directory)
                #expect(folders.count { $0.hasPrefix("lantern-text-") } == 1)
                terminal.type("\u{1B}")
                try await terminal.waitForHome()
                try Data("A comment\nof two lines\n".utf8).write(to: text)
                terminal.type("\r")
                try await terminal.wait { !$0.text(ofRow: 0).hasPrefix("Home") && $0.text(ofRow: 1).hasPrefix("> ") }
                terminal.type("c")
                try await terminal.wait { $0.text(ofRow: 22).hasPrefix("Comment") }
                terminal.type("\u{7}")
                try await terminal.wait { $0.text(ofRow: 22).hasSuffix(": A comment of two lines") }
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("A comment of two lines") && $0.text.contains("ann") }
                terminal.type("q")
                #expect(await terminal.end().status == 0)
            }
        }
    }

    @Test func whatIsWrittenSurvivesAKill() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                terminal.type("wWritten before the kill")
                try await terminal.wait(for: "23/49")
                // It is a draft within half a second; nothing on the screen says that it is.
                while !fixture.isStored("Written before the kill") { await Task.yield() }
                terminal.signal(SIGKILL)
                _ = await terminal.end()
            }
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                terminal.type("w")
                try await terminal.wait { $0.text(ofRow: 1) == "  Written before the kill" }
                // It does not come back, so it goes behind a question.
                terminal.type("\u{04}")
                try await terminal.wait { $0.text.contains("Throw away what you") && $0.text.contains("> Do nothing") }
                terminal.type("\r")
                try await terminal.wait { $0.text(ofRow: 1) == "  Written before the kill" }
                terminal.type("\u{04}")
                try await terminal.wait(for: "> Do nothing")
                terminal.type("j\r")
                try await terminal.waitForHome()
                terminal.type("w")
                try await terminal.wait { $0.text.contains("0/49") && $0.text(ofRow: 1).isEmpty }
                // There is nothing to lose.
                terminal.type("\u{04}")
                try await terminal.waitForHome()
                await terminal.quit(by: "\u{03}")
            }
        }
    }

    @Test func hashtagsAndLikedPostsAreFound() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                try await terminal.go(to: "Hashtags")
                terminal.type("lantern\r")
                try await terminal.wait { $0.text(ofRow: 2).hasPrefix("> ") && $0.text(ofRow: 0).hasSuffix("1/2") }
                terminal.type("\u{1B}")
                try await terminal.waitForHome()
                try await terminal.go(to: "Liked posts")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix("1/4") && $0.text(ofRow: 2).contains("♥") }
                terminal.type("+")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix("1/3") }
                await terminal.quit()
            }
        }
    }
}
