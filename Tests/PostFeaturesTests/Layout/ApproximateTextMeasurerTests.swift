import Core
import Foundation
import PostFeatures
import Testing

@Suite struct ApproximateTextMeasurerTests {
    private let measurer = ApproximateTextMeasurer()
    private let font = LayoutFont(size: 10, lineHeight: 12)

    private func lines(_ text: String, _ width: Double, most: Int? = nil) -> Int {
        measurer.lineCount(of: text, font: font, width: width, maximumLines: most)
    }

    @Test func aLineBreaksAtSpaces() {
        // Each word is 4 letters of 5.6 points.
        #expect(lines("abcd abcd", 48) == 1)
        #expect(lines("abcd abcd", 47) == 2)
        #expect(lines("abcd abcd abcd", 48) == 2)
        #expect(lines("abcd ", 23) == 1, "a space at the end takes no room")
        #expect(lines("abcd\u{A0}abcd abcd", 48) == 2, "where no line may break, none does")
    }

    @Test func aLineBreaksWhereTheTextSaysSo() {
        #expect(lines("a\nb", 1000) == 2)
        #expect(lines("a\r\n\r\nb", 1000) == 3)
        #expect(lines("a\u{2028}b", 1000) == 2)
    }

    @Test func aWordThatIsTooLongBreaksInside() {
        #expect(lines(String(repeating: "o", count: 20), 56) == 2)
        #expect(lines("aaaa " + String(repeating: "o", count: 10), 56) == 2, "it begins on a line of its own")
        #expect(lines("oooooo-oooooo", 40) == 2, "and a hyphen is a place to break")
    }

    @Test func ideographsAndHangulBreakAnywhere() {
        #expect(lines("日本語日本語", 30) == 2)
        #expect(lines("안녕하세요세계", 40) == 2)
        #expect(lines("日本語日本語", 60) == 1, "one em each")
    }

    @Test func scriptsHaveWidthsOfTheirOwn() {
        let width = { (text: String) in measurer.width(of: text, font: font) }
        #expect(width("iii") < width("aaa") && width("aaa") < width("mmm"))
        #expect(width("ііі") < width("ааа") && width("ааа") < width("щщщ"), "Cyrillic")
        #expect(width("a") < width("日") && width("日") < width("🎉"))
        #expect(width("👩‍👩‍👧") == width("🎉"), "one picture, however many scalars")
        #expect(width("e\u{301}") == width("é") && width("e\u{301}") == width("e"), "a mark takes no room")
        #expect(abs(width("Привіт, світе") - 70) < 15)
        #expect(measurer.width(of: "abc", font: LayoutFont(size: 10, isBold: true)) > width("abc"))
    }

    @Test func heightsAreWholeLinesUpToTheMost() {
        let text = String(repeating: "word ", count: 100)
        #expect(measurer.height(of: text, font: font, width: 100, maximumLines: 3) == 36)
        #expect(lines(text, 100, most: 3) == 3 && lines("a", 100, most: 3) == 1 && lines(text, 100, most: 0) == 0)
    }

    @Test func invalidSizesCountAsZero() {
        #expect(lines("", 100) == 0)
        for width in [0, -1, Double.nan, .infinity] { #expect(lines("text", width) == 0) }
        for size in [0, -1, Double.nan, .infinity] {
            #expect(measurer.lineCount(of: "text", font: LayoutFont(size: size), width: 100) == 0)
        }
        #expect(lines("wide", 1) == 4, "a line has a character at least")
        let odd = LayoutFont(size: 10, lineHeight: .nan)
        #expect(measurer.height(of: "text", font: odd, width: 100, maximumLines: nil) == 0)
    }

    @Test(arguments: UInt64(1)...100)
    func lessRoomAndMoreTextTakeNoFewerLines(seed: UInt64) {
        let source = SeededRandomSource(seed: seed)
        let letters = Array("abcdefgh   щжіа 日本🎉-")
        let text = String((0..<80).map { _ in letters[Int(source.next() % UInt64(letters.count))] })
        var last = Int.max
        for width in stride(from: 15.0, through: 400, by: 7) {
            let count = lines(text, width)
            #expect(count <= last, "\(seed): \(width)")
            #expect(lines(text + "more", width) >= count, "\(seed): \(width)")
            last = count
        }
    }

    @Test(arguments: UInt64(1)...100)
    func bytesOfASCIIAreCountedAsItsCharacters(seed: UInt64) {
        let source = SeededRandomSource(seed: seed)
        let letters = ["a", "i", "W", "9", "-", " ", " ", "\t", "\n", "\r\n", "\r", "\u{B}", "\u{1F}", ".", "@"]
        let text = (0..<80).map { _ in letters[Int(source.next() % UInt64(letters.count))] }.joined()
        for width in stride(from: 5.0, through: 200, by: 9) {
            // A soft hyphen in front takes no room, and makes it a text that is not ASCII.
            #expect(lines(text, width) == lines("\u{AD}" + text, width), "\(seed): \(width)")
        }
    }
}
