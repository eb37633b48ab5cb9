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
    ///   - range: The keys to look at, the upper one left out; `nil` for all. Offsets count from its start.
    ///   - start: Where the window begins at first; from then on its first row holds it. While nothing is stored there
    ///     it is empty. A key needs an index.
    ///   - limit: How many records at most.
    ///   - sticksToTop: Whether the window stays at the top when rows land above its first row while its offset is 0;
    ///     false by default.
    /// - Returns: The window and what changes in it; each loop over it is an observer of its own.
    /// - Complexity: O(log *n* + limit) for each value.
    public func observe<Record: StoredRecord>(
        windowOf schema: CollectionSchema<Record>, by index: Index<Record>? = nil,
        _ direction: SortDirection = .ascending, in range: Range<IndexKey>? = nil,
        from start: WindowStart = .offset(0), limit: Int, sticksToTop: Bool = false
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
    ///   - range: The keys to look at, the upper one left out; `nil` for all.
    ///   - limit: How many records at most, the first ones of the order; all by default.
    ///   - isIncluded: The condition. It runs on a thread of the engine's own.
    /// - Returns: The records and what changes in them; each loop over it is an observer of its own.
    /// - Complexity: O(*n*) for each value, in the records of the order or the range.
    public func observe<Record: StoredRecord>(
        in schema: CollectionSchema<Record>, by index: Index<Record>? = nil,
        _ direction: SortDirection = .ascending, range: Range<IndexKey>? = nil, limit: Int = .max,
        where isIncluded: @escaping @Sendable (Record) -> Bool = { _ in true }
    ) -> QueryObservation<Record> {
        QueryObservation(
            store: self,
            query: LiveQuery(
                schema: schema, index: index, direction: direction, range: range, limit: limit,
                isIncluded: isIncluded))
    }
}
