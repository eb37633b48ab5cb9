/// A rectangle of cells.
package struct ScreenRegion: Hashable, Sendable {
    /// The rows, from 0 at the top.
    package var rows: Range<Int>
    /// The columns, from 0 at the left.
    package var columns: Range<Int>

    package init(rows: Range<Int>, columns: Range<Int>) {
        self.rows = rows
        self.columns = columns
    }

    /// The whole of a screen.
    package init(_ size: ScreenSize) {
        self.init(rows: 0..<size.rows, columns: 0..<size.columns)
    }

    package var size: ScreenSize { ScreenSize(columns: columns.count, rows: rows.count) }

    /// Whether a cell lies in it.
    ///
    /// - Parameters:
    ///   - row: The cell's row.
    ///   - column: The cell's column.
    /// - Returns: True where it does.
    package func contains(row: Int, column: Int) -> Bool { rows.contains(row) && columns.contains(column) }

    /// Takes rows off the top.
    ///
    /// - Parameter count: How many; fewer where there are fewer.
    /// - Returns: The rows that were taken.
    package mutating func takeTop(_ count: Int) -> ScreenRegion {
        let end = min(rows.upperBound, rows.lowerBound + max(0, count))
        defer { rows = end..<rows.upperBound }
        return ScreenRegion(rows: rows.lowerBound..<end, columns: columns)
    }

    /// Takes rows off the bottom.
    ///
    /// - Parameter count: How many; fewer where there are fewer.
    /// - Returns: The rows that were taken.
    package mutating func takeBottom(_ count: Int) -> ScreenRegion {
        let start = max(rows.lowerBound, rows.upperBound - max(0, count))
        defer { rows = rows.lowerBound..<start }
        return ScreenRegion(rows: start..<rows.upperBound, columns: columns)
    }

    /// Takes columns off the left.
    ///
    /// - Parameter count: How many; fewer where there are fewer.
    /// - Returns: The columns that were taken.
    package mutating func takeLeft(_ count: Int) -> ScreenRegion {
        let end = min(columns.upperBound, columns.lowerBound + max(0, count))
        defer { columns = end..<columns.upperBound }
        return ScreenRegion(rows: rows, columns: columns.lowerBound..<end)
    }
}
