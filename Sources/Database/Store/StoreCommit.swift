/// What one commit changed: what the store announces.
public struct StoreCommit: Sendable {
    /// Its number.
    public let number: UInt64
    private let changes: [String: any TableChanges]

    init(number: UInt64, changes: [String: any TableChanges]) {
        self.number = number
        self.changes = changes
    }

    /// The ids of the records of a collection that were put or deleted.
    ///
    /// - Parameter schema: The collection.
    /// - Returns: The ids, in no order.
    public func ids<Record: StoredRecord>(in schema: CollectionSchema<Record>) -> [Record.ID] {
        (changes[schema.name] as? RecordTable<Record>.Changes).map { Array($0.records.keys) } ?? []
    }
}
