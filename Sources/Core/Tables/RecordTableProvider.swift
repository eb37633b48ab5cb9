/// A live table of records that may be far larger than memory: sorted by any of its columns, read through windows.
///
/// The contract:
/// - The order is total. Rows that are equal in the sorted column are in ascending order of their ids, whichever way
///   the column goes; the order by id itself has no ties.
/// - A window is of one moment: `offset`, `total` and `rows` belong together, and no batch is half in it.
/// - A window is full where the table has rows enough: near the end it begins earlier, rather than come up short.
/// - A live window is anchored at a row, `lead` rows behind its first one. Rows that are inserted or deleted above
///   move its offset and nothing else. When that row goes, or is sorted away by a change, its place is the anchor,
///   and the row that has come to that place from then on. ``TableStart/top`` is anchored at the top itself.
/// - Reading holds neither the caller's actor nor a thread of Swift's cooperative pool for long.
///
/// The module Mocks has one in memory for tests, and Database has one over a JSON store.
public protocol RecordTableProvider<Row>: Sendable {
    /// A record as the table shows it.
    associatedtype Row: Identifiable & Equatable & Sendable where Row.ID: Sendable

    /// The columns that the table can be sorted by, in the order in which they are shown; at least one.
    var columns: [TableColumn] { get }

    /// Returns a part of the table as it is now.
    ///
    /// - Parameter request: The part.
    /// - Returns: The window.
    /// - Throws: An error that says `CodedError`, with the code `invalidInput` for a column that the table does not
    ///   have; `CancellationError` when the task was cancelled.
    func window(_ request: TableRequest<Row.ID>) async throws -> TableWindow<Row>

    /// Returns the number of rows before one.
    ///
    /// - Parameters:
    ///   - id: The row.
    ///   - sort: The sort of the table.
    /// - Returns: Its rank from 0; `nil` when there is no such row.
    /// - Throws: As ``window(_:)``.
    func rank(of id: Row.ID, by sort: TableSort) async throws -> Int?

    /// Observes a part of the table: yields it as it is now, and then whenever it has changed.
    ///
    /// The first window comes at once. Each further one is read when it is asked for, so a slow consumer gets one for
    /// many changes, and only when it differs from the last one. It ends when its task is cancelled, and when the
    /// table is closed.
    ///
    /// - Parameter request: The part.
    /// - Returns: The windows, for one consumer. A failure ends them with an error that says `CodedError`.
    func windows(_ request: TableRequest<Row.ID>) -> any AsyncSequence<TableWindow<Row>, any Error> & Sendable
}

extension RecordTableProvider {
    /// Returns the number of rows of the table now.
    ///
    /// - Returns: The number.
    /// - Throws: As ``window(_:)``.
    public func count() async throws -> Int {
        precondition(!columns.isEmpty, "A table has at least one column.")
        return try await window(TableRequest(TableSort(columns[0].id), limit: 0)).total
    }
}

extension DataError {
    /// Creates the error for a column that a table cannot be sorted by.
    ///
    /// - Parameters:
    ///   - column: The column that it does not have.
    ///   - columns: Those that it has.
    /// - Returns: The error, with the code `invalidInput`.
    package static func noColumn(_ column: TableColumn.ID, of columns: [TableColumn]) -> DataError {
        let names = columns.map(\.id.rawValue).joined(separator: ", ")
        return DataError(
            .invalidInput, message: "The table cannot be sorted by '\(column)'. Its columns are \(names).")
    }
}
