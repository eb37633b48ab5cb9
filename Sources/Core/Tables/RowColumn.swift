/// A column of a table of one type of row: one of another table is a mistake that the compiler finds.
///
/// ```swift
/// static let price = RowColumn<Deal>("price")          // or an index's own: Deal.byPrice.column
/// await table.sort(by: Deal.price, descending: true)
/// ```
public struct RowColumn<Row>: Hashable, Sendable {
    /// Its name.
    public let id: TableColumn.ID

    /// Names a column.
    ///
    /// - Parameter name: Its name; whether the table has one of this name is found out when it is sorted by.
    public init(_ name: String) {
        id = TableColumn.ID(rawValue: name)
    }
}
