/// The orders a thread comes in.
enum CommentSort: String, Sendable {
    case confidence, top, new, old, controversial, qa

    /// The order of that name; an unknown one is the site's own, by confidence.
    init(named name: String?) {
        self = name.flatMap(CommentSort.init) ?? .confidence
    }

    /// Puts comments and, below each, its replies in this order.
    func sorted(_ comments: [Comment]) -> [Comment] {
        let ranked = comments.enumerated().sorted { left, right in
            (rank(left.element), tie(left.element), -left.offset)
                > (rank(right.element), tie(right.element), -right.offset)
        }
        return ranked.map { entry in
            var comment = entry.element
            comment.replies = sorted(comment.replies)
            return comment
        }
    }

    /// Puts what people wrote in the same second in the order of its writing.
    private func tie(_ comment: Comment) -> Int {
        self == .old ? -comment.writtenNumber : comment.writtenNumber
    }

    private func rank(_ comment: Comment) -> Int {
        switch self {
        case .confidence, .top: comment.score
        case .new: -comment.age
        case .old: comment.age
        case .controversial: -abs(comment.score)
        case .qa: comment.isByPostAuthor ? 1 : 0
        }
    }
}
