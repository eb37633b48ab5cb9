/// Threads entries from one or several answers: what every change of a ``CommentForest`` comes down to.
struct CommentThreading {
    private(set) var entries: [CommentThread.Entry] = []
    /// For each entry what it stands below where its parent is not there.
    private var fallbacks: [Comment.ID?] = []
    /// For each entry whether it is new to what the placeholders of the others were counted for.
    private(set) var arrivals: [Bool] = []
    /// The comments that are there, by where they are.
    private(set) var places: [Comment.ID: Int] = [:]
    /// Comments that were asked for and do not exist any more; no placeholder names them.
    var gone: Set<Comment.ID> = []
    /// Whether an arrival that no placeholder names is taken out of the count of one that stands beside it.
    var chargesUnnamed = false

    /// Adds one entry behind the others; a comment that is there already is left out.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - fallback: What it stands below where its parent is not there; `nil` for the top.
    ///   - isArrival: Whether the placeholders of the others stood for it.
    mutating func append(_ entry: CommentThread.Entry, below fallback: Comment.ID? = nil, isArrival: Bool = false) {
        if case .comment(let comment) = entry {
            if let place = places.updateValue(entries.count, forKey: comment.id) {
                places[comment.id] = place
                return
            }
        }
        entries.append(entry)
        fallbacks.append(fallback)
        arrivals.append(isArrival)
    }

    /// Adds the entries of one answer or one forest.
    ///
    /// - Parameter answer: The entries in display order; their nesting says what those stand below whose parent is not
    ///   there.
    mutating func append(_ answer: [CommentThread.Entry]) {
        entries.reserveCapacity(entries.count + answer.count)
        places.reserveCapacity(places.count + answer.count)
        var added: [(index: Int, place: Int)] = []
        for (index, entry) in answer.enumerated() {
            let place = entries.count
            append(entry, below: nil)
            if entries.count > place, case .comment = entry.parent { added.append((index, place)) }
        }
        let orphans = added.filter { _, place in
            if case .comment(let parent) = entries[place].parent { places[parent] == nil } else { false }
        }
        guard !orphans.isEmpty else { return }
        let enclosing = CommentTree.enclosing(answer)
        for (index, place) in orphans where enclosing[index] != CommentTree.root {
            fallbacks[place] = answer[enclosing[index]].comment?.id
        }
    }

    /// The entries in display order, with counted depths.
    ///
    /// - Complexity: O(*n*) in the entries and the names in placeholders.
    func threaded() -> [CommentThread.Entry] {
        let (parents, isLoose) = parents()
        let tree = CommentTree(entries, parents: parents)
        let order = tree.walk()
        let tidy = tidied(tree, order)
        var depths = Array(repeating: 0, count: entries.count)
        var threaded: [CommentThread.Entry] = []
        threaded.reserveCapacity(order.count)
        for index in order {
            if parents[index] != CommentTree.root { depths[index] = depths[parents[index]] + (isLoose[index] ? 2 : 1) }
            switch entries[index] {
            case .comment(var comment):
                comment.depth = depths[index]
                threaded.append(.comment(comment))
            case .more:
                guard var more = tidy[index] else { continue }
                more.depth = depths[index]
                threaded.append(.more(more))
            }
        }
        return threaded
    }

    /// What each entry stands below, and whether that is not its parent but the next best.
    private func parents() -> (parents: [Int], isLoose: [Bool]) {
        var isLoose = Array(repeating: false, count: entries.count)
        var parents = entries.indices.map { index in
            guard case .comment(let parent) = entries[index].parent else { return CommentTree.root }
            if let place = places[parent], place != index { return place }
            guard let place = fallbacks[index].flatMap({ places[$0] }), place != index else { return CommentTree.root }
            isLoose[index] = true
            return place
        }
        cutCircles(in: &parents, isLoose)
        return (parents, isLoose)
    }

    /// Puts one comment of each circle at the top: one that only its nesting has put there, where there is one.
    private func cutCircles(in parents: inout [Int], _ isLoose: [Bool]) {
        let tree = CommentTree(entries, parents: parents)
        let order = tree.walk()
        guard order.count < entries.count else { return }
        var isReached = Array(repeating: false, count: entries.count)
        for index in order { isReached[index] = true }
        for index in entries.indices where !isReached[index] {
            let circle = Self.circle(above: index, parents)
            let cut = circle.filter { isLoose[$0] }.min() ?? circle.min() ?? index
            // Every entry that leads into this circle is below the one that is cut out of it.
            parents[cut] = CommentTree.root
            isReached[cut] = true
            var stack = [cut]
            while let next = stack.popLast() {
                for child in tree.children(of: next) where !isReached[child] {
                    isReached[child] = true
                    stack.append(child)
                }
            }
        }
    }

    /// The circle that an entry leads into, which it does when it cannot be reached from the top.
    private static func circle(above index: Int, _ parents: [Int]) -> [Int] {
        var seen: Set<Int> = []
        var first = index
        while seen.insert(first).inserted { first = parents[first] }
        var circle = [first]
        while let last = circle.last, parents[last] != first { circle.append(parents[last]) }
        return circle
    }
}

extension CommentThread.Entry {
    /// The comment; `nil` for a placeholder.
    var comment: Comment? {
        if case .comment(let comment) = self { comment } else { nil }
    }
}
