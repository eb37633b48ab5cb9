/// The spelling of the names of a site's sources as people type or paste them: `swift`, `r/swift`, `!swift@host`, a
/// URL.
///
/// ``SourceNameParser`` reads by it; the names themselves are checked by the site's ``FeedRule``s.
public struct SourceSpelling: Sendable {
    /// The kind of a name without anything in front of it; `nil` where there is none.
    public var plain: FeedKind?
    /// The words in front of a slash, in lowercase, in what is typed and in the paths of URLs.
    public var words: [String: FeedKind]
    /// The names of the queries that hold a source's name in the site's URLs where the path does not, by the word of
    /// the path: `["user": "id"]` for `/user?id=NAME`.
    public var queries: [String: String] = [:]
    /// The signs in front of a name, such as `!`.
    public var signs: [Character: FeedKind]
    /// The site's own hosts, in lowercase; what is below them is the site's too where one begins with a dot.
    public var hosts: [String]
    /// The rules for communities of other servers, `NAME@HOST`; `nil` for a site that does not know any.
    package var federation: Federation?
    /// Names as examples for messages, such as `swift, r/swift or u/ann`.
    public var examples: String

    /// The rules by which communities of other servers are recognised.
    package struct Federation: Sendable {
        /// Words that only this site's own paths have.
        package var ownWords: Set<String>
        /// Hosts that are no servers of this kind; what is below them too where one begins with a dot.
        package var otherHosts: [String]

        /// Creates the rules of a server that knows others.
        ///
        /// - Parameters:
        ///   - ownWords: Words that only this site's own paths have; none by default.
        ///   - otherHosts: Hosts that are no servers of this kind; none by default.
        package init(ownWords: Set<String> = [], otherHosts: [String] = []) {
            self.ownWords = ownWords
            self.otherHosts = otherHosts
        }
    }

    /// Creates a spelling; ``queries`` are set on the value.
    ///
    /// - Parameters:
    ///   - plain: The kind of a name without anything in front of it; none by default.
    ///   - words: The words in front of a slash, in lowercase; none by default.
    ///   - signs: The signs in front of a name; none by default.
    ///   - hosts: The site's own hosts, in lowercase, with a dot in front for all that is below; none by default.
    ///   - examples: Names as examples for messages; none by default.
    public init(
        plain: FeedKind? = nil, words: [String: FeedKind] = [:], signs: [Character: FeedKind] = [:],
        hosts: [String] = [], examples: String = ""
    ) {
        self.plain = plain
        self.words = words
        self.signs = signs
        self.hosts = hosts
        self.examples = examples
    }

    /// Whether a host in lowercase is one of a list.
    static func contains(_ host: String, in list: [String]) -> Bool {
        list.contains { $0.hasPrefix(".") ? host.hasSuffix($0) : host == $0 }
    }
}
