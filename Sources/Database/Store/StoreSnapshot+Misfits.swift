import Core

extension StoreSnapshot {
    /// How many records of a collection are stored and do not fit its type.
    ///
    /// They are in no window, count or search. They stay as they are until something with the same id takes their place,
    /// or a migration makes them fit. ``JSONStore/verify()`` names them.
    ///
    /// - Parameter schema: The collection.
    /// - Returns: The number.
    /// - Complexity: O(1).
    public func misfitCount<Record: StoredRecord>(of schema: CollectionSchema<Record>) -> Int {
        view.table(schema.name)?.misfits.count ?? 0
    }

    /// How many records do not fit the type of their collection, by the names of the collections that have any.
    ///
    /// - Complexity: O(1) for each collection.
    public var misfitCounts: [String: Int] {
        var counts: [String: Int] = [:]
        for name in view.tables.keys {
            if let count = view.table(name)?.misfits.count, count > 0 { counts[name] = count }
        }
        return counts
    }

    /// The key of a record that does not fit its type; nil when there is none with the id.
    func misfit<Record: StoredRecord>(
        of id: Record.ID, in schema: CollectionSchema<Record>
    ) -> MisfitTable.Key? {
        guard let misfits = view.table(schema.name)?.misfits, !misfits.isEmpty else { return nil }
        if misfits.place(of: .id(SortKey(id))) != nil { return .id(SortKey(id)) }
        guard misfits.rawCount > 0 else { return nil }
        var json: [UInt8] = []
        // An id that cannot be written is none that anything stored was named by.
        guard (try? schema.codec.encodeID(id, to: &json)) != nil else { return nil }
        guard case .raw(let raw) = json.withUnsafeBytes({ schema.codec.misfitID($0, isID: true) }),
            misfits.place(of: .raw(raw)) != nil
        else { return nil }
        return .raw(raw)
    }
}
