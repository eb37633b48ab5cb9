import CommunityServer
import Core
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import CommunityScreens

/// What is left of what somebody has typed once they have logged out.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LeavingTests {
    @Test(arguments: [AccountLogoutPolicy.wipe, .keep])
    func whatIsTypedAMomentBeforeLoggingOutGoesOrStaysWithTheRest(_ policy: AccountLogoutPolicy) async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await DrivenCommunity.run(on: fixture) { community in
                let drafts = Dependency.resolve((any DraftProvider).self)
                try await Dependency.resolve((any SettingsProvider).self).update { $0.accountLogoutPolicy = policy }
                try await community.seeHome()
                community.perform(.open)
                try await community.see { $0.text.contains("Looks warm") && !$0.text.contains("fetching") }
                await community.settle()
                // From here on no time passes: the moment after which it is stored is not over.
                community.perform(.comment)
                community.type("Half a line")
                community.press("esc")
                community.perform(.menu)
                for _ in 0..<20 where !community.grid.text.contains("\n> Settings\n") { community.perform(.down) }
                community.perform(.open)
                try await community.wait(for: .seconds(60)) { $0.text.contains("Nickname: ann") }
                #expect(try await drafts.drafts().isEmpty)
                community.perform(.bottom, .up, .open)
                #expect(community.grid.text(ofRow: 0).hasPrefix("Log out ann?"))
                #expect(community.grid.text(ofRow: 1) == "> Do nothing")
                community.perform(.down, .open)
                try await community.wait(for: .seconds(60)) { $0.text.contains("> Log in") }
                community.pause()
                await community.settle()
                try await community.wait(for: .seconds(60)) { _ in community.stack.above.isEmpty }
                #expect(try await drafts.drafts().map(\.text) == (policy == .keep ? ["Half a line"] : []))
            }
        }
    }

    @Test func whatSomebodyLeftUnsentIsNotReadByTheNextPerson() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let posts = try await fixture.call("home", "--category", "CategoryZ_dailyRoutine").entries("posts")
            let post = try #require(posts.first?["id"] as? String)
            let comment = try await fixture.call("comment", post, "For nobody else", "--offline")
            try #require(comment.status == 0, "\(comment.errors)")
            try #require(try await fixture.call("logout", "--keep").status == 0)
            let login = try await fixture.call("login", "--email", CommunityServer.DemoPerson.ben.email)
            try #require(login.status == 0, "\(login.errors)")
            try await DrivenCommunity.run(on: fixture) { community in
                try await community.seeHome()
                community.perform(.outbox)
                try await community.see { $0.text(ofRow: 2) == "  waits for ann" }
                for key in ["S", "r"] {
                    community.press(key)
                    try await community.see {
                        $0.text(ofRow: 23) == "It goes out once ann, whose it is, has signed in."
                    }
                    community.press("j")
                }
                community.press("enter")
                #expect(community.grid.text(ofRow: 23) == "Only ann, whose it is, sees what it says.")
                #expect(!community.grid.text.contains("For nobody else"))
            }
        }
    }
}
