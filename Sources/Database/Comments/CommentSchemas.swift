public import Core

/// The collections of threads and comments; an account's own marks are apart, see ``StatusSchemas``.
enum CommentSchemas {
    /// The comments as their servers describe them.
    static let comments = CollectionSchema<CommentRecord>(
        name: "comments", search: [SearchField("words", inOrderOf: Index("newest", \.newestKey)) { $0.searchedText }])

    /// The threads: their order, and what is missing in them.
    static let threads = CollectionSchema<ThreadRecord>(name: "threads").replaceable()

    /// The parts of the threads' order.
    static let parts = CollectionSchema<ThreadPart>(name: "threadParts").replaceable()

    /// The collapsed comments and the last visits of nobody in particular; they outlive the threads.
    static let marks = CollectionSchema<ThreadMarksRecord>(name: "threadMarks")

    /// The comments that nobody in particular has seen; they outlive the threads.
    static let seen = CollectionSchema<SeenPart>(name: "threadSeen")

    static let all = [
        AnyCollectionSchema(comments), AnyCollectionSchema(threads), AnyCollectionSchema(parts),
        AnyCollectionSchema(marks), AnyCollectionSchema(seen),
    ]
}

extension Comment.ID: IndexValue {
    /// The written form as a key; it has the same order as the ids.
    public var indexKey: IndexKey { .text(description) }
}
