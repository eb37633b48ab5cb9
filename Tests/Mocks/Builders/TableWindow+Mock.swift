public import Core

extension TableWindow {
    /// Makes a window of a table.
    ///
    /// - Parameters:
    ///   - rows: Its rows.
    ///   - offset: The number of rows before the window; 0 by default.
    ///   - total: The number of rows of the table; those before and in the window by default.
    ///   - sort: The sort; ascending by `id` by default.
    /// - Returns: The window.
    public static func mock(
        _ rows: [Row], offset: Int = 0, total: Int? = nil, sort: TableSort = .mock()
    ) -> TableWindow {
        TableWindow(offset: offset, total: total ?? offset + rows.count, rows: rows, sort: sort)
    }
}

extension TableSort {
    /// Makes a sort.
    ///
    /// - Parameters:
    ///   - column: The name of the column; `id` by default.
    ///   - direction: The direction; ascending by default.
    /// - Returns: The sort.
    public static func mock(_ column: String = "id", _ direction: TableDirection = .ascending) -> TableSort {
        TableSort(TableColumn.ID(rawValue: column), direction)
    }
}
