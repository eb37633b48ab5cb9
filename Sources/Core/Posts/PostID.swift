extension Post {
    /// The id of a post: its site and the id that the site gave it.
    ///
    /// Written `site/native`, such as `reddit/t3_abc`.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// The site of the post.
        public let site: Site
        /// The site's own id, such as `t3_abc`.
        public let native: String

        /// Creates an id.
        ///
        /// - Parameters:
        ///   - site: The site of the post.
        ///   - native: The site's own id.
        public init(site: Site, native: String) {
            self.site = site
            self.native = native
        }

        /// Reads an id from its written form.
        ///
        /// - Parameter description: `site/native`; `nil` is returned when either part is empty.
        public init?(_ description: String) {
            // By bytes: a combining mark behind the slash makes one character of both.
            guard let slash = description.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            let site = description[..<slash]
            let native = description[description.utf8.index(after: slash)...]
            guard !site.isEmpty, !native.isEmpty else { return nil }
            self.init(site: Site(rawValue: String(site)), native: String(native))
        }

        /// Whether the written form can be read back, so that a store can keep it: neither part is empty.
        package var isReadable: Bool { site.isReadable && !native.isEmpty }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(native)
        }

        public var description: String { site.rawValue + "/" + native }

        public static func < (left: ID, right: ID) -> Bool {
            left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
        }
    }
}

extension Post.ID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = Post.ID(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A post's id is 'site/native'.")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        guard isReadable else { throw EncodingError.unreadableID(self, encoder) }
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension EncodingError {
    /// The error that is thrown instead of writing an id that could not be read back.
    static func unreadableID(_ id: any Sendable & CustomStringConvertible, _ encoder: any Encoder) -> EncodingError {
        .invalidValue(
            id,
            Context(
                codingPath: encoder.codingPath,
                debugDescription: "The id '\(id)' could not be read back. Both parts of 'site/native' need a text."))
    }
}
