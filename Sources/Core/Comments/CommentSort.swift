/// The order of the comments of a thread, as the server makes it.
public enum CommentSort: String, Sendable, Hashable, Codable, CaseIterable {
    /// What the server takes for the best.
    case confidence
    /// Most votes first.
    case top
    /// Newest first.
    case new
    /// Most disputed first.
    case controversial
    /// Oldest first.
    case old
    /// Questions that the post's writer answered first.
    case qa
}
