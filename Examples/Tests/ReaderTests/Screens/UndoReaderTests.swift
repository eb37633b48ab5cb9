import Core
import DemoServer
import Foundation
import Mocks
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// What is taken back in the reader, also in the next run, and the time in which a text can be.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct UndoReaderTests {
    /// The title of the first post, as the list shows it.
    private static func first(_ reader: DrivenReader) -> String {
        String(reader.grid.text(ofRow: 1).drop { "> ●".contains($0) }.prefix(20))
    }

    @Test(arguments: [ReaderAction.hide, .dismiss])
    func whatWasPutAwayComesBackAlsoInTheNextRun(_ action: ReaderAction) async throws {
        try await ReaderFixture.runCalls { fixture in
            let title = Box()
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                title.text = Self.first(reader)
                reader.perform(action)
                try await reader.wait { !$0.text.contains(title.text) }
                reader.perform(.undo)
                try await reader.wait { $0.text.contains("Taken back: ") }
                // It stands above what was seen, and is chosen.
                try await reader.wait { _ in Self.first(reader) == title.text }
                reader.perform(action)
                try await reader.wait { !$0.text.contains(title.text) }
                await reader.settle()
            }
            try await DrivenReader.run(on: fixture, ["--offline"]) { reader, _ in
                try await reader.wait { $0.text(ofRow: 1).hasPrefix("> ") }
                #expect(!reader.grid.text.contains(title.text))
                reader.perform(.undo)
                try await reader.wait { $0.text.contains("Taken back: ") }
                try await reader.wait { _ in Self.first(reader) == title.text }
                #expect(reader.grid.text(ofRow: 1).hasPrefix("> "))
            }
        }
    }

    @Test func actsThatAreTypedAtOnceAreDoneInTheirOrder() async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                reader.press("s s m m f")
                await reader.settle()
                #expect(!reader.grid.text(ofRow: 1).contains("saved"), "\(reader.grid.text)")
                #expect(reader.grid.text(ofRow: 1).hasPrefix("> ●"), "\(reader.grid.text)")
                let words = ["favourite", "unread", "read mark", "removed from the saved", "post saved"]
                for (index, word) in words.enumerated() {
                    reader.press("u")
                    try await reader.wait { $0.text(ofRow: 23).contains(word) }
                    #expect(index > 0 || !reader.grid.text(ofRow: 1).contains("favourite"))
                }
            }
        }
    }

    @MainActor
    private final class Box {
        var text = ""
    }

    @Test func aTextWaitsAFewSecondsBeforeItGoes() async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture) { reader, clock in
                try await reader.waitForFeed()
                try await reader.sendAnswer()
                func sent() -> Int { fixture.server.requestCount(forPath: "/api/comment") }
                clock.advance(by: .milliseconds(4_900))
                await reader.settle()
                #expect(sent() == 0 && reader.grid.text.contains("u takes it back."))
                clock.advance(by: .milliseconds(200))
                try await reader.wait { _ in sent() == 1 }
            }
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Yes"])
        }
    }

    /// The text is named by the entry that has made it there, and what it was is known all the same.
    @Test func anEditOfWhatWasJustSentIsSentAgainAfterAFailure() async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                try await reader.sendAnswer()
                await reader.pass(7)
                try await reader.wait { _ in fixture.server.requestCount(forPath: "/api/comment") == 1 }
                fixture.server.setFault(.status(500), only: .act(.edit), times: 1)
                reader.perform(.bottom, .edit)
                try await reader.wait { $0.text.contains("ctrl-s sends") }
                reader.press("! ctrl-s")
                await reader.settle()
                // The few seconds, and the pauses before it is looked for and sent again.
                for _ in 0..<20 { await reader.pass(3) }
                try await reader.wait { $0.text.contains("Yes!") && !$0.text.contains("unsent") }
            }
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Yes!"])
        }
    }

    @Test func aTextThatIsTakenBackInThatTimeNeverGoes() async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture) { reader, clock in
                try await reader.waitForFeed()
                try await reader.sendAnswer()
                clock.advance(by: .seconds(3))
                await reader.settle()
                reader.perform(.undo)
                try await reader.wait { $0.text.contains("ctrl-s sends") && $0.text.contains("Yes") }
                await reader.pass(60)
                #expect(reader.grid.text.contains("Yes"))
            }
            #expect(fixture.server.requestCount(forPath: "/api/comment") == 0)
            #expect(try fixture.record.texts(by: "OksanaReads").isEmpty)
        }
    }
}
