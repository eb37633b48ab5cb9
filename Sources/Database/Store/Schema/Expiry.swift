public import Foundation

/// The age at which the records of a collection expire.
struct Expiry<Record: StoredRecord>: Sendable {
    /// The index by the date that the age is counted from.
    let index: Index<Record>
    let age: Double
}

extension CollectionSchema {
    /// Returns the same collection as one whose records are deleted when they have reached an age.
    ///
    /// ```swift
    /// static let schema = CollectionSchema<Reading>(name: "readings", indexes: [byDate.index])
    ///     .expiring(by: byDate, after: .seconds(30 * 86_400))
    /// ```
    ///
    /// The store deletes them by itself, in commits like any other: soon after it was opened, soon after a commit, and
    /// when the next record reaches the age while the store is open. Until then an expired record can still be read.
    ///
    /// - Parameters:
    ///   - index: The index by the date that the age is counted from, one of the schema's. A date in the future is fine.
    ///   - age: The age, more than zero.
    /// - Returns: The schema.
    public func expiring(by index: TypedIndex<Record, Date>, after age: Duration) -> CollectionSchema {
        expiring(index.index, index.prefix, age)
    }

    /// Returns the same collection as one whose records are deleted when they have reached an age; those without a date
    /// never do.
    ///
    /// - Parameters:
    ///   - index: The index by the date that the age is counted from, one of the schema's.
    ///   - age: The age, more than zero.
    /// - Returns: The schema.
    public func expiring(by index: TypedIndex<Record, Date?>, after age: Duration) -> CollectionSchema {
        expiring(index.index, index.prefix, age)
    }

    private func expiring(_ index: Index<Record>, _ prefix: [IndexKey], _ age: Duration) -> CollectionSchema {
        precondition(age > .zero, "The records of '\(name)' cannot expire before they are there.")
        precondition(prefix.isEmpty, "The records of '\(name)' expire by a part of an index; name a whole one.")
        _ = position(of: index)
        var schema = self
        schema.expiry = Expiry(index: index, age: age / .seconds(1))
        return schema
    }
}

/// The record of a collection that expires first.
struct FirstToExpire {
    let date: Date
    /// Its place in the index by date.
    let key: SortKey
}

extension RecordCollection {
    var expiryAge: Double? { schema.expiry?.age }

    var expiryIndex: Int? { schema.expiry.map { schema.position(of: $0.index) } }

    func firstToExpire(in snapshot: StoreSnapshot, from start: SortKey?) throws -> (FirstToExpire?, deadCount: Int) {
        guard let expiryIndex else { return (nil, 0) }
        return try snapshot.view.read(name) { table in
            var cursor = try table.orders[expiryIndex].cursor(from: start ?? Self.firstDate)
            guard let key = try cursor.next()?.key else { return (nil, cursor.deadCount) }
            let date: Date? =
                switch IndexKey(key.keyPrefix()) {
                case .integer(let seconds): Date(timeIntervalSince1970: Double(seconds))
                case .double(let seconds): Date(timeIntervalSince1970: seconds)
                default: nil
                }
            return (date.map { FirstToExpire(date: $0, key: key) }, cursor.deadCount)
        }
    }

    func deleteExpired(
        from start: SortKey?, upTo date: Date, limit: Int, in transaction: inout WriteTransaction
    ) throws {
        guard let expiry = schema.expiry, let expiryIndex else { return }
        let range = IndexRange(expiry.index, behind: [], from: .behind(.null), to: .behind(date.indexKey))
        var walk = RecordWalk(schema, range)
        if let start { walk.begin(at: start) }
        let count = try transaction.delete(schema, walk, limit: limit) { _ in true }
        guard count > 0, let stored = transaction.staged[name]?.stored else { return }
        let last = (stored.slots.count - 1) * stored.keys.indexCount + expiryIndex
        transaction.swept[name] = stored.keys.composites[last]
    }

    func firstDate(putBy changes: CollectionChanges) -> SortKey? {
        guard let expiryIndex else { return nil }
        return changes.changes.lazy.filter { !$0.isDelete }
            .map { changes.keys.composites[$0.keys * changes.keys.indexCount + expiryIndex] }
            .filter { $0 >= Self.firstDate }.min()
    }

    /// Behind the records without a date.
    private static var firstDate: SortKey { SortKey(IndexKey.null).successorOfPrefix }
}
