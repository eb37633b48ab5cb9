import Foundation

/// A list of posts with an order of its own: a source on a site, sorted in some way, as one account sees it.
///
/// Two feeds are equal when their ``key`` is. The key is made once, when the feed is made, and stored with it:
/// ``SiteProfile/feed(_:sort:period:account:)`` makes it by the rules of the site, ``init(site:source:sort:period:account:)``
/// by the common ones, by which names of subreddits and people are compared without case and several subreddits in any
/// order.
public struct Feed: Hashable, Sendable, CustomStringConvertible {
    /// The site that the posts are of.
    public let site: Site
    /// The account that looks, `nil` for nobody.
    public let account: String?
    /// The place that the posts come from.
    public let source: FeedSource
    /// The order; `nil` where the site has only one.
    public let sort: FeedSort?
    /// How far back it looks; `nil` unless the order has a period.
    public let period: FeedPeriod?
    /// The name that the feed is stored by; stable, and not for people.
    public let key: String

    /// Creates a feed by the common rules for names.
    ///
    /// For a site with rules of its own use ``SiteProfile/feed(_:sort:period:account:)``.
    ///
    /// - Parameters:
    ///   - site: The site that the posts are of.
    ///   - source: The place that the posts come from; the front page by default.
    ///   - sort: The order; `hot` by default, `nil` where the site has only one.
    ///   - period: How far back it looks; `day` by default, and left out where the order has no period.
    ///   - account: The account that looks; nobody by default.
    public init(
        site: Site, source: FeedSource = .home, sort: FeedSort? = .hot, period: FeedPeriod = .day,
        account: String? = nil
    ) {
        let place: String =
            switch source.kind {
            case .subreddit: "r/" + Set(source.names.map { $0.lowercased() }).sorted().joined(separator: "+")
            case .user: source.description.lowercased()
            default: source.description
            }
        self.init(site: site, source: source, sort: sort, period: period, account: account, place: place)
    }

    /// Creates a feed whose place has its canonical form already.
    init(site: Site, source: FeedSource, sort: FeedSort?, period: FeedPeriod, account: String?, place: String) {
        let period = sort?.hasPeriod == true ? period : nil
        let parts = [site.rawValue, account ?? "-", sort?.rawValue ?? "-", period?.rawValue ?? "-", place]
        self.init(
            storedKey: parts.map(Self.escaped).joined(separator: "|"), site: site, source: source, sort: sort,
            period: period, account: account)
    }

    /// Creates a feed again from its stored parts; its key is taken as it is.
    ///
    /// For databases: a key is made once, and other rules of a later version must not make another feed of it.
    ///
    /// - Parameters:
    ///   - storedKey: The key.
    ///   - site: The site that the posts are of.
    ///   - source: The place that the posts come from.
    ///   - sort: The order.
    ///   - period: How far back it looks.
    ///   - account: The account that looks.
    public init(
        storedKey: String, site: Site, source: FeedSource, sort: FeedSort?, period: FeedPeriod?, account: String?
    ) {
        key = storedKey
        self.site = site
        self.source = source
        self.sort = sort
        self.period = period
        self.account = account
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
        let order = [sort?.rawValue, period?.rawValue].compactMap { $0 }
        return order.isEmpty ? "\(source)" : "\(source) (\(order.joined(separator: ", ")))"
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
