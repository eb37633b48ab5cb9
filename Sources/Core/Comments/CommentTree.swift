/// Which entry stands below which, as numbers: what a ``CommentForest`` is put in order with.
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

    /// What an entry that is below no other stands below.
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

    /// Finds out what entries in display order stand below, by their nesting.
    ///
    /// - Parameter entries: The entries of a thread in display order.
    /// - Returns: For each the index of the comment that it stands below, or `root`.
    /// - Complexity: O(*n*).
    static func enclosing(_ entries: [CommentThread.Entry]) -> [Int] {
        let outline = CommentOutline(entries)
        var open: [Int] = []
        return entries.indices.map { index in
            while let last = open.last, outline.end(of: last) <= index { open.removeLast() }
            defer { if entries[index].isComment { open.append(index) } }
            return open.last ?? root
        }
    }

    /// What is right below an entry: comments, and behind them placeholders.
    ///
    /// - Parameter index: The entry, or `root`.
    func children(of index: Int) -> ArraySlice<Int> { items[starts[index + 1]..<starts[index + 2]] }

    /// The comments right below an entry.
    ///
    /// - Parameter index: The entry, or `root`.
    func comments(below index: Int) -> ArraySlice<Int> { children(of: index).prefix(commentCounts[index + 1]) }

    /// The placeholders right below an entry.
    ///
    /// - Parameter index: The entry, or `root`.
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
