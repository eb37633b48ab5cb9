/// The collections of packs.
enum PackSchemas {
    /// The packs, with their requests and reports.
    static let packs = CollectionSchema<PackRecord>(name: "packs", indexes: [Index("date", \.seconds)])

    /// The posts that are in a pack.
    static let packed = CollectionSchema<PackedRecord>(name: "packed", indexes: [Index("order", \.order)])

    static let all = [AnyCollectionSchema(packs), AnyCollectionSchema(packed)]
}
