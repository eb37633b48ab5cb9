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

    /// Declares an index.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the collection.
    ///   - property: The property to sort by; it may be computed, from what is encoded alone.
    ///   - version: Goes up when what the property computes changes and the name stays; 1 by default.
    @inlinable
    public init(_ name: String, _ property: any KeyPath<Record, Value> & Sendable, version: Int = 1) {
        index = Index(name, property, version: version)
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
        index = Index(name, version: version, by: value)
    }

    /// The records whose key is a value.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value.
    /// - Returns: The range.
    public static func == (index: Self, value: Value) -> IndexRange<Record> {
        IndexRange(index.index, from: .at(value.indexKey), to: .behind(value.indexKey))
    }

    /// The records whose key is larger than a value.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value; nothing is larger than `nil`.
    /// - Returns: The range.
    public static func > (index: Self, value: Value) -> IndexRange<Record> {
        IndexRange(index.index, from: .compared(.behind(value.indexKey)), to: nil)
    }

    /// The records whose key is a value or larger.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value; nothing is larger than `nil`.
    /// - Returns: The range.
    public static func >= (index: Self, value: Value) -> IndexRange<Record> {
        IndexRange(index.index, from: .compared(.at(value.indexKey)), to: nil)
    }

    /// The records whose key is smaller than a value.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value.
    /// - Returns: The range; records without a key are not in it.
    public static func < (index: Self, value: Value) -> IndexRange<Record> {
        IndexRange(index.index, from: .behind(.null), to: .at(value.indexKey))
    }

    /// The records whose key is a value or smaller.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - value: The value.
    /// - Returns: The range; records without a key are not in it.
    public static func <= (index: Self, value: Value) -> IndexRange<Record> {
        IndexRange(index.index, from: .behind(.null), to: .behind(value.indexKey))
    }
}

extension TypedIndex where Value: Comparable {
    /// The records whose key is in a range.
    ///
    /// - Parameter values: The values, the upper one left out.
    /// - Returns: The range.
    public func range(_ values: Range<Value>) -> IndexRange<Record> {
        IndexRange(index, from: .at(values.lowerBound.indexKey), to: .at(values.upperBound.indexKey))
    }

    /// The records whose key is in a range.
    ///
    /// - Parameter values: The values, the upper one among them.
    /// - Returns: The range.
    public func range(_ values: ClosedRange<Value>) -> IndexRange<Record> {
        IndexRange(index, from: .at(values.lowerBound.indexKey), to: .behind(values.upperBound.indexKey))
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
        IndexRange(index, from: .at(values.lowerBound.indexKey), to: .at(values.upperBound.indexKey))
    }

    /// The records that have a key which is in a range.
    ///
    /// - Parameter values: The values, the upper one among them.
    /// - Returns: The range.
    public func range<Wrapped: IndexValue & Comparable>(
        _ values: ClosedRange<Wrapped>
    ) -> IndexRange<Record> where Value == Wrapped? {
        IndexRange(index, from: .at(values.lowerBound.indexKey), to: .behind(values.upperBound.indexKey))
    }
}

extension TypedIndex where Value == String {
    /// The records whose key begins with a text, byte by byte.
    ///
    /// - Parameter prefix: The text; an empty one is the beginning of all.
    /// - Returns: The range.
    public func hasPrefix(_ prefix: String) -> IndexRange<Record> { IndexRange(index, prefix: prefix) }
}

extension TypedIndex where Value == String? {
    /// The records that have a key which begins with a text, byte by byte.
    ///
    /// - Parameter prefix: The text; an empty one is the beginning of all.
    /// - Returns: The range.
    public func hasPrefix(_ prefix: String) -> IndexRange<Record> { IndexRange(index, prefix: prefix) }
}

/// A part of an index's order, made by comparing a ``TypedIndex`` with values.
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

        /// The bound as it is sorted by; nil for what nothing can be compared with, as NaN.
        var key: SortKey? {
            switch self {
            case .at(let key): key.isValid ? SortKey(key) : nil
            case .behind(let key): key.isValid ? SortKey(key).successorOfPrefix : nil
            case .nowhere: nil
            }
        }
    }

    init(_ index: Index<Record>, from lower: Bound, to upper: Bound?) {
        self.index = index
        let first = lower.key
        let last = upper?.key
        guard let first, upper == nil || last != nil else {
            // Nothing is in it.
            bounds = SortKeyRange(lower: SortKey(.null), upper: SortKey(.null))
            return
        }
        // Texts are sorted by their bytes here, which is not how Swift compares the two ends of a range.
        bounds = SortKeyRange(lower: first, upper: last.map { max(first, $0) })
    }

    init(_ index: Index<Record>, prefix: String) {
        self.index = index
        // A text's key ends in a byte that is less than any in it; without that, it is what all that go on begin with.
        let key = SortKey(IndexKey.text(prefix))
        let start = key.prefix(key.count - 1)
        bounds = SortKeyRange(lower: start, upper: start.successorOfPrefix)
    }
}

extension SortKeyRange {
    /// The keys of a range, the upper one left out.
    init(_ range: Range<IndexKey>) {
        self.init(lower: SortKey(range.lowerBound), upper: SortKey(range.upperBound))
    }
}
