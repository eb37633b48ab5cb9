/// The algorithm behind every change of a ``CommentForest``: it arranges entries of one or several answers as a tree.
struct CommentThreading {
    private(set) var entries: [CommentThread.Entry] = []
    /// For each entry, the comment to put it below when its parent is missing.
    private var fallbacks: [Comment.ID?] = []
    /// For each entry, whether the placeholders of the others counted it as missing.
    private(set) var wasMissing: [Bool] = []
    /// The indexes of the comments in ``entries``, by id.
    private(set) var places: [Comment.ID: Int] = [:]
    /// Comments that were asked for and do not exist any more; no placeholder names them.
    var deleted: Set<Comment.ID> = []
    /// Whether a comment that was missing, and that no placeholder names, is subtracted from the count of a placeholder
    /// with the same parent.
    var subtractsUnnamed = false

    /// Adds one entry behind the others; a comment that is there already is left out.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - fallback: The comment to put it below when its parent is missing; `nil` for the top level.
    ///   - wasMissing: Whether the placeholders of the others counted it as missing.
    mutating func append(_ entry: CommentThread.Entry, below fallback: Comment.ID? = nil, wasMissing: Bool = false) {
        if case .comment(let comment) = entry {
            if let place = places.updateValue(entries.count, forKey: comment.id) {
                places[comment.id] = place
                return
            }
        }
        entries.append(entry)
        fallbacks.append(fallback)
        self.wasMissing.append(wasMissing)
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
                // Changing it would make another object of it, and rows compare objects first.
                if comment.depth != depths[index] { comment.depth = depths[index] }
                threaded.append(.comment(comment))
            case .more:
                guard var more = tidy[index] else { continue }
                more.depth = depths[index]
                threaded.append(.more(more))
            }
        }
        return threaded
    }

    /// The index of each entry's parent, and whether that is the fallback because the parent is missing.
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

    /// Breaks each cycle by moving one of its comments to the top level, preferably one that was put below a fallback.
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

    /// The cycle above an entry that cannot be reached from the top level.
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

extension CommentThreading {
    /// The placeholders without the comments that have arrived, their counts reduced accordingly.
    ///
    /// - Parameters:
    ///   - tree: The parents and children of the entries.
    ///   - order: Everything in display order.
    /// - Returns: Those that still stand for something, by where they are.
    func tidied(_ tree: CommentTree, _ order: [Int]) -> [Int: MoreComments] {
        guard entries.contains(where: { !$0.isComment }) else { return [:] }
        let weights = weights(tree, order)
        var reductions = subtractsUnnamed ? unnamedReductions(tree, weights) : [:]
        var tidied: [Int: MoreComments] = [:]
        var named: Set<Comment.ID> = []
        var continued: Set<Comment.Parent> = []
        for (index, entry) in entries.enumerated() {
            guard case .more(var more) = entry else { continue }
            let isContinuation = more.isContinuation
            more.ids = more.ids.filter { id in
                guard let place = places[id] else {
                    if !deleted.contains(id), named.insert(id).inserted { return true }
                    reductions[index, default: 0].add(1)
                    return false
                }
                reductions[index, default: 0].add(weights[place])
                return false
            }
            let reduction = reductions[index] ?? 0
            if isContinuation {
                guard continued.insert(more.parent).inserted, more.count == 0 || more.count > reduction else {
                    continue
                }
            } else if more.ids.isEmpty {
                continue
            }
            more.count = max(min(more.count, more.ids.count), more.count - reduction)
            tidied[index] = more
        }
        return tidied
    }

    /// The number of comments that each comment subtracts from the count of the placeholder that stood for it.
    ///
    /// Of comments that were missing, the topmost account for all below them, comments and placeholders alike.
    private func weights(_ tree: CommentTree, _ order: [Int]) -> [Int] {
        var weights = Array(repeating: 1, count: entries.count)
        guard wasMissing.contains(true) else { return weights }
        var sums = Array(repeating: 0, count: entries.count)
        for index in order.reversed() where wasMissing[index] {
            switch entries[index] {
            case .comment: sums[index].add(1)
            case .more(let more): sums[index].add(more.count)
            }
            let parent = tree.parents[index]
            weights[index] = sums[index]
            guard parent != CommentTree.root, wasMissing[parent] else { continue }
            sums[parent].add(sums[index])
            weights[index] = 0
        }
        return weights
    }

    /// The numbers to subtract from placeholders for comments with the same parent that were missing and that no
    /// placeholder names.
    private func unnamedReductions(_ tree: CommentTree, _ weights: [Int]) -> [Int: Int] {
        let named = Set(entries.lazy.compactMap(\.more).flatMap(\.ids))
        var reductions: [Int: Int] = [:]
        for (id, index) in places where wasMissing[index] && weights[index] > 0 && !named.contains(id) {
            guard let beside = tree.placeholders(below: tree.parents[index]).first else { continue }
            reductions[beside, default: 0].add(weights[index])
        }
        return reductions
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

/// The parent and child indexes of a thread's entries, to sort a ``CommentForest``.
///
/// Children are in one array, those of one parent side by side: comments first, placeholders behind them, either in the
/// order of the entries.
struct CommentTree {
    /// For each entry the index of the one that it stands below; `root` for none.
    private(set) var parents: [Int]
    /// For the root, and then for each entry, where its children begin in `items`.
    private var starts: [Int]
    private var items: [Int]
    /// For the root, and then for each entry, how many of its children are comments.
    private var commentCounts: [Int]

    /// The parent index of an entry at the top level.
    static let root = -1

    /// Puts entries below others.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - parents: For each the index of the one that it stands below, or `root`.
    /// - Complexity: O(*n*).
    init(_ entries: [CommentThread.Entry], parents: [Int]) {
        self.parents = parents
        starts = Array(repeating: 0, count: entries.count + 2)
        for parent in parents { starts[parent + 2] += 1 }
        for slot in 1..<starts.count { starts[slot] += starts[slot - 1] }
        items = Array(repeating: 0, count: entries.count)
        commentCounts = Array(repeating: 0, count: entries.count + 1)
        var next = starts
        for (index, entry) in entries.enumerated() where entry.isComment {
            let slot = parents[index] + 1
            items[next[slot]] = index
            next[slot] += 1
            commentCounts[slot] += 1
        }
        for (index, entry) in entries.enumerated() where !entry.isComment {
            let slot = parents[index] + 1
            items[next[slot]] = index
            next[slot] += 1
        }
    }

    /// Computes the parents of entries in display order from their nesting levels.
    ///
    /// - Parameter entries: The entries of a thread in display order.
    /// - Returns: For each the index of the comment that it stands below, or `root`.
    /// - Complexity: O(*n*).
    static func enclosing(_ entries: [CommentThread.Entry]) -> [Int] { enclosing(entries, CommentOutline(entries)) }

    /// Computes the parents of entries from their outline.
    static func enclosing(_ entries: [CommentThread.Entry], _ outline: CommentOutline) -> [Int] {
        var open: [Int] = []
        return entries.indices.map { index in
            while let last = open.last, outline.end(of: last) <= index { open.removeLast() }
            defer { if entries[index].isComment { open.append(index) } }
            return open.last ?? root
        }
    }

    /// The children of an entry: comments, and behind them placeholders.
    ///
    /// - Parameter index: The entry, or `root`.
    /// - Returns: Their indexes.
    func children(of index: Int) -> ArraySlice<Int> { items[starts[index + 1]..<starts[index + 2]] }

    /// The comments right below an entry.
    ///
    /// - Parameter index: The entry, or `root`.
    /// - Returns: Their indexes.
    func comments(below index: Int) -> ArraySlice<Int> { children(of: index).prefix(commentCounts[index + 1]) }

    /// The placeholders right below an entry.
    ///
    /// - Parameter index: The entry, or `root`.
    /// - Returns: Their indexes.
    func placeholders(below index: Int) -> ArraySlice<Int> { children(of: index).dropFirst(commentCounts[index + 1]) }

    /// Sorts the comments below each entry; placeholders stay behind them.
    ///
    /// - Parameter areInOrder: Whether one comes before another one; both are below the same.
    mutating func sort(_ areInOrder: (Int, Int) -> Bool) {
        for slot in commentCounts.indices where commentCounts[slot] > 1 {
            let start = starts[slot]
            items[start..<start + commentCounts[slot]].sort(by: areInOrder)
        }
    }

    /// The entries that can be reached from one, depth first; itself first unless it is the `root`.
    ///
    /// A stack of its own: how deep a thread goes is for its server to say.
    ///
    /// - Parameter index: The entry, or `root`.
    /// - Returns: Their indexes.
    /// - Complexity: O(*n*) in the entries below it.
    func walk(from index: Int = root) -> [Int] {
        var order: [Int] = []
        if index == Self.root { order.reserveCapacity(items.count) }
        var stack = index == Self.root ? Array(children(of: index).reversed()) : [index]
        while let next = stack.popLast() {
            order.append(next)
            stack.append(contentsOf: children(of: next).reversed())
        }
        return order
    }
}

extension CommentThread.Entry {
    /// Whether it is a comment, and no placeholder.
    var isComment: Bool {
        if case .comment = self { true } else { false }
    }
}
