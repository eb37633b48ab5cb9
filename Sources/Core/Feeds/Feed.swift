import Foundation

/// The identity of a list of posts: a source on a site, sorted in some order, as one account sees it.
///
/// It holds no posts; those are in ``StoredFeed`` and ``FeedUpdate``.
///
/// Two feeds are equal when their ``key`` is. The key is made once, when the feed is made, and stored with it:
/// ``SiteProfile/feed(_:sort:period:account:)`` makes it by the rules of the site,
/// ``init(site:source:sort:period:account:)`` by the common ones, by which names of subreddits and people are compared
/// without case and several subreddits in any order.
public struct Feed: Hashable, Sendable, CustomStringConvertible {
    /// The site of the posts.
    public let site: Site
    /// The name of the account that the feed is fetched for (``AccountKey/name``); `nil` for nobody.
    public let account: String?
    /// The source of the posts, such as a subreddit, a person or a search.
    public let source: FeedSource
    /// The order; `nil` where the site has only one.
    public let sort: FeedSort?
    /// The period of the order, such as the last week; `nil` unless the order has a period.
    public let period: FeedPeriod?
    /// The key that the feed is stored under; stable, and not for display.
    public let key: String

    /// Creates a feed; names that differ only in case or order make the same feed.
    ///
    /// For a site with rules of its own use ``SiteProfile/feed(_:sort:period:account:)``.
    ///
    /// - Parameters:
    ///   - site: The site of the posts.
    ///   - source: The place that the posts come from; the front page by default.
    ///   - sort: The order; `hot` by default, `nil` where the site has only one.
    ///   - period: The time span of the posts; `day` by default, and left out where the order has no period.
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
        self.site = site
        self.source = source
        self.sort = sort
        self.period = sort?.hasPeriod == true ? period : nil
        self.account = account
        key = Self.key(of: place, on: site, sort: sort, period: self.period, account: account)
    }

    /// Creates a feed that keeps the key it was stored under; the key is not computed again.
    ///
    /// For databases: a key is made once, and other rules of a later version must not make another feed of it.
    ///
    /// - Parameters:
    ///   - feed: The feed, made of its other stored parts.
    ///   - storedKey: The key.
    package init(_ feed: Feed, storedKey: String) {
        key = storedKey
        site = feed.site
        source = feed.source
        sort = feed.sort
        period = feed.period
        account = feed.account
    }

    /// Creates a feed from stored words: an order has a period where one is stored with it.
    package init(
        site: Site, source: FeedSource, storedSort: String?, storedPeriod: String?, account: String?
    ) {
        let sort = storedSort.map { FeedSort($0, hasPeriod: storedPeriod != nil) }
        let period = storedPeriod.map(FeedPeriod.init(rawValue:)) ?? .day
        self.init(site: site, source: source, sort: sort, period: period, account: account)
    }

    /// Returns the same feed as an account sees it.
    ///
    /// - Parameter account: The name of the account.
    /// - Returns: The feed; its key differs in the account alone, however its place was made canonical.
    package func seen(by account: String) -> Feed {
        var parts = key.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        // A key of another version has other parts; it is this feed's own all the same.
        guard parts.count == 5 else {
            return Feed(self, account: account, storedKey: "\(key)|\(Self.escaped(account))")
        }
        parts[1] = Self.escaped(account)
        return Feed(self, account: account, storedKey: parts.joined(separator: "|"))
    }

    private init(_ feed: Feed, account: String, storedKey: String) {
        key = storedKey
        site = feed.site
        source = feed.source
        sort = feed.sort
        period = feed.period
        self.account = account
    }

    /// Creates a feed with the key of a place that has its canonical form already.
    init(_ feed: Feed, place: String) {
        let key = Self.key(of: place, on: feed.site, sort: feed.sort, period: feed.period, account: feed.account)
        self.init(feed, storedKey: key)
    }

    private static func key(
        of place: String, on site: Site, sort: FeedSort?, period: FeedPeriod?, account: String?
    ) -> String {
        let parts = [site.rawValue, account ?? "-", sort?.rawValue ?? "-", period?.rawValue ?? "-", place]
        return parts.map(escaped).joined(separator: "|")
    }

    /// A part of the key without the characters that divide keys, and in the one form that equal texts have.
    private static func escaped(_ part: String) -> String {
        part.precomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
            let divides = scalar.value < 0x20 || scalar == "|" || scalar == "%"
            return divides ? "%" + String(scalar.value, radix: 16) : String(scalar)
        }.joined()
    }

    public var description: String {
        let order = [sort?.rawValue, period?.rawValue].compactMap { $0 }
        return order.isEmpty ? "\(source)" : "\(source) (\(order.joined(separator: ", ")))"
    }

    public static func == (left: Feed, right: Feed) -> Bool { left.key == right.key }

    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The source of a feed's posts: a kind and, for most kinds, a name.
///
/// Written as people type it: `home`, `r/swift`, `r/swift+memes`, `u/name`, `tag/sunset`. Sources are open: what a site
/// has beyond the built-in kinds is made from its kind and its name, `FeedSource(FeedKind(rawValue: "tag"), "sunset")`.
/// Nothing is checked here; ``SiteProfile/source(parsing:)`` reads what a person types by the rules of a site.
public struct FeedSource: Hashable, Sendable {
    /// The kind.
    public let kind: FeedKind
    /// The name behind the slash; empty for kinds that have none.
    public let name: String

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - name: The name as its site spells it; empty, the default, for kinds that have none. Not checked.
    public init(_ kind: FeedKind, _ name: String = "") {
        self.kind = kind
        self.name = name
    }

    /// The front page.
    public static let home = FeedSource(.home)
    /// The local list of saved posts.
    public static let saved = FeedSource(.saved)
    /// The local list of posts that are kept with their media.
    public static let favourites = FeedSource(.favourites)
    /// The local list of posts that were packed for later.
    public static let downloads = FeedSource(.downloads)

    /// The local list of the posts that the account wrote and that are not sent.
    public static let unsent = FeedSource(.unsent)

    /// One or several subreddits or communities.
    ///
    /// - Parameter names: Their names, without `r/`; not checked.
    /// - Returns: The source.
    public static func subreddits(_ names: [String]) -> FeedSource {
        FeedSource(.subreddit, names.joined(separator: "+"))
    }

    /// The posts of one person.
    ///
    /// - Parameter name: The person's name, without `u/`; not checked.
    /// - Returns: The source.
    public static func user(_ name: String) -> FeedSource { FeedSource(.user, name) }

    /// The results of a search on the server.
    ///
    /// - Parameter text: The words to look for.
    /// - Returns: The source.
    public static func search(_ text: String) -> FeedSource { FeedSource(.search, text) }

    /// The names of a source that has several, divided by `+`; one or none for others.
    public var names: [String] {
        name.isEmpty ? [] : name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether a feed of this source is made from the database alone.
    public var isLocal: Bool { kind.isLocal }
}

extension FeedSource: LosslessStringConvertible {
    /// Parses a source from its ``description``, without a site's rules for names.
    ///
    /// `nil` for a text without a kind, for a kind that is followed by a slash and no name, and for a built-in kind
    /// without the name that belongs to it. Text that a person types
    /// is checked: see ``SiteProfile/source(parsing:)``.
    ///
    /// - Parameter description: The written form of a source.
    public init?(_ description: String) {
        guard let slash = description.firstIndex(of: "/") else {
            guard !description.isEmpty, !["r", "u", "search"].contains(description) else { return nil }
            self.init(FeedKind(rawValue: description))
            return
        }
        let name = description[description.index(after: slash)...]
        guard slash != description.startIndex, !name.isEmpty else { return nil }
        self.init(FeedKind(rawValue: String(description[..<slash])), String(name))
    }

    public var description: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue)/\(name)" }
}

/// A kind of feed source, such as the front page, a subreddit, a hashtag or the saved posts.
///
/// Kinds are open. The built-in ones have names here; a site's profile and an app add others, such as
/// `FeedKind(rawValue: "tag")`, and the framework passes on what it does not know. What it switches on are the local
/// ones: ``saved``, ``favourites``, ``downloads`` and ``unsent``.
public struct FeedKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word in front of the slash in a source's written form, such as `r` in `r/swift`.
    public let rawValue: String

    /// Creates a kind.
    ///
    /// - Parameter rawValue: The word that stands in front of the slash; one that has a slash or is empty stops the
    ///   program, as it is the app's own.
    public init(rawValue: String) {
        precondition(
            !rawValue.isEmpty && !rawValue.utf8.contains(UInt8(ascii: "/")),
            "'\(rawValue)' is no kind of feed: it is a word without slashes.")
        self.rawValue = rawValue
    }

    /// The front page.
    public static let home = FeedKind(rawValue: "home")
    /// One or several subreddits or communities.
    public static let subreddit = FeedKind(rawValue: "r")
    /// Posts of one person.
    public static let user = FeedKind(rawValue: "u")
    /// Posts that the server finds.
    public static let search = FeedKind(rawValue: "search")
    /// Posts that the person saved; local.
    public static let saved = FeedKind(rawValue: "saved")
    /// Posts that the person keeps with their media; local.
    public static let favourites = FeedKind(rawValue: "favourites")
    /// Posts that were packed for later; local.
    public static let downloads = FeedKind(rawValue: "downloads")

    /// Posts that the account wrote and that are not sent; local.
    public static let unsent = FeedKind(rawValue: "unsent")

    /// Whether a feed of this kind is made from the database alone.
    package var isLocal: Bool {
        self == .saved || self == .favourites || self == .downloads || self == .unsent
    }

    public var description: String { rawValue }
}

/// An order of a feed's posts, made by the server.
///
/// Orders are open: the built-in ones have names here, and a site that has others makes them,
/// `FeedSort("relevance")`. Two orders are equal when their words are.
public struct FeedSort: RawRepresentable, Sendable, CustomStringConvertible {
    /// The stable name, as in commands and stored feeds.
    public let rawValue: String
    /// Whether the order has a period.
    public let hasPeriod: Bool

    /// Creates an order.
    ///
    /// - Parameters:
    ///   - rawValue: The stable word for it.
    ///   - hasPeriod: Whether a period belongs to it; the built-in ones know it by themselves.
    public init(_ rawValue: String, hasPeriod: Bool = false) {
        self.rawValue = rawValue
        self.hasPeriod = hasPeriod || rawValue == "top" || rawValue == "controversial"
    }

    /// Creates an order from its name; one that is not built in has no period.
    ///
    /// - Parameter rawValue: The stable word for it.
    public init(rawValue: String) {
        self.init(rawValue)
    }

    /// The server's pick for this person.
    public static let best = FeedSort("best")
    /// Posts that are talked about now.
    public static let hot = FeedSort("hot")
    /// The newest first.
    public static let new = FeedSort("new")
    /// The highest score in a period.
    public static let top = FeedSort("top")
    /// Posts that are becoming hot.
    public static let rising = FeedSort("rising")
    /// Posts that people disagree on, in a period.
    public static let controversial = FeedSort("controversial")

    /// The orders that are built in, as commands list them.
    public static let builtIn: [FeedSort] = [.best, .hot, .new, .top, .rising, .controversial]

    public var description: String { rawValue }
}

extension FeedSort: Hashable, Codable {
    public static func == (left: FeedSort, right: FeedSort) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// A time span that limits the posts of an order such as `top`.
///
/// Periods are open: the built-in ones have names here, and a site that has others makes them from their word.
public struct FeedPeriod: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The stable name, as in commands and stored feeds.
    public let rawValue: String

    /// Creates a period from its name.
    ///
    /// - Parameter rawValue: The stable word for it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The last hour.
    public static let hour = FeedPeriod(rawValue: "hour")
    /// The last 24 hours.
    public static let day = FeedPeriod(rawValue: "day")
    /// The last week.
    public static let week = FeedPeriod(rawValue: "week")
    /// The last month.
    public static let month = FeedPeriod(rawValue: "month")
    /// The last year.
    public static let year = FeedPeriod(rawValue: "year")
    /// All time.
    public static let all = FeedPeriod(rawValue: "all")

    /// The periods that are built in, as commands list them.
    public static let builtIn: [FeedPeriod] = [.hour, .day, .week, .month, .year, .all]

    public var description: String { rawValue }
}
