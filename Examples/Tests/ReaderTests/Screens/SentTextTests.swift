import DemoServer
import Foundation
import Mocks
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// The screen of a text closes once it is on its way, and the last row says for how long it can be taken back.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SentTextTests {
    private func read(
        isPlain: Bool = false,
        _ body: @escaping @MainActor (DrivenReader, ManualClock, ReaderFixture) async throws -> Void
    ) async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture, isPlain: isPlain) { reader, clock in
                try await reader.waitForFeed()
                try await body(reader, clock, fixture)
            }
        }
    }

    private static func last(_ reader: DrivenReader) -> String { reader.grid.text(ofRow: 23) }
    private static func sentCount(_ fixture: ReaderFixture) -> Int {
        fixture.server.requestCount(forPath: "/api/comment")
    }

    @Test func theSecondsThatAreLeftAreCountedAndNothingIsDrawnBehindThem() async throws {
        try await read { reader, clock, fixture in
            try await reader.sendAnswer()
            #expect(Self.last(reader) == "Can be taken back for 5 s more · u takes it back.")
            // The answer stands in its thread, and is chosen.
            try await reader.wait { grid in
                let row = (1..<23).first { grid.text(ofRow: $0).hasPrefix("> ") } ?? 0
                return grid.text(ofRow: row).contains("not sent yet")
            }
            for left in [4, 3, 2, 1] {
                _ = reader.context.queue.takeWaiting()
                clock.advance(by: .seconds(1))
                try await reader.wait { $0.text(ofRow: 23).hasPrefix("Can be taken back for \(left) s more") }
            }
            clock.advance(by: .seconds(1))
            try await reader.wait { $0.text(ofRow: 23).hasPrefix("online · ") }
            try await reader.wait { _ in Self.sentCount(fixture) == 1 }
            await reader.pass(1)
            // Nothing waits any more, and no second is drawn.
            var changes = 0
            for _ in 0..<8 {
                _ = reader.context.queue.takeWaiting()
                clock.advance(by: .seconds(1))
                for _ in 0..<50 { await Task.yield() }
                if reader.context.queue.takeWaiting().contains(.changed) { changes += 1 }
            }
            #expect(changes <= 2)
        }
    }

    @Test func anyKeyEndsTheSentenceAndTheTextCanStillBeTakenBack() async throws {
        try await read { reader, _, fixture in
            try await reader.sendAnswer()
            reader.perform(.down)
            #expect(!Self.last(reader).contains("taken back"))
            // From another screen, too.
            reader.perform(.back)
            reader.perform(.undo)
            try await reader.wait { $0.text(ofRow: 0).hasPrefix("Answer") && $0.text.contains("Yes") }
            await reader.pass(20)
            #expect(Self.sentCount(fixture) == 0)
            // Sent again, it can be taken back again.
            reader.perform(.send)
            try await reader.wait { $0.text(ofRow: 23).hasPrefix("Can be taken back for ") }
            await reader.pass(6)
            try await reader.wait { _ in Self.sentCount(fixture) == 1 }
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Yes"])
        }
    }

    @Test func whatWasDoneLastIsTakenBackFirst() async throws {
        try await read { reader, _, fixture in
            try await reader.sendAnswer()
            reader.perform(.top, .save)
            try await reader.wait { $0.text.contains("saved") }
            reader.perform(.undo)
            try await reader.wait { $0.text(ofRow: 23) == "Taken back: 1 post saved" }
            await reader.pass(6)
            try await reader.wait { _ in Self.sentCount(fixture) == 1 }
        }
    }

    @Test func whoIsTooLateIsToldSoAndTakesNothingElseBack() async throws {
        try await read { reader, _, fixture in
            reader.perform(.down, .down, .save)
            try await reader.wait { $0.text.contains("saved") }
            reader.perform(.top)
            try await reader.sendAnswer()
            await reader.pass(6)
            try await reader.wait { _ in Self.sentCount(fixture) == 1 }
            await reader.pass(1)
            reader.perform(.undo)
            #expect(Self.last(reader) == "It is on its way already.")
            reader.perform(.undo)
            try await reader.wait { $0.text(ofRow: 23) == "Taken back: 1 post saved" }
        }
    }

    @Test func aRefusalIsSaidThoughItsScreenIsClosed() async throws {
        try await read { reader, _, fixture in
            fixture.server.setFault(.status(403), forPath: "/api/comment")
            try await reader.sendAnswer()
            await reader.pass(6)
            try await reader.wait { grid in
                let words = grid.text(ofRow: 22) + " " + grid.text(ofRow: 23)
                return words.hasPrefix("It was refused: ") && words.hasSuffix(" O shows what is not sent.")
            }
            // So does the row of the answer.
            try await reader.wait { $0.text.contains(" · refused · just now") && !$0.text.contains("not sent yet") }
        }
    }

    @Test func aPostIsTakenBackToItsScreen() async throws {
        try await read { reader, _, fixture in
            await reader.writePost()
            reader.perform(.send)
            try await reader.wait { $0.text(ofRow: 23).hasPrefix("Can be taken back for ") }
            #expect(reader.stack.current is FeedScreen)
            reader.perform(.undo)
            try await reader.wait { $0.text.contains("Title: Mine") && $0.text.contains("  Yes") }
            await reader.pass(20)
            #expect(fixture.server.requestCount(forPath: "/api/submit") == 0)
        }
    }

    @Test func whoTakesAnActBackCanTakeTheTextBackBehindIt() async throws {
        try await read { reader, _, _ in
            try await reader.sendAnswer()
            reader.perform(.top, .save)
            try await reader.wait { $0.text.contains("saved") }
            reader.perform(.undo)
            try await reader.wait { $0.text(ofRow: 23) == "Taken back: 1 post saved" }
            reader.perform(.undo)
            #expect(reader.stack.current is ReplyScreen)
        }
    }

    /// What is refused, declined or changes nothing is nothing that was done.
    @Test func aKeyThatDoesNothingLeavesTheTextToBeTakenBack() async throws {
        try await read { reader, _, _ in
            try await reader.sendAnswer()
            reader.perform(.top, .remove)
            #expect(Self.last(reader) == "It is somebody else’s.")
            reader.perform(.back, .top, .markAbove)
            await reader.settle()
            reader.perform(.undo)
            #expect(reader.stack.current is ReplyScreen, "\(Self.last(reader))")
        }
    }

    /// In the lists of what is kept, too.
    @Test func aKeyThatRemovesNothingLeavesTheTextToBeTakenBack() async throws {
        try await read { reader, _, _ in
            try await reader.sendAnswer()
            reader.perform(.back)
            await reader.go(toPlace: 4)
            #expect(reader.stack.current is DraftsScreen)
            reader.perform(.remove)
            await reader.settle()
            reader.perform(.undo)
            #expect(reader.stack.current is ReplyScreen, "\(Self.last(reader))")
        }
    }

    @Test func nobodyKnowsIsSaidOnceThoughTheScreenIsClosed() async throws {
        try await read { reader, _, fixture in
            fixture.server.setFault(.acted(.reset()), only: .act(.reply), times: 1)
            try await reader.sendAnswer()
            fixture.server.setFault(.status(404), only: .reads)
            await reader.pass(6)
            try await reader.wait { grid in
                let words = (21...23).map { grid.text(ofRow: $0) }.joined(separator: " ")
                return words.contains("Nobody knows whether it arrived.") && words.contains("O shows what is not sent.")
            }
            reader.perform(.down)
            await reader.settle()
            #expect(!reader.grid.text.contains("Nobody knows"))
        }
    }

    // MARK: Keys that follow each other at once

    @Test func undoTwiceAtOnceOpensTheTextOnce() async throws {
        try await read { reader, _, _ in
            try await reader.sendAnswer()
            reader.press("u u")
            try await reader.wait { $0.text.contains("Yesu") }
            reader.perform(.back)
            await reader.settle()
            #expect(reader.stack.current is PostScreen, "\(type(of: reader.stack.current))")
            #expect(!reader.grid.text(ofRow: 0).hasPrefix("Answer"), "\(reader.grid.text)")
        }
    }

    @Test func undoBehindSendAtOnceTakesTheTextBack() async throws {
        try await read { reader, _, fixture in
            try await reader.writeAnswer()
            reader.press("ctrl-s u s")
            try await reader.wait { $0.text.contains("Yess") && $0.text.contains("ctrl-s sends") }
            #expect(reader.stack.current is ReplyScreen, "\(Self.last(reader))")
            await reader.pass(20)
            #expect(Self.sentCount(fixture) == 0)
        }
    }

    @Test func whoClosesTheScreenAtOnceCanTakeTheTextBackToo() async throws {
        try await read { reader, _, fixture in
            try await reader.writeAnswer()
            reader.press("ctrl-s esc")
            try await reader.wait { $0.text(ofRow: 23).contains("Can be taken back") }
            #expect(reader.stack.current is PostScreen)
            reader.perform(.undo)
            try await reader.wait { $0.text.contains("ctrl-s sends") && $0.text.contains("Yes") }
            await reader.pass(20)
            #expect(Self.sentCount(fixture) == 0)
        }
    }

    @Test func whoClosesThePostAtOnceCanTakeItBackToo() async throws {
        try await read { reader, _, fixture in
            await reader.writePost()
            reader.press("ctrl-s esc")
            #expect(reader.stack.current is FeedScreen)
            try await reader.wait { $0.text(ofRow: 23).contains("Can be taken back") }
            reader.perform(.undo)
            try await reader.wait { $0.text.contains("ctrl-s sends") && $0.text.contains("Title: Mine") }
            await reader.pass(20)
            #expect(fixture.server.requestCount(forPath: "/api/submit") == 0)
        }
    }

    @Test func whoClosesTheScreenAtOnceTakesNothingOlderBack() async throws {
        try await read { reader, _, fixture in
            reader.perform(.save)
            try await reader.wait { $0.text.contains("saved") }
            try await reader.writeAnswer()
            reader.press("ctrl-s esc u")
            #expect(reader.stack.current is ReplyScreen, "\(Self.last(reader))")
            try await reader.wait { $0.text.contains("ctrl-s sends") && $0.text.contains("Yes") }
            await reader.pass(20)
            #expect(Self.sentCount(fixture) == 0)
            reader.perform(.back, .back, .top)
            await reader.settle()
            #expect(reader.grid.text(ofRow: 1).contains("saved"), "\(reader.grid.text)")
        }
    }

    @Test(arguments: ["s", "d", "x"])
    func keysBehindUndoGoIntoTheTextAndNotIntoTheList(_ key: String) async throws {
        try await read { reader, _, _ in
            try await reader.sendAnswer()
            reader.press("u \(key)")
            #expect(reader.stack.current is ReplyScreen)
            try await reader.wait { $0.text.contains("Yes\(key)") }
        }
    }

    @Test func whoLeavesTheScreenWhileTheTextComesBackIsToldThatItIsADraft() async throws {
        try await read { reader, _, fixture in
            try await reader.sendAnswer()
            reader.press("u esc")
            #expect(reader.stack.current is PostScreen)
            try await reader.wait { $0.text(ofRow: 23) == "Kept as a draft" }
            await reader.pass(20)
            #expect(Self.sentCount(fixture) == 0)
        }
    }

    @Test func aTextThatWasEditedAfterUndoIsSentOnce() async throws {
        try await read { reader, _, fixture in
            try await reader.sendAnswer()
            reader.press("u u u")
            try await reader.wait { $0.text.contains("Yesuu") }
            reader.perform(.send)
            try await reader.wait { _ in reader.stack.current is PostScreen }
            await reader.pass(10)
            try await reader.wait { _ in Self.sentCount(fixture) == 1 }
            await reader.settle()
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Yesuu"])
        }
    }

    @Test func aRefusalIsSaidToWhoHasClosedTheScreenAtOnce() async throws {
        try await read { reader, _, fixture in
            fixture.server.setFault(.status(403), forPath: "/api/comment")
            try await reader.writeAnswer()
            reader.press("ctrl-s esc")
            try await reader.wait { $0.text(ofRow: 23).contains("Can be taken back") }
            await reader.pass(8)
            try await reader.wait { ($0.text(ofRow: 22) + $0.text(ofRow: 23)).contains("refused") }
        }
    }

    @Test func whoClosesTheScreenOfATextThatCannotBeSentIsToldWhy() async throws {
        try await read { reader, _, fixture in
            reader.perform(.submit)
            await reader.settle()
            reader.press("s w i f t enter enter Y e s")
            reader.press("ctrl-s esc")
            try await reader.wait { $0.text(ofRow: 23).contains("title") }
            // It has kept nothing from being taken back, and is no text that is sent.
            reader.perform(.undo)
            try await reader.wait { $0.text(ofRow: 23) == "There is nothing to take back." }
            #expect(reader.stack.current is FeedScreen)
        }
    }

    // MARK: The end

    @MainActor
    private final class Witness {
        weak var screen: ReplyScreen?
        weak var sent: SentText?
    }

    @Test func nothingIsHeldWhenTheReaderEnds() async throws {
        let witness = Witness()
        try await read { reader, _, fixture in
            try await reader.sendAnswer()
            witness.sent = reader.context.sent
            reader.perform(.undo)
            await reader.settle()
            witness.screen = try #require(reader.stack.current as? ReplyScreen)
            reader.perform(.send)
            try await reader.wait { _ in reader.stack.current is PostScreen }
            #expect(witness.screen != nil && Self.sentCount(fixture) == 0)
        }
        #expect(witness.screen == nil && witness.sent == nil)
    }
}
