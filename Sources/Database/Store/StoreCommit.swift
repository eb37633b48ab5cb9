/// What one commit changed: what the store announces.
public struct StoreCommit: Sendable {
    /// Its number.
    public let number: UInt64
    private let changes: [String: TableChanges]

    init(number: UInt64, changes: [String: TableChanges]) {
        self.number = number
        self.changes = changes
    }

    /// The ids of the records of a collection that were put or deleted.
    ///
    /// - Parameter schema: The collection.
    /// - Returns: The ids, in no order.
    public func ids<Record: StoredRecord>(in schema: CollectionSchema<Record>) -> [Record.ID] {
        guard let changes = changes[schema.name] as? RecordChanges<Record> else { return [] }
        return Array(Set(changes.ids))
    }
}
