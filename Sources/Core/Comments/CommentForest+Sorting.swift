import Foundation

extension CommentForest {
    /// This forest in another order, made from what is known of its comments.
    ///
    /// Answers stay below what they answer, and placeholders behind the comments beside them. What a comment does not
    /// say puts it behind those that do; equal ones keep their order. All of it is approximate: only what is here can
    /// be sorted, and of votes only their sum is known.
    ///
    /// | order | made from |
    /// | --- | --- |
    /// | `top` | score |
    /// | `confidence` | pinned ones first, then score; of equal ones the one with more answers |
    /// | `new`, `old` | date |
    /// | `controversial` | answers below it for each vote of the score, then the lower score |
    /// | `qa` | pinned ones first, then those that the post's writer answered, then score |
    /// | any other | nothing: it stays in the order that it has |
    ///
    /// - Parameter sort: The order.
    /// - Returns: The forest.
    /// - Complexity: O(*n* log *n*).
    public func sorted(by sort: CommentSort) -> CommentForest {
        guard sort.isBuiltIn else { return self }
        var tree = CommentTree(entries, parents: CommentTree.enclosing(entries))
        let outline = CommentOutline(entries)
        let ranks = entries.indices.map { index in
            guard case .comment(let comment) = entries[index] else { return Rank() }
            return rank(of: comment, at: index, by: sort, tree, outline)
        }
        tree.sort { left, right in
            ranks[left] == ranks[right] ? left < right : ranks[right].isBehind(ranks[left])
        }
        return CommentForest(threaded: tree.walk().map { entries[$0] })
    }

    /// What a comment is sorted by: the larger one comes first.
    private struct Rank: Equatable {
        var group = 0
        var first = -Double.infinity
        var second = -Double.infinity

        func isBehind(_ other: Rank) -> Bool {
            (group, first, second) < (other.group, other.first, other.second)
        }
    }

    private func rank(
        of comment: Comment, at index: Int, by sort: CommentSort, _ tree: CommentTree, _ outline: CommentOutline
    ) -> Rank {
        let score = comment.score.map(Double.init) ?? -.infinity
        let date = comment.created?.timeIntervalSince1970
        let pinned = comment.isStickied == true ? 2 : 0
        let replyCount = Double(outline.replyCount(of: index))
        switch sort {
        case .top: return Rank(first: score)
        case .confidence: return Rank(group: pinned, first: score, second: replyCount)
        case .new: return Rank(first: date ?? -.infinity)
        case .old: return Rank(first: date.map { -$0 } ?? -.infinity)
        case .controversial:
            guard comment.score != nil else { return Rank() }
            return Rank(first: replyCount / max(abs(score), 1), second: -score)
        case .qa:
            let isAnswered = tree.comments(below: index).contains { entries[$0].comment?.isSubmitter == true }
            return Rank(group: pinned + (isAnswered ? 1 : 0), first: score)
        default: return Rank()
        }
    }
}
