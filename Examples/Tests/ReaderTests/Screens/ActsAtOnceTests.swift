import Core
import DemoServer
import Foundation
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// Keys that are pressed before the one before them is done mean what they mean one by one.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ActsAtOnceTests {
    // MARK: Sources

    private static let names = ["r/swift", "r/askdemo", "r/pics"]

    /// Runs a body where the first of three sources is chosen.
    private func sources(_ body: @escaping @MainActor (DrivenReader) async throws -> Void) async throws {
        try await ReaderFixture.runCalls { fixture in
            for name in ["swift", "askdemo", "pics"] { _ = try await fixture.call(.demo, "sources", "add", name) }
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                reader.perform(.goTo)
                try await reader.wait { $0.text.contains("r/swift") && $0.text.contains("r/pics") }
                await reader.settle()
                reader.perform(.top, .down)
                try #require(reader.grid.text.contains("> r/swift"), "\(reader.grid.text)")
                try await body(reader)
            }
        }
    }

    private func order(_ reader: DrivenReader) -> [String] {
        (1..<23).compactMap { row in Self.names.first { reader.grid.text(ofRow: row).contains($0) } }
    }

    @Test func aSourceThatIsMovedTwiceMovesTwice() async throws {
        try await sources { reader in
            reader.press("J J")
            await reader.settle()
            #expect(order(reader) == ["r/askdemo", "r/pics", "r/swift"])
        }
    }

    @Test func aSourceMovesInTheOrderThatThereIsByThen() async throws {
        try await sources { reader in
            reader.press("o o J o")
            await reader.settle()
            #expect(reader.grid.text(ofRow: 0).contains("last opened first"), "\(reader.grid.text)")
            reader.press("J o")
            await reader.settle()
            #expect(order(reader) == ["r/askdemo", "r/swift", "r/pics"])
        }
    }

    @Test func aSourceThatIsRemovedAndBroughtBackIsThere() async throws {
        try await sources { reader in
            reader.press("D u")
            await reader.settle()
            #expect(order(reader) == Self.names, "\(reader.grid.text)")
            reader.press("u")
            await reader.settle()
            #expect(reader.grid.text(ofRow: 23).contains("nothing to take back"), "\(reader.grid.text)")
        }
    }

    // MARK: Drafts and answers

    @Test func aDraftThatIsRemovedAndBroughtBackIsThere() async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                reader.perform(.submit)
                await reader.settle()
                reader.press("s w i f t enter O n e")
                reader.perform(.back)
                await reader.settle()
                await reader.go(toPlace: 4)
                try await reader.wait { $0.text.contains("One") }
                reader.press("D u")
                await reader.settle()
                #expect(reader.grid.text.contains("One"), "\(reader.grid.text)")
                reader.press("u")
                await reader.settle()
                #expect(reader.grid.text(ofRow: 23).contains("nothing to take back"), "\(reader.grid.text)")
            }
        }
    }

    @Test func anAnswerThatIsMarkedTwiceIsAsBefore() async throws {
        try await ReaderFixture.runCalls { fixture in
            try await fixture.question(answeredWith: "One.", "Two.")
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                await reader.go(toPlace: 5)
                try await reader.wait { $0.text.contains("One.") && $0.text.contains("Two.") }
                await reader.settle()
                reader.press("m m")
                await reader.settle()
                #expect(reader.grid.text(ofRow: 1).hasPrefix("> ●"), "\(reader.grid.text)")
                reader.press("m U U m m")
                await reader.settle()
                let text = reader.grid.text
                #expect(text.contains("One.") && text.contains("Two.") && text.contains(">   ann"), "\(text)")
            }
        }
    }

    // MARK: What comes back in a list

    /// The title of a row, as the list shows it.
    private func title(_ reader: DrivenReader, row: Int) -> String {
        String(reader.grid.text(ofRow: row).drop { "> ●".contains($0) }.prefix(20))
    }

    @Test(arguments: [false, true]) func whoeverMovesBehindAnUndoIsNotLedBack(_ isCombined: Bool) async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                if isCombined {
                    reader.show(CombinedScreen(reader.context, of: [.home]))
                    try await reader.wait { $0.text(ofRow: 1).hasPrefix("> ") }
                    await reader.settle()
                }
                let first = title(reader, row: 1)
                reader.perform(.dismiss)
                await reader.settle()
                let (second, third) = (title(reader, row: 1), title(reader, row: 3))
                reader.press("u j")
                try await reader.wait { $0.text(ofRow: 23).contains("Taken back: ") }
                await reader.settle()
                let chosen = (1..<23).first { reader.grid.text(ofRow: $0).hasPrefix("> ") } ?? 1
                #expect(title(reader, row: chosen) == third, "\(first) \(second)\n\(reader.grid.text)")
            }
        }
    }

    @Test func aPostThatComesBackInAnotherListIsNotWaitedFor() async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                reader.perform(.dismiss)
                await reader.settle()
                let feed = FeedScreen(reader.context, source: .favourites, chosen: nil)
                reader.show(feed)
                await reader.settle()
                reader.perform(.undo)
                try await reader.wait { $0.text(ofRow: 23).contains("Taken back: ") }
                #expect(feed.chosen == nil)
            }
        }
    }
}
