public import Core
import Foundation

extension StoredResource: StoredRecord {}

extension ResourceID: IndexValue {
    /// The written form as a key: the values of one resource, and of one owner of it, are a range.
    public var indexKey: IndexKey { .text(description) }
}

/// The collections of resources' values, all of which can be fetched again.
enum ResourceSchemas {
    /// The values.
    static let values = CollectionSchema<StoredResource>(
        name: "resources", indexes: [Index("date", \.datePlace), Index("owner", \.ownerText)]
    ).replaceable()

    /// What another version stored and this one could not read: for each value the last one.
    static let aside = CollectionSchema<StoredResource>(name: "resourcesAside").replaceable()

    static let all = [AnyCollectionSchema(values), AnyCollectionSchema(aside)]

    static var date: Index<StoredResource> { values.indexes[0] }
    static var owner: Index<StoredResource> { values.indexes[1] }
}

extension StoredResource {
    /// The name and the date by which the oldest values of a resource are removed first.
    ///
    /// What only has a change that a server took is as old as that.
    fileprivate var datePlace: String { Self.place(id.name, fetched ?? acknowledged.last?.date.date) }

    /// The owner; `nil` for what is everybody's.
    fileprivate var ownerText: String? { id.owner.map(\.description) }

    private static func place(_ name: String, _ date: Date?) -> String {
        let seconds = date?.timeIntervalSince1970 ?? 0
        // A date that no clock has is as good as none; 16 digits have room for all others.
        let digits = (0..<1e15).contains(seconds) ? Int64(seconds) : 0
        return "\(name)|\(String(digits).zeroPadded(to: 16))"
    }

    /// The range of all values of a resource, the oldest first.
    static func places(of name: String, before date: Date? = nil) -> Range<IndexKey> {
        .text("\(name)|")..<(.text(date.map { place(name, $0) } ?? "\(name)}"))
    }
}
