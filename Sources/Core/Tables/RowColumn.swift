/// A column of a table with one type of row: using one of another table does not compile.
///
/// ```swift
/// static let price = RowColumn<Deal>("price")          // or an index's own: Deal.byPrice.column
/// await table.sort(by: Deal.price, descending: true)
/// ```
public struct RowColumn<Row>: Hashable, Sendable {
    /// The id of the column.
    public let id: TableColumn.ID

    /// Creates a column by its name.
    ///
    /// - Parameter name: The name; whether the table has such a column is found out when it is sorted by it.
    public init(_ name: String) {
        id = TableColumn.ID(rawValue: name)
    }
}
