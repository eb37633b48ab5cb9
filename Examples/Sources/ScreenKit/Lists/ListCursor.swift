/// The chosen row of a list, and the part of it that can be seen.
///
/// Rows are known by their ids: where rows come or go above, the chosen one stays where it is on the screen. Where the
/// chosen row itself goes, the one that takes its place is chosen.
package struct ListCursor<ID: Hashable & Sendable>: Sendable {
    /// The index of the chosen row; 0 in an empty list.
    package private(set) var selected = 0
    /// The index of the first row that can be seen.
    package private(set) var top = 0
    /// The id of the chosen row; nil in an empty list.
    package private(set) var selectedID: ID?
    private var count = 0
    private var height = 1

    package init() {}

    /// The indices of the rows that can be seen.
    package var visible: Range<Int> { top..<min(count, top + height) }

    /// Takes over the rows.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - height: The number of rows that can be seen, at least 1.
    ///   - id: Gives a row's id.
    /// - Complexity: O(1) where the chosen row has not moved; else O(*n*) comparisons of ids.
    package mutating func update<Rows: RandomAccessCollection>(
        _ rows: Rows, height: Int, id: (Rows.Element) -> ID
    ) where Rows.Index == Int {
        count = rows.count
        self.height = max(1, height)
        if let wanted = selectedID, !(rows.indices.contains(selected) && id(rows[selected]) == wanted),
            let found = rows.firstIndex(where: { id($0) == wanted })
        {
            top += found - selected
            selected = found
        }
        selected = max(0, min(selected, count - 1))
        selectedID = rows.indices.contains(selected) ? id(rows[selected]) : nil
        keepInSight()
    }

    /// Chooses a row.
    ///
    /// - Parameters:
    ///   - index: The row's index; another one than there is is brought to the nearest.
    ///   - rows: The rows.
    ///   - id: Gives a row's id.
    package mutating func select<Rows: RandomAccessCollection>(
        _ index: Int, in rows: Rows, id: (Rows.Element) -> ID
    ) where Rows.Index == Int {
        count = rows.count
        selected = max(0, min(index, count - 1))
        selectedID = rows.indices.contains(selected) ? id(rows[selected]) : nil
        keepInSight()
    }

    /// Puts a row at the top, as far as the list's end allows it; the chosen row stays, unless it cannot be seen then.
    ///
    /// - Parameters:
    ///   - index: The row's index.
    ///   - rows: The rows.
    ///   - id: Gives a row's id.
    package mutating func scroll<Rows: RandomAccessCollection>(
        to index: Int, in rows: Rows, id: (Rows.Element) -> ID
    ) where Rows.Index == Int {
        count = rows.count
        top = max(0, min(index, count - height))
        select(max(visible.lowerBound, min(selected, visible.upperBound - 1)), in: rows, id: id)
    }

    private mutating func keepInSight() {
        top = min(top, selected)
        top = max(top, selected - height + 1)
        top = max(0, min(top, count - height))
    }
}
