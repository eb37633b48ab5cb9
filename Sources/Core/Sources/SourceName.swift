/// The name of a subreddit, a community, a user or another source, as its site spells it.
///
/// Written as people type it: `r/swift`, `u/ann`; on a Lemmy server also `r/swift@programming.dev`.
public struct SourceName: Hashable, Sendable, CustomStringConvertible {
    /// The kind of feed that the name makes.
    public let kind: FeedKind
    /// The name without `r/` or `u/`.
    public let text: String

    /// Creates a name; what a person typed is read by ``SourceNames``, which checks it.
    ///
    /// - Parameters:
    ///   - kind: The kind of feed that the name makes.
    ///   - text: The name without `r/` or `u/`; not checked.
    public init(_ kind: FeedKind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// The source of the feed of that name.
    public var source: FeedSource { FeedSource(kind, text) }

    /// The name as people type it: `r/swift` or `u/ann`.
    public var description: String { "\(kind)/\(text)" }
}
