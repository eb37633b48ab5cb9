public import Foundation

/// The marks of a person on a thread: collapsed comments, the last visit, and the comments seen at it.
///
/// It belongs to them: no fetch touches it, and it outlives the comments when those are evicted.
public struct ThreadMarks: Hashable, Sendable {
    /// The comments that the person collapsed (true), or expanded against the server's advice (false).
    public var collapsed: [Comment.ID: Bool]
    /// The date the thread was last opened; `nil` for never.
    public var visited: Date?
    /// The comments that were stored at that visit, or at one before it.
    ///
    /// What is not among them is new; in a thread that was never opened nothing is.
    public var seen: Set<Comment.ID>

    /// Creates marks; of a thread that nobody opened by default.
    ///
    /// - Parameters:
    ///   - collapsed: The comments that were collapsed (true) or expanded (false).
    ///   - visited: The date when the thread was last opened.
    ///   - seen: The comments that were there.
    public init(collapsed: [Comment.ID: Bool] = [:], visited: Date? = nil, seen: Set<Comment.ID> = []) {
        self.collapsed = collapsed
        self.visited = visited
        self.seen = seen
    }

    /// Whether a comment came after the last visit.
    ///
    /// - Parameter id: The comment's id.
    /// - Returns: True when the thread was opened before and did not have it.
    package func isNew(_ id: Comment.ID) -> Bool { visited != nil && !seen.contains(id) }
}
