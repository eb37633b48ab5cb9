import ConsoleKit
import ScreenKit
import TestSupport
import Testing

/// What is drawn is harmless, keeps to its region, and has no halves of wide characters.
struct ScreenTests {
    private func drawn(_ text: StyledText, columns: Int = 20) -> Screen {
        var screen = Screen(ScreenSize(columns: columns, rows: 1))
        screen.draw(text, row: 0, in: ScreenRegion(screen.size))
        return screen
    }

    @Test func aTextStandsWhereItWasDrawnWithBlanksBehindIt() {
        var screen = Screen(ScreenSize(columns: 10, rows: 3))
        for row in 0..<3 { screen.draw("##########", row: row, in: ScreenRegion(screen.size)) }
        let region = ScreenRegion(rows: 1..<2, columns: 2..<7)
        screen.draw("ab", row: 0, in: region)
        #expect((0..<3).map(screen.text(ofRow:)) == ["##########", "##ab   ###", "##########"])
        screen.draw("much too long", row: 0, in: region)
        #expect(screen.text(ofRow: 1) == "##much ###")
        screen.draw("out of it", row: 1, in: region)
        screen.draw("out of it", row: -2, in: region)
        #expect((0..<3).map(screen.text(ofRow:)) == ["##########", "##much ###", "##########"])
        screen.clear(region)
        #expect(screen.text(ofRow: 1) == "##     ###")
    }

    @Test func whatLiesOutsideOfTheScreenIsLeftOut() {
        var screen = Screen(ScreenSize(columns: 4, rows: 2))
        screen.draw("abcdef", row: 0, in: ScreenRegion(rows: 1..<9, columns: 2..<9))
        screen.draw("abcdef", row: 3, in: ScreenRegion(rows: 0..<9, columns: 0..<9))
        screen.draw("abcdef", row: 0, in: ScreenRegion(rows: 0..<1, columns: 4..<9))
        #expect((0..<2).map(screen.text(ofRow:)) == ["", "  ab"])
    }

    @Test func aWideCharacterIsNeverCutInTwo() {
        #expect(drawn("日本語", columns: 5).text(ofRow: 0) == "日本")
        for start in 0..<6 {
            for end in start...6 {
                var screen = Screen(ScreenSize(columns: 6, rows: 1))
                screen.draw("日本語", row: 0, in: ScreenRegion(screen.size))
                screen.draw("", row: 0, in: ScreenRegion(rows: 0..<1, columns: start..<end))
                let cells = Array(screen[row: 0])
                for column in 0..<6 {
                    #expect((cells[column].columns == 2) == (column < 5 && cells[column + 1].columns == 0))
                }
            }
        }
    }

    /// Everything that a text may not do to a terminal: control characters of both kinds, and changes of direction.
    private static let harmful: [Unicode.Scalar] =
        ((0...0x1F).map { $0 } + (0x7F...0x9F).map { $0 } + [0x200E, 0x200F, 0x061C] + (0x202A...0x202E).map { $0 }
        + (0x2066...0x2069).map { $0 } + [0x2028, 0x2029]).compactMap { Unicode.Scalar($0 as UInt32) }

    @Test func nothingHarmfulGetsThrough() {
        for scalar in Self.harmful {
            for text in ["a\(scalar)b", "\(scalar)", "e\u{301}\(scalar)", "👨‍👩‍👧\(scalar)[2J", "\(scalar)]0;x\u{7}"] {
                var writer = ScreenWriter(hasColour: true)
                var grid = TerminalGrid(columns: 20, rows: 1)
                let bytes = writer.bytes(for: drawn(StyledText(text, .bold)))
                grid.feed(bytes)
                #expect(grid.refused == [], "U+\(String(scalar.value, radix: 16))")
                let sent = String(decoding: bytes, as: UTF8.self).unicodeScalars
                // Sequences are the writer's own, and so are returns: as many as for the text without them.
                let rest = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != scalar }))
                var other = ScreenWriter(hasColour: true)
                let isReturn = scalar == "\r"
                let own = isReturn ? other.bytes(for: drawn(StyledText(rest, .bold))).count { $0 == 0x0D } : 0
                #expect(
                    scalar == "\u{1B}" || sent.count { $0 == scalar } == own,
                    "U+\(String(scalar.value, radix: 16))")
                #expect(grid.modes == [7])
            }
        }
    }

    @Test func aLetterWithHundredsOfMarksIsOneCellAndShort() {
        let screen = drawn(StyledText("a" + String(repeating: "\u{301}", count: 500) + "b"))
        #expect(screen[row: 0].prefix(2).map(\.columns) == [1, 1])
        #expect(screen[row: 0].first.map { $0.character.unicodeScalars.count <= 16 } == true)
        #expect(screen.text(ofRow: 0).hasSuffix("b"))
    }

    @Test func aTextIsCutWithAnEllipsisAndKeepsItsStyles() {
        var text = StyledText("ab", .bold)
        text.append("日本", .dim)
        #expect(text.columns == 6 && text.truncated(toColumns: 6) == text)
        #expect(text.truncated(toColumns: 5).text == "ab日…")
        #expect(text.truncated(toColumns: 4).text == "ab…")
        #expect(text.truncated(toColumns: 3).text == "ab…")
        #expect(text.truncated(toColumns: 2).text == "a…")
        #expect(text.truncated(toColumns: 0).isEmpty)
        #expect(text.truncated(toColumns: 5).runs.map(\.style) == [.bold, .dim])
        // The ellipsis stands in the part that had the cell, though only the next one is too long.
        text = StyledText("abc", .bold) + StyledText("d", .dim)
        #expect(text.truncated(toColumns: 3) == StyledText("ab…", .bold))
        #expect((StyledText("abc", .bold) + StyledText("\u{200B}", .dim)).truncated(toColumns: 3).text.hasPrefix("abc"))
    }

    @Test func regionsAreTakenApartWithoutOverlap() {
        var rest = ScreenRegion(ScreenSize(columns: 10, rows: 5))
        let (top, bottom, left) = (rest.takeTop(1), rest.takeBottom(2), rest.takeLeft(4))
        #expect(top == ScreenRegion(rows: 0..<1, columns: 0..<10))
        #expect(bottom == ScreenRegion(rows: 3..<5, columns: 0..<10))
        #expect(left == ScreenRegion(rows: 1..<3, columns: 0..<4))
        #expect(rest == ScreenRegion(rows: 1..<3, columns: 4..<10))
        #expect(rest.takeTop(9).rows == 1..<3 && rest.rows.isEmpty && rest.takeBottom(1).rows.isEmpty)
        #expect(rest.contains(row: 1, column: 5) == false)
    }

    @Test func widthsAreThoseThatMostTerminalsGive() {
        let widths: [(String, Int)] = [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2),
            ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇺🇦", 2), ("1️⃣", 2), ("❤️", 2), ("❤", 1), ("กำ", 2), ("ก", 1), ("กี", 1), ("\u{200B}", 0),
            ("—", 1), ("Ґ", 1),
        ]
        for (text, width) in widths {
            #expect(text.count == 1 && DisplayWidth.of(text) == width, "\(text)")
        }
    }

    @Test func whereTerminalsDisagreeIsKnown() {
        for character in "aÉЄ日한é€" { #expect(DisplayWidth.isCertain(character), "\(character)") }
        for character in "👨‍👩‍👧❤️❤1️⃣🇺🇦👍🏽กำअا" as String where !"अ".contains(character) {
            #expect(!DisplayWidth.isCertain(character), "\(character)")
        }
        #expect(DisplayWidth.most("👨‍👩‍👧‍👦") >= 8)
    }
}
