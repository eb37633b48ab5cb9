extension Comment {
    /// Which comment: its site and the name that the site gives it.
    ///
    /// Written as `site/native`, such as `reddit/t1_abc`.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// Whose comment.
        public let site: Site
        /// The site's own name for it, such as `t1_abc`.
        public let native: String

        /// Creates an id.
        ///
        /// - Parameters:
        ///   - site: Whose comment.
        ///   - native: The site's own name for it.
        public init(site: Site, native: String) {
            self.site = site
            self.native = native
        }

        /// Reads an id.
        ///
        /// - Parameter description: `site/native`; `nil` is returned for anything else.
        public init?(_ description: String) {
            guard let id = Post.ID(description) else { return nil }
            self.init(site: id.site, native: id.native)
        }

        /// Whether the written form can be read back, so that a store can keep it: neither part is empty.
        package var isReadable: Bool { site.isReadable && !native.isEmpty }

        /// The id as it is stored: `site/native`.
        public var description: String { "\(site)/\(native)" }

        /// Whether one comes before the other, by the UTF-8 bytes of their descriptions.
        ///
        /// - Parameters:
        ///   - left: One id.
        ///   - right: The other one.
        /// - Returns: True when `left` comes first.
        public static func < (left: ID, right: ID) -> Bool {
            left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
        }
    }

    /// What a comment answers.
    ///
    /// Written as an object with one member, `{"post":"reddit/t3_abc"}` or `{"comment":"reddit/t1_abc"}`.
    public enum Parent: Hashable, Sendable {
        /// The post itself.
        case post(Post.ID)
        /// Another comment, which need not be there.
        case comment(Comment.ID)

        /// The site's own name for it.
        public var native: String {
            switch self {
            case .post(let id): id.native
            case .comment(let id): id.native
            }
        }
    }
}

extension Comment.ID: Codable {
    /// Reads an id from its text.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` for what is no `site/native`.
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

    /// Reads a parent from its object.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` for an object that has neither member.
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
