/// A request for a part of a table.
public struct TableRequest<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The sort of the table.
    public var sort: TableSort
    /// The row that the window is anchored at.
    public var start: TableStart<ID>
    /// The maximum number of rows.
    public var limit: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - sort: The sort of the table.
    ///   - start: The row that the window is anchored at; the top by default.
    ///   - limit: The maximum number of rows, 0 or more; 0 asks for the number of rows of the table alone.
    public init(_ sort: TableSort, from start: TableStart<ID> = .top, limit: Int) {
        precondition(limit >= 0, "A window cannot have \(limit) rows.")
        self.sort = sort
        self.start = start
        self.limit = limit
    }
}
