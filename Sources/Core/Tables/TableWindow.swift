/// A part of a sorted table: neighbouring rows and their offset.
public struct TableWindow<Row: Identifiable & Equatable & Sendable>: Equatable, Sendable {
    /// The number of rows of the table before the first of these.
    public var offset: Int
    /// The number of rows of the table.
    public var total: Int
    /// The rows in their order.
    public var rows: [Row]
    /// The sort of the table.
    public var sort: TableSort

    /// Creates a window.
    ///
    /// - Parameters:
    ///   - offset: The number of rows of the table before the first of these.
    ///   - total: The number of rows of the table.
    ///   - rows: The rows in their order.
    ///   - sort: The sort of the table.
    public init(offset: Int, total: Int, rows: [Row], sort: TableSort) {
        self.offset = offset
        self.total = total
        self.rows = rows
        self.sort = sort
    }

    /// The offsets of its rows among all rows.
    public var range: Range<Int> { offset..<(offset + rows.count) }
}
