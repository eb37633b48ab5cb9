/// A generated comment with all its replies.
struct Comment: Sendable {
    enum Removal: String, Sendable {
        case byAuthor = "[deleted]"
        case byModerator = "[removed]"
    }

    /// Base36, without the `t1_`.
    let id: String
    /// Nil when the account was deleted.
    var author: String?
    var body: String
    var removal: Removal?
    var score: Int
    /// Seconds before the reference date; below 0 for what was written after it.
    let age: Int
    var edit: Post.Edit
    let isByPostAuthor: Bool
    var replies: [Comment] = []
    /// The account that deleted it, which Lemmy goes on saying; nil where that is not known.
    var deletedAuthor: String?
    /// Counts what people wrote, so that what came in the same second has an order; 0 for what was generated.
    var writtenNumber = 0
    /// The vote of the account that asks: true for up.
    var vote: Bool?
    /// Whether the account that asks has saved it.
    var isSaved = false

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
