/// An index that knows the type of its keys, so that ranges of it are checked when an app is compiled.
///
/// ```swift
/// extension Deal {
///     static let byPrice = TypedIndex<Deal, Double>("price", \.price)
///     static let schema = CollectionSchema<Deal>(name: "deals", indexes: [byPrice.index])
/// }
/// let cheap = try snapshot.window(of: Deal.schema, in: Deal.byPrice < 80, limit: 20)
/// ```
///
/// A comparison never holds for a record without a value: `nil` is found by `== nil` alone.
public struct TypedIndex<Record: StoredRecord, Value: IndexValue>: Sendable {
    /// The index, as a schema declares it and as windows are sorted by it.
    public let index: Index<Record>
    /// The keys of a compound index that come before this one.
    let prefix: [IndexKey]

    /// Declares an index.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - property: The property to sort by; it may be computed, from what is encoded alone.
    ///   - version: Goes up when what the property computes changes and the name stays; 1 by default.
    @inlinable
    public init(_ name: String, _ property: any KeyPath<Record, Value> & Sendable, version: Int = 1) {
        self.init(Index(name, property, version: version))
    }

    /// Declares an index by a function.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - version: Goes up when what the function computes changes and the name stays; 1 by default.
    ///   - value: The value to sort by. It must depend on the record alone, and be the same once the record was encoded
    ///     and decoded.
    @inlinable
    public init(_ name: String, version: Int = 1, by value: @escaping @Sendable (Record) -> Value) {
        self.init(Index(name, version: version, by: value))
    }

    @usableFromInline
    init(_ index: Index<Record>) { self.init(index, behind: []) }

    init(_ index: Index<Record>, behind prefix: [IndexKey]) {
        self.index = index
        self.prefix = prefix
    }

    /// Returns the same index as one that holds each key once, as ``Index/unique()`` does.
    ///
    /// - Returns: The index.
    public func unique() -> TypedIndex { TypedIndex(index.unique(), behind: prefix) }

    /// The records whose key is a value.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value.
    /// - Returns: The range.
    public static func == (index: Self, value: Value) -> IndexRange<Record> {
        IndexRange(index.index, behind: index.prefix, from: .at(value.indexKey), to: .behind(value.indexKey))
    }

    /// The records whose key is larger than a value.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value; nothing is larger than `nil`.
    /// - Returns: The range.
    public static func > (index: Self, value: Value) -> IndexRange<Record> {
        IndexRange(index.index, behind: index.prefix, from: .compared(.behind(value.indexKey)), to: nil)
    }

    /// The records whose key is a value or larger.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value; nothing is larger than `nil`.
    /// - Returns: The range.
    public static func >= (index: Self, value: Value) -> IndexRange<Record> {
        IndexRange(index.index, behind: index.prefix, from: .compared(.at(value.indexKey)), to: nil)
    }

    /// The records whose key is smaller than a value.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value.
    /// - Returns: The range; records without a key are not in it.
    public static func < (index: Self, value: Value) -> IndexRange<Record> {
        IndexRange(index.index, behind: index.prefix, from: .behind(.null), to: .at(value.indexKey))
    }

    /// The records whose key is a value or smaller.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value.
    /// - Returns: The range; records without a key are not in it.
    public static func <= (index: Self, value: Value) -> IndexRange<Record> {
        IndexRange(index.index, behind: index.prefix, from: .behind(.null), to: .behind(value.indexKey))
    }
}

extension TypedIndex where Value: Comparable {
    /// The records whose key is in a range.
    ///
    /// - Parameter values: The values, the upper one left out.
    /// - Returns: The range.
    public func range(_ values: Range<Value>) -> IndexRange<Record> {
        IndexRange(index, behind: prefix, from: .at(values.lowerBound.indexKey), to: .at(values.upperBound.indexKey))
    }

    /// The records whose key is in a range.
    ///
    /// - Parameter values: The values, the upper one among them.
    /// - Returns: The range.
    public func range(_ values: ClosedRange<Value>) -> IndexRange<Record> {
        IndexRange(
            index, behind: prefix, from: .at(values.lowerBound.indexKey), to: .behind(values.upperBound.indexKey))
    }
}

extension TypedIndex {
    /// The records that have a key which is in a range.
    ///
    /// - Parameter values: The values, the upper one left out.
    /// - Returns: The range.
    public func range<Wrapped: IndexValue & Comparable>(
        _ values: Range<Wrapped>
    ) -> IndexRange<Record> where Value == Wrapped? {
        IndexRange(index, behind: prefix, from: .at(values.lowerBound.indexKey), to: .at(values.upperBound.indexKey))
    }

    /// The records that have a key which is in a range.
    ///
    /// - Parameter values: The values, the upper one among them.
    /// - Returns: The range.
    public func range<Wrapped: IndexValue & Comparable>(
        _ values: ClosedRange<Wrapped>
    ) -> IndexRange<Record> where Value == Wrapped? {
        IndexRange(
            index, behind: prefix, from: .at(values.lowerBound.indexKey), to: .behind(values.upperBound.indexKey))
    }
}

extension TypedIndex where Value == String {
    /// The records whose key begins with a text, byte by byte.
    ///
    /// - Parameter prefix: The text; an empty one is the beginning of all.
    /// - Returns: The range.
    public func hasPrefix(_ prefix: String) -> IndexRange<Record> {
        IndexRange(index, behind: self.prefix, prefix: prefix)
    }
}

extension TypedIndex where Value == String? {
    /// The records that have a key which begins with a text, byte by byte.
    ///
    /// - Parameter prefix: The text; an empty one is the beginning of all.
    /// - Returns: The range.
    public func hasPrefix(_ prefix: String) -> IndexRange<Record> {
        IndexRange(index, behind: self.prefix, prefix: prefix)
    }
}

/// A part of an index's order, made by comparing a ``TypedIndex`` or a ``CompoundIndex`` with values.
public struct IndexRange<Record: StoredRecord>: Sendable {
    let index: Index<Record>
    let bounds: SortKeyRange

    enum Bound {
        /// Before the records that have the key.
        case at(IndexKey)
        /// Behind them.
        case behind(IndexKey)
        /// Nowhere: nothing can be compared with it.
        case nowhere

        /// A bound that comes of a comparison, which never holds for null.
        static func compared(_ bound: Bound) -> Bound {
            switch bound {
            case .at(.null), .behind(.null): .nowhere
            default: bound
            }
        }

        /// The bound as it is sorted by, behind other keys; nil for what nothing can be compared with, as NaN.
        func key(behind prefix: [IndexKey]) -> SortKey? {
            switch self {
            case .at(let key): key.isValid ? SortKey(prefix, key) : nil
            case .behind(let key): key.isValid ? SortKey(prefix, key).successorOfPrefix : nil
            case .nowhere: nil
            }
        }
    }

    /// Describes a part of an index.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - prefix: The keys that all records of the part begin with.
    ///   - lower: Where the part begins, by the next key.
    ///   - upper: Where it ends; nil where the prefix does.
    init(_ index: Index<Record>, behind prefix: [IndexKey], from lower: Bound, to upper: Bound?) {
        self.index = index
        let end = upper.map { $0.key(behind: prefix) } ?? Self.end(of: prefix)
        guard let first = lower.key(behind: prefix), prefix.allSatisfy(\.isValid), upper == nil || end != nil else {
            // Nothing is in it.
            bounds = SortKeyRange(lower: SortKey(.null), upper: SortKey(.null))
            return
        }
        // Texts are sorted by their bytes here, which is not how Swift compares the two ends of a range.
        bounds = SortKeyRange(lower: first, upper: end.map { max(first, $0) })
    }

    init(_ index: Index<Record>, behind parts: [IndexKey], prefix: String) {
        self.index = index
        guard parts.allSatisfy(\.isValid) else {
            bounds = SortKeyRange(lower: SortKey(.null), upper: SortKey(.null))
            return
        }
        // A text's key ends in a byte that is less than any in it; without that, it is what all that go on begin with.
        let key = SortKey(parts, .text(prefix))
        let start = key.prefix(key.count - 1)
        bounds = SortKeyRange(lower: start, upper: start.successorOfPrefix)
    }

    private static func end(of prefix: [IndexKey]) -> SortKey? {
        prefix.isEmpty ? nil : SortKey(prefix, nil).successorOfPrefix
    }
}

extension SortKey {
    /// The bytes of several keys, one after the other.
    fileprivate init(_ prefix: [IndexKey], _ last: IndexKey?) {
        var builder = SortKeyBuilder()
        for key in prefix { builder.append(key) }
        if let last { builder.append(last) }
        self = builder.finish()
    }
}

extension SortKeyRange {
    /// The keys of a range, the upper one left out.
    init(_ range: Range<IndexKey>) {
        self.init(lower: SortKey(range.lowerBound), upper: SortKey(range.upperBound))
    }
}
