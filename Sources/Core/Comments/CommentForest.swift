/// The comments of a thread, threaded: every comment below what it answers, whatever order they came in.
///
/// A value in display order. What changes it makes another one, in one pass over the entries:
/// ``expanding(_:with:)`` puts in what a placeholder stood for, ``merging(_:)`` a newer answer, ``sorted(by:)`` sorts.
///
/// - A comment stands below the one that it names as its parent, wherever that is. Depth is counted from there; what an
///   entry says of it is not believed.
/// - A comment whose parent is not there is kept. It stands below the nearest comment that its answer had it nested in,
///   one level deeper than an answer to that would be, or at the top; as soon as its parent is there, it stands below it.
/// - Of several comments with one id the first counts. Comments that answer each other in a circle are at the top.
/// - Placeholders stand behind the comments beside them. They name no comment that is there, and none twice; one that has
///   named comments and names none any more is gone.
public struct CommentForest: Hashable, Sendable {
    /// Comments and placeholders, depth first: each behind what it answers.
    public let entries: [CommentThread.Entry]

    /// Threads comments.
    ///
    /// - Parameter entries: Comments and placeholders in the server's order, nested or flat.
    /// - Complexity: O(*n*) in the entries and the names in placeholders.
    public init(_ entries: [CommentThread.Entry] = []) {
        var threading = CommentThreading()
        threading.append(entries)
        self.entries = threading.threaded()
    }

    init(threaded entries: [CommentThread.Entry]) {
        self.entries = entries
    }

    /// The comments alone, in display order.
    public var comments: [Comment] {
        entries.compactMap { if case .comment(let comment) = $0 { comment } else { nil } }
    }

    /// The comments that came after a person's last visit.
    ///
    /// - Parameter marks: What is known of that visit.
    /// - Returns: Their ids; none when the thread was never opened before.
    /// - Complexity: O(*n*).
    public func newIDs(since marks: ThreadMarks) -> Set<Comment.ID> {
        guard marks.visited != nil else { return [] }
        return Set(comments.lazy.map(\.id).filter(marks.isNew))
    }

    /// The comments that begin folded because of who wrote them; what is below them goes with them, and is still counted.
    ///
    /// - Parameter filter: Whose comments those are.
    /// - Returns: Their ids.
    /// - Complexity: O(*n*).
    public func blockedIDs(by filter: CommentFilter) -> Set<Comment.ID> {
        Set(comments.lazy.filter(filter.blocks).map(\.id))
    }
}
