extension Comment {
    /// The id of a comment: its site and the site's own id.
    ///
    /// Written as `site/native`, such as `reddit/t1_abc`.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// The site of the comment.
        public let site: Site
        /// The site's own id, such as `t1_abc`.
        public let native: String

        /// Creates an id.
        ///
        /// - Parameters:
        ///   - site: The site of the comment.
        ///   - native: The site's own name for it.
        public init(site: Site, native: String) {
            self.site = site
            self.native = native
        }

        /// Parses an id from its written form.
        ///
        /// - Parameter description: `site/native`; `nil` is returned for anything else.
        package init?(_ description: String) {
            guard let id = Post.ID(description) else { return nil }
            self.init(site: id.site, native: id.native)
        }

        /// Whether the written form can be read back, so that a store can keep it: neither part is empty.
        package var isReadable: Bool { site.isReadable && !native.isEmpty }

        /// Hashes the site's own id: comments that are hashed together are of one site, mostly of one thread.
        ///
        /// - Parameter hasher: The hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(native)
        }

        public var description: String { "\(site)/\(native)" }

        public static func < (left: ID, right: ID) -> Bool {
            left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
        }
    }

    /// The post or the comment that a comment answers.
    ///
    /// Written as an object with one member, `{"post":"reddit/t3_abc"}` or `{"comment":"reddit/t1_abc"}`.
    public enum Parent: Hashable, Sendable {
        /// The post itself.
        case post(Post.ID)
        /// Another comment, which may be missing from the thread.
        case comment(Comment.ID)

        /// The site's own id of the post or the comment.
        public var native: String {
            switch self {
            case .post(let id): id.native
            case .comment(let id): id.native
            }
        }
    }
}

extension Comment.ID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = Comment.ID(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A comment's id is 'site/native'.")
        }
        self = id
    }

    /// Writes an id as its text.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: `EncodingError` for an id that could not be read back, so that no record gets one; what the encoder
    ///   throws.
    public func encode(to encoder: any Encoder) throws {
        guard isReadable else { throw EncodingError.unreadableID(self, encoder) }
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Comment.Parent: Codable {
    private enum CodingKeys: CodingKey {
        case post, comment
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let id = try container.decodeIfPresent(Post.ID.self, forKey: .post) {
            self = .post(id)
        } else {
            self = .comment(try container.decode(Comment.ID.self, forKey: .comment))
        }
    }

    /// Writes a parent as its object.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .post(let id): try container.encode(id, forKey: .post)
        case .comment(let id): try container.encode(id, forKey: .comment)
        }
    }
}
