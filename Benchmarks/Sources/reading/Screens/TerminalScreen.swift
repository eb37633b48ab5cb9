/// The screen of a terminal in memory: what a program has drawn, as far as programs that show lists use a terminal.
///
/// Each scalar takes one cell: the posts of this benchmark have no others.
struct TerminalScreen {
    /// A cell: its character, and whether a background or inversion sets it off.
    private struct Cell {
        var scalar: Unicode.Scalar = " "
        var isMarked = false
    }

    let columns: Int
    let rows: Int
    private var cells: [[Cell]]
    private var (row, column) = (0, 0)
    private var isMarked = false
    /// The rows that scroll.
    private var scrolled: Range<Int>
    /// Bytes behind the last whole sequence.
    private var rest: [UInt8] = []
    private var last: Unicode.Scalar = " "

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
        scrolled = 0..<rows
    }

    /// The text of a row.
    func text(_ row: Int) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: cells[row].lazy.map(\.scalar))
        return String(text)
    }

    /// Whether most of a row is set off from the others.
    func isMarked(_ row: Int) -> Bool { cells[row].filter(\.isMarked).count > columns / 4 }

    /// The texts of all rows, to tell what was there instead.
    var text: String { (0..<rows).map { text($0) }.joined(separator: "\n") }

    /// Takes what a program has written; a sequence that is not whole waits for its end.
    mutating func feed(_ bytes: some Sequence<UInt8>) {
        rest += bytes
        var index = 0
        while index < rest.count {
            guard let next = take(at: index) else { break }
            index = next
        }
        rest.removeFirst(index)
    }

    /// Takes one character or sequence; nil where its end is missing.
    private mutating func take(at index: Int) -> Int? {
        let byte = rest[index]
        if byte == 0x1B { return escape(at: index) }
        if byte < 0x20 || byte == 0x7F {
            control(byte)
            return index + 1
        }
        let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard index + length <= rest.count else { return nil }
        for scalar in String(decoding: rest[index..<index + length], as: UTF8.self).unicodeScalars { put(scalar) }
        return index + length
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        // Lines do not break: the programs say where a row begins.
        let place = min(column, columns - 1)
        cells[row][place] = Cell(scalar: scalar, isMarked: isMarked)
        column = place + 1
        last = scalar
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x08: column = max(0, column - 1)
        case 0x0D: column = 0
        case 0x0A: if row == scrolled.upperBound - 1 { scroll(scrolled, by: 1) } else { row = min(rows - 1, row + 1) }
        default: break
        }
    }

    // MARK: Sequences

    private mutating func escape(at index: Int) -> Int? {
        guard index + 1 < rest.count else { return nil }
        switch rest[index + 1] {
        case UInt8(ascii: "["):
            let start = index + 2
            guard let end = rest[start...].firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
            sequence(String(decoding: rest[start..<end], as: UTF8.self), Unicode.Scalar(rest[end]))
            return end + 1
        case UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "P"):
            return endOfText(from: index + 2)
        case UInt8(ascii: "("), UInt8(ascii: ")"):
            return index + 2 < rest.count ? index + 3 : nil
        case UInt8(ascii: "M"):
            if row == scrolled.lowerBound { scroll(scrolled, by: -1) } else { row = max(0, row - 1) }
            return index + 2
        default:
            return index + 2
        }
    }

    /// The index behind a text that is not drawn, as of a title or a picture: it ends with BEL or ST.
    private func endOfText(from index: Int) -> Int? {
        guard let end = rest[index...].firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return nil }
        guard rest[end] == 0x1B else { return end + 1 }
        return end + 1 < rest.count ? end + 2 : nil
    }

    private mutating func sequence(_ text: String, _ kind: Unicode.Scalar) {
        // One without a number splits into one empty text, which is 0.
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = numbers.first ?? 0
        let count = max(1, first)
        switch kind {
        case "H", "f": (row, column) = (limited(count - 1), max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
        case "A": row = max(0, row - count)
        case "B": row = min(rows - 1, row + count)
        case "C": column = min(columns - 1, column + count)
        case "D": column = max(0, column - count)
        case "G", "`": column = min(columns - 1, count - 1)
        case "d": row = limited(count - 1)
        case "J": eraseScreen(first)
        case "K": eraseRow(first)
        case "X": blank(column..<min(columns, column + count))
        case "P", "@": shift(by: kind == "P" ? count : -count)
        case "L", "M": scroll(row..<scrolled.upperBound, by: kind == "M" ? count : -count)
        case "S", "T": scroll(scrolled, by: kind == "S" ? count : -count)
        case "b": for _ in 0..<count { put(last) }
        case "m": style(numbers)
        case "r":
            let end = numbers.count > 1 && numbers[1] > 0 ? numbers[1] : rows
            (scrolled, row, column) = (limited(count - 1)..<min(rows, end), 0, 0)
        default: break
        }
    }

    private func limited(_ row: Int) -> Int { min(rows - 1, max(0, row)) }

    private mutating func style(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0, 27, 49: isMarked = false
            case 7, 40...48, 100...107: isMarked = true
            default: break
            }
            // A colour by its number, or by its parts.
            if number == 38 || number == 48 { rest = rest.dropFirst(rest.first == 2 ? 4 : 2) }
        }
    }

    private mutating func blank(_ range: Range<Int>) {
        for column in range { cells[row][column] = Cell(isMarked: isMarked) }
    }

    private mutating func eraseRow(_ kind: Int) {
        let place = min(column, columns - 1)
        blank(kind == 0 ? place..<columns : kind == 1 ? 0..<place + 1 : 0..<columns)
    }

    private mutating func eraseScreen(_ kind: Int) {
        let now = row
        if kind != 2 { eraseRow(kind) }
        let others = kind == 0 ? now + 1..<rows : kind == 1 ? 0..<now : 0..<rows
        for other in others {
            row = other
            blank(0..<columns)
        }
        row = now
    }

    /// Deletes cells at the cursor, or inserts blank ones.
    private mutating func shift(by count: Int) {
        let place = min(column, columns - 1)
        let part = Array(cells[row][place...])
        let blanks = Array(repeating: Cell(isMarked: isMarked), count: min(abs(count), part.count))
        let moved = count > 0 ? part.dropFirst(count) + blanks : blanks + part.dropLast(-count)
        cells[row].replaceSubrange(place..., with: moved)
    }

    /// Moves rows up, or down by a number below 0.
    private mutating func scroll(_ range: Range<Int>, by count: Int) {
        guard !range.isEmpty else { return }
        let part = Array(cells[range])
        let blank = Array(repeating: Cell(isMarked: isMarked), count: columns)
        let blanks = Array(repeating: blank, count: min(abs(count), part.count))
        cells.replaceSubrange(range, with: count > 0 ? part.dropFirst(count) + blanks : blanks + part.dropLast(-count))
    }
}
