/// The name of a subreddit, a community or a user, as its site spells it.
///
/// Written as people type it: `r/swift`, `u/ann`; on a Lemmy server also `r/swift@programming.dev`.
public struct SourceName: Hashable, Sendable, CustomStringConvertible {
    /// What a name is the name of.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A subreddit, or a Lemmy community.
        case subreddit
        /// A person.
        case user
    }

    /// What it is the name of.
    public let kind: Kind
    /// The name without `r/` or `u/`.
    public let text: String

    /// Creates a name; what a person typed is read by ``SourceNames``, which checks it.
    ///
    /// - Parameters:
    ///   - kind: What it is the name of.
    ///   - text: The name without `r/` or `u/`; not checked.
    public init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Where the feed of that name gets its posts from.
    public var source: FeedSource {
        switch kind {
        case .subreddit: .subreddits([text])
        case .user: .user(text)
        }
    }

    /// The name as people type it: `r/swift` or `u/ann`.
    public var description: String { source.description }
}
