import Core
import DemoServer
import PostFeatures
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// What a person is told of what is not sent, and asked before they sign out.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct OutboxReaderTests {
    private static let text = (1...30).map { "word \($0)" }.joined(separator: " ") + " and the end."

    /// Runs a body beside a reader where nobody knows whether a long answer has arrived.
    private func withUnsure(
        isPlain: Bool = false, _ body: @escaping @MainActor (DrivenReader) async throws -> Void
    ) async throws {
        try await ReaderFixture.runCalls { fixture in
            let post = try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
            fixture.server.setFault(.status(404), only: .reads)
            fixture.server.setFault(.acted(.reset()), only: .act(.reply), times: 1)
            let reply = try await fixture.call(.demo, "reply", post, Self.text)
            try #require(try reply.entry("queued")["state"] as? String == "unsure", "\(reply.output)")
            fixture.server.removeAllFaults()
            try await DrivenReader.run(on: fixture, isPlain: isPlain) { reader, _ in
                try await reader.waitForFeed()
                reader.perform(.outbox)
                try await reader.wait { $0.text(ofRow: 0).hasSuffix(" 1/1") }
                try await body(reader)
            }
        }
    }

    @Test func anUnsureTextIsReadWholeAndDecidedThere() async throws {
        try await withUnsure { reader in
            #expect(reader.grid.text(ofRow: 2).hasPrefix("  ") && !reader.grid.text(ofRow: 2).contains("word 1"))
            #expect(!reader.grid.text.contains("and the end."))
            reader.press("enter")
            let words = reader.grid.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(Self.text), "\(reader.grid.text)")
            #expect(words.contains("give it up. word 1 "), "The whole reason is above it:\n\(reader.grid.text)")
            #expect(words.contains("r Send it again a It has arrived d Give it up"))
            reader.press("a")
            try await reader.wait { $0.text.contains("Everything is sent.") }
        }
    }

    @Test func whoSignsOutIsAskedFirst() async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                await reader.go(toPlace: 3)
                try await reader.wait { $0.text.contains("> OksanaReads *") }
                reader.press("D")
                #expect(reader.grid.text(ofRow: 0).hasPrefix("Sign out of the account OksanaReads?"))
                #expect(reader.grid.text(ofRow: 1) == "> Do nothing")
                reader.press("enter")
                await reader.settle()
                #expect(reader.grid.text(ofRow: 0).hasPrefix("Accounts · Signed in"))
                reader.press("D j enter")
                try await reader.wait { $0.text(ofRow: 0).hasPrefix("Accounts · Signed out") }
            }
        }
    }

    @Test(arguments: ["", "swift"]) func aPostInAKnownCommunityBeginsWithItsTitle(_ community: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                reader.show(SubmitScreen(reader.context, to: community))
                await reader.settle()
                reader.press("M i n e")
                let typed = community.isEmpty ? "Community: Mine" : "Title: Mine"
                #expect(reader.grid.text.contains(typed), "\(reader.grid.text)")
            }
        }
    }

    @Test func whatWaitsForASignInSaysSo() async throws {
        try await ReaderFixture.runCalls { fixture in
            let post = try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
            fixture.server.setFault(.tokenRevoked, only: .act(.reply), times: 1)
            let reply = try await fixture.call(.demo, "reply", post, "Too late.")
            try #require(try reply.entry("queued")["state"] as? String == "pending", "\(reply.output)")
            try await DrivenReader.run(on: fixture, ["--offline"]) { reader, _ in
                try await reader.wait { $0.text(ofRow: 23).contains(" · 1 unsent · sign in to send ") }
                reader.perform(.outbox)
                try await reader.wait { $0.text(ofRow: 0).hasSuffix(" 1/1") }
                for key in ["S", "r"] {
                    reader.press(key)
                    try await reader.wait { $0.text(ofRow: 23) == "The session has ended. Sign in again." }
                    reader.press("j")
                    #expect(!reader.grid.text(ofRow: 23).contains("The session"))
                }
            }
        }
    }
}
