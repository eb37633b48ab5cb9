import Core
import DemoServer
import Foundation
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// The answers in the reader: how many wait, where each stands, and which were read.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AnswersReaderTests {
    private func read(_ body: @escaping @MainActor (DrivenReader) async throws -> Void) async throws {
        try await ReaderFixture.runCalls { fixture in
            try await fixture.question(answeredWith: "One.", "Two.")
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                await reader.go(toPlace: 5)
                try await reader.wait { $0.text.contains("One.") && $0.text.contains("Two.") }
                try await body(reader)
            }
        }
    }

    private static func state(_ grid: TerminalGrid) -> String { grid.text(ofRow: grid.rows - 1) }

    @Test func anAnswerLeadsToItsPlaceAndIsRead() async throws {
        try await read { reader in
            #expect(reader.grid.text(ofRow: 0).contains("2 unread"))
            try await reader.wait { Self.state($0).contains(" · 2 answers") }
            #expect(reader.grid.text(ofRow: 1).hasPrefix("> ● ann"))
            let words = String(reader.grid.text(ofRow: 2).suffix(4))
            reader.perform(.open)
            try await reader.wait { grid in
                let row = (1..<23).first { grid.text(ofRow: $0).hasPrefix("> ") } ?? 0
                return reader.stack.current is PostScreen && grid.text(ofRow: row).contains("ann")
                    && grid.text(ofRow: row + 1).hasSuffix(words)
            }
            reader.perform(.back)
            try await reader.wait { grid in
                grid.text(ofRow: 1).hasPrefix(">   ann") && grid.text(ofRow: 0).contains("1 unread")
                    && Self.state(grid).contains(" · 1 answer")
            }
        }
    }

    @Test func answersAreMarkedAndOnlyUnreadOnesShown() async throws {
        try await read { reader in
            let words = reader.grid.text(ofRow: 2).hasSuffix("One.") ? ["One.", "Two."] : ["Two.", "One."]
            reader.perform(.markRead)
            try await reader.wait { $0.text(ofRow: 1).hasPrefix(">   ann") && Self.state($0).contains(" · 1 answer") }
            reader.perform(.unreadOnly)
            try await reader.wait { $0.text.contains(words[1]) && !$0.text.contains(words[0]) }
            reader.perform(.unreadOnly)
            try await reader.wait { $0.text.contains(words[0]) && $0.text.contains(words[1]) }
            // Unread again, and then all of them read.
            reader.perform(.top, .markRead)
            try await reader.wait { Self.state($0).contains(" · 2 answers") }
            reader.perform(.markAll)
            try await reader.wait { grid in
                !grid.text.contains("●") && !Self.state(grid).contains("answer")
                    && !grid.text(ofRow: 0).contains("unread")
            }
        }
    }
}
