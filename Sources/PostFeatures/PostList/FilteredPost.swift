public import Core

/// A post that the settings leave out of a list, and why.
public struct FilteredPost: Identifiable, Hashable, Sendable {
    /// The post's id.
    public var id: Post.ID
    /// The rule that it falls under.
    public var reason: FilterReason

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - id: Which post.
    ///   - reason: The rule that it falls under.
    package init(id: Post.ID, reason: FilterReason) {
        self.id = id
        self.reason = reason
    }
}
