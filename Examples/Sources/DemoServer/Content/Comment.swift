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

    /// The comment itself and everything below it.
    var treeCount: Int {
        replies.reduce(1) { $0 + $1.treeCount }
    }
}
