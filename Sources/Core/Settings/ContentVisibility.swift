/// What becomes of posts that not everybody wants to see at once.
public enum ContentVisibility: String, Hashable, Sendable, Codable, CaseIterable {
    /// They are listed, and their pictures are covered until the person asks.
    case covered
    /// They are listed like any other.
    case shown
    /// They are left out.
    case hidden
}
