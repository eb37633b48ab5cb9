import Core

/// The collections that threads are kept in.
///
/// What the server says of each comment is in `comments`; the order of threads, and what is missing in them, in `threads`
/// and `threadParts`; what the person did in `threadMarks` and `threadSeen`, which outlive the others.
enum CommentSchemas {
    static let comments = CollectionSchema<CommentRecord>(
        name: "comments", search: [SearchField("words", inOrderOf: Index("newest", \.newestKey)) { $0.searchedText }])

    static let threads = CollectionSchema<ThreadRecord>(name: "threads").derived()

    static let parts = CollectionSchema<ThreadPart>(name: "threadParts").derived()

    static let marks = CollectionSchema<ThreadMarksRecord>(name: "threadMarks")

    static let seen = CollectionSchema<SeenPart>(name: "threadSeen")

    static let all = [
        AnyCollectionSchema(comments), AnyCollectionSchema(threads), AnyCollectionSchema(parts),
        AnyCollectionSchema(marks), AnyCollectionSchema(seen),
    ]
}
