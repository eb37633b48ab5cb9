import Core
import PostFeatures

/// All that the screen shows.
struct WatchState: Equatable {
    /// Rows that are at hand, neighbours in the table.
    var rows: [Deal] = []
    /// The number of table rows before the first of them.
    var offset = 0
    /// The number of rows before the first one on the screen.
    var top = 0
    /// The number of rows of the table.
    var total = 0
    var sort = TableSort(.init(rawValue: DealColumn.id.rawValue))
    /// The number of deals in all.
    var expected = 0
    /// The number of committed deals.
    var committed = 0
    /// The number of deals that are committed in a second now.
    var rate = 0.0
    var isIngesting = false
    /// The error, if there was one.
    var problem: String?

    /// The column that the table is sorted by.
    var column: DealColumn { DealColumn(rawValue: sort.column.rawValue) ?? .id }

    /// The row of a place in the table, if it is at hand.
    func row(_ rank: Int) -> Deal? {
        let position = rank - offset
        return rows.indices.contains(position) ? rows[position] : nil
    }

    /// Takes over what a table shows now.
    ///
    /// While the rows that the person wants to see are being fetched, those of before stay on the screen.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - visible: The rows that the person wants to see.
    mutating func take(_ table: RecordTableViewModel<Deal>.State, visible: Range<Int>) {
        rows = table.rows
        offset = table.offset
        total = table.total
        sort = table.sort
        let seen = visible.clamped(to: 0..<max(total, visible.lowerBound))
        if table.range.lowerBound <= seen.lowerBound, seen.upperBound <= table.range.upperBound {
            top = seen.lowerBound
        } else {
            top = max(offset, min(top, table.range.upperBound - visible.count))
        }
    }
}
