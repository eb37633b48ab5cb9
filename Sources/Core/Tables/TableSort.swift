/// How a table is sorted: by which column, and which way.
public struct TableSort: Hashable, Sendable, Codable {
    /// The column.
    public var column: TableColumn.ID
    /// Which way.
    public var direction: TableDirection

    /// Describes a sort.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - direction: Which way; ascending by default.
    public init(_ column: TableColumn.ID, _ direction: TableDirection = .ascending) {
        self.column = column
        self.direction = direction
    }

    /// What choosing a column makes of this sort: ascending by it first, and reversed when it is chosen again.
    ///
    /// - Parameter column: The column that was chosen.
    /// - Returns: The sort from then on.
    public func choosing(_ column: TableColumn.ID) -> TableSort {
        TableSort(column, column == self.column ? direction.reversed : .ascending)
    }
}
