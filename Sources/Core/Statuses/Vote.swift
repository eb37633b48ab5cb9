/// What a person thinks of a post.
public enum Vote: String, Hashable, Sendable, Codable {
    /// More of this.
    case up
    /// Less of this.
    case down
}
