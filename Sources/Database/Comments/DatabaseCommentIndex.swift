public import Core

/// An index of the stored comments: whose thread each of them is in.
public struct DatabaseCommentIndex: Sendable {
    private let store: JSONStore

    /// Creates an index.
    ///
    /// - Parameter store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    public init(store: JSONStore) {
        self.store = store
    }

    /// Finds the threads of comments.
    ///
    /// - Parameter comments: The comments.
    /// - Returns: The post of the thread of each comment that is stored.
    /// - Throws: ``StoreError`` when the store cannot be read.
    public func posts(of comments: [Comment.ID]) throws -> [Comment.ID: Post.ID] {
        try store.read { snapshot in
            var posts: [Comment.ID: Post.ID] = [:]
            for id in comments where StatusTarget.comment(id).isReadable {
                posts[id] = try snapshot.record(id, in: CommentSchemas.comments)?.post
            }
            return posts
        }
    }
}
