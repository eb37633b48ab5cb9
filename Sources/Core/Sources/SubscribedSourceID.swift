import Foundation

extension SubscribedSource {
    /// The identity of a source: its site, its kind and its name, in the one form that all spellings of the name have.
    ///
    /// Written as `site/r/name` or `site/u/name`, such as `reddit/r/swift`. It is made once, when the source is made, and
    /// stored with it: ``SiteProfile/sourceID(of:)`` makes it by the rules of the site, ``init(site:name:)`` by the common
    /// ones, by which names are compared without case.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// Whose source.
        public let site: Site
        /// The name with `r/` or `u/`; in lowercase where the site's names are compared without case.
        public let name: String

        /// Creates an id by the common rules for names.
        ///
        /// For a site with rules of its own use ``SiteProfile/sourceID(of:)``.
        ///
        /// - Parameters:
        ///   - site: Whose source.
        ///   - name: Its name in any case.
        public init(site: Site, name: SourceName) {
            self.init(site: site, place: name.description.lowercased())
        }

        /// Creates an id of a name whose case is the canonical one already.
        init(site: Site, place: String) {
            self.site = site
            // Equal texts have one form.
            let isPlain = place.utf8.allSatisfy { $0 < 0x80 }
            name = isPlain ? place : place.precomposedStringWithCanonicalMapping
        }

        /// Reads an id; its case is taken as it is.
        ///
        /// An id is made once, and other rules of a later version must not make another one of it.
        ///
        /// - Parameter description: `site/r/name` or `site/u/name`; `nil` is returned for anything else.
        public init?(_ description: String) {
            let parts = description.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, !parts[0].isEmpty, !parts[2].isEmpty else { return nil }
            guard !parts[1].isEmpty else { return nil }
            self.init(site: Site(rawValue: String(parts[0])), place: "\(parts[1])/\(parts[2])")
        }

        /// The id as it is stored: `site/r/name` or `site/u/name`.
        public var description: String { "\(site)/\(name)" }

        /// The kind of feed that the name makes.
        public var kind: FeedKind {
            let word = name.prefix { $0 != "/" }
            return word.isEmpty ? .subreddit : FeedKind(rawValue: String(word))
        }

        /// Whether some site's rules make this id of a name: in lowercase, or in the case that it is spelled in.
        ///
        /// - Parameter name: A name as it is spelled.
        /// - Returns: True where they do; the rules of the site itself are not asked.
        package func isID(of name: SourceName) -> Bool {
            self == ID(site: site, name: name) || self == ID(site: site, place: name.description)
                || self == ID(site: site, place: "\(name.kind)/\(name.text.lowercased())")
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
