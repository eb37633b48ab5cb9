import ConsoleKit

/// A text that is typed: the text, the cursor in it, and the lines that it has at some width.
///
/// It knows neither who keeps the text nor where it is drawn.
package struct TextEditor: Equatable, Sendable {
    /// A line as it is drawn: a part of the text, without the line feed that may end it.
    package struct Line: Equatable, Sendable {
        package let range: Range<String.Index>
    }

    /// The text; its line ends are line feeds.
    package private(set) var text: String
    /// The place in the text before which the next character comes.
    private var cursor: String.Index
    /// The column that the cursor wants to be in while it moves up and down.
    private var wantedColumn: Int?

    /// Creates an editor with the cursor behind the text.
    ///
    /// - Parameter text: The text.
    package init(_ text: String = "") {
        self.text = Self.cleaned(text)
        cursor = self.text.endIndex
    }

    /// The number of characters before the cursor.
    package var position: Int { text.distance(from: text.startIndex, to: cursor) }

    /// Takes over a text that somebody else has changed; the cursor goes behind it.
    ///
    /// - Parameter text: The whole text.
    package mutating func replace(with text: String) {
        guard text != self.text else { return }
        self = TextEditor(text)
    }

    /// Inserts a text at the cursor, which is behind it then.
    ///
    /// - Parameter words: The text; its tabs become blanks, and control characters are left out.
    package mutating func insert(_ words: String) {
        let words = Self.cleaned(words)
        let behind = text.distance(from: cursor, to: text.endIndex)
        text.replaceSubrange(cursor..<cursor, with: words)
        // What was typed may join with what stands around it, so characters are counted from the end.
        cursor = text.index(text.endIndex, offsetBy: -min(behind, text.count))
        wantedColumn = nil
    }

    /// Does what a key means for a text.
    ///
    /// - Parameters:
    ///   - press: The key.
    ///   - width: The width of the lines, in cells.
    /// - Returns: False for a key that means nothing here.
    package mutating func perform(_ press: KeyPress, width: Int) -> Bool {
        switch (press.key, press.modifiers) {
        case (.character(let character), []): insert(String(character))
        case (.enter, _): insert("\n")
        case (.tab, []): insert("\t")
        case (.backspace, []): erase(from: before(cursor), to: cursor)
        case (.delete, []): erase(from: cursor, to: behind(cursor))
        case (.backspace, .alt), (.character("w"), .control): erase(from: wordBefore(cursor), to: cursor)
        case (.character("u"), .control): erase(from: line(width).range.lowerBound, to: cursor)
        case (.character("k"), .control): erase(from: cursor, to: line(width).range.upperBound)
        case (.left, .control), (.left, .alt), (.character("b"), .alt): move(to: wordBefore(cursor))
        case (.right, .control), (.right, .alt), (.character("f"), .alt): move(to: wordBehind(cursor))
        case (.left, _): move(to: before(cursor))
        case (.right, _): move(to: behind(cursor))
        case (.home, .control): move(to: text.startIndex)
        case (.end, .control): move(to: text.endIndex)
        case (.home, _), (.character("a"), .control): move(to: line(width).range.lowerBound)
        case (.end, _), (.character("e"), .control): move(to: end(of: line(width), width))
        case (.up, _): moveLines(-1, width)
        case (.down, _): moveLines(1, width)
        case (.pageUp, _): moveLines(-10, width)
        case (.pageDown, _): moveLines(10, width)
        default: return false
        }
        return true
    }

    // MARK: Lines

    /// The lines of the text, broken at blanks where they are too long.
    ///
    /// - Parameter width: The width of the lines, in cells, at least 1.
    /// - Returns: At least one line; where the text ends with a line feed, the last one is empty.
    /// - Complexity: O(*n*) in the characters of the text.
    package func lines(width: Int) -> [Line] {
        let width = max(1, width)
        var lines: [Line] = []
        var (start, place, columns) = (text.startIndex, text.startIndex, 0)
        /// The place behind the last blank of the line.
        var blank: String.Index?
        while place < text.endIndex {
            let character = text[place]
            let next = text.index(after: place)
            if character == "\n" {
                lines.append(Line(range: start..<place))
                (start, columns, blank) = (next, 0, nil)
                place = next
                continue
            }
            let size = DisplayWidth.of(character)
            // The cursor has to stand behind a full line, too.
            if columns + size >= width, start < place {
                let end = blank ?? place
                lines.append(Line(range: start..<end))
                (start, blank) = (end, nil)
                columns = DisplayWidth.of(text[end..<place])
            }
            columns += size
            if character == " " { blank = next }
            place = next
        }
        lines.append(Line(range: start..<text.endIndex))
        return lines
    }

    /// The cursor's place among the lines, in lines and cells.
    ///
    /// - Parameter width: The width of the lines.
    /// - Returns: The place.
    package func place(width: Int) -> Screen.Place {
        let lines = lines(width: width)
        let row = lines.lastIndex { $0.range.lowerBound <= cursor } ?? 0
        return Screen.Place(row: row, column: DisplayWidth.of(text[lines[row].range.lowerBound..<cursor]))
    }

    private func line(_ width: Int) -> Line {
        let lines = lines(width: width)
        return lines.last { $0.range.lowerBound <= cursor } ?? lines[0]
    }

    private mutating func moveLines(_ count: Int, _ width: Int) {
        let lines = lines(width: width)
        let place = place(width: width)
        let column = wantedColumn ?? place.column
        let row = max(0, min(place.row + count, lines.count - 1))
        guard row != place.row else { return move(to: count < 0 ? text.startIndex : text.endIndex) }
        var (index, columns) = (lines[row].range.lowerBound, 0)
        while index < lines[row].range.upperBound, columns < column {
            columns += DisplayWidth.of(text[index])
            index = text.index(after: index)
        }
        cursor = min(index, end(of: lines[row], width))
        wantedColumn = column
    }

    /// The last place of a line: where it goes on in the next one, the place behind it is the beginning of that.
    private func end(of line: Line, _ width: Int) -> String.Index {
        let end = line.range.upperBound
        let isBroken = end < text.endIndex && !text[end].isNewline && end > line.range.lowerBound
        return isBroken ? text.index(before: end) : end
    }

    // MARK: Characters

    private mutating func move(to index: String.Index) {
        cursor = index
        wantedColumn = nil
    }

    private mutating func erase(from start: String.Index, to end: String.Index) {
        guard start < end else { return }
        let behind = text.distance(from: end, to: text.endIndex)
        text.removeSubrange(start..<end)
        cursor = text.index(text.endIndex, offsetBy: -min(behind, text.count))
        wantedColumn = nil
    }

    private func before(_ index: String.Index) -> String.Index {
        index > text.startIndex ? text.index(before: index) : index
    }

    private func behind(_ index: String.Index) -> String.Index {
        index < text.endIndex ? text.index(after: index) : index
    }

    private func wordBefore(_ index: String.Index) -> String.Index {
        var index = index
        while index > text.startIndex, text[before(index)].isWhitespace { index = before(index) }
        while index > text.startIndex, !text[before(index)].isWhitespace { index = before(index) }
        return index
    }

    private func wordBehind(_ index: String.Index) -> String.Index {
        var index = index
        while index < text.endIndex, text[index].isWhitespace { index = behind(index) }
        while index < text.endIndex, !text[index].isWhitespace { index = behind(index) }
        return index
    }

    /// A text without what nobody can see or type.
    private static func cleaned(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for character in text {
            if character.isNewline {
                clean.append("\n")
            } else if character == "\t" {
                clean.append(contentsOf: "    ".unicodeScalars)
            } else {
                clean.append(
                    contentsOf: character.unicodeScalars.filter { $0.properties.generalCategory != .control })
            }
        }
        return String(clean)
    }
}
