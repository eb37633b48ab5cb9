/// A terminal in memory: takes what a program writes, and shows it as a grid of cells.
///
/// It knows what ScreenKit sends and refuses everything else, so that a test fails where a text's escape sequence gets
/// through. Terminals measure in two ways, and it can do both.
package struct TerminalGrid: Equatable {
    /// The way in which a terminal finds out how wide a text is.
    package enum Measure: Sendable, CaseIterable {
        /// By what a person sees as one character, as few do.
        case clusters
        /// By each scalar, as most do: a family of four takes eight cells, and a heart with a selector one.
        case scalars
        /// By characters, and signs that Unicode calls ambiguous are wide, as East Asian terminals have them.
        case wideSigns
    }

    /// A cell: its text, empty in the right half of a wide one, and the codes of its style.
    package struct Cell: Hashable {
        package var text = " "
        package var style = ""
    }

    package private(set) var columns: Int
    package private(set) var rows: Int
    package private(set) var cells: [[Cell]]
    package private(set) var row = 0
    package private(set) var column = 0
    /// The modes that are on, by their numbers.
    package var modes: Set<Int> = [7, 25]
    /// The texts that were given to the clipboard, as they were sent.
    package private(set) var copied: [String] = []
    /// The pictures that it was given.
    package private(set) var pictures = GridPictures()
    /// The questions that it was asked, as they were sent, without what frames them.
    package private(set) var questions: [String] = []
    /// What it did not understand.
    package private(set) var refused: [String] = []
    /// The number of cells that were written since it was made.
    package private(set) var written = 0
    private let measure: Measure
    private var style = ""
    /// The rows that scroll.
    private var scrolled: Range<Int>

    package init(columns: Int, rows: Int, measure: Measure = .clusters) {
        self.columns = columns
        self.rows = rows
        self.measure = measure
        scrolled = 0..<rows
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    /// The text of a row, without blanks at its end.
    package func text(ofRow row: Int) -> String {
        var text = cells[row].map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The texts of all rows.
    package var text: String { (0..<rows).map(text(ofRow:)).joined(separator: "\n") }

    /// The cells that hold places of pictures that it has and that are as large as that.
    package var pictureCells: [GridPictures.Place] {
        cells.joined().compactMap { cell in
            guard let place = GridPictures.place(cell.text, style: cell.style),
                let size = pictures.pictures[place.id]?.cells, place.row < size.rows, place.column < size.columns
            else { return nil }
            return place
        }
    }

    /// Takes another size; what is on the screen stays at the top left, as in most terminals.
    package mutating func resize(columns: Int, rows: Int) {
        var resized = TerminalGrid(columns: columns, rows: rows, measure: measure)
        for row in 0..<min(rows, self.rows) {
            for column in 0..<min(columns, self.columns) { resized.cells[row][column] = cells[row][column] }
        }
        (cells, self.columns, self.rows) = (resized.cells, columns, rows)
        scrolled = 0..<rows
        (row, column) = (min(row, rows - 1), min(column, columns - 1))
    }

    /// Takes what a program has written, in whole sequences.
    package mutating func feed(_ bytes: [UInt8]) {
        var text = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = text.first {
            if scalar == "\u{1B}" {
                text = escape(text.dropFirst())
            } else if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                control(scalar)
                text = text.dropFirst()
            } else {
                let end = text.firstIndex { $0.value < 0x20 } ?? text.endIndex
                print(String(text[..<end]))
                text = text[end...]
            }
        }
    }

    // MARK: Texts

    private mutating func print(_ text: String) {
        switch measure {
        case .clusters:
            for character in text { put(String(character), columns: Self.columns(of: character)) }
        case .scalars:
            for scalar in text.unicodeScalars { put(String(scalar), columns: Self.columns(of: scalar)) }
        case .wideSigns:
            for character in text {
                put(String(character), columns: Self.isWideSign(character) ? 2 : Self.columns(of: character))
            }
        }
    }

    private mutating func put(_ text: String, columns width: Int) {
        if width == 0 {
            // It belongs to the character before.
            var before = max(0, column - 1)
            if cells[row][before].text.isEmpty, before > 0 { before -= 1 }
            cells[row][before].text += text
            return
        }
        // Lines do not break: at the edge the last cells are written over.
        if column + width > columns { column = columns - width }
        for offset in 0..<width { blankHalves(column + offset) }
        cells[row][column] = Cell(text: text, style: style)
        for offset in 1..<max(1, width) { cells[row][column + offset] = Cell(text: "", style: style) }
        written += width
        column = min(columns, column + width)
    }

    /// A wide character of which one half is written over is gone.
    private mutating func blankHalves(_ column: Int) {
        if cells[row][column].text.isEmpty, column > 0 { cells[row][column - 1].text = " " }
        if column + 1 < columns, cells[row][column + 1].text.isEmpty { cells[row][column + 1].text = " " }
    }

    private mutating func control(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x0D: column = 0
        case 0x0A: row = min(rows - 1, row + 1)
        default: refused.append("U+\(String(scalar.value, radix: 16))")
        }
    }

    /// Widths as a terminal of its own has them, so that ScreenKit's are not compared with themselves.
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1160...0x11FF: return 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// Some of those that are ambiguous.
    private static func isWideSign(_ character: Character) -> Bool { "·—–…│●“”‘’•×→♥§".contains(character) }

    private static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.contains("\u{FE0F}") || scalars.contains("\u{200D}") { return 2 }
        if scalars.count == 2, scalars.allSatisfy({ (0x1F1E6...0x1F1FF).contains($0.value) }) { return 2 }
        return min(2, scalars.map(columns(of:)).max() ?? 0)
    }

    // MARK: Sequences

    private mutating func escape(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        if String(text.prefix(6)) == "]52;c;", let end = text.firstIndex(of: "\u{7}") {
            copied.append(String(text[text.index(text.startIndex, offsetBy: 6)..<end]))
            return text[text.index(after: end)...]
        }
        if String(text.prefix(6)) == "]11;?\u{7}" {
            // What it answers is typed by the test.
            questions.append("11;?")
            return text.dropFirst(6)
        }
        if String(text.prefix(2)) == "_G", let end = text.firstIndex(of: "\u{1B}"),
            String(text[end...].prefix(2)) == "\u{1B}\\"
        {
            let command = String(text[text.index(text.startIndex, offsetBy: 2)..<end])
            if let wrong = pictures.take(command) { refused.append("picture: \(wrong)") }
            return text[end...].dropFirst(2)
        }
        guard text.first == "[", let end = text.dropFirst().firstIndex(where: { (0x40...0x7E).contains($0.value) })
        else {
            refused.append("ESC \(String(text.prefix(1)))")
            return text.dropFirst()
        }
        let body = String(text[text.index(after: text.startIndex)..<end])
        sequence(body, text[end])
        return text[text.index(after: end)...]
    }

    /// Whether the codes are attributes, and colours of the three ways to say one.
    private static func isStyle(_ body: String) -> Bool {
        var codes = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? -1 }[...]
        if body.isEmpty { return true }
        while let code = codes.popFirst() {
            switch code {
            case 0, 1, 2, 3, 4, 7, 9, 30...37, 40...47, 90...97, 100...107: continue
            case 38, 48:
                let kind = codes.popFirst()
                let count = kind == 2 ? 3 : kind == 5 ? 1 : 0
                guard count > 0, codes.count >= count,
                    codes.prefix(count).allSatisfy({ (0...255).contains($0) })
                else { return false }
                codes = codes.dropFirst(count)
            default: return false
            }
        }
        return true
    }

    private mutating func sequence(_ body: String, _ end: Unicode.Scalar) {
        let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 1 }
        switch end {
        case "H":
            row = min(rows - 1, (numbers.first ?? 1) - 1)
            column = min(columns - 1, (numbers.count > 1 ? numbers[1] : 1) - 1)
        case "G": column = min(columns - 1, (numbers.first ?? 1) - 1)
        case "K" where body.isEmpty:
            for place in column..<max(column, columns) { blankHalves(place) }
            for place in column..<max(column, columns) { cells[row][place] = Cell(text: " ", style: "") }
        case "J" where body == "2":
            cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
        case "r":
            let isWhole = body.isEmpty
            scrolled = isWhole ? 0..<rows : numbers[0] - 1..<min(rows, numbers[1])
            (row, column) = (0, 0)
        case "M", "L":
            guard scrolled.contains(row) else { break }
            for _ in 0..<(numbers.first ?? 1) {
                cells.remove(at: end == "M" ? row : scrolled.upperBound - 1)
                cells.insert(
                    Array(repeating: Cell(), count: columns), at: end == "M" ? scrolled.upperBound - 1 : row)
            }
            column = 0
        case "m":
            if !Self.isStyle(body) { refused.append("CSI \(body)m") }
            style = body.hasPrefix("0;") ? String(body.dropFirst(2)) : body
        case "c" where body.isEmpty, "q" where body == ">": questions.append("\(body)\(end)")
        case "h" where body.hasPrefix("?"): modes.insert(Int(body.dropFirst()) ?? -1)
        case "l" where body.hasPrefix("?"): modes.remove(Int(body.dropFirst()) ?? -1)
        default: refused.append("CSI \(body)\(end)")
        }
    }
}
