public import Foundation

/// A subreddit, community or user in a person's list of sources.
///
/// What the person did (adding, moving, opening) and what the server says (spelling, title, numbers) have dates of
/// their own, so that the lists of two devices can be merged.
public struct SubscribedSource: Hashable, Sendable, Identifiable {
    /// The maximum number of sources in a site's list: 1,000.
    package static let maximumCount = 1000

    /// The result of the last lookup of a source.
    public enum State: Hashable, Sendable {
        /// It exists, and the server shows it.
        case verified
        /// It was not looked up yet.
        case pending
        /// The server says that there is no such source.
        case unknown
        /// It exists, but the server does not show it.
        case restricted(SourceRestriction)
    }

    /// The identity: equal for two spellings of one name.
    public private(set) var id: ID
    /// The name, as the server spells it once it was looked up, before that as it was typed.
    public private(set) var name: SourceName
    /// The result of its last lookup.
    public var state: State
    /// Its title; `nil` where it is not known.
    public var title: String?
    /// Whether it is not safe for work; `nil` where it is not known.
    public var isNSFW: Bool?
    /// The number of its subscribers; `nil` where it is not known.
    public var subscriberCount: Int?
    /// The date when the person added it.
    public var added: Date
    /// The date when the person opened it last; `nil` for never.
    public var lastOpened: Date?
    /// The date of its last lookup; `nil` for never.
    public var checked: Date?
    /// The date when the person added or moved it last.
    public var changed: Date
    /// Its place in the list: smaller comes first; only the order has a meaning.
    public var position: Double

    /// Creates a source, with an id by the rules of its site.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - profile: The facts of its site.
    ///   - state: The result of its last lookup; `pending` by default.
    ///   - added: The date when the person added it; ``changed`` is the same at first.
    ///   - position: Its place; a store sets it when the source is added.
    public init(
        _ name: SourceName, on profile: SiteProfile, state: State = .pending, added: Date, position: Double = 0
    ) {
        self.init(storedID: profile.sourceID(of: name), name: name, state: state, added: added, position: position)
    }

    /// Creates a source from its stored parts, with its stored id.
    ///
    /// For databases: an id is made once, so that a later version with other rules does not make another source of it.
    ///
    /// - Parameters:
    ///   - storedID: The stored id.
    ///   - name: Its name.
    ///   - state: The result of its last lookup; `pending` by default.
    ///   - added: The date when the person added it; ``changed`` is the same at first.
    ///   - position: Its place.
    public init(storedID: ID, name: SourceName, state: State = .pending, added: Date, position: Double = 0) {
        id = storedID
        self.name = name
        self.state = state
        self.added = added
        self.changed = added
        self.position = position
    }

    /// Its site.
    public var site: Site { id.site }

    /// The source of its feed.
    public var source: FeedSource { name.source }

    /// Updates the source with the result of looking it up.
    ///
    /// - Parameters:
    ///   - result: The result. The source takes the server's spelling of its name, and with it another id where the
    ///     site's rules make one of that spelling.
    ///   - date: The date of the result.
    package mutating func update(with result: SourceLookupResult, at date: Date) {
        checked = date
        switch result {
        case .unknown:
            state = .unknown
        case .known(let description, let known):
            // The site's rules may differ from the common ones: an id that fits the name is kept.
            id = known ?? (id.isID(of: description.name) ? id : ID(site: site, name: description.name))
            name = description.name
            state = description.restriction.map(State.restricted) ?? .verified
            // A backend that knows less does not erase what is known.
            title = description.title ?? title
            isNSFW = description.isNSFW ?? isNSFW
            subscriberCount = description.subscriberCount ?? subscriberCount
        }
    }
}

extension SubscribedSource {
    /// The identity of a source: its site, its kind, and its name in one canonical spelling.
    ///
    /// Written as `site/r/name` or `site/u/name`, such as `reddit/r/swift`. It is made once and stored with the source:
    /// ``SiteProfile/sourceID(of:)`` makes it by the rules of the site, ``init(site:name:)`` by the common rules, which
    /// ignore case.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// The source's site.
        public let site: Site
        /// The name with `r/` or `u/`; in lowercase where the site's names are compared without case.
        public let name: String

        /// Creates an id by the common rules for names; for a site with its own rules use
        /// ``SiteProfile/sourceID(of:)``.
        ///
        /// - Parameters:
        ///   - site: The source's site.
        ///   - name: Its name in any case.
        public init(site: Site, name: SourceName) {
            self.init(site: site, place: name.description.lowercased())
        }

        /// Creates an id of a name that has its canonical case already.
        init(site: Site, place: String) {
            self.site = site
            // Equal texts have one form.
            let isPlain = place.utf8.allSatisfy { $0 < 0x80 }
            name = isPlain ? place : place.precomposedStringWithCanonicalMapping
        }

        /// Parses an id without changing its case; `nil` for a text of another form.
        ///
        /// - Parameter description: The id as `site/r/name` or `site/u/name`.
        package init?(_ description: String) {
            let parts = description.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, !parts[0].isEmpty, !parts[2].isEmpty else { return nil }
            guard !parts[1].isEmpty else { return nil }
            self.init(site: Site(rawValue: String(parts[0])), place: "\(parts[1])/\(parts[2])")
        }

        public var description: String { "\(site)/\(name)" }

        /// The kind of feed that the name makes.
        package var kind: FeedKind {
            let word = name.prefix { $0 != "/" }
            return word.isEmpty ? .subreddit : FeedKind(rawValue: String(word))
        }

        /// Whether any site's rules make this id of a name: in lowercase, or in the case in which it is spelled.
        package func isID(of name: SourceName) -> Bool {
            self == ID(site: site, name: name) || self == ID(site: site, place: name.description)
                || self == ID(site: site, place: "\(name.kind)/\(name.text.lowercased())")
        }

        public static func < (left: ID, right: ID) -> Bool {
            left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
        }
    }
}

extension SubscribedSource.ID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = SubscribedSource.ID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A source's id is 'site/kind/name', such as 'reddit/r/swift'.")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
