/// The name of a subreddit, a community, a user or another source, as its site spells it.
///
/// Written as people type it: `r/swift`, `u/ann`; on a Lemmy server also `r/swift@programming.dev`.
public struct SourceName: Hashable, Sendable, CustomStringConvertible {
    /// The kind of feed that the name makes.
    public let kind: FeedKind
    /// The name without `r/` or `u/`.
    public let text: String

    /// Creates a name without checking it; ``SourceNameParser`` reads and checks what a person types.
    ///
    /// - Parameters:
    ///   - kind: The kind of feed that the name makes.
    ///   - text: The name without `r/` or `u/`.
    public init(_ kind: FeedKind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// The feed source of that name.
    package var source: FeedSource { FeedSource(kind, text) }

    public var description: String { "\(kind)/\(text)" }
}
