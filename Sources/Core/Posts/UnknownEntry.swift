/// An entry of a page that is not a post, of a kind that its decoder does not know.
///
/// It is there for an app that knows better: no row of a feed is made of it, and it is no issue either.
public struct UnknownEntry: Hashable, Sendable {
    /// The index among the answer's entries, from 0.
    public var index: Int
    /// The site's name for its kind, such as `t9`.
    public var kind: String
    /// The whole entry as the server wrote it.
    public var json: RawJSON

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - index: The position among the answer's children.
    ///   - kind: The site's word for what it is.
    ///   - json: The whole entry.
    public init(index: Int, kind: String, json: RawJSON) {
        self.index = index
        self.kind = kind
        self.json = json
    }
}
