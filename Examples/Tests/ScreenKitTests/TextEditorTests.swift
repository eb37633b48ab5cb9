import ConsoleKit
import ScreenKit
import TestSupport
import Testing

/// A text is typed, moved through and erased as in any field, in lines that fit.
struct TextEditorTests {
    private func type(_ keys: [KeyPress], into text: String = "", width: Int = 40) -> TextEditor {
        var editor = TextEditor(text)
        for key in keys {
            let isTaken = editor.perform(key, width: width)
            #expect(isTaken, "\(key.name)")
        }
        return editor
    }

    private func lines(_ editor: TextEditor, _ width: Int) -> [String] {
        editor.lines(width: width).map { String(editor.text[$0.range]) }
    }

    private func keys(_ text: String) -> [KeyPress] { text.map { KeyPress.character($0) } }

    @Test func charactersComeBeforeTheCursorAndGoAround() {
        #expect(type(keys("abc") + [KeyPress(.left), .character("x")]).text == "abxc")
        #expect(type([KeyPress(.backspace), KeyPress(.left), KeyPress(.delete)], into: "abc").text == "a")
        #expect(type([KeyPress(.home), KeyPress(.backspace)], into: "abc").text == "abc")
        #expect(type([KeyPress(.delete)], into: "abc").text == "abc")
        #expect(type([KeyPress(.enter)] + keys("b"), into: "a").text == "a\nb")
        #expect(type([KeyPress(.tab)], into: "a").text == "a    ")
        // A family and a letter with its mark are one character each.
        #expect(type([KeyPress(.backspace), KeyPress(.backspace)], into: "a👨‍👩‍👧e\u{301}").text == "a")
        // A mark that is typed joins the letter before it.
        let joined = type([.character("\u{301}"), .character("x")], into: "e")
        #expect(joined.text == "e\u{301}x" && joined.position == 2)
    }

    @Test func wordsAndLinesGoAtOnce() {
        #expect(type([.control("w")], into: "one two  ").text == "one ")
        #expect(type([KeyPress(.left, .control), .character("x")], into: "one two").text == "one xtwo")
        #expect(
            type([KeyPress(.home), KeyPress(.right, .control), .character("x")], into: "one two").text == "onex two")
        #expect(type([.control("u")], into: "one\ntwo").text == "one\n")
        #expect(type([KeyPress(.home, .control), .control("k")], into: "one\ntwo").text == "\ntwo")
        #expect(
            type([KeyPress(.home), .character("x"), KeyPress(.end), .character("y")], into: "a\nbc").text == "a\nxbcy")
    }

    @Test func whatIsPastedIsCleanedAndWhatMeansNothingIsNotTaken() {
        var editor = TextEditor()
        editor.insert("one\r\ntwo\u{1B}[2J\u{7}\tx")
        #expect(editor.text == "one\ntwo[2J    x")
        for key in [KeyPress(.escape), .control("s"), KeyPress(.function(1)), KeyPress(.character("x"), .alt)] {
            let isTaken = editor.perform(key, width: 10)
            #expect(!isTaken, "\(key.name)")
        }
        editor.replace(with: "other")
        #expect(editor.text == "other" && editor.position == 5)
    }

    @Test func linesBreakAtBlanksAndLongWordsAnywhere() {
        #expect(lines(TextEditor("one two three"), 9) == ["one two ", "three"])
        #expect(lines(TextEditor("a\n\nb\n"), 8) == ["a", "", "b", ""])
        #expect(lines(TextEditor(""), 8) == [""])
        for text in ["one two three four", "Привіт світе і ще", "日本語のテキスト", "abcdefghijklmnopqrstuvwxyz", "👨‍👩‍👧 🇺🇦 x"] {
            for width in 1...20 {
                let all = lines(TextEditor(text), width)
                #expect(all.joined() == text)
                // A cursor fits behind each.
                for line in all where line.count > 1 {
                    #expect(DisplayWidth.of(line) < max(2, width), "'\(line)' in \(width)")
                }
            }
        }
    }

    @Test func theEndOfABrokenLineIsInThatLine() {
        var editor = TextEditor("one two three")
        for key in [KeyPress(.home, .control), KeyPress(.end)] { _ = editor.perform(key, width: 9) }
        #expect(editor.place(width: 9) == Screen.Place(row: 0, column: 7))
        _ = editor.perform(KeyPress(.end), width: 9)
        #expect(editor.place(width: 9) == Screen.Place(row: 0, column: 7))
    }

    @Test func upAndDownKeepTheColumn() {
        var editor = TextEditor("long line\nx\nlong line")
        let width = 40
        #expect(editor.place(width: width) == Screen.Place(row: 2, column: 9))
        _ = editor.perform(KeyPress(.left), width: width)
        _ = editor.perform(KeyPress(.up), width: width)
        #expect(editor.place(width: width) == Screen.Place(row: 1, column: 1))
        _ = editor.perform(KeyPress(.up), width: width)
        #expect(editor.place(width: width) == Screen.Place(row: 0, column: 8))
        _ = editor.perform(KeyPress(.up), width: width)
        #expect(editor.place(width: width) == Screen.Place(row: 0, column: 0))
        for _ in 0..<3 { _ = editor.perform(KeyPress(.down), width: width) }
        #expect(editor.place(width: width) == Screen.Place(row: 2, column: 9))
    }

    @Test func anyKeysKeepTheCursorInTheTextAndInSight() {
        let pool: [KeyPress] =
            keys("ab 日é👍🏽\u{301}\u{200D}🇺") + [
                KeyPress(.enter), KeyPress(.backspace), KeyPress(.delete), KeyPress(.left), KeyPress(.right),
                KeyPress(.up), KeyPress(.down), KeyPress(.home), KeyPress(.end), .control("w"), .control("u"),
                .control("k"), KeyPress(.left, .control), KeyPress(.right, .control), KeyPress(.pageUp),
                KeyPress(.pageDown),
            ]
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = Seeded(seed: seed)
            var editor = TextEditor()
            for _ in 0..<150 {
                let width = Int.random(in: 1...12, using: &random)
                guard let key = pool.randomElement(using: &random) else { continue }
                _ = editor.perform(key, width: width)
                #expect((0...editor.text.count).contains(editor.position), "seed \(seed)")
                let place = editor.place(width: width)
                let all = lines(editor, width)
                #expect(all.indices.contains(place.row), "seed \(seed)")
                #expect(place.column <= DisplayWidth.of(all[place.row]), "seed \(seed)")
            }
        }
    }
}
