import Core

/// Records that belong to posts, and are gone when their posts are evicted.
struct StoragePart: Sendable {
    /// The kind that they are counted as.
    let kind: StorageKind
    /// Whether each of its records is one thing to count, and not a part of one.
    let isCounted: Bool
    /// The number for each post, and the bytes of their lines.
    let amounts: @Sendable (StoreSnapshot) throws -> [Post.ID: RetentionReport.Amount]

    init<Record: StoredRecord>(
        _ schema: CollectionSchema<Record>, as kind: StorageKind, isCounted: Bool = false,
        of owner: @escaping @Sendable (Record) -> Post.ID?
    ) {
        self.kind = kind
        self.isCounted = isCounted
        amounts = { try $0.amounts(of: schema, by: owner) }
    }

    /// Everything that goes with a post and is in the database; files are counted by who keeps them.
    static let all = [
        StoragePart(PostSchemas.posts, as: .posts, isCounted: true) { $0.id },
        StoragePart(PostSchemas.arrivals, as: .posts) { $0.id },
        StoragePart(PostSchemas.extras, as: .posts) { $0.id },
        StoragePart(StatusSchemas.confirmed, as: .posts) { $0.id.target.post },
        StoragePart(CommentSchemas.threads, as: .comments, isCounted: true) { $0.id },
        StoragePart(CommentSchemas.parts, as: .comments) { $0.post },
        StoragePart(CommentSchemas.comments, as: .comments) { $0.post },
    ]
}
