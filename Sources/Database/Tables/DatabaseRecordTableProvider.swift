public import Core
import Dispatch

/// A collection of a JSON store as a live table: its columns are the id and the indexes.
///
/// ```swift
/// let table = DatabaseRecordTableProvider(store, deals)
/// Dependency.register((any RecordTableProvider<Deal>).self) { table }
/// ```
///
/// It reads on threads of its own. Failures are ``StoreError``; closing the store ends its live windows.
public struct DatabaseRecordTableProvider<Record: StoredRecord & Equatable>: RecordTableProvider {
    public typealias Row = Record

    public let columns: [TableColumn]

    private let store: JSONStore
    private let schema: CollectionSchema<Record>
    private let queue = DispatchQueue(label: "Lantern.DatabaseRecordTableProvider")

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - store: The store, opened with the collection.
    ///   - schema: The collection. An index with the name `id` takes the place of the order by id.
    ///   - titleKey: The key of a column's title; `column.` and its id by default.
    public init(
        _ store: JSONStore, _ schema: CollectionSchema<Record>,
        titleKey: (TableColumn.ID) -> String = { "column.\($0)" }
    ) {
        self.store = store
        self.schema = schema
        let names = schema.indexes.map { TableColumn.ID(rawValue: $0.name) }
        columns = ([.id] + names.filter { $0 != .id }).map { TableColumn($0, titleKey: titleKey($0)) }
    }

    public func window(_ request: TableRequest<Record.ID>) async throws -> TableWindow<Record> {
        let anchor = try anchor(for: request)
        return try await read { snapshot in
            var anchor = anchor
            let reading = try anchor.read(snapshot)
            return TableWindow(
                offset: reading.offset, total: reading.total, rows: reading.rows.map(\.record),
                sort: request.sort)
        }
    }

    public func rank(of id: Record.ID, by sort: TableSort) async throws -> Int? {
        let index = try index(of: sort)
        return try await read { [schema] snapshot in
            try snapshot.rank(of: id, in: schema, by: index, sort.direction.inStore)
        }
    }

    public func windows(
        _ request: TableRequest<Record.ID>
    ) -> any AsyncSequence<TableWindow<Record>, any Error> & Sendable {
        do {
            return LiveTableWindows(
                observation: WindowObservation(store: store, anchor: try anchor(for: request)), sort: request.sort)
        } catch {
            return AsyncThrowingStream { $0.finish(throwing: error) }
        }
    }

    private func anchor(for request: TableRequest<Record.ID>) throws -> WindowAnchor<Record> {
        let position: WindowAnchor<Record>.Position =
            switch request.start {
            case .top: .start(.offset(0))
            case .offset(let offset, _): .start(.offset(offset))
            case .row(let id, _, let otherwise): .record(id, otherwise: otherwise)
            }
        var anchor = WindowAnchor(
            schema: schema, index: try index(of: request.sort), direction: request.sort.direction.inStore,
            limit: request.limit, position: position)
        anchor.lead = request.start.lead
        anchor.sticksToTop = request.start == .top
        anchor.isFilled = true
        return anchor
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
                continuation.resume(with: Swift.Result { try store.read(body) })
            }
        }
    }
}

extension TableColumn.ID {
    /// The column of ids, which every table over a store has.
    public static let id = TableColumn.ID(rawValue: "id")
}

extension Index {
    /// The table column of this index.
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

/// The live windows of a table.
private struct LiveTableWindows<Record: StoredRecord & Equatable>: AsyncSequence, Sendable {
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
