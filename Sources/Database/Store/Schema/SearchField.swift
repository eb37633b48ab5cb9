/// A searchable text of a collection's records, however long it is.
public struct SearchField<Record: StoredRecord>: Sendable {
    /// Its name, unique in the collection.
    package let name: String
    /// The version, which goes up when the text changes and the name stays.
    package let version: Int
    /// The text of a record; nil for none.
    @usableFromInline let text: @Sendable (Record) -> String?
    /// The order of the results; nil for the order of ids.
    @usableFromInline let order: Index<Record>?

    /// Declares a text to search.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - property: The text; it may be computed.
    ///   - version: Goes up when what the property computes changes and the name stays.
    @inlinable
    public init(_ name: String, _ property: any KeyPath<Record, String> & Sendable, version: Int = 1) {
        self.init(name: name, version: version) { $0[keyPath: property] }
    }

    /// Declares a text to search that some records lack.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - property: The text; it may be computed.
    ///   - version: Goes up when what the property computes changes and the name stays.
    @inlinable
    public init(_ name: String, _ property: any KeyPath<Record, String?> & Sendable, version: Int = 1) {
        self.init(name: name, version: version) { $0[keyPath: property] }
    }

    /// Declares a text to search by a function.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - version: Goes up when what the function computes changes and the name stays.
    ///   - text: The text, `nil` for none. It must depend on the record alone.
    @inlinable
    public init(_ name: String, version: Int = 1, by text: @escaping @Sendable (Record) -> String?) {
        self.init(name: name, version: version, text: text)
    }

    /// Declares a text to search by a function, kept in an order of its own.
    ///
    /// A search finds the first records of that order first, and can stop when it has enough of them.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - version: Goes up when what the function computes changes and the name stays.
    ///   - order: The order, ascending, ties by ascending id. It need not be one of the schema's indexes.
    ///   - text: The text, `nil` for none. It must depend on the record alone.
    @inlinable
    public init(
        _ name: String, version: Int = 1, inOrderOf order: Index<Record>,
        by text: @escaping @Sendable (Record) -> String?
    ) {
        self.init(name: name, version: version, text: text, order: order)
    }

    @usableFromInline
    init(
        name: String, version: Int, text: @escaping @Sendable (Record) -> String?, order: Index<Record>? = nil
    ) {
        self.name = name
        self.version = version
        self.text = text
        self.order = order
    }
}
