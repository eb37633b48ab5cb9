extension CommentForest {
    /// This forest with a newer answer in its place.
    ///
    /// The newer answer says what there is, and in which order. What only an expansion had brought stays where that leaves
    /// room for it: below a comment that still has a placeholder there, or the post, with all that is below itself. It
    /// stands behind what the answer brought, and the placeholder stands for what is still missing: comments that are
    /// there are neither named nor counted. What the answer neither brings nor leaves room for is gone.
    ///
    /// Nothing goes for an answer without comments, one of which some could not be read, and one by a road that knows
    /// less (``Completeness/partial``): those cannot tell. What is known of a comment is kept as
    /// ``Comment/filled(from:completeness:)`` says.
    ///
    /// - Parameter newer: The answer.
    /// - Returns: The forest. Merging the same answer once more changes nothing.
    /// - Complexity: O(*n*) in both.
    public func merging(_ newer: CommentThread) -> CommentForest {
        guard !newer.entries.isEmpty else { return self }
        let fresh = CommentForest(newer.entries).entries
        let known = Dictionary(comments.map { ($0.id, $0) }) { first, _ in first }
        var threading = CommentThreading()
        threading.append(
            fresh.map { entry in
                guard case .comment(let comment) = entry, let stored = known[comment.id] else { return entry }
                return .comment(comment.filled(from: stored, completeness: newer.completeness))
            })
        let isWhole = newer.completeness == .full && newer.issues.isEmpty
        threading.chargesUnnamed = newer.completeness == .full
        let enclosing = CommentTree.enclosing(entries)
        let isKept = kept(enclosing, room: isWhole ? Room(in: fresh) : nil, beside: threading.places)
        for (index, entry) in entries.enumerated() where isKept[index] {
            let fallback = enclosing[index] == CommentTree.root ? nil : entries[enclosing[index]].comment?.id
            threading.append(entry, below: fallback, isArrival: threading.chargesUnnamed)
        }
        return CommentForest(threaded: threading.threaded())
    }

    /// Which entries stay that a newer answer did not bring.
    ///
    /// - Parameters:
    ///   - enclosing: What each stands below.
    ///   - room: Where the answer leaves room; `nil` for everywhere.
    ///   - fresh: What the answer brought.
    private func kept(_ enclosing: [Int], room: Room?, beside fresh: [Comment.ID: Int]) -> [Bool] {
        var isKept = Array(repeating: false, count: entries.count)
        for (index, entry) in entries.enumerated() {
            let parent = enclosing[index]
            let isBelowKept = parent != CommentTree.root && isKept[parent]
            switch entry {
            case .comment(let comment):
                guard fresh[comment.id] == nil else { continue }
                let enclosingID = parent == CommentTree.root ? nil : entries[parent].comment?.id
                isKept[index] = isBelowKept || (room?.leaves(roomBelow: enclosingID) ?? true)
            case .more:
                // An answer has its own placeholders below what it brought.
                isKept[index] = isBelowKept || room == nil
            }
        }
        return isKept
    }

    /// Where an answer leaves room for comments that it did not bring.
    private struct Room {
        private var comments: Set<Comment.ID> = []
        private var isAtTheTop = false

        init(in entries: [CommentThread.Entry]) {
            guard entries.contains(where: { !$0.isComment }) else { return }
            let enclosing = CommentTree.enclosing(entries)
            for (index, entry) in entries.enumerated() where !entry.isComment {
                if enclosing[index] == CommentTree.root {
                    isAtTheTop = true
                } else if let id = entries[enclosing[index]].comment?.id {
                    comments.insert(id)
                }
            }
        }

        func leaves(roomBelow id: Comment.ID?) -> Bool { id.map(comments.contains) ?? isAtTheTop }
    }
}
