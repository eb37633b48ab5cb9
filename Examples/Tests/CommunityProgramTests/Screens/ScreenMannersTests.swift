import CommunityServer
import Foundation
import TestSupport
import Testing

/// What the interactive program does with questions that get no answer, with what is typed, and with long conversations.
@Suite(.timeLimit(.minutes(5)))
struct ScreenMannersTests {
    private typealias Person = CommunityServer.DemoPerson

    @Test func aQuestionThatIsLeftIsAskedAgain() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            _ = try await fixture.call("home", "--category", "CategoryZ_dailyRoutine")
            try await fixture.look(["--offline"]) { terminal in
                try await terminal.waitForHome()
                terminal.type("+")
                try await terminal.wait(for: "1 unsent")
                try await terminal.go(to: "Settings")
                terminal.type("Gk")
                try await terminal.wait(for: "> Log out")
                for _ in 0..<2 {
                    terminal.type("\r")
                    try await terminal.wait(for: "> Do nothing")
                    terminal.type("\u{1B}")
                    try await terminal.wait(for: "> Log out")
                    // A second tap within 400 ms would be dropped.
                    try await terminal.go(to: "Settings")
                    terminal.type("Gk")
                    try await terminal.wait(for: "> Log out")
                }
                await terminal.quit()
                #expect(terminal.grid.text.contains("1 thing is not sent. It goes out the next time."))
            }
        }
    }

    @Test func anAccountIsNotDeletedByAnotherPasswordThanTheOneThatWasAskedFor() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                try await terminal.go(to: "Settings")
                try await terminal.wait(for: "Nickname: ann")
                terminal.type("G\r")
                try await terminal.wait(for: "[ Delete account ]")
                terminal.type("\(Person.ann.email)\r\(Person.ann.password)\r")
                try await terminal.wait(for: "will be deleted for good")
                terminal.type("\u{1B}")
                // The form begins anew.
                try await terminal.wait {
                    $0.text.contains("[ Delete account ]") && !$0.text.contains("lantern.example")
                }
                // A second tap within 400 ms is dropped, so it is opened anew.
                terminal.type("\u{1B}")
                try await terminal.wait(for: "> Delete account")
                terminal.type("\r")
                try await terminal.wait(for: "[ Delete account ]")
                terminal.type("\(Person.ann.email)\rwrongwrong\r")
                try await terminal.wait(for: "\n! ")
                #expect(!terminal.grid.text.contains("will be deleted for good"))
                await terminal.quit(by: "\u{03}")
            }
            #expect(try await fixture.call("whoami").status == 0)
        }
    }

    @Test func whatIsTypedIsThereWhenOneComesBackAndWhatIsSentSurvivesQuitting() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await terminal.openRoom()
                terminal.type("Half a sent")
                try await terminal.wait(for: "› Half a sent")
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Messages") }
                terminal.type("\r")
                try await terminal.wait(for: "› Half a sent")
                // Sent and gone at once, it is stored all the same.
                terminal.type("ence\r\u{03}")
                #expect(await terminal.end().status == 0)
            }
            let messages = try await fixture.call("chat", Person.ben.id).entries("messages")
            #expect(messages.last?["text"] as? String == "Half a sentence")
        }
    }

    @Test func picturesInARoomAreSentWithoutWhatIsTypedMeanwhile() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let path = try fixture.picture("umbrella")
            try await fixture.look { terminal in
                try await terminal.openRoom()
                terminal.type("\u{0F}")
                try await terminal.wait(for: "File:")
                terminal.type("\(path)\r")
                try await terminal.wait(for: "1 picture · ctrl-s Send")
                // It is neither a text nor a key: q would quit.
                terminal.type("q")
                try await terminal.wait(for: "Send the pictures first, or take them away.")
                terminal.type("\u{13}")
                try await terminal.wait { $0.text.contains("> I · just now") && $0.text.contains(".jpeg") }
                await terminal.quit(by: "\u{03}")
            }
            let messages = try await fixture.call("chat", Person.ben.id).entries("messages")
            #expect((messages.last?["files"] as? [String])?.count == 1 && messages.last?["text"] as? String == nil)
        }
    }

    @Test func aLongConversationIsReadPageByPage() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            for number in 1...130 {
                _ = try fixture.server.say("Message \(number).", from: Person.ben.id, to: Person.ann.id)
            }
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                try await terminal.go(to: "Messages")
                try await terminal.wait(for: "Message 130.")
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("Message 130.") && $0.text(ofRow: 0).hasSuffix("50/50") }
                // The last one is seen at the bottom; a page up leaves it.
                terminal.type("\u{1B}[5~")
                try await terminal.wait { !$0.text.contains("Message 130.") && $0.text.contains("Message 1") }
                terminal.type("\u{1B}OR")
                try await terminal.wait(for: "Search:")
                terminal.type("Message 31.")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix("1/1") }
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("Message 32.") && $0.text(ofRow: 0).hasSuffix("1/50") }
                // One row down at the end of the part goes on behind it, and does not jump to the end of all.
                terminal.type(String(repeating: "\u{1B}[B", count: 49))
                try await terminal.wait(for: "Message 80.")
                terminal.type("\u{1B}[B\u{1B}[B")
                try await terminal.wait { $0.text.contains("Message 82.") || $0.text.contains("Message 81.") }
                #expect(!terminal.grid.text.contains("Message 130."))
                await terminal.quit(by: "\u{03}")
            }
        }
    }

    @Test func aClickSendsNoFormAndAFieldTakesNoMoreThanItMay() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.look { terminal in
                try await terminal.wait(for: "> Log in")
                terminal.type("\r")
                try await terminal.wait(for: "[ Log in ]")
                terminal.type("\(Person.ann.email)\r\(Person.ann.password)")
                try await terminal.wait(for: "•••••••")
                // Far below the button, then on it.
                terminal.type("\u{1B}[<0;10;20M\u{1B}[<0;10;20m")
                terminal.type("x\u{7F}")
                try await terminal.wait { $0.text.contains("[ Log in ]") && $0.text.contains("•••••••") }
                terminal.type("\u{1B}[<0;5;6M\u{1B}[<0;5;6m")
                try await terminal.waitForHome()
                terminal.type("w")
                try await terminal.wait(for: "0/49")
                terminal.type(String(repeating: "a", count: 49))
                try await terminal.wait(for: "49/49")
                terminal.type("\u{1B}[H\u{1B}[Cb")
                try await terminal.wait(for: "No more fits in here.")
                // The cursor stays where it was.
                terminal.type("\u{1B}[3~b")
                try await terminal.wait { $0.text(ofRow: 1) == "  ab" + String(repeating: "a", count: 47) }
                await terminal.quit(by: "\u{03}")
            }
        }
    }
}
