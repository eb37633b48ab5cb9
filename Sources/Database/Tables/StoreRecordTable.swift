public import Core
import Dispatch

/// A collection of a JSON store as a sorted, live table: its columns are the id and the indexes.
///
/// ```swift
/// let table = StoreRecordTable(store, deals)
/// Dependency.register((any RecordTableProvider<Deal>).self) { table }
/// ```
///
/// It reads on threads of its own. Failures are ``StoreError``; closing the store ends its live windows.
public struct StoreRecordTable<Record: StoredRecord & Equatable>: RecordTableProvider {
    /// A record.
    public typealias Row = Record

    /// What it can be sorted by: `id` first, then the indexes by their names, in the order of the schema.
    public let columns: [TableColumn]

    private let store: JSONStore
    private let schema: CollectionSchema<Record>
    private let queue = DispatchQueue(label: "Lantern.StoreRecordTable")

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - store: The store, opened with the collection.
    ///   - schema: The collection. An index with the name `id` takes the place of the order by id.
    ///   - titleKey: What the title of a column is looked up by; `column.` and its id by default.
    public init(
        _ store: JSONStore, _ schema: CollectionSchema<Record>,
        titleKey: (TableColumn.ID) -> String = { "column.\($0)" }
    ) {
        self.store = store
        self.schema = schema
        let names = schema.indexes.map { TableColumn.ID(rawValue: $0.name) }
        columns = ([.id] + names.filter { $0 != .id }).map { TableColumn($0, titleKey: titleKey($0)) }
    }

    /// A part of the table as it is now.
    ///
    /// - Parameter request: Which part.
    /// - Returns: The window.
    /// - Throws: ``StoreError``; `CancellationError` when the task was cancelled before it began.
    /// - Complexity: O(log *n* + limit).
    public func window(_ request: TableRequest<Record.ID>) async throws -> TableWindow<Record> {
        let hold = try hold(for: request)
        return try await read { snapshot in
            var hold = hold
            let reading = try hold.read(snapshot)
            return TableWindow(
                offset: reading.offset, total: reading.total, rows: reading.rows.map(\.record),
                sort: request.sort)
        }
    }

    /// How many rows come before one.
    ///
    /// - Parameters:
    ///   - id: The row.
    ///   - sort: How the table is sorted.
    /// - Returns: Its rank from 0; `nil` when there is no such row.
    /// - Throws: As ``window(_:)``.
    /// - Complexity: O(log *n*).
    public func rank(of id: Record.ID, by sort: TableSort) async throws -> Int? {
        let index = try index(of: sort)
        return try await read { [schema] snapshot in
            try snapshot.rank(of: id, in: schema, by: index, sort.direction.inStore)
        }
    }

    /// A part of the table as it is now, and then whenever it has changed.
    ///
    /// - Parameter request: Which part.
    /// - Returns: The windows, for one consumer. A failure ends them with a ``StoreError``.
    /// - Complexity: O(log *n* + limit) for each window.
    public func windows(
        _ request: TableRequest<Record.ID>
    ) -> any AsyncSequence<TableWindow<Record>, any Error> & Sendable {
        do {
            return StoreTableWindows(
                observation: WindowObservation(store: store, hold: try hold(for: request)), sort: request.sort)
        } catch {
            return AsyncThrowingStream { $0.finish(throwing: error) }
        }
    }

    private func hold(for request: TableRequest<Record.ID>) throws -> WindowHold<Record> {
        let anchor: WindowHold<Record>.Anchor =
            switch request.start {
            case .top: .start(.offset(0))
            case .offset(let offset, _): .start(.offset(offset))
            case .row(let id, _, let otherwise): .record(id, otherwise: otherwise)
            }
        return WindowHold(
            schema: schema, index: try index(of: request.sort), direction: request.sort.direction.inStore,
            limit: request.limit, lead: request.start.lead, sticksToTop: request.start == .top, isFilled: true,
            anchor: anchor)
    }

    private func index(of sort: TableSort) throws(DataError) -> Index<Record>? {
        if let index = schema.indexes.first(where: { $0.name == sort.column.rawValue }) { return index }
        guard sort.column == .id else { throw DataError.noColumn(sort.column, of: columns) }
        return nil
    }

    private func read<Result: Sendable>(
        _ body: @escaping @Sendable (StoreSnapshot) throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [store] in
                continuation.resume(with: Swift.Result { try body(store.snapshot()) })
            }
        }
    }
}

extension TableColumn.ID {
    /// The column of ids that every table over a store has.
    public static let id = TableColumn.ID(rawValue: "id")
}

extension Index {
    /// The column of a table that is sorted by this index.
    public var column: RowColumn<Record> { RowColumn(name) }
}

extension TableDirection {
    fileprivate var inStore: SortDirection {
        switch self {
        case .ascending: .ascending
        case .descending: .descending
        }
    }
}

/// A live window as a table gives it.
private struct StoreTableWindows<Record: StoredRecord & Equatable>: AsyncSequence, Sendable {
    typealias Element = TableWindow<Record>
    typealias Failure = any Error

    let observation: WindowObservation<Record>
    let sort: TableSort

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(changes: observation.makeAsyncIterator(), sort: sort)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        var changes: WindowObservation<Record>.AsyncIterator
        let sort: TableSort

        mutating func next() async throws -> TableWindow<Record>? {
            try await changes.next().map {
                TableWindow(offset: $0.offset, total: $0.total, rows: $0.rows, sort: sort)
            }
        }
    }
}
