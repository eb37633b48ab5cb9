/// A text of a collection's records that can be searched.
///
/// Its first 65,535 bytes are, once it is folded.
public struct SearchField<Record: StoredRecord>: Sendable {
    /// Its name, unique in the collection.
    public let name: String
    /// Goes up when what is searched changes and the name stays.
    public let version: Int
    /// The text of a record; nil for none.
    @usableFromInline let text: @Sendable (Record) -> String?

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

    @usableFromInline
    init(name: String, version: Int, text: @escaping @Sendable (Record) -> String?) {
        self.name = name
        self.version = version
        self.text = text
    }
}
