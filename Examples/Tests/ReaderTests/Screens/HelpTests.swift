import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// The help has all keys of a screen and nothing else, whole in every size, and what a screen says of itself is not cut off.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HelpTests {
    /// The text of a help that is read from the top to its end, without the title and the last row.
    private func readHelp(_ reader: DrivenReader) -> [String] {
        var lines: [String] = []
        reader.press("home")
        while true {
            let shown = (1..<reader.grid.rows - 1).map { reader.grid.text(ofRow: $0) }
            lines += lines.isEmpty ? shown : [shown.last ?? ""]
            let before = reader.grid.text
            reader.press("down")
            if reader.grid.text == before { return lines }
        }
    }

    @Test func keysAndWordsAreWholeWhereTheTerminalIsNarrow() async throws {
        for columns in [40, 80] {
            try await DrivenReader.run(columns: columns, rows: 12) { reader in
                try await reader.waitForFeed()
                reader.press("?")
                #expect(reader.grid.text(ofRow: 0).contains(/\s1–10\/[0-9]+$/))
                let words = readHelp(reader).flatMap { $0.split(separator: " ") }
                let text = words.joined(separator: " ")
                #expect(!text.contains("…"))
                #expect(words.contains("backspace") && text.contains("Mark all above as read"))
                #expect(words.contains("ctrl-l") && text.hasSuffix("quit"))
            }
        }
    }

    @Test func wholeItSaysNoPlace() async throws {
        try await DrivenReader.run(columns: 80, rows: 60) { reader in
            try await reader.waitForFeed()
            reader.press("?")
            #expect(reader.grid.text(ofRow: 0) == "Keys")
        }
    }

    @Test func aFormHasItsOwnKeysAndNoneThatAFieldHas() async throws {
        try await DrivenReader.run(columns: 80, rows: 24) { reader in
            try await reader.waitForFeed()
            reader.press("tab a")
            try await reader.wait { $0.text.contains("[ Add ]") }
            reader.press("f1")
            let help = readHelp(reader)
            #expect(help.contains { $0.hasPrefix("  enter") && $0.hasSuffix("  Add") }, "\(help)")
            #expect(help.contains { $0.contains(/^  esc +Back$/) } && !help.contains { $0.contains("Open") })
            #expect(!help.contains { $0.contains("backspace") || $0.contains("left") || $0.contains("right") })
        }
    }

    @Test func inLinesANameThatTheHelpHasIsDoneBehindIt() async throws {
        try await DrivenReader.run(columns: 80, rows: 24, isPlain: true) { reader in
            try await reader.waitForFeed()
            let stack = reader.stack
            @MainActor func say(_ line: String) {
                let reaction = stack.handle(line: line)
                #expect(reaction == .none)
            }
            for end in ["help", "back"] {
                say("help")
                #expect(stack.page.title == "Keys")
                say(end)
                #expect(stack.above.isEmpty && stack.words == nil)
            }
            say("help")
            say("down")
            #expect(stack.above.isEmpty && stack.words == nil)
            say("help")
            say("xyzzy")
            #expect(stack.words?.contains("“xyzzy”") == true)
            say("help")
            say("open")
            #expect(reader.openPost != nil && stack.words == nil)
        }
    }

    @Test func aHintOfTheSearchIsWhole() async throws {
        try await DrivenReader.run(columns: 30, rows: 12) { reader in
            try await reader.waitForFeed()
            reader.press("/")
            let text = (1..<11).map { reader.grid.text(ofRow: $0) }
                .flatMap { $0.split(separator: " ") }.joined(separator: " ")
            #expect(text.contains("Type what to look for among the posts on this device tab searches elsewhere"))
        }
    }

    @Test func aThreadThatIsNotHereYetHasNoNumberOfComments() async throws {
        try await DrivenReader.run(columns: 80, rows: 24) { reader in
            try await reader.waitForFeed()
            reader.press("enter")
            var loading = 0
            try await reader.wait { grid in
                guard grid.text.contains("Loading…") else { return grid.text(ofRow: 0).contains(" comment") }
                loading += 1
                #expect(!grid.text(ofRow: 0).contains("no comments"), "\(grid.text(ofRow: 0))")
                return false
            }
            #expect(loading > 0)
        }
    }
}
