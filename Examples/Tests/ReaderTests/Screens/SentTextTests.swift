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

    /// Writes an answer to the third post, and sends it.
    private func answer(_ reader: DrivenReader) async throws {
        reader.perform(.down, .down)
        try await reader.open()
        reader.perform(.reply)
        await reader.settle()
        reader.press("Y e s")
        reader.perform(.send)
        try await reader.wait { _ in reader.stack.current is PostScreen }
        await reader.settle()
    }

    private static func last(_ reader: DrivenReader) -> String { reader.grid.text(ofRow: 23) }
    private static func sentCount(_ fixture: ReaderFixture) -> Int {
        fixture.server.requestCount(forPath: "/api/comment")
    }

    @Test func theSecondsThatAreLeftAreCountedAndNothingIsDrawnBehindThem() async throws {
        try await read { reader, clock, fixture in
            try await answer(reader)
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
            try await answer(reader)
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
            try await answer(reader)
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
            try await answer(reader)
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
            try await answer(reader)
            await reader.pass(6)
            try await reader.wait { grid in
                let words = grid.text(ofRow: 22) + " " + grid.text(ofRow: 23)
                return words.hasPrefix("It was refused. ") && words.hasSuffix(" O shows what is not sent.")
            }
            // So does the row of the answer.
            try await reader.wait { $0.text.contains(" · refused · just now") && !$0.text.contains("not sent yet") }
        }
    }

    @Test func aPostIsTakenBackToItsScreen() async throws {
        try await read { reader, _, fixture in
            reader.perform(.submit)
            await reader.settle()
            reader.press("s w i f t enter M i n e enter Y e s")
            reader.perform(.send)
            try await reader.wait { $0.text(ofRow: 23).hasPrefix("Can be taken back for ") }
            #expect(reader.stack.current is FeedScreen)
            reader.perform(.undo)
            try await reader.wait { $0.text.contains("Title: Mine") && $0.text.contains("  Yes") }
            await reader.pass(20)
            #expect(fixture.server.requestCount(forPath: "/api/submit") == 0)
        }
    }
}
