public import Core

extension RecordTableViewModel {
    /// The state of a table to draw.
    public struct State: Equatable, Sendable {
        /// The rows to draw, neighbours in the table: the visible ones, and some above and below.
        public var rows: [Row]
        /// The number of rows of the table before the first of ``rows``.
        public var offset: Int
        /// The number of rows of the table.
        public var total: Int
        /// The sort of ``rows``.
        public var sort: TableSort
        /// The sort that the person has chosen, while ``rows`` are sorted otherwise; `nil` when they are not.
        public var nextSort: TableSort?
        /// The row that the person selected.
        public var selectedID: Row.ID?
        /// Whether rows are being fetched that are needed to go on; what is shown stays meanwhile.
        public var isFetching = false
        /// The reason why the last fetch failed, until the next success; ``rows`` stay as they are until the person
        /// scrolls, sorts or loads again.
        public var error: DataError?

        /// Creates a state, for a preview or a snapshot test; by default that of a table that was not loaded yet.
        ///
        /// - Parameters:
        ///   - sort: The sort of the rows.
        ///   - rows: The rows to draw; they are all of the table behind `offset`.
        ///   - offset: The number of rows of the table before the first of them.
        public init(sort: TableSort, rows: [Row] = [], offset: Int = 0) {
            self.sort = sort
            self.rows = rows
            self.offset = offset
            total = offset + rows.count
        }

        /// The ranks of ``rows``.
        public var range: Range<Int> { offset..<(offset + rows.count) }
    }
}
