/// The collection of sources, with its indexes.
enum SourceSchemas {
    /// The sources of the list, removed ones included.
    static let sources = CollectionSchema<SourceRecord>(
        name: "sources", indexes: [Index("place", \.place), Index("removed", \.removed)])

    static let all = [AnyCollectionSchema(sources)]

    static var place: Index<SourceRecord> { sources.indexes[0] }
    static var removed: Index<SourceRecord> { sources.indexes[1] }
}
