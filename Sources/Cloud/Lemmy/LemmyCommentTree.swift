import Core

/// Threads comments that came as a flat list in any order.
///
/// Siblings keep the order of the list, which is the server's. A comment whose parent did not come hangs below the
/// nearest of its ancestors that did, one level deeper than an answer to it, or at the top: none is lost. The level
/// that is left free is how a `CommentOutline` tells such a comment from an answer to whatever stands before it.
struct LemmyCommentTree {
    /// One comment with its place.
    struct Node {
        /// The comment; its depth is set when it is placed.
        var comment: Comment
        /// The ids above it, topmost first.
        let ancestors: [String]
        /// The number of comments below it at any depth, by the server's count.
        let replyCount: Int

        init(comment: Comment, ancestors: [String], replyCount: Int) {
            self.comment = comment
            self.ancestors = ancestors
            // No thread has more; and the sum of what a server invents for 50,000 comments must fit 32 bits.
            self.replyCount = min(max(replyCount, 0), 40_000)
        }
    }

    private var nodes: [Node] = []
    private var places: [String: Int] = [:]

    /// The number of comments.
    var count: Int { nodes.count }

    /// Adds a comment; of two with one id, the first counts.
    ///
    /// - Parameter node: The comment.
    mutating func append(_ node: Node) {
        let id = node.comment.id.native
        guard places[id] == nil else { return }
        places[id] = nodes.count
        nodes.append(node)
    }

    /// The comments in display order, with a placeholder wherever the server counts more than came.
    ///
    /// - Returns: The entries, depth first, each placeholder behind the answers that did come.
    func entries() -> [CommentThread.Entry] {
        var children = Array(repeating: [Int](), count: nodes.count)
        var roots: [Int] = []
        for (index, node) in nodes.enumerated() {
            if let parent = parent(of: node) { children[parent].append(index) } else { roots.append(index) }
        }
        let missing = missingReplies(children)
        var entries: [CommentThread.Entry] = []
        entries.reserveCapacity(nodes.count)
        // A stack of our own: how deep a thread goes is for its server to say.
        var steps = roots.reversed().map { Step(index: $0, depth: 0, isPlaceholder: false) }
        while let step = steps.popLast() {
            var comment = nodes[step.index].comment
            guard !step.isPlaceholder else {
                let more = MoreComments(
                    parent: .comment(comment.id), depth: step.depth, count: missing[step.index], ids: [])
                entries.append(.more(more))
                continue
            }
            comment.depth = step.depth
            entries.append(.comment(comment))
            let below = step.depth + 1
            if missing[step.index] > 0 { steps.append(Step(index: step.index, depth: below, isPlaceholder: true)) }
            steps += children[step.index].reversed().map { child in
                let isAnswer = nodes[child].ancestors.last == comment.id.native
                return Step(index: child, depth: isAnswer ? below : below + 1, isPlaceholder: false)
            }
        }
        return entries
    }

    private struct Step {
        let index: Int
        let depth: Int
        let isPlaceholder: Bool
    }

    /// The nearest ancestor that came.
    private func parent(of node: Node) -> Int? {
        for id in node.ancestors.reversed() {
            // An ancestor stands higher than what is below it; without that, two could stand below each other.
            if let index = places[id], nodes[index].ancestors.count < node.ancestors.count { return index }
        }
        return nil
    }

    /// The number of missing comments directly below each, without those that are missing deeper down.
    private func missingReplies(_ children: [[Int]]) -> [Int] {
        var totals = nodes.map(\.replyCount)
        var missing = Array(repeating: 0, count: nodes.count)
        // The deepest first, so that a comment's own are all counted.
        for index in nodes.indices.sorted(by: { nodes[$0].ancestors.count > nodes[$1].ancestors.count }) {
            let known = children[index].reduce(0) { $0 + 1 + totals[$1] }
            missing[index] = max(totals[index] - known, 0)
            totals[index] = max(totals[index], known)
        }
        return missing
    }
}
