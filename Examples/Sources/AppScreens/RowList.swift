import PostFeatures
package import ScreenKit

/// A list of rows of which one is chosen, as a part of a screen: keys, clicks and drawing.
///
/// Rows are known by their ids; where some come or go, the chosen one stays.
package struct RowList<ID: Hashable & Sendable>: Sendable {
    private var cursor = ListCursor<ID>()
    private var ids: [ID] = []
    private var page = 1
    /// Whether a row was chosen by somebody.
    private var wasChosen = false
    /// The rows as they were drawn last, from the top: what a click means.
    private var drawn: [ID] = []
    /// The number of lines of each row.
    private let lineCount: Int

    /// Creates a list without rows.
    ///
    /// - Parameter lineCount: The number of lines of each row; 1 by default.
    package init(lineCount: Int = 1) {
        self.lineCount = lineCount
    }

    /// The index of the chosen row; 0 in an empty list.
    package var selected: Int { cursor.selected }
    /// The id of the chosen row; nil in an empty list.
    package var selectedID: ID? { cursor.selectedID }
    /// The place in the list, for a title; nothing in an empty list.
    package var place: String { ids.isEmpty ? "" : "\(cursor.selected + 1)/\(ids.count)" }
    /// The ids of the rows that can be seen.
    package var visible: ArraySlice<ID> { ids[cursor.visible] }

    /// Takes over the rows that there are now.
    ///
    /// - Parameter ids: Their ids.
    package mutating func follow(_ ids: [ID]) {
        self.ids = ids
        // Until somebody has chosen one, the first row is the chosen one, whatever comes above it.
        if !wasChosen { cursor = ListCursor() }
        cursor.update(ids, height: page, id: \.self)
    }

    /// Chooses a row.
    ///
    /// - Parameter index: Its index; another one than there is is brought to the nearest.
    package mutating func select(_ index: Int) {
        wasChosen = true
        cursor.select(index, in: ids, id: \.self)
    }

    /// Moves as an action says.
    ///
    /// - Parameter action: The action.
    /// - Returns: False for one that does not move.
    package mutating func move(by action: some ScreenAction) -> Bool {
        guard let row = action.row(from: cursor.selected, count: ids.count, page: page) else { return false }
        select(row)
        return true
    }

    /// Chooses the row that a click meets.
    ///
    /// - Parameter line: The line of the list, from its top.
    /// - Returns: True where that row was chosen already, so that it opens.
    package mutating func click(line: Int) -> Bool {
        guard line >= 0, drawn.indices.contains(line / lineCount) else { return false }
        let id = drawn[line / lineCount]
        guard let index = ids.firstIndex(of: id) else { return false }
        if index == cursor.selected { return true }
        select(index)
        return false
    }

    /// Draws the rows that can be seen.
    ///
    /// - Parameters:
    ///   - region: The part of the screen.
    ///   - screen: The screen.
    ///   - isActive: Whether the chosen row is marked; true by default.
    ///   - lines: Gives the lines of a row by its index; each is cut to the width.
    package mutating func draw(
        in region: ScreenRegion, on screen: inout Screen, isActive: Bool = true, lines: (Int) -> [StyledText]
    ) {
        page = max(1, region.rows.count / lineCount)
        cursor.update(ids, height: page, id: \.self)
        drawn = Array(visible)
        let room = max(0, region.columns.count - 2)
        for (place, index) in cursor.visible.enumerated() {
            let isChosen = isActive && index == cursor.selected
            screen.addPart(
                "\(ids[index])", at: index, rows: place * lineCount..<(place + 1) * lineCount, in: region,
                isChosen: isChosen)
            let mark = StyledText(isChosen ? screen.mark : "  ", CellStyle(.cyan, attributes: .bold))
            for (offset, line) in lines(index).prefix(lineCount).enumerated() {
                let line = (isChosen && offset == 0 ? line.with(.bold) : line).truncated(toColumns: room)
                screen.draw((offset == 0 ? mark : "  ") + line, row: place * lineCount + offset, in: region)
            }
        }
    }
}

extension CellStyle {
    /// The style of a screen's title.
    package static let title = CellStyle(.yellow, attributes: .bold)
    /// The style of what went wrong.
    package static let problem = CellStyle(.red, attributes: .bold)
}
