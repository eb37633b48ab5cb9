/// A schema whose record type is not known here, to name several collections in one list.
public struct AnyCollectionSchema: Sendable {
    /// The collection's name.
    public let name: String
    /// The version of its records.
    public let version: Int
    let makeTable: @Sendable () -> any TableDefinition

    /// Wraps a schema.
    ///
    /// - Parameter schema: The schema.
    public init<Record: StoredRecord>(_ schema: CollectionSchema<Record>) {
        name = schema.name
        version = schema.version
        makeTable = { RecordTable(schema: schema) }
    }
}
