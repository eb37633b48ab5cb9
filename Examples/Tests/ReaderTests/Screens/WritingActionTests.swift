import Core
import DemoServer
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// Every action that a screen of the reader lists does something there: what is written, and what belongs to an account.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct WritingActionTests {
    private func drive(
        prepare: @escaping @Sendable (ReaderFixture) async throws -> Void = { _ in },
        _ body: @escaping @MainActor (DrivenReader, ReaderFixture) async throws -> Void
    ) async throws {
        try await ReaderFixture.runCalls { fixture in
            try await prepare(fixture)
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                try await body(reader, fixture)
            }
        }
    }

    @Test func inAnAnswerThatIsWritten() async throws {
        try await drive { reader, fixture in
            reader.perform(.down, .down)
            try await reader.open()
            // To a comment, which has words to quote.
            reader.perform(.nextTop, .reply)
            await reader.settle()
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.quote, .editor)
            reader.press("Y e s")
            try await walk.perform(.back)
            // It is sent from its draft, which closes the screen.
            try await reader.open()
            reader.perform(.nextTop, .reply)
            await reader.settle()
            walk = walk.continued(on: reader.stack.current)
            try await walk.perform(.send)
            walk.finish()
        }
    }

    @Test func inAPostThatIsWritten() async throws {
        try await drive { reader, fixture in
            await reader.writePost()
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.editor, .asLink, .asLink, .back)
            await reader.writePost()
            walk = walk.continued(on: reader.stack.current)
            try await walk.perform(.send)
            walk.finish()
        }
    }

    @Test func inDrafts() async throws {
        try await drive { reader, fixture in
            for title in ["O n e", "T w o"] {
                reader.perform(.submit)
                await reader.settle()
                reader.press("s w i f t enter \(title)")
                reader.perform(.back)
                await reader.settle()
            }
            await reader.go(toPlace: 4)
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .open, .submit, .remove, .undo, .back)
            walk.finish()
        }
    }

    @Test func inAccounts() async throws {
        try await drive { reader, fixture in
            await reader.go(toPlace: 3)
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .refresh)
            reader.perform(.down)
            try await walk.perform(.open)
            reader.perform(.top, .open)
            try await walk.perform(.signOut, .back)
            walk.finish()
        }
    }

    @Test func inAnswers() async throws {
        try await drive { fixture in
            try await fixture.question(answeredWith: "One.", "Two.")
        } _: { reader, fixture in
            await reader.go(toPlace: 5)
            try await reader.wait { $0.text.contains("One.") && $0.text.contains("Two.") }
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .markRead, .unreadOnly, .unreadOnly)
            try await walk.perform(.open, .markRead, .markAll, .refresh, .outbox, .back)
            walk.finish()
        }
    }

    @Test func inWhatIsNotSent() async throws {
        try await drive { fixture in
            let post = try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
            // Nobody can say whether these have arrived.
            fixture.server.setFault(.status(404), only: .reads)
            fixture.server.setFault(.acted(.reset()), only: .act(.reply), times: 4)
            for text in ["One", "Two", "Three", "Four"] {
                let reply = try await fixture.call(.demo, "reply", post, text)
                try #require(try reply.entry("queued")["state"] as? String == "unsure", "\(reply.output)")
            }
            fixture.server.removeAllFaults()
        } _: { reader, fixture in
            reader.perform(.outbox)
            try await reader.wait { $0.text(ofRow: 0).hasSuffix(" 1/4") }
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .open, .sendNow)
            for action in [ReaderAction.arrived, .retry, .giveUp] {
                let before = reader.grid.text(ofRow: 0)
                try await walk.perform(action)
                #expect(reader.grid.text(ofRow: 0) != before || action == .giveUp, "\(action)")
            }
            try await walk.perform(.back)
            walk.finish()
        }
    }

    @Test func inTheActivity() async throws {
        try await drive { reader, fixture in
            for code in [404, 503] {
                fixture.server.setFault(.status(code), only: .reads)
                reader.perform(.refresh)
                // A server that is busy is asked again after pauses.
                await reader.pass(30)
                try await reader.wait { $0.text.contains("r tries again") }
                fixture.server.removeAllFaults()
                reader.perform(.refresh)
                try await reader.wait { !$0.text.contains("r tries again") }
            }
            await reader.go(toPlace: 0)
            // Of each fetch the feed's failure and the request's, and the pauses.
            try await reader.wait { $0.text(ofRow: 0).hasSuffix(" 1/5") }
            #expect(reader.grid.text(ofRow: 3).hasSuffix("127.0.0.1") && !reader.grid.text.contains("127.0.0.1 ·"))
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .host, .clear, .back)
            walk.finish()
        }
    }
}
