public import Core

extension TableWindow {
    /// A window of a table.
    ///
    /// - Parameters:
    ///   - rows: Its rows.
    ///   - offset: How many rows of the table come before; none by default.
    ///   - total: How many rows the table has; as many as come before and are in it by default.
    ///   - sort: How it is sorted; ascending by `id` by default.
    /// - Returns: The window.
    public static func mock(
        _ rows: [Row], offset: Int = 0, total: Int? = nil, sort: TableSort = .mock()
    ) -> TableWindow {
        TableWindow(offset: offset, total: total ?? offset + rows.count, rows: rows, sort: sort)
    }
}

extension TableSort {
    /// A sort.
    ///
    /// - Parameters:
    ///   - column: The name of the column; `id` by default.
    ///   - direction: Which way; ascending by default.
    /// - Returns: The sort.
    public static func mock(_ column: String = "id", _ direction: TableDirection = .ascending) -> TableSort {
        TableSort(TableColumn.ID(rawValue: column), direction)
    }
}
