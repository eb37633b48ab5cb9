/// An order that a collection keeps ready: by the value of one property, ties by ascending id.
public struct Index<Record: StoredRecord>: Sendable {
    /// Its name, unique in the collection.
    public let name: String
    /// The value of a record.
    let key: @Sendable (Record) -> IndexKey

    /// Declares an index.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - property: The property to sort by; it may be computed.
    public init<Value: IndexValue>(_ name: String, _ property: any KeyPath<Record, Value> & Sendable) {
        self.name = name
        self.key = { $0[keyPath: property].indexKey }
    }
}
