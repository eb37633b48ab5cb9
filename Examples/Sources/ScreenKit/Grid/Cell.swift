import ConsoleKit

/// One place of the screen's grid.
package struct Cell: Hashable, Sendable {
    /// The character; a blank where nothing is, and in the right half of a wide character.
    package let character: Character
    /// The colours and attributes.
    package let style: CellStyle
    /// The number of cells that the character takes: 1 or 2; 0 for the right half of a wide one.
    package let columns: Int

    /// A blank in the terminal's own colours.
    package static let blank = Cell(" ", style: .plain, columns: 1)

    /// A blank in some style.
    ///
    /// - Parameter style: The style.
    /// - Returns: The cell.
    package static func blank(_ style: CellStyle) -> Cell { Cell(" ", style: style, columns: 1) }

    /// Whether all terminals give the character the same width; those that have pictures do so with a picture's.
    var isCertain: Bool {
        if case .picture? = style.foreground { return true }
        return DisplayWidth.isCertain(character)
    }

    /// Whether it is a sign that East Asian terminals may show in two cells.
    var isAmbiguousSign: Bool { columns == 1 && DisplayWidth.isAmbiguousSign(character) }

    init(_ character: Character, style: CellStyle, columns: Int) {
        self.character = character
        self.style = style
        self.columns = columns
    }

    /// The cells of a character.
    ///
    /// - Parameters:
    ///   - character: The character.
    ///   - style: Its style.
    /// - Returns: One cell or two; none for a character that has no width.
    static func cells(of character: Character, style: CellStyle) -> [Cell] {
        let columns = DisplayWidth.of(character)
        guard columns > 0 else { return [] }
        let first = Cell(character, style: style, columns: columns)
        return columns == 1 ? [first] : [first, Cell(" ", style: style, columns: 0)]
    }
}
