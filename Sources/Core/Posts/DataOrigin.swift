/// The origin of an answer: the database, or the network.
///
/// The posts themselves always come from the database.
public enum DataOrigin: Hashable, Sendable {
    /// The database: no request was made, or it failed.
    case database
    /// The network: a page was fetched and committed, or equals the stored one; `source` is the backend's name, for
    /// display.
    case network(source: String, completeness: Completeness)
}

/// The completeness of a post's fields: all that the site has, or only some.
public enum Completeness: String, Hashable, Sendable, Codable {
    /// All fields that the site has.
    case full
    /// Some fields: an Atom feed has no score and no number of comments.
    case partial
}
