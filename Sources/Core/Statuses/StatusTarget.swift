/// The identity of something that has a status: a post, a comment, or a source that an account can subscribe to.
///
/// Written as `kind|site/native`, such as `comment|reddit/t1_abc`.
public struct StatusTarget: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The kind of a target.
    ///
    /// Open: a backend can name kinds of its own.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's name, as it is stored.
        public let rawValue: String

        /// Creates a kind.
        ///
        /// - Parameter rawValue: The kind's name, as it is stored.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A post.
        public static let post = Kind(rawValue: "post")
        /// A comment.
        public static let comment = Kind(rawValue: "comment")
        /// A community or a user, which an account can subscribe to.
        public static let source = Kind(rawValue: "source")
    }

    /// The kind of the target.
    public let kind: Kind
    /// The site that the target is on.
    public let site: Site
    /// The site's own id of the target, such as `t1_abc`.
    public let native: String

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - kind: The kind of the target.
    ///   - site: The site that the target is on.
    ///   - native: The site's own name for the target.
    public init(_ kind: Kind, site: Site, native: String) {
        self.kind = kind
        self.site = site
        self.native = native
    }

    /// The target of a post.
    ///
    /// - Parameter id: The post.
    /// - Returns: The target.
    public static func post(_ id: Post.ID) -> StatusTarget { StatusTarget(.post, site: id.site, native: id.native) }

    /// The target of a comment.
    ///
    /// - Parameter id: The comment.
    /// - Returns: The target.
    public static func comment(_ id: Comment.ID) -> StatusTarget {
        StatusTarget(.comment, site: id.site, native: id.native)
    }

    /// The target of a community that an account can subscribe to.
    ///
    /// - Parameters:
    ///   - name: Its name as the server spells it, without `r/`.
    ///   - site: The site.
    /// - Returns: The target.
    public static func community(_ name: String, on site: Site) -> StatusTarget {
        StatusTarget(.source, site: site, native: "r/\(name)")
    }

    /// The post; `nil` for a target of another kind.
    package var post: Post.ID? { kind == .post ? Post.ID(site: site, native: native) : nil }

    /// The comment; `nil` for a target of another kind.
    package var comment: Comment.ID? { kind == .comment ? Comment.ID(site: site, native: native) : nil }

    // As of a post's id: kinds and sites are few, and thousands of these are looked up for a list.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(native)
    }

    public var description: String { "\(OwnedTarget.escaped(kind.rawValue))|\(site)/\(native)" }

    /// Whether the written form can be read back, so that a store can keep it.
    package var isReadable: Bool { !kind.rawValue.isEmpty && site.isReadable && !native.isEmpty }

    public static func < (left: StatusTarget, right: StatusTarget) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

extension StatusTarget {
    /// Reads the written form.
    ///
    /// - Parameter description: `kind|site/native`; anything else gives `nil`.
    package init?(_ description: String) { self.init(description[...]) }

    /// Reads the written form as part of a longer text.
    ///
    /// - Parameter description: `kind|site/native`; anything else gives `nil`.
    init?(_ description: Substring) {
        // By bytes: a combining mark behind the bar makes one character of both.
        guard let bar = description.utf8.firstIndex(of: UInt8(ascii: "|")), bar > description.startIndex,
            let id = Post.ID(String(description[description.utf8.index(after: bar)...]))
        else { return nil }
        self.init(Kind(rawValue: OwnedTarget.unescaped(description[..<bar])), site: id.site, native: id.native)
    }
}

/// Coded as its written form.
extension StatusTarget: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let target = StatusTarget(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A target is 'kind|site/native'.")
        }
        self = target
    }

    /// Throws `EncodingError` for a target that could not be read back, so that no record gets one.
    public func encode(to encoder: any Encoder) throws {
        guard isReadable else { throw EncodingError.unreadableID(self, encoder) }
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
