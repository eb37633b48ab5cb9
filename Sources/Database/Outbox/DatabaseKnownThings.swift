package import Core
package import Foundation

/// A JSON store's memory of what it had before a moment.
///
/// | thing | certain where |
/// | --- | --- |
/// | a post | a server had it in an answer before the moment, by the date that is noted with the post |
/// | a comment, a source, anything else | never: no date is stored with them |
///
/// The date of a post is that of its last arrival, to within some hours; after a newer one nothing is said of it. The
/// comments that could be taken for a reply are noted when that is queued, which needs no date.
package struct DatabaseKnownThings: KnownThings {
    private let store: JSONStore
    private let comments: DatabaseCommentProvider

    /// Creates a memory.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by
    ///     ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - comments: The provider whose threads were read before; one of its own by default.
    package init(store: JSONStore, comments: DatabaseCommentProvider? = nil) {
        self.store = store
        self.comments = comments ?? DatabaseCommentProvider(store: store)
    }

    package func stored(_ things: [StatusTarget], before date: Date) async throws -> Set<StatusTarget> {
        try store.read { snapshot in
            Set(
                try things.filter { thing in
                    guard let post = thing.post, thing.isReadable else { return false }
                    return try snapshot.record(post, in: PostSchemas.arrivals).map { $0.date < date } ?? false
                })
        }
    }

    package func comments(below parent: Comment.Parent, in post: Post.ID) async throws -> [Comment] {
        let isStored = try store.read { snapshot in
            // An outbox may be kept without threads.
            try snapshot.view.tables[CommentSchemas.threads.name] != nil
                && snapshot.contains(post, in: CommentSchemas.threads)
        }
        guard isStored else { return [] }
        return try await comments.serverThread(of: post)?.comments.filter { $0.parent == parent } ?? []
    }

    package func text(of thing: StatusTarget) async throws -> StoredText? {
        try store.read { snapshot in
            guard thing.isReadable else { return nil }
            var text: StoredText?
            if let post = thing.post, let stored = try snapshot.record(post, in: PostSchemas.posts) {
                text = StoredText(author: stored.author, authorID: stored.authorFullname, text: stored.text)
            } else if let id = thing.comment,
                let comment = try snapshot.record(id, in: CommentSchemas.comments)?.comment
            {
                let parent: StatusTarget =
                    switch comment.parent {
                    case .post(let post): .post(post)
                    case .comment(let comment): .comment(comment)
                    }
                text = StoredText(
                    author: comment.author, authorID: comment.authorFullname, text: comment.body, parent: parent)
            }
            // What the server took last is newer than its copy.
            guard let sent = try snapshot.sentText(of: thing), !sent.isSettled else { return text }
            let parent = text?.parent ?? (thing.comment == nil ? nil : sent.origin?.parent)
            return StoredText(
                author: text?.author, authorID: text?.authorID, text: sent.text ?? text?.text, parent: parent)
        }
    }
}
