/// What a collection is: its name, its version and its indexes.
public struct CollectionSchema<Record: StoredRecord>: Sendable {
    /// Its name: 1 to 32 of `a-z A-Z 0-9 _`.
    public let name: String
    /// The version of its records, from 1; it goes up when their shape changes.
    public let version: Int
    /// The orders that it keeps ready.
    public let indexes: [Index<Record>]

    /// Describes a collection.
    ///
    /// - Parameters:
    ///   - name: Its name: 1 to 32 of `a-z A-Z 0-9 _`. A bad name stops the program: it is the app's own.
    ///   - version: The version of its records.
    ///   - indexes: The orders that it keeps ready.
    public init(name: String, version: Int = 1, indexes: [Index<Record>] = []) {
        let isValid = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        }
        precondition(isValid && (1...32).contains(name.utf8.count), "'\(name)' is no name for a collection.")
        precondition(Set(indexes.map(\.name)).count == indexes.count, "Two indexes of '\(name)' have one name.")
        self.name = name
        self.version = version
        self.indexes = indexes
    }
}

/// A schema whose record type is not known here, to name several collections in one list.
public struct AnyCollectionSchema: Sendable {
    /// The collection's name.
    public let name: String
    /// The version of its records.
    public let version: Int
    let makeTable: @Sendable () -> any Table

    /// Wraps a schema.
    ///
    /// - Parameter schema: The schema.
    public init<Record: StoredRecord>(_ schema: CollectionSchema<Record>) {
        name = schema.name
        version = schema.version
        makeTable = { RecordTable(schema: schema) }
    }
}
