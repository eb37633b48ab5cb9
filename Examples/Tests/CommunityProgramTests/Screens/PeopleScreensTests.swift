import CommunityServer
import Foundation
import TestSupport
import Testing

/// People, payments and rooms in the interactive program, on a terminal of its own.
@Suite(.timeLimit(.minutes(5)))
struct PeopleScreensTests {
    private typealias Person = CommunityServer.DemoPerson

    /// The bar of a person whom somebody looks at: chosen in the list of people.
    @Test func aPersonIsFollowedFromTheSheetAndIsInTheList() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                // The third post is cleo's.
                terminal.type("jjA")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("cleo") && $0.text.contains("> Follow\n") }
                terminal.type("f")
                try await terminal.wait(for: "> Following")
                terminal.type("j\r")
                try await terminal.wait { $0.text.contains("> Followers: 1") && $0.text.contains("Posts: 5") }
                terminal.type("\r")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Followers") && $0.text.contains("ann") }
                terminal.type("\u{1B}")
                try await terminal.wait(for: "> Followers: 1")
                terminal.type("jj\r")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix("cleo · All") && $0.text(ofRow: 0).hasSuffix("1/5")
                }
                terminal.type("\u{1B}")
                try await terminal.wait(for: "> Posts: 5")
                terminal.type("\u{1B}")
                try await terminal.wait(for: "> Profile")
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Home") }
                try await terminal.go(to: "Profile", titled: "ann")
                try await terminal.wait(for: "Follows: 2")
                terminal.type("j\r")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix("Follows") && $0.text.contains("cleo · Following")
                }
                // Somebody who was taken off by mistake stays to be followed again.
                terminal.type(terminal.grid.text(ofRow: 1).contains("cleo") ? "f" : "jf")
                try await terminal.wait { $0.text.contains("> cleo\n") }
                await terminal.quit()
            }
            // What was tapped is queued where the program ends before its pause is over.
            #expect(try await fixture.call("following").output.contains("cleo") == false)
        }
    }

    @Test func theOwnProfileIsChanged() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let path = try fixture.picture("face")
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                try await terminal.go(to: "Settings")
                try await terminal.wait(for: "Nickname: ann")
                terminal.type("\r")
                try await terminal.wait(for: "File:")
                terminal.type("\(path)\r")
                try await terminal.wait { $0.text.contains("Saved. It is sent") && $0.text.contains("> Picture") }
                terminal.type("j\r")
                try await terminal.wait(for: "The nickname can be used")
                terminal.type("\u{15}an")
                try await terminal.wait(for: "3 characters or more")
                terminal.type("nie\r")
                try await terminal.wait(for: "> Nickname: annie")
                terminal.type("j\r")
                try await terminal.wait(for: "The number can be used")
                terminal.type("\u{15}01099998888\r")
                try await terminal.wait(for: "> Phone number: 01099998888")
                terminal.type("j\r")
                try await terminal.wait(for: "You take no donations *")
                terminal.type("\r")
                try await terminal.wait(for: "Others will be able to send you donations. Go on?")
                terminal.type("j\r")
                try await terminal.wait { $0.text.contains("> You take donations *") && $0.text.contains("Saved.") }
                terminal.type("\u{1B}")
                try await terminal.wait(for: "> Donations: You take donations")
                try await terminal.wait { !$0.text.contains("unsent") }
                await terminal.quit()
            }
            let run = try await fixture.call("profile")
            let profile = run.output
            #expect(
                profile.contains("annie") && profile.contains("picture"), "\(run)")
        }
    }

    @Test func moneyIsGivenOnceAPersonHasSaidYes() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                terminal.type("jA")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("ben") && $0.text.contains("> Follow") }
                terminal.type("$")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix("Donate to ben") && $0.text.contains("> 1,000 KRW")
                }
                terminal.type("jj\r")
                try await terminal.wait(for: "Donate: 3,000 KRW")
                terminal.type("j\r")
                try await terminal.wait(for: "3,000 KRW paid. Thank you!")
                terminal.type("\u{1B}")
                try await terminal.wait(for: "> Follow")
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Home") }
                try await terminal.go(to: "Payments")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix("1/1") && $0.text.contains("· 3,000 KRW") }
                await terminal.quit()
            }
        }
    }

    @Test func twoPeopleTalkAndWhatIsWrittenInTheDarkIsSentLater() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let (ann, ben) = (Person.ann.id, Person.ben.id)
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                try await terminal.go(to: "Messages")
                try await terminal.wait { $0.text.contains(">   ben") && $0.text.contains("the small one") }
                terminal.type("\r")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix("Chat with ben · live") && $0.text.contains("> ben")
                }
                // What is typed is no key, whatever it is.
                terminal.type("q? Hello\r")
                try await terminal.wait {
                    $0.text.contains("> I · just now\n  q? Hello") && !$0.text.contains("Not sent")
                }
                _ = try fixture.server.say("Hello yourself", from: ben, to: ann)
                try await terminal.wait(for: "> ben · just now\n  Hello yourself")
                terminal.type("\u{1B}OR")
                try await terminal.wait(for: "Search:")
                terminal.type("umbrella")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasSuffix("1/1") && $0.text.contains("Bring the big umbrella")
                }
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("> I · ") && $0.text.contains("Hello yourself") }
                await terminal.quit(by: "\u{03}")
            }
            try await fixture.look(["--offline"]) { terminal in
                try await terminal.waitForHome()
                try await terminal.go(to: "Messages")
                try await terminal.wait(for: "Hello yourself")
                terminal.type("\r")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Chat with ben") && $0.text.contains("> ben") }
                terminal.type("In the dark\r")
                try await terminal.wait(for: "> I · Not sent yet\n  In the dark")
                terminal.type("And this not\r")
                try await terminal.wait(for: "> I · Not sent yet\n  And this not")
                terminal.type("\u{04}")
                try await terminal.wait { !$0.text.contains("And this not") && $0.text.contains("1 unsent") }
                await terminal.quit(by: "\u{03}")
            }
            try await fixture.look { terminal in
                try await terminal.waitForHome()
                try await terminal.wait { !$0.text.contains("unsent") }
                await terminal.quit()
            }
            let messages = try await fixture.call("chat", ben).entries("messages")
            #expect(messages.last?["text"] as? String == "In the dark" && messages.last?["state"] as? String == "sent")
        }
    }

    @Test func theProgramSpeaksKoreanAndFitsASmallWindow() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await fixture.look(columns: 30, rows: 8, environment: ["LC_ALL": "ko_KR.UTF-8"]) { terminal in
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("홈") && $0.text(ofRow: 1).hasPrefix("> ") }
                terminal.type("?")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("단축키") && $0.text.contains("위로") }
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("홈") }
                terminal.resize(columns: 120, rows: 40)
                try await terminal.wait { $0.text(ofRow: 39).hasSuffix("q 종료") }
                await terminal.quit()
                #expect(terminal.grid.refused == [])
            }
        }
    }
}
