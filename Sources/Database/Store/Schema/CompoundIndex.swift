/// An index by several properties, one after the other: equal values of the first are sorted by the second.
///
/// ```swift
/// extension Message {
///     static let byRoom = CompoundIndex<Message, String, Date>("room", \.room, \.time)
///     static let schema = CollectionSchema<Message>(name: "messages", indexes: [byRoom.index])
/// }
/// let room = try snapshot.window(of: Message.schema, in: Message.byRoom == "lobby", .descending, limit: 50)
/// let today = try snapshot.count(of: Message.schema, in: Message.byRoom["lobby"] >= midnight)
/// ```
///
/// Its type names the record, the type of the first property, and the types of the others, in brackets where there is
/// more than one: `CompoundIndex<Job, String, (Int, Date)>`. Records with equal keys are in ascending id.
public struct CompoundIndex<Record: StoredRecord, First: IndexValue, Others>: Sendable {
    /// The index, as a schema declares it and as windows are sorted by it.
    public let index: Index<Record>
    /// The keys that come before the first one here.
    private let prefix: [IndexKey]

    @usableFromInline
    init(_ index: Index<Record>) { self.init(index, behind: []) }

    init(_ index: Index<Record>, behind prefix: [IndexKey]) {
        self.index = index
        self.prefix = prefix
    }

    @usableFromInline
    init(_ name: String, _ version: Int, parts: Int, _ keys: @escaping @Sendable (Record) -> [IndexKey]) {
        self.init(Index(name: name, version: version, partCount: parts) { .compound(IndexKey.Parts(keys($0))) })
    }

    /// Returns the same index as one that holds each combination of values once, as ``Index/unique()`` does.
    ///
    /// Records that lack one of the values are not compared with others.
    ///
    /// - Returns: The index.
    public func unique() -> CompoundIndex { CompoundIndex(index.unique(), behind: prefix) }

    /// The index as one by its first property alone, for ranges of that; it is sorted by the others all the same.
    public var first: TypedIndex<Record, First> { TypedIndex(index, behind: prefix) }

    /// The records whose first property is a value.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value.
    /// - Returns: The range, sorted by the other properties.
    public static func == (index: Self, value: First) -> IndexRange<Record> { index.first == value }
}

extension CompoundIndex where Others: IndexValue {
    /// Declares an index by two properties.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - first: The property to sort by first; it may be computed, from what is encoded alone.
    ///   - second: The property to sort equal values of the first by.
    ///   - version: Goes up when what a property computes changes and the name stays; 1 by default.
    @inlinable
    public init(
        _ name: String, _ first: any KeyPath<Record, First> & Sendable,
        _ second: any KeyPath<Record, Others> & Sendable, version: Int = 1
    ) {
        self.init(name, version, parts: 2) { [$0[keyPath: first].indexKey, $0[keyPath: second].indexKey] }
    }

    /// The records whose first property is a value, to be compared by the second.
    ///
    /// - Parameter first: The value.
    /// - Returns: The part of the index, which is compared with values as an index of its own is.
    public subscript(first: First) -> TypedIndex<Record, Others> {
        TypedIndex(index, behind: prefix + [first.indexKey])
    }
}

extension CompoundIndex {
    /// Declares an index by three properties.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - first: The property to sort by first; it may be computed, from what is encoded alone.
    ///   - second: The property to sort equal values of the first by.
    ///   - third: The property to sort equal values of both by.
    ///   - version: Goes up when what a property computes changes and the name stays; 1 by default.
    @inlinable
    public init<Second: IndexValue, Third: IndexValue>(
        _ name: String, _ first: any KeyPath<Record, First> & Sendable,
        _ second: any KeyPath<Record, Second> & Sendable, _ third: any KeyPath<Record, Third> & Sendable,
        version: Int = 1
    ) where Others == (Second, Third) {
        self.init(name, version, parts: 3) {
            [$0[keyPath: first].indexKey, $0[keyPath: second].indexKey, $0[keyPath: third].indexKey]
        }
    }

    /// The records whose first property is a value, to be compared by the second and third.
    ///
    /// - Parameter first: The value.
    /// - Returns: The part of the index, which is compared with values as an index of its own is.
    public subscript<Second: IndexValue, Third: IndexValue>(
        first: First
    ) -> CompoundIndex<Record, Second, Third> where Others == (Second, Third) {
        CompoundIndex<Record, Second, Third>(index, behind: prefix + [first.indexKey])
    }

    /// The records whose first two properties are values, to be compared by the third.
    ///
    /// - Parameters:
    ///   - first: The value of the first property.
    ///   - second: The value of the second property.
    /// - Returns: The part of the index, which is compared with values as an index of its own is.
    public subscript<Second: IndexValue, Third: IndexValue>(
        first: First, second: Second
    ) -> TypedIndex<Record, Third> where Others == (Second, Third) { self[first][second] }
}
