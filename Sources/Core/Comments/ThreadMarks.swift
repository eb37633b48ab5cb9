public import Foundation

/// What a person did with a thread: what they folded, when they were there, and what they have seen of it.
///
/// It belongs to them: no fetch touches it, and it outlives the comments when those are evicted.
public struct ThreadMarks: Hashable, Sendable {
    /// What the person folded (true), and what they unfolded against the server's advice (false).
    public var folds: [Comment.ID: Bool]
    /// When the thread was opened last; `nil` for never.
    public var visited: Date?
    /// The comments that were there at that visit, or at one before it.
    ///
    /// What is not among them is new; in a thread that was never opened nothing is.
    public var seen: Set<Comment.ID>

    /// Creates marks; of a thread that nobody opened by default.
    ///
    /// - Parameters:
    ///   - folds: What was folded and unfolded.
    ///   - visited: When the thread was opened last.
    ///   - seen: The comments that were there.
    public init(folds: [Comment.ID: Bool] = [:], visited: Date? = nil, seen: Set<Comment.ID> = []) {
        self.folds = folds
        self.visited = visited
        self.seen = seen
    }

    /// Whether a comment came after the last visit.
    ///
    /// - Parameter id: Which comment.
    /// - Returns: True when the thread was opened before and did not have it.
    public func isNew(_ id: Comment.ID) -> Bool { visited != nil && !seen.contains(id) }
}
