/// The sort of a table: its column and direction.
public struct TableSort: Hashable, Sendable, Codable {
    /// The column.
    public var column: TableColumn.ID
    /// The direction.
    public var direction: TableDirection

    /// Creates a sort.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - direction: The direction; ascending by default.
    public init(_ column: TableColumn.ID, _ direction: TableDirection = .ascending) {
        self.column = column
        self.direction = direction
    }

    /// Returns the sort after a column was chosen: ascending by it, or reversed when the table was sorted by it.
    ///
    /// - Parameter column: The column that was chosen.
    /// - Returns: The sort from then on.
    package func choosing(_ column: TableColumn.ID) -> TableSort {
        TableSort(column, column == self.column ? direction.reversed : .ascending)
    }
}
