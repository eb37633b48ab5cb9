/// The usual answer for a placeholder, put into a ``CommentForest`` as one range.
///
/// The comments of a usual answer are new, and below the placeholder's parent or one another, each behind its own
/// parent; it has no further placeholders. Then no other comment moves: what came stands in one range, before the
/// placeholders of its parent. Everything else is left to ``CommentForest/rearranging(_:with:)``.
struct CommentInsertion {
    private let more: MoreComments
    private let requested: [Comment.ID]
    /// The comments that came, in the order of the answer; `nil` when the answer is not a usual one.
    private let comments: [Comment]?
    /// For each of them its position, to be found by id.
    private let positions: [Comment.ID: Int]

    /// Looks at an answer.
    ///
    /// - Complexity: O(*n*) in the answer.
    init(_ more: MoreComments, _ expansion: CommentExpansion) {
        self.more = more
        requested = expansion.requested
        let comments = expansion.entries.compactMap(\.comment)
        var positions = [Comment.ID: Int](minimumCapacity: comments.count)
        var isUsual = !more.isContinuation && comments.count == expansion.entries.count
        for (position, comment) in comments.enumerated() where isUsual {
            isUsual = comment.parent.isSame(as: more.parent) || Self.position(of: comment.parent, positions) != nil
            if positions.updateValue(position, forKey: comment.id) != nil { isUsual = false }
        }
        self.comments = isUsual ? comments : nil
        self.positions = positions
    }

    /// Returns a forest with the answer in it.
    ///
    /// - Parameter forest: The forest.
    /// - Returns: The forest; `nil` when more than one range changes in it.
    /// - Complexity: O(*m* log *m*) in the answer and the names in placeholders; of the other entries only the ids are
    ///   looked at.
    func inserted(into forest: CommentForest) -> CommentForest? {
        guard let comments, forest.isWhole else { return nil }
        // What was asked for is named no more, whether it came or not.
        let gone = Set(requested).union(positions.keys)
        let naming = indexNaming(gone, in: forest.entries)
        guard let place = place(in: forest.entries, areMissing: naming != nil) else { return nil }
        let arranged = arranged(comments, depth: place.depth)
        var entries: [CommentThread.Entry] = []
        entries.reserveCapacity(forest.entries.count + arranged.count)
        let weights = weights(comments)
        func append(_ range: Range<Int>) {
            var open = range
            if let naming {
                // No other placeholder names any of them.
                guard range.contains(naming) else {
                    entries += forest.entries[range]
                    return
                }
                entries += forest.entries[range.lowerBound..<naming]
                open = naming..<naming + 1
            }
            defer { entries += forest.entries[open.upperBound..<range.upperBound] }
            for entry in forest.entries[open] {
                guard case .more(let more) = entry, more.ids.contains(where: gone.contains) else {
                    entries.append(entry)
                    continue
                }
                if let left = without(gone, weights, more) { entries.append(.more(left)) }
            }
        }
        append(0..<place.index)
        entries += arranged
        append(place.index..<forest.entries.count)
        return CommentForest(threaded: entries, isWhole: true)
    }

    /// The index of the placeholder that names all of some ids, as it mostly does; `nil` when none does.
    ///
    /// A placeholder names no comment that is there, and no other one names any of its ids.
    private func indexNaming(_ ids: Set<Comment.ID>, in entries: [CommentThread.Entry]) -> Int? {
        entries.firstIndex { entry in
            guard case .more(let candidate) = entry, candidate.ids.count >= ids.count,
                candidate.ids.first == more.ids.first
            else { return false }
            return ids.isSubset(of: candidate.ids)
        }
    }

    /// Finds the place of the comments.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - areMissing: Whether it is known that none of them is there, so that no id has to be hashed.
    /// - Returns: The index at which they go, and their depth; `nil` when their parent is missing or one of them is
    ///   there.
    private func place(in entries: [CommentThread.Entry], areMissing: Bool) -> (index: Int, depth: Int)? {
        guard areMissing || !entries.contains(where: { $0.comment.map { positions[$0.id] != nil } ?? false }) else {
            return nil
        }
        var (first, depth) = (0, 0)
        if case .comment(let id) = more.parent {
            guard let parent = entries.firstIndex(where: { $0.comment?.id == id }) else { return nil }
            (first, depth) = (parent + 1, entries[parent].depth + 1)
        }
        var index = entries.count
        if depth > 0 { index = entries[first...].firstIndex { $0.depth < depth } ?? entries.count }
        while index > first, entries[index - 1].depth == depth, !entries[index - 1].isComment { index -= 1 }
        return (index, depth)
    }

    /// The comments depth first, with their depths.
    private func arranged(_ comments: [Comment], depth: Int) -> [CommentThread.Entry] {
        var children: [[Int]] = Array(repeating: [], count: comments.count)
        var roots: [Int] = []
        for (position, comment) in comments.enumerated() {
            if let parent = Self.position(of: comment.parent, positions) {
                children[parent].append(position)
            } else {
                roots.append(position)
            }
        }
        var entries: [CommentThread.Entry] = []
        entries.reserveCapacity(comments.count)
        var stack = roots.reversed().map { (position: $0, depth: depth) }
        while let next = stack.popLast() {
            var comment = comments[next.position]
            if comment.depth != next.depth { comment.depth = next.depth }
            entries.append(.comment(comment))
            stack += children[next.position].reversed().map { ($0, next.depth + 1) }
        }
        return entries
    }

    /// For each comment the number that it accounts for in the count of a placeholder: the topmost ones for all below
    /// them.
    private func weights(_ comments: [Comment]) -> [Int] {
        var sums = Array(repeating: 1, count: comments.count)
        for position in comments.indices.reversed() {
            guard let parent = Self.position(of: comments[position].parent, positions) else { continue }
            sums[parent] += sums[position]
            sums[position] = 0
        }
        return sums
    }

    /// A placeholder without the ids that are gone; `nil` when none is left.
    private func without(_ gone: Set<Comment.ID>, _ weights: [Int], _ more: MoreComments) -> MoreComments? {
        var left = more
        var reduction = 0
        left.ids = more.ids.filter { id in
            guard gone.contains(id) else { return true }
            reduction += positions[id].map { weights[$0] } ?? 1
            return false
        }
        guard !left.ids.isEmpty else { return nil }
        left.count = max(min(more.count, left.ids.count), more.count - reduction)
        return left
    }

    private static func position(of parent: Comment.Parent, _ positions: [Comment.ID: Int]) -> Int? {
        guard case .comment(let id) = parent else { return nil }
        return positions[id]
    }
}

extension Comment.Parent {
    /// Whether both are the post, whichever it is called, or one comment.
    fileprivate func isSame(as other: Comment.Parent) -> Bool {
        switch (self, other) {
        case (.post, .post): true
        case (.comment(let id), .comment(let other)): id == other
        default: false
        }
    }
}
