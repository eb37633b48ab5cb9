import Core

extension StoreSnapshot {
    /// The records whose text has all words of a search, in the field's order.
    ///
    /// Words are parted by white space and found inside of others, in any order and any case; diacritics make no
    /// difference in Latin. A search without a word finds nothing.
    ///
    /// - Parameters:
    ///   - text: What to search for.
    ///   - field: One of the schema's search fields; another one stops the program.
    ///   - schema: The collection.
    ///   - limit: How many records at most.
    /// - Returns: The records.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*n*) in the texts of the field, which are kept apart from the records: some tens of milliseconds
    ///   for a million short ones. The records that are found are read one by one.
    public func search<Record: StoredRecord>(
        _ text: String, in field: SearchField<Record>, of schema: CollectionSchema<Record>, limit: Int = .max
    ) throws -> [Record] {
        guard let position = schema.search.firstIndex(where: { $0.name == field.name }) else {
            preconditionFailure("'\(schema.name)' declares no search field '\(field.name)'; add it to the schema.")
        }
        let query = SearchQuery(text)
        guard !query.isEmpty, limit > 0 else { return [] }
        return try view.read(schema.name) { table in
            var cursor = try table.orders[schema.idOrder + 1 + position].walk()
            var slots: [UInt32] = []
            while slots.count < limit, let slot = try cursor.nextSlot(where: { query.matches(folded: $1) }) {
                slots.append(slot)
            }
            return try decode(slots, schema, table)
        }
    }
}
