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

extension RecordCollection {
    var expiryAge: Double? { schema.expiry?.age }

    func firstExpiryDate(in snapshot: StoreSnapshot) throws -> Date? {
        guard let expiry = schema.expiry else { return nil }
        return try snapshot.view.read(name) { table in
            var cursor = try table.orders[schema.position(of: expiry.index)].cursor(from: Self.firstDate)
            guard let key = try cursor.next()?.key else { return nil }
            return switch IndexKey(key.keyPrefix()) {
            case .integer(let seconds): Date(timeIntervalSince1970: Double(seconds))
            case .double(let seconds): Date(timeIntervalSince1970: seconds)
            default: nil
            }
        }
    }

    func deleteExpired(upTo date: Date, limit: Int, in transaction: inout WriteTransaction) throws -> Int {
        guard let expiry = schema.expiry else { return 0 }
        let range = IndexRange(expiry.index, behind: [], from: .behind(.null), to: .behind(date.indexKey))
        return try transaction.delete(schema, RecordWalk(schema, range), limit: limit) { _ in true }
    }

    /// Behind the records without a date.
    private static var firstDate: SortKey { SortKey(IndexKey.null).successorOfPrefix }
}
