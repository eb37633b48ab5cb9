import ConsoleKit
import Core
import ScreenKit
import TerminalPictures
import TestSupport
import Testing

/// What is sent changes the terminal from one screen to the next, and is as short as it may be.
struct ScreenWriterTests {
    /// Pieces of text that terminals measure differently, beside some that they do not.
    private static let pieces = [
        "post", " ", "3 hours ago", "日本語", "한국어", "Привіт", "“quoted” ● │ ", "👨‍👩‍👧‍👦", "👍🏽", "❤️", "❤", "🇺🇦🇰🇷", "1️⃣", "กำลัง",
        "e\u{301}a\u{308}",
        "שלום", "مرحبا", "नमस्ते", "क्षि", "😀", "—…·", "\u{1F9D1}\u{200D}\u{1F4BB}", "a\u{200B}b", "™", "￼", "\u{E000}",
    ]

    private static let styles: [CellStyle] = [
        .plain, .bold, .dim, CellStyle(.red), CellStyle(.brightBlue, on: .black), CellStyle(attributes: .reversed),
        CellStyle(.rgb(red: 1, green: 120, blue: 250), on: .rgb(red: 255, green: 9, blue: 99)), CellStyle(.indexed(99)),
        CellStyle(.red, on: .rgb(red: 77, green: 77, blue: 77), attributes: .bold),
    ]

    private static let pictures = (1...4 as ClosedRange<UInt32>).map { id in
        KittyPicture(
            id: id << 16 | id, pixels: PixelMap(width: 2, height: 1, depth: 1, bytes: [9, UInt8(id)]),
            in: PictureBox(columns: 3 * Int(id), rows: 1 + Int(id)), cell: PixelSize(width: 1, height: 2))
    }

    private func text(_ random: inout Seeded) -> StyledText {
        var text = StyledText()
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            text.append(
                Self.pieces.randomElement(using: &random) ?? "", Self.styles.randomElement(using: &random) ?? .plain)
        }
        return text
    }

    private func drawSomething(on screen: inout Screen, _ random: inout Seeded) {
        guard screen.size.rows > 0, screen.size.columns > 0 else { return }
        let top = Int.random(in: 0..<screen.size.rows, using: &random)
        let left = Int.random(in: 0..<screen.size.columns, using: &random)
        let region = ScreenRegion(
            rows: top..<Int.random(in: top...screen.size.rows, using: &random),
            columns: left..<Int.random(in: left...screen.size.columns, using: &random))
        for row in 0..<region.rows.count { screen.draw(text(&random), row: row, in: region) }
        if Bool.random(using: &random), let picture = Self.pictures.randomElement(using: &random) {
            screen.pictures[picture.picture.id] = picture.picture
            for (row, line) in picture.lines.enumerated() { screen.draw(line, row: row, in: region) }
        }
        screen.cursor =
            Bool.random(using: &random)
            ? Screen.Place(row: top, column: left) : nil
    }

    /// Draws rows as they are, some rows further up or down.
    private func scrollSomething(on screen: inout Screen, _ random: inout Seeded) {
        let before = screen
        let distance = Int.random(in: -3...3, using: &random)
        for row in 0..<screen.size.rows where (0..<screen.size.rows).contains(row + distance) {
            var text = StyledText()
            for cell in before[row: row + distance] where cell.columns > 0 {
                text.append(String(cell.character), cell.style)
            }
            screen.draw(text, row: row, in: ScreenRegion(screen.size))
        }
    }

    @Test func aListThatIsScrolledByARowIsNotSentAgain() {
        let size = ScreenSize(columns: 80, rows: 24)
        func list(from first: Int) -> Screen {
            var screen = Screen(size)
            screen.draw("Front page", row: 0, in: ScreenRegion(size))
            for row in 1..<23 {
                screen.draw(
                    StyledText("  The title of post \(first + row), as long as titles are \(row % 3)"), row: row,
                    in: ScreenRegion(size))
            }
            screen.draw("online", row: 23, in: ScreenRegion(size))
            return screen
        }
        for distance in [1, 2, -1, -2, 5] {
            var writer = ScreenWriter(hasColour: true)
            var grid = TerminalGrid(columns: 80, rows: 24)
            // Rows that are the same wherever they stand.
            let (before, after) = (list(from: 0), list(from: 3 * distance))
            grid.feed(writer.bytes(for: before))
            let bytes = writer.bytes(for: after)
            grid.feed(bytes)
            #expect(grid.cells == redrawn(after, .clusters).cells)
            #expect(abs(distance) > 2 || bytes.count < 60 * abs(3 * distance) + 60, "\(distance): \(bytes.count) bytes")
        }
    }

    /// What a terminal shows that was empty before.
    private func redrawn(_ screen: Screen, _ measure: TerminalGrid.Measure) -> TerminalGrid {
        var writer = ScreenWriter(hasColour: true, has24BitColour: true)
        var grid = TerminalGrid(columns: screen.size.columns, rows: screen.size.rows, measure: measure)
        grid.feed(writer.bytes(for: screen))
        return grid
    }

    @Test(arguments: TerminalGrid.Measure.allCases, 1...4 as ClosedRange<UInt64>)
    func afterAnyChangesTheTerminalShowsWhatAFullRedrawDoes(_ measure: TerminalGrid.Measure, seed: UInt64) {
        var random = Seeded(seed: seed)
        var size = ScreenSize(columns: 80, rows: 24)
        var screen = Screen(size)
        var writer = ScreenWriter(hasColour: true, has24BitColour: true)
        var grid = TerminalGrid(columns: size.columns, rows: size.rows, measure: measure)
        for step in 0..<125 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                size = ScreenSize(
                    columns: Int.random(in: 20...300, using: &random), rows: Int.random(in: 6...100, using: &random))
                screen = Screen(size)
                grid.resize(columns: size.columns, rows: size.rows)
            case 1:
                screen = Screen(size)
            case 2:
                writer.forget()
            case 3...6:
                scrollSomething(on: &screen, &random)
            default: break
            }
            drawSomething(on: &screen, &random)
            grid.feed(writer.bytes(for: screen))
            let whole = redrawn(screen, measure)
            // Of a wide sign that was covered a blank is left, in whichever style.
            guard measure == .wideSigns ? grid.text == whole.text : grid.cells == whole.cells else {
                let row = grid.cells.indices.first { grid.cells[$0] != whole.cells[$0] } ?? 0
                Issue.record(
                    "Seed \(seed), step \(step), row \(row): '\(grid.text(ofRow: row))', not '\(whole.text(ofRow: row))'"
                )
                return
            }
            #expect(grid.refused == [])
            #expect(grid.pictures.pictures == whole.pictures.pictures, "Seed \(seed), step \(step)")
            #expect(grid.pictureCells == whole.pictureCells)
            #expect(grid.modes.contains(25) == (screen.cursor != nil))
            if let cursor = screen.cursor {
                #expect(grid.row == cursor.row && grid.column == cursor.column, "Seed \(seed), step \(step)")
            }
        }
    }

    @Test(arguments: TerminalGrid.Measure.allCases)
    func edgesLineUpWhateverTheTerminalMeasures(_ measure: TerminalGrid.Measure) {
        for piece in Self.pieces {
            var screen = Screen(ScreenSize(columns: 30, rows: 1))
            screen.draw(StyledText(piece), row: 0, in: ScreenRegion(rows: 0..<1, columns: 2..<20))
            screen.draw("|", row: 0, in: ScreenRegion(rows: 0..<1, columns: 20..<21))
            screen.draw(StyledText(piece), row: 0, in: ScreenRegion(rows: 0..<1, columns: 21..<29))
            screen.draw("|", row: 0, in: ScreenRegion(rows: 0..<1, columns: 29..<30))
            let cells = redrawn(screen, measure).cells[0]
            #expect(cells[20].text == "|" && cells[29].text == "|", "\(piece)")
        }
    }

    @Test func signsAreSeenWhereTheyAreWide() {
        var screen = Screen(ScreenSize(columns: 30, rows: 1))
        screen.draw("● a · b │ c", row: 0, in: ScreenRegion(screen.size))
        #expect(redrawn(screen, .clusters).text(ofRow: 0) == "● a · b │ c")
        #expect(redrawn(screen, .wideSigns).text(ofRow: 0) == "●a ·b │c")
        #expect(redrawn(screen, .wideSigns).cells[0][10].text == "c")
    }

    @Test(arguments: ["שלום עולם", "مرحبا 12", "a שלום", "שלום, 3"], ["שלום", "12 comments", "> مرحبا", "a", "│ 7"])
    func noPaneIsReversedTogetherWithTheOneBesideIt(_ left: String, _ right: String) throws {
        let panes = [ScreenRegion(rows: 0..<1, columns: 0..<20), ScreenRegion(rows: 0..<1, columns: 21..<40)]
        func screen(_ texts: [String]) -> Screen {
            var screen = Screen(ScreenSize(columns: 40, rows: 1))
            for (text, pane) in zip(texts, panes) { screen.draw(StyledText(text), row: 0, in: pane) }
            screen.draw("│", row: 0, in: ScreenRegion(rows: 0..<1, columns: 20..<21))
            return screen
        }
        func staysInPanes(_ grid: TerminalGrid) -> Bool {
            let shown = grid.reordered(row: 0)
            return shown[20] == 20 && Set(shown[..<20]) == Set(0..<20)
        }
        var writer = ScreenWriter(hasColour: true)
        var grid = TerminalGrid(columns: 40, rows: 1)
        // Also where the edge was there before.
        grid.feed(writer.bytes(for: screen(["a", "b"])))
        let bytes = writer.bytes(for: screen([left, right]))
        grid.feed(bytes)
        #expect(staysInPanes(grid))
        #expect(grid.cells == redrawn(screen([left, right]), .clusters).cells)
        // And what the mark is good for: without it, texts of both panes may change places.
        var unmarked = TerminalGrid(columns: 40, rows: 1)
        unmarked.feed(Array(String(decoding: bytes, as: UTF8.self).replacing("\u{200E}", with: "").utf8))
        #expect(staysInPanes(unmarked) == (right == "a"))
        grid.feed(writer.bytes(for: screen(["a", right])))
        #expect(grid.cells == redrawn(screen(["a", right]), .clusters).cells)
    }

    @Test func whatHasNotChangedIsNotSent() {
        var screen = Screen(ScreenSize(columns: 80, rows: 24))
        for row in 0..<24 {
            screen.draw(StyledText("A title of row \(row)"), row: row, in: ScreenRegion(screen.size))
        }
        var writer = ScreenWriter(hasColour: true)
        #expect(writer.bytes(for: screen).count > 24 * 15)
        #expect(writer.bytes(for: screen).isEmpty)
        // As a list marks the row that is chosen.
        func mark(_ text: String, _ row: Int) {
            screen.draw(StyledText(text), row: row, in: ScreenRegion(rows: 0..<24, columns: 60..<62))
        }
        mark("> ", 3)
        _ = writer.bytes(for: screen)
        mark("  ", 3)
        mark("> ", 4)
        let step = writer.bytes(for: screen)
        #expect(step.count <= 40, "\(step.count) bytes")
        screen.draw("", row: 7, in: ScreenRegion(screen.size))
        #expect(writer.bytes(for: screen).count <= 30)
    }

    @Test func withoutColoursAttributesStay() {
        var screen = Screen(ScreenSize(columns: 10, rows: 1))
        screen.draw(
            StyledText("x", CellStyle(.red, on: .brightWhite, attributes: [.bold, .reversed])), row: 0,
            in: ScreenRegion(screen.size))
        var (plain, coloured) = (ScreenWriter(hasColour: false), ScreenWriter(hasColour: true))
        #expect(String(decoding: plain.bytes(for: screen), as: UTF8.self).contains("\u{1B}[0;1;7mx"))
        #expect(String(decoding: coloured.bytes(for: screen), as: UTF8.self).contains("\u{1B}[0;1;7;31;107mx"))
    }

    @Test func coloursAreThoseThatTheTerminalHas() {
        func sent(_ style: CellStyle, has24BitColour: Bool) -> String {
            var screen = Screen(ScreenSize(columns: 4, rows: 1))
            screen.draw(StyledText("x", style), row: 0, in: ScreenRegion(screen.size))
            var writer = ScreenWriter(hasColour: true, has24BitColour: has24BitColour)
            return String(decoding: writer.bytes(for: screen), as: UTF8.self)
        }
        func colour(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> CellStyle.Colour {
            .rgb(red: red, green: green, blue: blue)
        }
        let style = CellStyle(colour(255, 0, 8), on: colour(1, 2, 3))
        #expect(sent(style, has24BitColour: true).contains("\u{1B}[0;38;2;255;0;8;48;2;1;2;3mx"))
        #expect(sent(style, has24BitColour: false).contains("\u{1B}[0;38;5;196;48;5;16mx"))
        let near: [(CellStyle.Colour, Int)] = [
            (colour(255, 255, 255), 231), (colour(95, 135, 175), 67), (colour(128, 128, 128), 244),
            (colour(9, 9, 9), 232),
        ]
        for (colour, index) in near {
            #expect(sent(CellStyle(colour), has24BitColour: false).contains("[0;38;5;\(index)mx"), "\(colour)")
        }
    }

    @Test func aPictureIsSentOnceAndTakenWhenNothingOfItIsSeen() throws {
        let size = ScreenSize(columns: 20, rows: 4)
        let picture = Self.pictures[1]
        func screen(from row: Int) -> Screen {
            var screen = Screen(size)
            screen.pictures[picture.picture.id] = picture.picture
            for (line, text) in picture.lines.enumerated() {
                screen.draw(text, row: row + line, in: ScreenRegion(size))
            }
            return screen
        }
        var (writer, grid) = (ScreenWriter(hasColour: true), TerminalGrid(columns: 20, rows: 4))
        for row in [0, 1, 3, 4, 2] { grid.feed(writer.bytes(for: screen(from: row))) }
        let id = picture.picture.id
        #expect(grid.pictures.changes == ["+\(id)", "-\(id)", "+\(id)"])
        #expect(grid.pictureCells.count == 2 * 6)
        #expect(grid.pictureCells.first == GridPictures.Place(id: Int(id), row: 0, column: 0))
        // Somebody else may have taken it.
        writer.forget()
        grid.feed(writer.bytes(for: screen(from: 2)))
        #expect(grid.pictures.changes.suffix(2) == ["-\(id)", "+\(id)"])
        #expect(writer.bytes(for: screen(from: 2)).isEmpty)
        grid.feed(writer.removePictures())
        #expect(grid.pictures.pictures.isEmpty && grid.refused == [])
        // Without colours there are none.
        var colourless = ScreenWriter(hasColour: false)
        var plain = TerminalGrid(columns: 20, rows: 4)
        plain.feed(colourless.bytes(for: screen(from: 0)))
        #expect(plain.pictures.changes.isEmpty)
    }

    @Test func noTextHoldsThePlaceOfAPicture() {
        var screen = Screen(ScreenSize(columns: 10, rows: 1))
        let picture = Self.pictures[0]
        screen.pictures[picture.picture.id] = picture.picture
        let text = picture.lines[0].text
        screen.draw(StyledText(text, CellStyle(.rgb(red: 1, green: 0, blue: 1))), row: 0, in: ScreenRegion(screen.size))
        #expect(!screen.text(ofRow: 0).unicodeScalars.contains(ScreenPicture.placeholder))
        var writer = ScreenWriter(hasColour: true)
        var grid = TerminalGrid(columns: 10, rows: 1)
        grid.feed(writer.bytes(for: screen))
        #expect(grid.pictures.changes.isEmpty && grid.refused == [])
    }

    @Test func aForgottenTerminalIsDrawnWhole() {
        var screen = Screen(ScreenSize(columns: 10, rows: 2))
        screen.draw("abc", row: 1, in: ScreenRegion(screen.size))
        screen.cursor = Screen.Place(row: 1, column: 3)
        var writer = ScreenWriter(hasColour: false)
        let first = writer.bytes(for: screen)
        writer.forget()
        #expect(writer.bytes(for: screen) == first)
        screen.cursor = nil
        #expect(String(decoding: writer.bytes(for: screen), as: UTF8.self).contains("\u{1B}[?25l"))
        #expect(writer.bytes(for: screen).isEmpty)
    }
}
