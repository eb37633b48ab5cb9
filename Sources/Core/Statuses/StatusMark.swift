/// One of the marks that a person puts on a post.
public enum StatusMark: String, Hashable, Sendable, Codable, CaseIterable {
    /// Whether it was read.
    case read
    /// Whether it is kept for later.
    case saved
    /// Whether it is kept with its media.
    case favourite
    /// Whether it was put away.
    case dismissed
    /// Whether it is never shown in a feed.
    case hidden
    /// What the person thinks of it.
    case vote
}
