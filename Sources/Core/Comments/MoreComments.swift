/// A place in a thread where the server left comments out.
public struct MoreComments: Hashable, Sendable, Codable {
    /// What the missing comments answer.
    public var parent: Comment.Parent
    /// How deep the missing comments would be nested, from 0.
    public var depth: Int
    /// How many are missing, replies to them included, as the server counts; 0 where it does not say.
    public var count: Int
    /// Those that can be asked for by name.
    ///
    /// Empty for "continue this thread": then the parent's own thread is what to ask for.
    public var ids: [Comment.ID]

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - parent: What the missing comments answer.
    ///   - depth: How deep they would be nested, from 0.
    ///   - count: How many are missing; 0 where the server does not say.
    ///   - ids: Those that can be asked for by name.
    public init(parent: Comment.Parent, depth: Int, count: Int, ids: [Comment.ID]) {
        self.parent = parent
        self.depth = depth
        self.count = count
        self.ids = ids
    }

    /// Whether it is a "continue this thread", which names no comment.
    public var isContinuation: Bool { ids.isEmpty }
}
