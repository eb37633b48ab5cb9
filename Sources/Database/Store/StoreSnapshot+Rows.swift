/// A place in an order, whether a record stands there or not.
struct RowPlace<ID: Comparable & Sendable>: Sendable, Equatable {
    /// The key in the index, null in the order of ids.
    let key: IndexKey
    let id: ID
}

/// The identity of a record's content: equal for equal content.
struct RowContent: Sendable, Equatable {
    private let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A record of an order, with what observers compare.
struct StoredRow<Record: StoredRecord>: Sendable {
    let id: Record.ID
    let place: RowPlace<Record.ID>
    let content: RowContent
    let record: Record

    fileprivate init(_ record: Record, key: IndexKey, content: RowContent) {
        id = record.id
        place = RowPlace(key: key, id: record.id)
        self.content = content
        self.record = record
    }
}

extension StoreSnapshot {
    /// A record with what observers compare.
    func row<Record: StoredRecord>(_ id: Record.ID, in schema: CollectionSchema<Record>) throws -> StoredRow<Record>? {
        try view.read(schema.name) { table in
            guard let slot = try table.orders[schema.idOrder].find(SortKey(id)) else { return nil }
            return try rows([slot], schema, table, nil)[0]
        }
    }

    /// Neighbours in an order, with what observers compare.
    func rows<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>?, _ direction: SortDirection,
        in range: SortKeyRange?, from offset: Int, limit: Int
    ) throws -> [StoredRow<Record>] {
        try view.read(schema.name) { table in
            let slots = try slots(of: schema, table, index, direction, range, .offset(offset), limit)
            return try rows(slots, schema, table, index)
        }
    }

    private func rows<Record: StoredRecord>(
        _ slots: [UInt32], _ schema: CollectionSchema<Record>, _ table: CollectionState, _ index: Index<Record>?
    ) throws -> [StoredRow<Record>] {
        let locations = try slots.map { try table.slots[$0] }
        var rows: [StoredRow<Record>] = []
        rows.reserveCapacity(slots.count)
        try view.files.values(at: locations).visit { bytes in
            let record = try schema.codec.decode(bytes)
            rows.append(
                StoredRow(record, key: index?.key(record) ?? .null, content: RowContent(bytes: Array(bytes))))
        }
        return rows
    }

    /// The place of a record in an order.
    func place<Record: StoredRecord>(
        of id: Record.ID, in schema: CollectionSchema<Record>, by index: Index<Record>?
    ) throws -> RowPlace<Record.ID>? {
        try record(id, in: schema).map { RowPlace(key: index?.key($0) ?? .null, id: id) }
    }

    /// The number of records of a range that come before a place, whether one stands there or not.
    func rank<Record: StoredRecord>(
        of place: RowPlace<Record.ID>, in schema: CollectionSchema<Record>, by index: Index<Record>?,
        _ direction: SortDirection, in range: SortKeyRange?
    ) throws -> Int {
        try view.read(schema.name) { table in
            let order = table.orders[schema.position(of: index)]
            let bounds = try bounds(of: range, in: order)
            let id = SortKey(place.id)
            guard index != nil else {
                return try direction == .ascending
                    ? clamp(order.rank(of: id), bounds) - bounds.lowerBound
                    : bounds.upperBound - clamp(order.rank(of: id.successorOfPrefix), bounds)
            }
            var builder = SortKeyBuilder()
            builder.append(place.key)
            builder.append(place.id.indexKey)
            let position = try clamp(order.rank(of: builder.finish()), bounds)
            if direction == .ascending { return position - bounds.lowerBound }
            // Ties are in ascending id either way: behind all larger keys, and behind the smaller ids of its own.
            let key = SortKey(place.key)
            let first = try clamp(order.rank(of: key), bounds)
            let end = try clamp(order.rank(of: key.successorOfPrefix), bounds)
            return bounds.upperBound - end + (position - first)
        }
    }

    /// The number of records of a range that come before a key, in the direction.
    func rank<Record: StoredRecord>(
        of key: IndexKey, in schema: CollectionSchema<Record>, by index: Index<Record>,
        _ direction: SortDirection, in range: SortKeyRange?
    ) throws -> Int {
        try view.read(schema.name) { table in
            let order = table.orders[schema.position(of: index)]
            let bounds = try bounds(of: range, in: order)
            let key = SortKey(key)
            return try direction == .ascending
                ? clamp(order.rank(of: key), bounds) - bounds.lowerBound
                : bounds.upperBound - clamp(order.rank(of: key.successorOfPrefix), bounds)
        }
    }

    private func bounds(of range: SortKeyRange?, in order: Order) throws -> Range<Int> {
        guard let range else { return 0..<order.count }
        let lower = try range.lower.map { try order.rank(of: $0) } ?? 0
        return lower..<max(lower, try range.upper.map { try order.rank(of: $0) } ?? order.count)
    }

    private func clamp(_ position: Int, _ bounds: Range<Int>) -> Int {
        min(max(position, bounds.lowerBound), bounds.upperBound)
    }
}

extension JSONStore {
    /// A signal after commits that touched a collection: one for all that came since the last one was taken.
    ///
    /// Ends when the store is closed.
    func touches<Record: StoredRecord>(of schema: CollectionSchema<Record>) -> AsyncStream<Void> {
        touches(of: [schema.name], beginning: true)
    }

    /// The same for several collections.
    ///
    /// - Parameters:
    ///   - names: The collections.
    ///   - isBeginning: Whether there is a signal at once.
    /// - Returns: The signals; they end when the store is closed.
    func touches(of names: [String], beginning isBeginning: Bool = false) -> AsyncStream<Void> {
        let commits = publisher.signals()
        let publisher = publisher
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        @Sendable func state() -> [UInt64] {
            let view = publisher.view
            return names.map { view.tables[$0]?.lastChange ?? 0 } + [UInt64(view.reloadCount)]
        }
        // Looked at here and not in the task, so that nothing is missed between this call and the task's start.
        let first = state()
        if isBeginning { continuation.yield() }
        // It takes signals as they come and keeps one, so a slow observer piles up nothing.
        let pump = Task {
            var last = first
            for await _ in commits {
                let now = state()
                if now != last { continuation.yield() }
                last = now
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in pump.cancel() }
        return signals
    }
}
