import AppScreens
import ReaderScreens
import ScreenKit
import Testing

/// The parts of screens by themselves: lists of rows and of blocks, and a field that may refuse a letter.
@MainActor
struct ScreenPartsTests {
    /// Draws a list of rows, and returns the lines.
    private func lines(_ list: inout RowList<Int>, rows: Int) -> [String] {
        let size = ScreenSize(columns: 10, rows: rows)
        var screen = Screen(size)
        let known = list.visible
        list.draw(in: ScreenRegion(size), on: &screen) { [StyledText("\(known.isEmpty ? 0 : $0)")] }
        return (0..<rows).map { screen.text(ofRow: $0) }
    }

    @Test func untilSomebodyChoosesTheFirstRowIsChosen() {
        var list = RowList<Int>()
        list.follow([7])
        #expect(list.selectedID == 7)
        // Others come above it.
        list.follow([1, 2, 7])
        #expect(list.selectedID == 1 && list.place == "1/3")
        let isDown = list.move(by: ReaderAction.down)
        #expect(isDown && list.selectedID == 2)
        list.follow([0, 1, 2, 7])
        #expect(list.selectedID == 2 && list.selected == 2, "the chosen one stays")
        let isOpen = list.move(by: ReaderAction.open)
        #expect(!isOpen)
        list.follow([])
        #expect(list.selectedID == nil && list.place.isEmpty)
    }

    @Test func aClickMeetsWhatWasDrawn() {
        var list = RowList<Int>(lineCount: 2)
        list.follow(Array(0..<10))
        _ = lines(&list, rows: 6)
        let clicks = [3, 2, 9, -1].map { list.click(line: $0) }
        #expect(clicks == [false, true, false, false], "a second click opens")
        #expect(list.selectedID == 1)
    }

    private static func lines(_ ids: [Int]) -> BlockList<Int>.Lines {
        { index, _ in [StyledText("\(ids[index])a"), StyledText("\(ids[index])b")] }
    }

    /// Draws blocks of two lines, and returns the lines.
    private func drawn(_ list: inout BlockList<Int>, _ ids: [Int], rows: Int = 6) -> [String] {
        let size = ScreenSize(columns: 12, rows: rows)
        var screen = Screen(size)
        list.draw(in: ScreenRegion(size), on: &screen, lines: Self.lines(ids))
        return (0..<rows).map { screen.text(ofRow: $0) }
    }

    @Test func aConversationBeginsAtItsEndAndFollowsIt() {
        var list = BlockList<Int>(followsEnd: true)
        list.follow(Array(1...9))
        let first = drawn(&list, Array(1...9))
        #expect(first == ["  7a", "  7b", "  8a", "  8b", "> 9a", "  9b"])
        list.follow(Array(1...10))
        let second = drawn(&list, Array(1...10))
        #expect(second.suffix(2) == ["> 10a", "  10b"])
        // Who has gone up stays there when more comes.
        let isUp = list.move(by: ReaderAction.pageUp, lines: Self.lines(Array(1...10)))
        #expect(isUp)
        let before = drawn(&list, Array(1...10))
        #expect(!before.contains("> 10a"))
        list.follow(Array(1...11))
        let after = drawn(&list, Array(1...11))
        #expect(after == before)
    }

    @Test func anotherPartOfAConversationIsEnteredAtItsEndAndOneThatGoesOnIsNotLeft() {
        var list = BlockList<Int>(followsEnd: true)
        list.follow(Array(30...40), isEnd: false)
        _ = drawn(&list, Array(30...40))
        list.select(40, lines: Self.lines(Array(30...40)))
        // What comes behind the end of a part is below, and is not jumped to.
        list.follow(Array(40...50), isEnd: false)
        #expect(list.selected == 0)
        // The part before has nothing of the one that was seen: it is entered from below.
        list.follow(Array(20...29), isEnd: false)
        #expect(list.selected == 9)
    }

    @Test(arguments: [false, true]) func ofThousandsOfBlocksOnlyThoseInSightAreLaidOut(followsEnd: Bool) {
        var list = BlockList<Int>(followsEnd: followsEnd)
        list.follow(Array(0..<5_000))
        let size = ScreenSize(columns: 12, rows: 6)
        var counted = 0
        let lines: BlockList<Int>.Lines = { index, _ in
            counted += 1
            return [StyledText("\(index)a"), StyledText("\(index)b")]
        }
        for action in [ReaderAction.down, .bottom, .pageUp, .up, .top, .pageDown] {
            counted = 0
            var screen = Screen(size)
            list.draw(in: ScreenRegion(size), on: &screen, lines: lines)
            let isMove = list.move(by: action, lines: lines)
            #expect(isMove && (1...40).contains(counted), "\(action): \(counted)")
        }
        #expect(list.selected.map { $0 < 5 } == true)
    }

    @Test func aRefusedLetterMovesNothing() {
        var text = ""
        let field = LineField(value: { text }, set: { if $0.count <= 3 { text = $0 } })
        for character in "abc" { #expect(field.take(.key(.character(character)))) }
        #expect(field.take(.key(KeyPress(.home))) && !field.wasRefused)
        #expect(field.take(.key(.character("x"))) && field.wasRefused && text == "abc")
        // The cursor is still in front of all.
        #expect(field.take(.key(KeyPress(.delete))) && text == "bc")
        #expect(field.take(.paste("1\n2")) && text == "bc", "too long, with a blank in place of the line end")
        #expect(!field.take(.key(KeyPress(.enter))) && !field.take(.key(KeyPress(.tab))))
    }

    @Test(arguments: [false, true]) func theCursorIsAtItsLetterWhateverIsNotDrawn(_ isSecret: Bool) {
        // A mark of direction, which is a character, and is left out.
        var text = "a\u{200E}bc"
        let field = LineField("Name", isSecret: isSecret, value: { text }, set: { text = $0 })
        let size = ScreenSize(columns: 20, rows: 1)
        var columns: [Int?] = []
        for _ in 0..<5 {
            var screen = Screen(size)
            field.draw(row: 0, in: ScreenRegion(size), on: &screen, isActive: true)
            columns.append(screen.cursor.map { $0.column - 6 })
            #expect(screen.text(ofRow: 0) == (isSecret ? "Name: ••••" : "Name: abc"))
            #expect(field.take(.key(KeyPress(.left))))
        }
        #expect(columns == (isSecret ? [4, 3, 2, 1, 0] : [3, 2, 1, 1, 0]))
    }
}
