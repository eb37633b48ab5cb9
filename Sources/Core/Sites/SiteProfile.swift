public import Foundation

/// The profile of a site: its name, the spelling of its feeds, ids and links, and its address in a browser.
///
/// It needs no network and no store, so it works in a widget, in an import and in a test. A `Backend` is a profile and
/// what asks the site's server. The profiles of Reddit, of Lemmy's servers and of Hacker News are built in; one of your
/// own says only what is different:
///
/// ```swift
/// extension SiteProfile {
///     static let pictures = SiteProfile(
///         site: Site(rawValue: "pictures"), name: "Pictures",
///         publicAddress: URL(string: "https://pictures.example"),
///         feeds: [
///             FeedRule(.home),
///             FeedRule(FeedKind(rawValue: "tag")) { name throws(DataError) in
///                 guard !name.isEmpty else { throw DataError(.invalidInput, message: "A tag is a word.") }
///                 return name
///             },
///         ])
/// }
/// let source = try SiteProfile.pictures.source(parsing: "tag/sunset")
/// let feed = SiteProfile.pictures.feed(source, sort: nil)
/// ```
public struct SiteProfile: Sendable {
    /// The site.
    public let site: Site
    /// The name for people, such as "Reddit".
    public let name: String
    /// The address at which people find the site's posts in a browser; `nil` where there is none that others can reach.
    public let publicAddress: URL?
    /// The feeds that the site has, beside the local ones that every site has.
    public let feeds: [FeedRule]
    /// The order of feeds by default; `nil` where the site has only one.
    public let defaultSort: FeedSort?
    /// The spelling of the names of sources.
    public var sources: SourceSpelling
    /// The kinds of feeds of which each signed-in account gets a list of its own; none by default.
    ///
    /// Of such a feed each account has its own stored list, and nobody has one. Other feeds are one list for everybody,
    /// whoever fetches it. It counts where the site's session is an ``AccountProvider``.
    public var personalFeeds: Set<FeedKind> = []
    /// A closure that converts a typed post id to the site's spelling, or returns `nil` for a text that is no id.
    ///
    /// By default any text but an empty one is an id.
    public var parsePostID: @Sendable (String) -> String?
    /// A closure that finds the id of a post in a URL of the site, or returns `nil` where there is none.
    ///
    /// By default it finds none.
    public var findPostID: @Sendable (URL) -> String?

    /// Creates a profile; how sources and posts are spelled is set on the value where it differs from the default.
    ///
    /// - Parameters:
    ///   - site: The site.
    ///   - name: The name for people; the site's own by default.
    ///   - publicAddress: The address at which people find the site's posts in a browser, without a slash at its end;
    ///     none by default.
    ///   - feeds: The feeds that the site has; by default a front page alone.
    ///   - defaultSort: The order of feeds by default; `hot` by default, `nil` where there is only one.
    public init(
        site: Site, name: String? = nil, publicAddress: URL? = nil, feeds: [FeedRule] = [FeedRule(.home)],
        defaultSort: FeedSort? = .hot
    ) {
        self.site = site
        self.name = name ?? site.rawValue
        self.publicAddress = publicAddress
        self.feeds = feeds
        self.defaultSort = defaultSort
        let words = feeds.filter(\.takesName).map { ($0.kind.rawValue.lowercased(), $0.kind) }
        sources = SourceSpelling(
            words: Dictionary(words) { first, _ in first },
            hosts: publicAddress?.host().map { [$0.lowercased()] } ?? [],
            examples: feeds.filter(\.takesName).flatMap(\.forms).joined(separator: " or "))
        parsePostID = { $0.isEmpty ? nil : $0 }
        findPostID = { _ in nil }
    }

    // MARK: Feeds

    /// Reads a source as a person types it, and checks its names by the site's rules.
    ///
    /// - Parameter text: Such as `home`, `r/NAME` or `u/NAME`, and `saved`, `favourites` or `downloads`.
    /// - Returns: The source, with its names as the site spells them.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message says what is allowed.
    public func source(parsing text: String) throws(DataError) -> FeedSource {
        if let source = FeedSource(text), source.isLocal, source.name.isEmpty { return source }
        for rule in feeds where !rule.takesName {
            if rule.kind.rawValue == text || rule.aliases.contains(text) { return FeedSource(rule.kind) }
        }
        for rule in feeds where rule.takesName && text.hasPrefix("\(rule.kind)/") {
            return try rule.source(named: String(text.dropFirst(rule.kind.rawValue.count + 1)))
        }
        throw DataError(.invalidInput, message: "'\(text)' is no feed. Use \(forms).")
    }

    /// The feeds that people can type, for messages: `home, r/NAME, saved, favourites or downloads`.
    package var forms: String {
        let all = feeds.flatMap { $0.aliases + $0.forms } + ["saved", "favourites"]
        return all.joined(separator: ", ") + " or downloads"
    }

    /// Makes a feed of this site, with a key by the site's rules.
    ///
    /// Another word for a kind is that kind: `.home` makes the feed `top` where `home` is an alias of it.
    ///
    /// - Parameters:
    ///   - source: The place that the posts come from; not checked.
    ///   - sort: The order; `nil` where the site has only one.
    ///   - period: The time span of the posts; left out where the order has no period.
    ///   - account: The account that reads; none by default.
    /// - Returns: The feed.
    public func feed(
        _ source: FeedSource, sort: FeedSort?, period: FeedPeriod = .day, account: String? = nil
    ) -> Feed {
        guard let (rule, known) = ruled(source) else {
            return Feed(site: site, source: source, sort: sort, period: period, account: account)
        }
        let feed = Feed(site: site, source: known, sort: sort, period: period, account: account)
        return Feed(feed, place: rule.canonical(known))
    }

    /// The rule of a source, and the source by the rule's own word.
    private func ruled(_ source: FeedSource) -> (FeedRule, FeedSource)? {
        if let rule = feeds.first(where: { $0.kind == source.kind }) { return (rule, source) }
        guard source.name.isEmpty, !source.isLocal else { return nil }
        return feeds.first { !$0.takesName && $0.aliases.contains(source.kind.rawValue) }
            .map { ($0, FeedSource($0.kind)) }
    }

    /// Makes a feed of this site in its default order.
    ///
    /// - Parameters:
    ///   - source: The place that the posts come from; not checked.
    ///   - account: The account that reads; none by default.
    /// - Returns: The feed.
    public func feed(_ source: FeedSource, account: String? = nil) -> Feed {
        feed(source, sort: defaultSort, account: account)
    }

    // MARK: Ids and links

    /// Makes the id of a source of this site by the site's rules for names.
    ///
    /// - Parameter name: The source's name, in any case; not checked.
    /// - Returns: The id: one for all spellings of one name, and two for names that the site tells apart by their case.
    public func sourceID(of name: SourceName) -> SubscribedSource.ID {
        guard let rule = feeds.first(where: { $0.kind == name.kind && $0.takesName }) else {
            return SubscribedSource.ID(site: site, name: name)
        }
        return SubscribedSource.ID(site: site, place: rule.canonical(name.source))
    }

    /// Reads the id of a post as a person types or pastes it.
    ///
    /// - Parameter text: The site's own id, or the address of the post's page.
    /// - Returns: The id; `nil` for what is none of this site.
    public func post(_ text: String) -> Post.ID? {
        if text.contains("://"), let url = URL(string: text) {
            return post(at: url)
        }
        return parsePostID(text).map { Post.ID(site: site, native: $0) }
    }

    /// Finds the post that a URL leads to.
    ///
    /// - Parameter url: An address, such as one that a person pasted.
    /// - Returns: The post's id; `nil` where the address is of another site or of no post.
    public func post(at url: URL) -> Post.ID? {
        guard let host = url.host()?.lowercased(), SourceSpelling.contains(host, in: sources.hosts) else { return nil }
        return findPostID(url).flatMap(parsePostID).map { Post.ID(site: site, native: $0) }
    }
}
