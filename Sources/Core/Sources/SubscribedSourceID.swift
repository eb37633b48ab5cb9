import Foundation

extension SubscribedSource {
    /// Which source: its site, its kind and its name, in whatever case that is written.
    ///
    /// Written as `site/r/name` or `site/u/name` in lowercase, such as `reddit/r/swift`.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// Whose source.
        public let site: Site
        /// The name in lowercase, with `r/` or `u/`.
        public let name: String

        /// Creates an id.
        ///
        /// - Parameters:
        ///   - site: Whose source.
        ///   - name: Its name in any case.
        public init(site: Site, name: SourceName) {
            self.site = site
            // As feeds compare names: without case, and equal texts in one form.
            let small = name.description.lowercased()
            let isPlain = small.utf8.allSatisfy { $0 < 0x80 }
            self.name = isPlain ? small : small.precomposedStringWithCanonicalMapping
        }

        /// Reads an id.
        ///
        /// - Parameter description: `site/r/name` or `site/u/name`; `nil` is returned for anything else.
        public init?(_ description: String) {
            let parts = description.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, !parts[0].isEmpty, !parts[2].isEmpty else { return nil }
            guard !parts[1].isEmpty else { return nil }
            let kind = FeedKind(rawValue: String(parts[1]))
            self.init(site: Site(rawValue: String(parts[0])), name: SourceName(kind, String(parts[2])))
        }

        /// The id as it is stored: `site/r/name` or `site/u/name`.
        public var description: String { "\(site)/\(name)" }

        /// The kind of feed that the name makes.
        public var kind: FeedKind {
            let word = name.prefix { $0 != "/" }
            return word.isEmpty ? .subreddit : FeedKind(rawValue: String(word))
        }

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
}

extension SubscribedSource.ID: Codable {
    /// Reads an id from its text.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` for what is no `site/r/name` or `site/u/name`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = SubscribedSource.ID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A source's id is 'site/kind/name', such as 'reddit/r/swift'.")
        }
        self = id
    }

    /// Writes an id as its text.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
