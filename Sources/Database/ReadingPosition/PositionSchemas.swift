/// The collection of reading positions.
enum PositionSchemas {
    /// The reading position of each feed that has one.
    static let positions = CollectionSchema<PositionRecord>(name: "positions", indexes: [Index("date", \.date)])

    static let all = [AnyCollectionSchema(positions)]
}
