import Core
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// Where a terminal has room for two panes, a list stands beside what was opened from it, and everything stays as it is where the
/// size goes over that boundary.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PaneTests {
    /// The column of the edge where the terminal has 200.
    private static let edge = 80

    /// The text of the left or the right pane in a row.
    private static func left(_ grid: TerminalGrid, _ row: Int) -> String {
        grid.cells[row].prefix(edge).map(\.text).joined()
    }

    private static func right(_ grid: TerminalGrid, _ row: Int) -> String {
        grid.cells[row].dropFirst(edge + 1).map(\.text).joined()
    }

    /// Whether a title says, without a colour, that keys go there.
    private static func isReversed(_ cell: TerminalGrid.Cell) -> Bool { cell.style.split(separator: ";").contains("7") }

    /// The chosen rows of both panes.
    private static func chosen(_ grid: TerminalGrid) -> [String] {
        func first(_ texts: [String]) -> String? { texts.first { $0.hasPrefix("> ") || $0.hasPrefix("- ") } }
        let rows = 1..<grid.rows - 1
        return [first(rows.map { left(grid, $0) }), first(rows.map { right(grid, $0) })].compactMap(\.self)
    }

    private static func hasEdge(_ grid: TerminalGrid) -> Bool {
        (0..<grid.rows - 1).allSatisfy { grid.cells[$0][grid.columns * 2 / 5].text == "│" }
    }

    @Test func aPostIsOpenedBesideItsListAndReplacedByTheNextOne() async throws {
        try await DrivenReader.run(columns: 200, rows: 50) { reader in
            try await reader.waitForFeed()
            #expect(Self.hasEdge(reader.grid) && reader.grid.text.contains("enter opens what is chosen here."))
            try await reader.open()
            let first = try #require(reader.openPost)
            #expect(Self.hasEdge(reader.grid))
            #expect(Self.left(reader.grid, 0).hasPrefix("Front page") && Self.left(reader.grid, 1).hasPrefix("- "))
            #expect(Self.right(reader.grid, 1).hasPrefix("> "))
            #expect(Self.isReversed(reader.grid.cells[0][100]) && !Self.isReversed(reader.grid.cells[0][0]))
            // Keys go to the post, then to the list.
            reader.press("j")
            #expect(Self.left(reader.grid, 1).hasPrefix("- "))
            reader.press("ctrl-w j")
            #expect(Self.left(reader.grid, 3).hasPrefix("> ") && reader.openPost === first)
            #expect(!Self.isReversed(reader.grid.cells[0][100]) && Self.isReversed(reader.grid.cells[0][0]))
            try await reader.open()
            let second = try #require(reader.openPost)
            #expect(second.id != first.id && reader.stack.above.count == 1)
            // Opened again it stays as it is, and keys go there.
            reader.press("j f6 enter")
            #expect(reader.openPost === second && reader.stack.current === second)
            // Back closes it from either pane.
            reader.press("ctrl-w esc")
            #expect(reader.stack.above.isEmpty && reader.grid.text.contains("enter opens what is chosen here."))
            reader.press("enter")
            #expect(reader.stack.above.count == 1)
            reader.press("esc")
            #expect(reader.stack.above.isEmpty && Self.left(reader.grid, 3).hasPrefix("> "))
        }
    }

    @Test func theHelpHasTheKeyOnlyWhereItMeansSomething() async throws {
        try await DrivenReader.run(columns: 200, rows: 50) { reader in
            try await reader.waitForFeed()
            reader.press("?")
            #expect(!reader.grid.text.contains("To the other pane"))
            reader.press("esc ctrl-w")
            #expect(reader.grid.text.contains("This key does nothing here"))
            try await reader.open()
            for _ in 0..<2 {
                reader.press("ctrl-w ?")
                #expect(reader.grid.text.contains("ctrl-w, f6") && reader.grid.text.contains("To the other pane"))
                #expect(!Self.hasEdge(reader.grid), "a screen of its own has all of it")
                reader.press("esc")
            }
        }
    }

    @Test(arguments: [false, true]) func everythingStaysWhereTheSizeGoesOverTheBoundary(_ isListChosen: Bool)
        async throws
    {
        try await DrivenReader.run(columns: 200, rows: 50) { reader in
            try await reader.waitForFeed()
            reader.press("j j")
            try await reader.open()
            // Some comments down, one of them folded.
            reader.press("j space")
            try await reader.wait { grid in
                (1..<49).contains { row in
                    let text = Self.right(grid, row)
                    return text.hasPrefix("> ") && (text.contains(" repl") || text.contains(" · …"))
                }
            }
            reader.press("j")
            let post = try #require(reader.openPost)
            let place = post.place.comment
            if isListChosen { reader.press("ctrl-w j") }
            let wide = Self.chosen(reader.grid)
            for (columns, rows) in [(80, 24), (119, 30), (20, 6)] {
                reader.resize(columns: columns, rows: rows)
                #expect(reader.grid.cells == reader.redrawn.cells)
                // One screen: that to which keys go, and the other one by the same key.
                #expect(reader.grid.text(ofRow: 0).hasPrefix("Front") == isListChosen)
                reader.press("ctrl-w")
                #expect(reader.grid.text(ofRow: 0).hasPrefix("Front") != isListChosen)
                reader.press("ctrl-w")
            }
            reader.resize(columns: 200, rows: 50)
            #expect(reader.openPost === post && post.place.comment == place)
            #expect(wide.count == 2 && Self.chosen(reader.grid) == wide)
        }
    }

    @Test func whatIsTypedStaysWhereTheSizeGoesOverTheBoundary() async throws {
        try await DrivenReader.run(columns: 200, rows: 50) { reader in
            try await reader.waitForFeed()
            reader.press("/ c o d e")
            #expect(reader.grid.text(ofRow: 0).hasPrefix("/ code") && reader.grid.modes.contains(25))
            reader.resize(columns: 80, rows: 24)
            #expect(reader.grid.text(ofRow: 0).hasPrefix("/ code") && reader.grid.column == 6)
            reader.resize(columns: 130, rows: 24)
            #expect(reader.grid.text(ofRow: 0).hasPrefix("/ code") && reader.grid.column == 6)
            // What was found opens beside it, and the feed is below both.
            reader.press("enter")
            try await reader.wait { $0.text(ofRow: 1).contains("●") }
            reader.press("enter")
            try await reader.open()
            #expect(reader.stack.above.count == 2 && reader.grid.text(ofRow: 0).hasPrefix("/ code"))
            reader.press("esc")
            #expect(reader.stack.above.count == 1)
            reader.press("esc")
            #expect(reader.stack.above.isEmpty && reader.grid.text(ofRow: 0).hasPrefix("Front page"))
        }
    }

    @Test func aClickGoesToItsPaneAndTheWheelMovesTheOneBelowIt() async throws {
        try await DrivenReader.run(columns: 200, rows: 50) { reader in
            try await reader.waitForFeed()
            try await reader.open()
            let first = try #require(reader.openPost)
            // The row that is open already: keys go to the list, and stay there.
            reader.mouse(.press, row: 1, column: 10)
            #expect(Self.left(reader.grid, 1).hasPrefix("> ") && reader.openPost === first)
            reader.mouse(.press, row: 5, column: 79)
            #expect(Self.left(reader.grid, 5).hasPrefix("> ") && reader.openPost === first)
            reader.mouse(.press, row: 5, column: 3)
            try await reader.wait { _ in reader.openPost !== first && reader.stack.current is PostScreen }
            #expect(Self.left(reader.grid, 5).hasPrefix("- "))
            // The wheel over the list moves it, and keys stay with the post.
            let list = Self.left(reader.grid, 1)
            reader.mouse(.wheelDown, row: 20, column: 20)
            #expect(Self.left(reader.grid, 1) != list && reader.stack.current is PostScreen)
            reader.press("f6")
            reader.mouse(.press, row: 1, column: 81)
            #expect(reader.stack.current is PostScreen)
            // Neither the edge nor the row of state is a pane.
            reader.mouse(.press, row: 10, column: Self.edge)
            reader.mouse(.press, row: 49, column: 3)
            #expect(reader.stack.current is PostScreen)
        }
    }

    @Test func linesOfTextHaveOneScreenHoweverWideTheyAre() async throws {
        try await DrivenReader.run(columns: 200, rows: 50, isPlain: true) { reader in
            try await reader.waitForFeed()
            #expect(!Self.hasEdge(reader.grid))
            reader.press("enter")
            #expect(!Self.hasEdge(reader.grid) && !reader.grid.text.contains("Front page"))
        }
    }

    @Test func afterAnyKeysUpdatesAndSizesTheTerminalShowsWhatAFullRedrawDoes() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("afterAnyKeysUpdatesAndSizesTheTerminalShowsWhatAFullRedrawDoes: seed \(seed)")
        let keys = [
            "j", "k", "j", "k", "pgdn", "pgup", "g g", "G", "enter", "enter", "enter", "esc", "space", "z", "Z", "n",
            "J",
            "p", "ctrl-w", "ctrl-w", "f6", ".", "m", "s", "d", "u", "f", "r", "ctrl-l", "v",
        ]
        // To other screens, and back.
        let ways = ["tab j esc", "/ c o d e enter enter", "o"]
        try await DrivenReader.run(columns: 200, rows: 50) { reader in
            var random = Seeded(seed: seed)
            try await reader.waitForFeed()
            var counts = (panes: 0, single: 0)
            for step in 0..<1_000 {
                switch Int.random(in: 0..<12, using: &random) {
                // Not to feeds that are empty.
                case 3... where reader.stack.current is SourcesScreen: reader.press("esc")
                case 0:
                    reader.resize(
                        columns: Int.random(in: 20...300, using: &random), rows: Int.random(in: 6...100, using: &random)
                    )
                case 1:
                    reader.mouse(
                        [.press, .wheelUp, .wheelDown].randomElement(using: &random) ?? .press,
                        row: Int.random(in: 0..<reader.size.rows, using: &random),
                        column: Int.random(in: 0..<reader.size.columns, using: &random))
                case 2:
                    // What comes from the server and the disk meanwhile.
                    for _ in 0..<50 { await Task.yield() }
                    reader.draw()
                case 3 where reader.stack.current is FeedScreen:
                    reader.press(ways.randomElement(using: &random) ?? "o")
                case 4 where step % 4 == 0: reader.press("?")
                case 5 where !(reader.stack.current is FeedScreen): reader.press("esc")
                default: reader.press(keys.randomElement(using: &random) ?? "j")
                }
                if reader.stack.seen.count == 2 { counts.panes += 1 } else { counts.single += 1 }
                // Whatever is wrong stays until it is drawn over, and a full redraw of a large screen takes its time.
                guard step % 3 == 0 || step == 999 else { continue }
                let whole = reader.redrawn
                guard reader.grid.cells == whole.cells, reader.grid.refused == [] else {
                    let row = whole.cells.indices.first { reader.grid.cells[$0] != whole.cells[$0] } ?? 0
                    Issue.record("Seed \(seed), step \(step), row \(row): '\(reader.grid.text(ofRow: row))'")
                    return
                }
            }
            #expect(counts.panes > 30 && counts.single > 30, "\(counts)")
        }
    }
}
