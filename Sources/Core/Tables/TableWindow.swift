/// A part of a sorted table: neighbours, and where they are.
public struct TableWindow<Row: Identifiable & Equatable & Sendable>: Equatable, Sendable {
    /// How many rows of the table come before the first of these.
    public var offset: Int
    /// How many rows the table has.
    public var total: Int
    /// The rows in their order.
    public var rows: [Row]
    /// How the table is sorted.
    public var sort: TableSort

    /// Describes a part of a table.
    ///
    /// - Parameters:
    ///   - offset: How many rows of the table come before the first of these.
    ///   - total: How many rows the table has.
    ///   - rows: The rows in their order.
    ///   - sort: How the table is sorted.
    public init(offset: Int, total: Int, rows: [Row], sort: TableSort) {
        self.offset = offset
        self.total = total
        self.rows = rows
        self.sort = sort
    }

    /// The offsets of its rows among all.
    public var range: Range<Int> { offset..<(offset + rows.count) }
}
