extension JSONStore {
    /// Observes one record.
    ///
    /// ```swift
    /// for try await deal in store.observe(7, in: deals) { show(deal) }   // at once, and after each change
    /// ```
    ///
    /// - Parameters:
    ///   - id: The record's id; there need not be one yet.
    ///   - schema: The collection.
    /// - Returns: The record, `nil` while there is none; each loop over it is an observer of its own.
    public func observe<Record: StoredRecord>(
        _ id: Record.ID, in schema: CollectionSchema<Record>
    ) -> RecordObservation<Record> {
        RecordObservation(store: self, id: id, schema: schema)
    }

    /// Observes a window of an order.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - index: The index to sort by; `nil` for the order of ids.
    ///   - direction: Which way. Records with equal keys are in ascending id either way.
    ///   - start: Where the window begins at first; from then on its first row holds it. While nothing is stored there
    ///     it is empty. A key needs an index.
    ///   - limit: How many records at most.
    ///   - sticksToTop: Whether the window stays at the top when rows land above its first row while its offset is 0;
    ///     false by default.
    /// - Returns: The window and what changes in it; each loop over it is an observer of its own.
    /// - Complexity: O(log *n* + limit) for each value.
    public func observe<Record: StoredRecord>(
        windowOf schema: CollectionSchema<Record>, by index: Index<Record>? = nil,
        _ direction: SortDirection = .ascending, from start: WindowStart = .offset(0), limit: Int,
        sticksToTop: Bool = false
    ) -> WindowObservation<Record> {
        observe(schema, index, direction, nil, start, limit, sticksToTop)
    }

    /// Observes a window of a range of an index.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - range: A ``TypedIndex`` of the collection compared with a value, as `Deal.byPrice < 80`. It is sorted by.
    ///   - direction: Which way. Records with equal keys are in ascending id either way.
    ///   - start: Where the window begins at first; offsets count from the start of the range.
    ///   - limit: How many records at most.
    ///   - sticksToTop: Whether the window stays at the top when rows land above its first row while its offset is 0;
    ///     false by default.
    /// - Returns: The window and what changes in it; each loop over it is an observer of its own.
    /// - Complexity: O(log *n* + limit) for each value.
    public func observe<Record: StoredRecord>(
        windowOf schema: CollectionSchema<Record>, in range: IndexRange<Record>,
        _ direction: SortDirection = .ascending, from start: WindowStart = .offset(0), limit: Int,
        sticksToTop: Bool = false
    ) -> WindowObservation<Record> {
        observe(schema, range.index, direction, range.bounds, start, limit, sticksToTop)
    }

    package func observe<Record: StoredRecord>(
        windowOf schema: CollectionSchema<Record>, by index: Index<Record>? = nil,
        _ direction: SortDirection = .ascending, in range: Range<IndexKey>?,
        from start: WindowStart = .offset(0), limit: Int, sticksToTop: Bool = false
    ) -> WindowObservation<Record> {
        observe(schema, index, direction, range.map { SortKeyRange($0) }, start, limit, sticksToTop)
    }

    private func observe<Record: StoredRecord>(
        _ schema: CollectionSchema<Record>, _ index: Index<Record>?, _ direction: SortDirection,
        _ range: SortKeyRange?, _ start: WindowStart, _ limit: Int, _ sticksToTop: Bool
    ) -> WindowObservation<Record> {
        WindowObservation(
            store: self,
            hold: WindowHold(
                schema: schema, index: index, direction: direction, range: range, limit: limit,
                sticksToTop: sticksToTop, anchor: .start(start)))
    }

    /// Observes the records that fulfil a condition.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - index: The index to sort by; `nil` for the order of ids.
    ///   - direction: Which way. Records with equal keys are in ascending id either way.
    ///   - limit: How many records at most, the first ones of the order; all by default.
    ///   - isIncluded: The condition. It runs on a thread of the engine's own.
    /// - Returns: The records and what changes in them; each loop over it is an observer of its own.
    /// - Complexity: O(*n*) for each value, in the records of the order.
    public func observe<Record: StoredRecord>(
        in schema: CollectionSchema<Record>, by index: Index<Record>? = nil,
        _ direction: SortDirection = .ascending, limit: Int = .max,
        where isIncluded: @escaping @Sendable (Record) -> Bool = { _ in true }
    ) -> QueryObservation<Record> {
        observe(schema, index, direction, nil, limit, isIncluded)
    }

    /// Observes the records of a range of an index that fulfil a condition.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - range: A ``TypedIndex`` of the collection compared with a value, as `Deal.byPrice < 80`. It is sorted by.
    ///   - direction: Which way. Records with equal keys are in ascending id either way.
    ///   - limit: How many records at most, the first ones of the range; all by default.
    ///   - isIncluded: The condition. It runs on a thread of the engine's own.
    /// - Returns: The records and what changes in them; each loop over it is an observer of its own.
    /// - Complexity: O(*n*) for each value, in the records of the range.
    public func observe<Record: StoredRecord>(
        in schema: CollectionSchema<Record>, range: IndexRange<Record>,
        _ direction: SortDirection = .ascending, limit: Int = .max,
        where isIncluded: @escaping @Sendable (Record) -> Bool = { _ in true }
    ) -> QueryObservation<Record> {
        observe(schema, range.index, direction, range.bounds, limit, isIncluded)
    }

    package func observe<Record: StoredRecord>(
        in schema: CollectionSchema<Record>, by index: Index<Record>? = nil,
        _ direction: SortDirection = .ascending, range: Range<IndexKey>?, limit: Int = .max,
        where isIncluded: @escaping @Sendable (Record) -> Bool = { _ in true }
    ) -> QueryObservation<Record> {
        observe(schema, index, direction, range.map { SortKeyRange($0) }, limit, isIncluded)
    }

    private func observe<Record: StoredRecord>(
        _ schema: CollectionSchema<Record>, _ index: Index<Record>?, _ direction: SortDirection,
        _ range: SortKeyRange?, _ limit: Int, _ isIncluded: @escaping @Sendable (Record) -> Bool
    ) -> QueryObservation<Record> {
        QueryObservation(
            store: self,
            query: LiveQuery(
                schema: schema, index: index, direction: direction, range: range, limit: limit,
                isIncluded: isIncluded))
    }
}
