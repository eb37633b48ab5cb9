extension JSONStore {
    /// Observes one record: yields it as it is now, and then whenever it has changed.
    ///
    /// The first value comes at once. Each further one is read when it is asked for, so a slow observer gets one for
    /// many commits, and only when it differs from the last one. The sequence ends when its task is cancelled and when
    /// the store is closed; until then it keeps the store open. It is read on a thread of the store's own.
    ///
    /// ```swift
    /// for try await deal in store.observe(7, in: deals) { show(deal) }   // at once, and after each change
    /// ```
    ///
    /// - Parameters:
    ///   - id: The record's id; there need not be one yet.
    ///   - schema: The collection.
    /// - Returns: The record, `nil` while there is none. Each loop over the sequence is an observer of its own.
    public func observe<Record: StoredRecord>(
        _ id: Record.ID, in schema: CollectionSchema<Record>
    ) -> some AsyncSequence<Record?, StoreError> & Sendable {
        RecordObservation(store: self, id: id, schema: schema)
    }

    /// Observes a window of an order: yields its rows as they are now, and then the difference whenever they have
    /// changed.
    ///
    /// The window is anchored at its first row: rows that are inserted above move ``RowsChange/offset`` and nothing
    /// else. When that row is deleted, or a change sorts it elsewhere, its place is the anchor, and then the row that
    /// has come there. A window from ``WindowStart/top`` stays at the top whenever it is there.
    ///
    /// The first value comes at once. Each further one is read when it is asked for, so a slow observer gets one
    /// difference for many commits, and only when something differs. The sequence ends when its task is cancelled and
    /// when the store is closed; until then it keeps the store open. It is read on a thread of the store's own, and
    /// records that the observer has already are not read again.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - index: The index to sort by; `nil` for the order of ids.
    ///   - direction: The direction; ascending by default. Records with equal keys are in ascending id either way.
    ///   - start: Where the window begins at first; from then on its first row is its anchor. While nothing is stored
    ///     there it is empty. A key needs an index.
    ///   - limit: The maximum number of records.
    /// - Returns: The window and what changes in it; each loop over the sequence is an observer of its own.
    /// - Complexity: O(log *n* + limit) for each value.
    public func observe<Record: StoredRecord>(
        windowOf schema: CollectionSchema<Record>, by index: Index<Record>? = nil,
        _ direction: SortDirection = .ascending, from start: WindowStart = .offset(0), limit: Int
    ) -> some AsyncSequence<RowsChange<Record>, StoreError> & Sendable {
        observe(schema, index, direction, nil, start, limit, start == .top)
    }

    /// Observes a window of a range of an index, as ``observe(windowOf:by:_:from:limit:)`` does of an order.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - range: A ``TypedIndex`` of the collection compared with a value, as `Deal.byPrice < 80`. It is sorted by.
    ///   - direction: The direction; ascending by default. Records with equal keys are in ascending id either way.
    ///   - start: Where the window begins at first; offsets count from the start of the range.
    ///   - limit: The maximum number of records.
    /// - Returns: The window and what changes in it; each loop over the sequence is an observer of its own.
    /// - Complexity: O(log *n* + limit) for each value.
    public func observe<Record: StoredRecord>(
        windowOf schema: CollectionSchema<Record>, in range: IndexRange<Record>,
        _ direction: SortDirection = .ascending, from start: WindowStart = .offset(0), limit: Int
    ) -> some AsyncSequence<RowsChange<Record>, StoreError> & Sendable {
        observe(schema, range.index, direction, range.bounds, start, limit, start == .top)
    }

    func observe<Record: StoredRecord>(
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
        var anchor = WindowAnchor(
            schema: schema, index: index, direction: direction, limit: limit, position: .start(start))
        anchor.range = range
        anchor.sticksToTop = sticksToTop
        return WindowObservation(store: self, anchor: anchor)
    }

    /// Observes the records that fulfil a condition: yields them as they are now, and the difference whenever they
    /// change.
    ///
    /// The first value comes at once. Each further one is read when it is asked for, so a slow observer gets one
    /// difference for many commits, and only when something differs. The sequence ends when its task is cancelled and
    /// when the store is closed; until then it keeps the store open.
    ///
    /// Each read looks at every record of the order until the limit is reached, so name a range where there is one.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - index: The index to sort by; `nil` for the order of ids.
    ///   - direction: The direction; ascending by default. Records with equal keys are in ascending id either way.
    ///   - limit: The maximum number of records, the first ones of the order; all by default.
    ///   - isIncluded: The condition. It runs on a thread of the store's own.
    /// - Returns: The records and what changes in them; each loop over the sequence is an observer of its own.
    /// - Complexity: O(*n*) for each value, in the records of the order.
    public func observe<Record: StoredRecord>(
        in schema: CollectionSchema<Record>, by index: Index<Record>? = nil,
        _ direction: SortDirection = .ascending, limit: Int = .max,
        where isIncluded: @escaping @Sendable (Record) -> Bool = { _ in true }
    ) -> some AsyncSequence<RowsChange<Record>, StoreError> & Sendable {
        observe(schema, index, direction, nil, limit, isIncluded)
    }

    /// Observes the records of a range of an index that fulfil a condition.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - range: A ``TypedIndex`` of the collection compared with a value, as `Deal.byPrice < 80`. It is sorted by.
    ///   - direction: The direction; ascending by default. Records with equal keys are in ascending id either way.
    ///   - limit: The maximum number of records, the first ones of the range; all by default.
    ///   - isIncluded: The condition. It runs on a thread of the store's own.
    /// - Returns: The records and what changes in them; each loop over the sequence is an observer of its own.
    /// - Complexity: O(*n*) for each value, in the records of the range.
    public func observe<Record: StoredRecord>(
        in schema: CollectionSchema<Record>, range: IndexRange<Record>,
        _ direction: SortDirection = .ascending, limit: Int = .max,
        where isIncluded: @escaping @Sendable (Record) -> Bool = { _ in true }
    ) -> some AsyncSequence<RowsChange<Record>, StoreError> & Sendable {
        observe(schema, range.index, direction, range.bounds, limit, isIncluded)
    }

    func observe<Record: StoredRecord>(
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
