/// A generated comment with all its replies.
struct Comment: Sendable {
    enum Removal: String, Sendable {
        case byAuthor = "[deleted]"
        case byModerator = "[removed]"
    }

    /// Base36, without the `t1_`.
    let id: String
    /// Nil when the account was deleted.
    let author: String?
    let body: String
    let removal: Removal?
    let score: Int
    /// Seconds before the reference date.
    let age: Int
    let edit: Post.Edit
    let isByPostAuthor: Bool
    var replies: [Comment] = []

    var fullname: String { "t1_" + id }

    /// The comment and everything below it, each before its replies and with the ids of what it is below.
    func flattened(ancestors: [String] = []) -> [(comment: Comment, ancestors: [String])] {
        [(self, ancestors)] + replies.flatMap { $0.flattened(ancestors: ancestors + [id]) }
    }

    /// The number of comments in this subtree, the comment itself included.
    var treeCount: Int {
        replies.reduce(1) { $0 + $1.treeCount }
    }
}
