import ConsoleKit

/// What a terminal is to show: a grid of cells, and perhaps a cursor.
///
/// Whatever is drawn is harmless: no control character, escape sequence or change of direction of a text gets into a
/// cell. A wide character is never drawn by half: where it does not fit, or where one half of it is drawn over, there
/// are blanks.
package struct Screen: Equatable, Sendable {
    /// A place on the screen, from 0 at the top left.
    package struct Place: Hashable, Sendable {
        package var row: Int
        package var column: Int

        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// A row of a list as it was drawn, in one or more rows of the screen: what a program says that writes lines.
    package struct Part: Equatable, Sendable {
        /// The name by which the list knows it.
        package let id: String
        /// Its number in the list, from 1.
        package let number: Int
        /// The rows of the screen that it takes.
        package let rows: Range<Int>
        package let isChosen: Bool
    }

    /// The scalars of a character that are drawn at most.
    ///
    /// A family of four has seven, one with skin tones eleven; a text that puts hundreds of marks on a letter would fill
    /// lines above and below.
    private static let mostScalars = 16

    /// The two cells in front of the row that keys go to.
    package static let mark = "> "

    /// The number of cells.
    package let size: ScreenSize
    /// The place of the cursor; nil while it is hidden.
    package var cursor: Place?
    /// The two cells in front of the chosen row of a list: other ones where keys go elsewhere.
    package var mark = Self.mark
    /// The pictures that the terminal is to draw, by their ids; those of which no cell is seen are not sent.
    package var pictures: [UInt32: ScreenPicture] = [:]
    private var cells: [Cell]
    /// The rows of lists that were drawn; none where nobody asks for them.
    package private(set) var parts: [Part] = []
    private let keepsParts: Bool

    /// Creates an empty screen.
    ///
    /// - Parameters:
    ///   - size: The number of cells.
    ///   - keepsParts: Whether it is asked for the rows of lists; false by default.
    package init(_ size: ScreenSize, keepsParts: Bool = false) {
        self.size = size
        self.keepsParts = keepsParts
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// The cells of a row, from the left.
    ///
    /// - Parameter number: The row.
    package subscript(row number: Int) -> ArraySlice<Cell> {
        cells[number * size.columns..<(number + 1) * size.columns]
    }

    /// The text of a row, without blanks at its end.
    ///
    /// - Parameter row: The row.
    /// - Returns: Its characters.
    package func text(ofRow row: Int) -> String {
        var text = String(self[row: row].filter { $0.columns > 0 }.map(\.character))
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The pictures of which a cell is seen, in the order of their ids.
    var shownPictures: [ScreenPicture] {
        guard !pictures.isEmpty else { return [] }
        var ids: Set<UInt32> = []
        for cell in cells {
            if case .picture(let id)? = cell.style.foreground { ids.insert(id) }
        }
        return ids.sorted().compactMap { pictures[$0] }
    }

    /// Draws a text in a row of a region, and blanks behind it up to the region's edge.
    ///
    /// - Parameters:
    ///   - text: The text; what does not fit is left out.
    ///   - row: The row within the region, from 0.
    ///   - region: The region; nothing outside of it is changed.
    ///   - fill: The style of the blanks.
    package mutating func draw(
        _ text: StyledText, row: Int, in region: ScreenRegion, fill: CellStyle = .plain
    ) {
        let row = region.rows.lowerBound + row
        guard region.rows.contains(row), (0..<size.rows).contains(row) else { return }
        let columns = region.columns.clamped(to: 0..<size.columns)
        guard !columns.isEmpty else { return }
        var column = columns.lowerBound
        drawing: for run in text.runs {
            // No text of anybody's can have the colour of a picture.
            for character in run.isPicture ? run.text : run.text.harmless {
                let cells = Cell.cells(of: Self.bounded(character), style: run.style)
                guard column + cells.count <= columns.upperBound else { break drawing }
                for cell in cells {
                    set(cell, row, column)
                    column += 1
                }
            }
        }
        while column < columns.upperBound {
            set(.blank(fill), row, column)
            column += 1
        }
        mendEdges(row, columns)
    }

    /// Fills a region with blanks.
    ///
    /// - Parameters:
    ///   - region: The region.
    ///   - style: The style of the blanks.
    package mutating func clear(_ region: ScreenRegion, _ style: CellStyle = .plain) {
        for row in 0..<region.rows.count { draw("", row: row, in: region, fill: style) }
    }

    /// Says that rows of the screen are a row of a list.
    ///
    /// - Parameters:
    ///   - id: The name by which the list knows it.
    ///   - index: Its index in the list.
    ///   - rows: The rows, within the region.
    ///   - region: The region.
    ///   - isChosen: Whether it is the chosen one.
    package mutating func addPart(
        _ id: @autoclosure () -> String, at index: Int, rows: Range<Int>, in region: ScreenRegion, isChosen: Bool
    ) {
        guard keepsParts else { return }
        let start = region.rows.lowerBound
        let rows = (rows.lowerBound + start..<rows.upperBound + start).clamped(to: region.rows)
        parts.append(Part(id: id(), number: index + 1, rows: rows, isChosen: isChosen))
    }

    /// Moves rows up within some of them; what comes in is blank.
    ///
    /// - Parameters:
    ///   - rows: The rows that move.
    ///   - distance: How far up; below 0, how far down.
    mutating func scroll(_ rows: ClosedRange<Int>, by distance: Int) {
        let before = self
        for row in rows {
            let source = row + distance
            let range = row * size.columns..<(row + 1) * size.columns
            cells.replaceSubrange(
                range,
                with: rows.contains(source)
                    ? before[row: source] : Array(repeating: Cell.blank, count: size.columns)[...])
        }
    }

    private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
        cells[row * size.columns + column] = cell
    }

    /// Makes blanks of the halves of wide characters whose other half was drawn over.
    private mutating func mendEdges(_ row: Int, _ columns: Range<Int>) {
        let start = row * size.columns
        if columns.lowerBound > 0, cells[start + columns.lowerBound - 1].columns == 2 {
            let cut = cells[start + columns.lowerBound - 1]
            cells[start + columns.lowerBound - 1] = .blank(cut.style)
        }
        if columns.upperBound < size.columns, cells[start + columns.upperBound].columns == 0 {
            let cut = cells[start + columns.upperBound]
            cells[start + columns.upperBound] = .blank(cut.style)
        }
    }

    private static func bounded(_ character: Character) -> Character {
        let scalars = character.unicodeScalars
        guard scalars.index(scalars.startIndex, offsetBy: mostScalars, limitedBy: scalars.endIndex) != nil,
            scalars.count > mostScalars
        else { return character }
        let kept = String(String.UnicodeScalarView(scalars.prefix(mostScalars)))
        // A part of a character is one character, but for a joiner at its end.
        return kept.count == 1 ? Character(kept) : kept.first ?? " "
    }
}
