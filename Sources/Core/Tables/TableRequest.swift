/// Which part of a table is asked for.
public struct TableRequest<ID: Hashable & Sendable>: Hashable, Sendable {
    /// How the table is sorted.
    public var sort: TableSort
    /// Where the window begins.
    public var start: TableStart<ID>
    /// How many rows it has at most.
    public var limit: Int

    /// Describes a part of a table.
    ///
    /// - Parameters:
    ///   - sort: How the table is sorted.
    ///   - start: Where the window begins; at the top by default.
    ///   - limit: How many rows it has at most, 0 or more. None, to learn the number of rows alone.
    public init(_ sort: TableSort, from start: TableStart<ID> = .top, limit: Int) {
        precondition(limit >= 0, "A window cannot have \(limit) rows.")
        self.sort = sort
        self.start = start
        self.limit = limit
    }
}
