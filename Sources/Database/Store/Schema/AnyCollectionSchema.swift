/// A type-erased schema, to list collections of several record types.
public struct AnyCollectionSchema: Sendable {
    /// The collection's name.
    package let name: String
    /// The version of its records.
    package let version: Int
    let makeTable: @Sendable () -> any CollectionDefinition

    /// Wraps a schema.
    ///
    /// - Parameter schema: The schema.
    public init<Record: StoredRecord>(_ schema: CollectionSchema<Record>) {
        name = schema.name
        version = schema.version
        makeTable = { RecordCollection(schema: schema) }
    }
}
