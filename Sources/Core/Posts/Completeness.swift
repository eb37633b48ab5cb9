/// How much of a post a road to the server knows.
public enum Completeness: String, Hashable, Sendable, Codable {
    /// All that the site has.
    case full
    /// Less: an Atom feed knows no score and no number of comments.
    case partial
}
