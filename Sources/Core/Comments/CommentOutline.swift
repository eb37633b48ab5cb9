/// The nesting of a thread's entries: where the replies to each comment end.
///
/// Made once for a thread, in one pass over it. What a person sees of the thread is then found by stepping over the
/// replies that are collapsed, however many there are.
///
/// An entry belongs to the comment that it names as its parent. Where that one is missing, because it could not be
/// read, it belongs to the nearest comment that the missing one was nested in.
package struct CommentOutline: Sendable {
    /// For each entry the index behind its last reply.
    private var ends: [Int]
    /// For each entry, and for the end, how many comments stand before it.
    private var counts: [Int]
    /// The indexes of the entries that are placeholders.
    package private(set) var placeholders: [Int] = []

    /// Computes the nesting of entries.
    ///
    /// - Parameter entries: The entries of a thread in display order.
    /// - Complexity: O(*n*) in the entries.
    package init(_ entries: [CommentThread.Entry]) {
        ends = Array(1..<entries.count + 1)
        counts = [0]
        counts.reserveCapacity(entries.count + 1)
        var open: [(index: Int, depth: Int)] = []
        var count = 0
        for (index, entry) in entries.enumerated() {
            let depth = entry.depth
            while let last = open.last {
                // Depths tell nearly always: the entries are not looked at then.
                let isHeld =
                    depth == last.depth + 1 ? Self.holds(entries[last.index], entry) : depth > last.depth
                if isHeld { break }
                ends[last.index] = index
                open.removeLast()
            }
            if entry.isComment {
                open.append((index, depth))
                count += 1
            } else {
                placeholders.append(index)
            }
            counts.append(count)
        }
        for last in open { ends[last.index] = entries.count }
    }

    /// The number of entries.
    package var count: Int { ends.count }

    /// The number of comments.
    package var commentCount: Int { ends.count - placeholders.count }

    /// Returns the index behind the last reply to an entry.
    ///
    /// - Parameter index: The entry's index.
    /// - Returns: The index behind its last reply; the next one for an entry that has none.
    package func end(of index: Int) -> Int { ends[index] }

    /// Counts the comments below an entry, at whatever depth; placeholders do not count.
    ///
    /// - Parameter index: The entry's index.
    /// - Returns: The number of comments.
    package func replyCount(of index: Int) -> Int { counts[ends[index]] - counts[index + 1] }

    /// Returns the indexes of the visible entries while the replies to some are collapsed.
    ///
    /// - Parameter isCollapsed: Whether the replies to an entry are collapsed; asked once for each entry that can be
    ///   seen, and never for the others.
    /// - Returns: The indexes in display order.
    /// - Complexity: O(*n*) in the entries that can be seen.
    package func visible(where isCollapsed: (Int) throws -> Bool) rethrows -> [Int] {
        var visible: [Int] = []
        var index = 0
        while index < ends.count {
            visible.append(index)
            index = try isCollapsed(index) ? ends[index] : index + 1
        }
        return visible
    }

    /// Whether an entry that comes behind a comment and is one level deeper, with nothing but replies to it between, is
    /// below it.
    private static func holds(_ comment: CommentThread.Entry, _ entry: CommentThread.Entry) -> Bool {
        guard case .comment(let parent) = entry.parent else { return false }
        return parent == comment.comment?.id
    }
}
