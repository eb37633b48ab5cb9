/// How much of a thread is stored, for whoever need not read it.
public struct ThreadExtent: Hashable, Sendable {
    /// How many comments are stored.
    public var comments: Int
    /// How many placeholders are left: places where comments are missing.
    public var placeholders: Int
    /// Whether the road that brought it gives whole threads.
    public var completeness: Completeness

    /// Creates an extent; of a whole thread by default.
    ///
    /// - Parameters:
    ///   - comments: How many comments are stored.
    ///   - placeholders: How many placeholders are left.
    ///   - completeness: Whether the road that brought it gives whole threads.
    public init(comments: Int, placeholders: Int = 0, completeness: Completeness = .full) {
        self.comments = comments
        self.placeholders = placeholders
        self.completeness = completeness
    }

    /// The extent of a thread.
    ///
    /// - Parameter thread: The thread.
    /// - Complexity: O(*n*) in its entries.
    public init(of thread: CommentThread) {
        comments = thread.entries.count(where: \.isComment)
        placeholders = thread.entries.count - comments
        completeness = thread.completeness
    }

    /// Whether it is the whole thread: no placeholder is left, and the road that brought it gives whole threads.
    public var isComplete: Bool { placeholders == 0 && completeness == .full }
}
