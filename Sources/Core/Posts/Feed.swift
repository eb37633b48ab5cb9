import Foundation

/// A list of posts with an order of its own: a source on a site, sorted in some way, as one account sees it.
///
/// Two feeds are equal when their ``key`` is: names are compared without case, and the order in which several
/// subreddits are named does not matter.
public struct Feed: Hashable, Sendable, CustomStringConvertible {
    /// Whose posts.
    public let site: Site
    /// The account that looks, `nil` for nobody.
    public let account: String?
    /// Where the posts come from.
    public let source: FeedSource
    /// The order.
    public let sort: FeedSort
    /// How far back it looks; `nil` unless the order has a period.
    public let period: FeedPeriod?

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - site: Whose posts.
    ///   - source: Where the posts come from; the front page by default.
    ///   - sort: The order; `hot` by default.
    ///   - period: How far back it looks; `day` by default, and left out where the order has no period.
    ///   - account: The account that looks; nobody by default.
    public init(
        site: Site, source: FeedSource = .home, sort: FeedSort = .hot, period: FeedPeriod = .day,
        account: String? = nil
    ) {
        self.site = site
        self.account = account
        self.source = source
        self.sort = sort
        self.period = sort.hasPeriod ? period : nil
    }

    /// The name that the feed is stored by.
    ///
    /// Stable; not for people.
    public var key: String {
        let place: String =
            switch source {
            case .subreddits(let names): "r/" + Set(names.map { $0.lowercased() }).sorted().joined(separator: "+")
            case .user(let name): "u/" + name.lowercased()
            default: source.description
            }
        let parts = [site.rawValue, account ?? "-", sort.rawValue, period?.rawValue ?? "-", place]
        return parts.map(Self.escaped).joined(separator: "|")
    }

    /// A part of the key without the characters that divide keys, and in the one form that equal texts have.
    private static func escaped(_ part: String) -> String {
        part.precomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
            let divides = scalar.value < 0x20 || scalar == "|" || scalar == "%"
            return divides ? "%" + String(scalar.value, radix: 16) : String(scalar)
        }.joined()
    }

    /// The source and the order, for people.
    public var description: String {
        "\(source) (\([sort.rawValue, period?.rawValue].compactMap { $0 }.joined(separator: ", ")))"
    }

    /// Whether two feeds are stored as one.
    ///
    /// - Parameters:
    ///   - left: One feed.
    ///   - right: The other one.
    /// - Returns: True when their keys are equal.
    public static func == (left: Feed, right: Feed) -> Bool { left.key == right.key }

    /// Hashes the key.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
