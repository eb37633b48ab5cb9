extension CommentThreading {
    /// The placeholders as they are once everything is in its place: without what is there, counts likewise.
    ///
    /// - Parameters:
    ///   - tree: What stands below what.
    ///   - order: Everything in display order.
    /// - Returns: Those that still stand for something, by where they are.
    func tidied(_ tree: CommentTree, _ order: [Int]) -> [Int: MoreComments] {
        guard entries.contains(where: { !$0.isComment }) else { return [:] }
        let weights = weights(tree, order)
        var charges = chargesUnnamed ? unnamedCharges(tree, weights) : [:]
        var tidied: [Int: MoreComments] = [:]
        var named: Set<Comment.ID> = []
        var continued: Set<Comment.Parent> = []
        for (index, entry) in entries.enumerated() {
            guard case .more(var more) = entry else { continue }
            let isContinuation = more.isContinuation
            more.ids = more.ids.filter { id in
                guard let place = places[id] else {
                    if !gone.contains(id), named.insert(id).inserted { return true }
                    charges[index, default: 0].add(1)
                    return false
                }
                charges[index, default: 0].add(weights[place])
                return false
            }
            let charge = charges[index] ?? 0
            if isContinuation {
                guard continued.insert(more.parent).inserted, more.count == 0 || more.count > charge else { continue }
            } else if more.ids.isEmpty {
                continue
            }
            more.count = max(min(more.count, more.ids.count), more.count - charge)
            tidied[index] = more
        }
        return tidied
    }

    /// How many comments each comment accounts for in the placeholder that stood for it.
    ///
    /// Of arrivals, the topmost account for all that arrived below them, whether it came or is a placeholder itself.
    private func weights(_ tree: CommentTree, _ order: [Int]) -> [Int] {
        var weights = Array(repeating: 1, count: entries.count)
        guard arrivals.contains(true) else { return weights }
        var sums = Array(repeating: 0, count: entries.count)
        for index in order.reversed() where arrivals[index] {
            switch entries[index] {
            case .comment: sums[index].add(1)
            case .more(let more): sums[index].add(more.count)
            }
            let parent = tree.parents[index]
            weights[index] = sums[index]
            guard parent != CommentTree.root, arrivals[parent] else { continue }
            sums[parent].add(sums[index])
            weights[index] = 0
        }
        return weights
    }

    /// What placeholders lose for arrivals that stand beside them, and that no placeholder names.
    private func unnamedCharges(_ tree: CommentTree, _ weights: [Int]) -> [Int: Int] {
        let named = Set(entries.lazy.compactMap(\.more).flatMap(\.ids))
        var charges: [Int: Int] = [:]
        for (id, index) in places where arrivals[index] && weights[index] > 0 && !named.contains(id) {
            guard let beside = tree.placeholders(below: tree.parents[index]).first else { continue }
            charges[beside, default: 0].add(weights[index])
        }
        return charges
    }
}

extension CommentThread.Entry {
    /// The placeholder; `nil` for a comment.
    var more: MoreComments? {
        if case .more(let more) = self { more } else { nil }
    }
}

extension Int {
    /// Adds a number; counts come from servers, and what is too large stays the largest.
    fileprivate mutating func add(_ number: Int) {
        let (sum, isTooLarge) = addingReportingOverflow(number)
        self = isTooLarge ? .max : sum
    }
}
