/// An index of a collection: its records sorted by the value of one property, ties by ascending id.
public struct Index<Record: StoredRecord>: Sendable {
    /// Its name, unique in the collection.
    public let name: String
    /// The version, which goes up when the sorted value changes and the name stays.
    package let version: Int
    /// The number of keys that it sorts by: 1, unless it is a compound one.
    let partCount: Int
    /// Whether no two records may have the same key.
    private(set) var isUnique = false
    /// The value of a record.
    @usableFromInline let key: @Sendable (Record) -> IndexKey

    /// Declares an index.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - property: The property to sort by; it may be computed, from what is encoded alone.
    ///   - version: Goes up when what the property computes changes and the name stays: the order is built anew then.
    @inlinable
    public init<Value: IndexValue>(
        _ name: String, _ property: any KeyPath<Record, Value> & Sendable, version: Int = 1
    ) {
        self.init(name: name, version: version) { $0[keyPath: property].indexKey }
    }

    /// Declares an index by a function.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - version: Goes up when what the function computes changes and the name stays: the order is built anew then.
    ///   - value: The value to sort by. It must depend on the record alone, and be the same once the
    ///     record was encoded and decoded.
    @inlinable
    public init<Value: IndexValue>(
        _ name: String, version: Int = 1, by value: @escaping @Sendable (Record) -> Value
    ) {
        self.init(name: name, version: version) { value($0).indexKey }
    }

    @usableFromInline
    init(name: String, version: Int, partCount: Int = 1, key: @escaping @Sendable (Record) -> IndexKey) {
        self.name = name
        self.version = version
        self.partCount = partCount
        self.key = key
    }

    /// Returns the same index as one that holds each key once.
    ///
    /// A batch that would leave two records with the same key is refused with the code `notUnique`, and nothing of it is
    /// stored. Records without a value are not compared with one another. A store that holds two such records already
    /// is not opened: see Documentation/Database.md.
    ///
    /// - Returns: The index, to be listed in the schema.
    public func unique() -> Index {
        var index = self
        index.isUnique = true
        return index
    }

    /// The line of a collection's definition that derived files are checked against.
    var definition: String {
        "index \(name) \(version)" + (partCount > 1 ? " of \(partCount)" : "") + (isUnique ? " unique" : "")
    }
}
