public import Core

/// A ``Core/RecordTableProvider`` that works, in memory: it sorts all its rows for each window, so keep it small.
///
/// ```swift
/// let table = InMemoryRecordTable([.init("price") { $0.price < $1.price }], rows: deals)
/// table.put(deal)                              // live windows that it touches have something new
/// table.fail(with: DataError(.diskFailure))    // every read fails from now on
/// ```
public final class InMemoryRecordTable<Row: Identifiable & Equatable & Sendable>: RecordTableProvider
where Row.ID: Comparable & Sendable {
    /// A column and how it sorts.
    public struct Column: Sendable {
        /// The column's description.
        public let column: TableColumn
        let isBefore: @Sendable (Row, Row) -> Bool

        /// Describes a column.
        ///
        /// - Parameters:
        ///   - id: Its name.
        ///   - isBefore: Whether one row comes before another by it; rows that are equal by it are sorted by id.
        public init(_ id: String, by isBefore: @escaping @Sendable (Row, Row) -> Bool) {
            column = TableColumn(TableColumn.ID(rawValue: id))
            self.isBefore = isBefore
        }

        /// The column of ids, `id`, which has no ties.
        public static var id: Column { Column("id") { $0.id < $1.id } }
    }

    struct State: Sendable {
        var rows: [Row.ID: Row] = [:]
        var version = 0
        var failure: (any Error)?
        var isClosed = false
        var readers = 0
        var reads = 0
    }

    let state: Monitor<State>
    private let sorts: [Column]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - columns: The columns that it can be sorted by; the id alone by default.
    ///   - rows: The rows at first.
    public init(_ columns: [Column] = [.id], rows: [Row] = []) {
        sorts = columns
        state = Monitor(State(rows: Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })))
    }

    /// The columns that rows can be sorted by.
    public var columns: [TableColumn] { sorts.map(\.column) }

    /// All rows, by id.
    public var rows: [Row] { state.withLock { $0.rows.values.sorted { $0.id < $1.id } } }

    /// The number of windows that were read.
    package var reads: Int { state.withLock { $0.reads } }

    /// Puts rows in, in the place of those with the same ids, all at once.
    ///
    /// - Parameter rows: The rows.
    public func put(_ rows: Row...) {
        change(put: rows)
    }

    /// Puts rows in and takes others out, all at once.
    ///
    /// - Parameters:
    ///   - rows: The rows to put in.
    ///   - ids: The rows to take out.
    public func change(put rows: [Row] = [], remove ids: [Row.ID] = []) {
        state.withLock { state in
            for row in rows { state.rows[row.id] = row }
            for id in ids { state.rows[id] = nil }
            state.version += 1
        }
    }

    /// Makes every read fail from now on, those of live windows too.
    ///
    /// - Parameter error: The error that reads throw; `nil` makes them work again.
    public func fail(with error: (any Error)?) {
        state.withLock { state in
            state.failure = error
            state.version += 1
        }
    }

    /// Ends every live window, as closing a store does.
    public func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Waits until exactly so many live windows are being followed.
    ///
    /// - Parameter count: The number to wait for.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForFollowers(_ count: Int) async throws {
        try await state.wait { $0.readers == count }
    }

    /// A part of the table as it is now.
    ///
    /// - Parameter request: The part of the table.
    /// - Returns: The window.
    /// - Throws: The error given to ``fail(with:)``.
    public func window(_ request: TableRequest<Row.ID>) async throws -> TableWindow<Row> {
        try read(request, from: .start).window
    }

    /// The number of rows before a row.
    ///
    /// - Parameters:
    ///   - id: The row.
    ///   - sort: The order of the table.
    /// - Returns: Its rank from 0; `nil` when there is no such row.
    /// - Throws: The error given to ``fail(with:)``.
    public func rank(of id: Row.ID, by sort: TableSort) async throws -> Int? {
        let isBefore = try order(sort)
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.rows[id].map { row in state.rows.values.count { isBefore($0, row) } }
        }
    }

    /// A part of the table as it is now, and then whenever it has changed.
    ///
    /// - Parameter request: The part of the table.
    /// - Returns: The windows, for one consumer; a failure ends them.
    public func windows(_ request: TableRequest<Row.ID>) -> any AsyncSequence<TableWindow<Row>, any Error> & Sendable {
        InMemoryTableWindows(table: self, request: request)
    }
}

extension InMemoryRecordTable {
    /// The row or place that holds a live window.
    enum Anchor: Sendable {
        case start
        case top
        case row(Row)
    }

    struct Reading: Sendable {
        let window: TableWindow<Row>
        let anchor: Anchor
        let version: Int
    }

    func read(_ request: TableRequest<Row.ID>, from anchor: Anchor) throws -> Reading {
        let isBefore = try order(request.sort)
        return try state.withLock { state in
            state.reads += 1
            if let failure = state.failure { throw failure }
            let rows = state.rows.values.sorted(by: isBefore)
            let rank =
                switch (anchor, request.start) {
                case (.top, _), (.start, .top): 0
                case (.row(let row), _): rows.count { isBefore($0, row) }
                case (.start, .offset(let offset, _)): offset
                case (.start, .row(let id, _, let otherwise)): rows.firstIndex { $0.id == id } ?? otherwise
                }
            let held = max(0, min(rank, rows.count - 1))
            let offset = max(0, min(held - request.start.lead, rows.count - request.limit))
            let window = TableWindow(
                offset: offset, total: rows.count, rows: Array(rows.dropFirst(offset).prefix(request.limit)),
                sort: request.sort)
            let next: Anchor =
                if request.start == .top, offset == 0 {
                    .top
                } else if window.range.contains(held) {
                    .row(rows[held])
                } else {
                    anchor
                }
            return Reading(window: window, anchor: next, version: state.version)
        }
    }

    private func order(_ sort: TableSort) throws -> @Sendable (Row, Row) -> Bool {
        guard let column = sorts.first(where: { $0.column.id == sort.column }) else {
            throw DataError(.invalidInput, message: "The table has no column '\(sort.column)'.")
        }
        let isBefore = column.isBefore
        return { left, right in
            if isBefore(left, right) { return sort.direction == .ascending }
            if isBefore(right, left) { return sort.direction == .descending }
            return left.id < right.id
        }
    }
}
