public import Core

extension RecordTableViewModel {
    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// The rows to draw, neighbours in the table: what can be seen, and some above and below.
        public internal(set) var rows: [Row] = []
        /// How many rows of the table come before the first of ``rows``.
        public internal(set) var offset = 0
        /// How many rows the table has.
        public internal(set) var total = 0
        /// How ``rows`` are sorted.
        public internal(set) var sort: TableSort
        /// How the person wants them sorted, while they are not; `nil` when they are.
        public internal(set) var nextSort: TableSort?
        /// The row that the person chose.
        public internal(set) var selectedID: Row.ID?
        /// Whether rows are being fetched that are needed to go on; what is shown stays meanwhile.
        public internal(set) var isFetching = false
        /// Why the last fetch failed, until the next success; ``rows`` are those of before, and stay as they are until
        /// the person scrolls, sorts or loads again.
        public internal(set) var error: DataError?

        /// Creates a state, for a preview or a snapshot test; by default that of a table that was not loaded yet.
        ///
        /// - Parameters:
        ///   - sort: How the rows are sorted.
        ///   - rows: The rows to draw.
        ///   - offset: How many rows of the table come before the first of them.
        ///   - total: How many rows the table has; those that are given by default.
        ///   - nextSort: How the person wants them sorted, while they are not.
        ///   - selectedID: The row that the person chose.
        ///   - isFetching: Whether rows are being fetched.
        ///   - error: Why the last fetch failed.
        public init(
            sort: TableSort, rows: [Row] = [], offset: Int = 0, total: Int? = nil, nextSort: TableSort? = nil,
            selectedID: Row.ID? = nil, isFetching: Bool = false, error: DataError? = nil
        ) {
            self.sort = sort
            self.rows = rows
            self.offset = offset
            self.total = total ?? offset + rows.count
            self.nextSort = nextSort
            self.selectedID = selectedID
            self.isFetching = isFetching
            self.error = error
        }

        /// The ranks of ``rows``.
        public var range: Range<Int> { offset..<(offset + rows.count) }
    }
}
