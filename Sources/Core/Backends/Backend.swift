/// A site's profile and the parts that ask its server: what an app chooses to read a site with.
///
/// Backends for Reddit, Lemmy's servers and Hacker News are built in (`Backend.lemmy(host:)` and its like, in Cloud); one
/// of your own is made from closures or from providers:
///
/// ```swift
/// let backend = Backend(.pictures, sorts: [.new]) { request in
///     try await pictures.page(request)
/// } thread: { request in
///     try await pictures.thread(request)
/// }
/// ```
///
/// The backend can do what it has a part for: there are threads where ``threads`` is there, and orders to choose from
/// where ``Posts/sorts`` has some.
public struct Backend: Sendable {
    /// The facts of the site.
    public let profile: SiteProfile
    /// The name of what answers, for people and for what is remembered of failures, such as `reddit-json`; 1 to 64 of
    /// `A-Z a-z 0-9 . _ -`.
    public let name: String
    /// The hosts that are asked, in lowercase; none where they are not known.
    ///
    /// Each has its port where the address names one. URLs of theirs that a person pastes lead to this site.
    public var hosts: Set<String>
    /// The word that backends of one site share which go on behind each other's cursors; by default the name.
    ///
    /// The rules are those of ``name``.
    public var cursorFamily: String
    /// Fetches pages of feeds; `nil` where it has none.
    public var posts: Posts?
    /// Fetches threads.
    public var threads: Threads?
    /// Looks up communities and people.
    public var sources: (any OnlineSourceProvider)?
    /// Finds posts by words: fetches the feeds whose source is a search.
    public var search: Posts?
    /// Fetches the files that favourites and packs keep; where it is `nil`, they are fetched from where ``links`` lead.
    ///
    /// The pictures of rows do not come by it: those that are not on the device are fetched from where ``links`` lead,
    /// by the registered `ImageProvider`.
    public var media: (any OnlineMediaProvider)?
    /// Knows where links lead; where it is `nil`, they lead where they say, or to the site's public address.
    public var links: (any EndpointProvider)?
    /// Signs people in.
    public var session: (any SessionProvider)?

    /// The site.
    public var site: Site { profile.site }

    /// The one host that is asked, with its port where the address names one: hosts that refuse one thing refuse others
    /// too; `nil` where there are several or none is known.
    public var host: String? { hosts.count == 1 ? hosts.first : nil }

    /// Creates a backend from providers; parts that are left out it does not have.
    ///
    /// - Parameters:
    ///   - profile: The facts of the site.
    ///   - name: The name of what answers; the site's own by default, with `-` in place of what names cannot have.
    ///   - hosts: The hosts that are asked, with their ports where the address names them; unknown by default.
    ///   - cursorFamily: The word that backends have in common which go on behind each other's cursors; by default the
    ///     name.
    ///   - posts: Fetches pages of feeds.
    ///   - threads: Fetches threads.
    ///   - sources: Looks up communities and people.
    ///   - search: Finds posts by words.
    ///   - media: Fetches files of media.
    ///   - links: Knows where links lead.
    ///   - session: Signs people in.
    public init(
        _ profile: SiteProfile, name: String? = nil, hosts: Set<String> = [], cursorFamily: String? = nil,
        posts: Posts? = nil, threads: Threads? = nil, sources: (any OnlineSourceProvider)? = nil,
        search: Posts? = nil, media: (any OnlineMediaProvider)? = nil, links: (any EndpointProvider)? = nil,
        session: (any SessionProvider)? = nil
    ) {
        self.profile = profile
        let name = name ?? Self.name(of: profile.site)
        self.name = name
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.cursorFamily = cursorFamily ?? name
        self.posts = posts
        self.threads = threads
        self.sources = sources
        self.search = search
        self.media = media
        self.links = links
        self.session = session
    }

    /// Creates a backend from closures.
    ///
    /// - Parameters:
    ///   - profile: The facts of the site.
    ///   - name: The name of what answers; the site's own by default.
    ///   - sorts: The orders that its feeds have, the usual one first; none, the default, for a site with one order.
    ///   - periods: The periods that orders have which have any; none by default.
    ///   - links: Knows where links lead; by default they lead where they say, or to the site's public address.
    ///   - page: Fetches one page, by the contract of ``OnlinePostProvider``.
    ///   - thread: Fetches one thread, by the contract of ``OnlineCommentProvider``; `nil`, the default, for a site
    ///     without threads.
    ///   - search: Fetches one page of a search, whose words are the name of the feed's source; `nil`, the default, for
    ///     a site that does not search.
    public init(
        _ profile: SiteProfile, name: String? = nil, sorts: [FeedSort] = [], periods: [FeedPeriod] = [],
        links: (any EndpointProvider)? = nil,
        page: @escaping @Sendable (PageRequest) async throws -> Page,
        thread: (@Sendable (ThreadRequest) async throws -> CommentThread)? = nil,
        search: (@Sendable (PageRequest) async throws -> Page)? = nil
    ) {
        let site = profile.site
        self.init(
            profile, name: name,
            posts: Posts(ClosurePostProvider(site: site, page: page), sorts: sorts, periods: periods),
            threads: thread.map { Threads(ClosureCommentProvider(site: site, thread: $0)) },
            search: search.map { Posts(ClosurePostProvider(site: site, page: $0)) }, links: links)
    }

    /// Fetches any page of a feed: by ``search`` where the source is a search, else by ``posts``; `nil` without both.
    ///
    /// Where one of them is missing, its feeds are refused with the code `invalidInput`.
    public var online: (any OnlinePostProvider)? {
        guard posts != nil || search != nil else { return nil }
        return PostsAndSearch(site: site, posts: posts?.provider, search: search?.provider)
    }

    /// Refuses a name that could not be told from the cursor that it is stored with, and a part of another site than
    /// the profile's: it would answer for a site that it does not ask.
    ///
    /// - Throws: ``DataError`` with the code `invalidInput`.
    package func checkParts() throws(DataError) {
        for name in [name, cursorFamily] where !RoadTag.isName(name) {
            throw DataError(
                .invalidInput, message: "'\(name)' is no backend's name. It is 1 to 64 of A-Z a-z 0-9 . _ and -.")
        }
        let parts: [(String, Site?)] = [
            ("posts", posts?.provider.site), ("threads", threads?.provider.site), ("sources", sources?.site),
            ("search", search?.provider.site), ("links", links?.site),
        ]
        for (part, other) in parts {
            guard let other, other != site else { continue }
            throw DataError(
                .invalidInput,
                message: "The backend '\(name)' is of '\(site)', and its part for \(part) of '\(other)'. "
                    + "Give it parts of its own site only.")
        }
    }

    private static func name(of site: Site) -> String {
        let name = site.rawValue.prefix(64).map {
            $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-"
        }
        return String(name)
    }
}

extension Backend {
    /// The part of a backend that fetches posts, with what it takes.
    public struct Posts: Sendable {
        /// Fetches the pages.
        public let provider: any OnlinePostProvider
        /// The orders to choose from, the usual one first; none where there is only one.
        public let sorts: [FeedSort]
        /// The periods to choose from, for orders that have one; the usual one first.
        public let periods: [FeedPeriod]

        /// Creates the part.
        ///
        /// - Parameters:
        ///   - provider: Fetches the pages.
        ///   - sorts: The orders to choose from; none, the default, where there is only one.
        ///   - periods: The periods to choose from; none by default.
        public init(_ provider: any OnlinePostProvider, sorts: [FeedSort] = [], periods: [FeedPeriod] = []) {
            self.provider = provider
            self.sorts = sorts
            self.periods = periods
        }
    }

    /// The part of a backend that fetches threads, with what it takes.
    public struct Threads: Sendable {
        /// Fetches the threads.
        public let provider: any OnlineCommentProvider
        /// The orders to choose from; none where there is only one.
        public let sorts: [CommentSort]

        /// Creates the part.
        ///
        /// - Parameters:
        ///   - provider: Fetches the threads.
        ///   - sorts: The orders to choose from; none, the default, where there is only one.
        public init(_ provider: any OnlineCommentProvider, sorts: [CommentSort] = []) {
            self.provider = provider
            self.sorts = sorts
        }
    }
}

private struct ClosurePostProvider: OnlinePostProvider {
    let site: Site
    let page: @Sendable (PageRequest) async throws -> Page

    func fetchPage(_ request: PageRequest) async throws -> Page { try await page(request) }
}

private struct ClosureCommentProvider: OnlineCommentProvider {
    let site: Site
    let thread: @Sendable (ThreadRequest) async throws -> CommentThread

    func fetchThread(_ request: ThreadRequest) async throws -> CommentThread { try await thread(request) }
}

private struct PostsAndSearch: OnlinePostProvider {
    let site: Site
    let posts: (any OnlinePostProvider)?
    let search: (any OnlinePostProvider)?

    func fetchPage(_ request: PageRequest) async throws -> Page {
        if request.feed.source.kind == .search {
            guard let search else {
                throw DataError(
                    .invalidInput, message: "\(site) has no search, and '\(request.feed.source)' is a search.")
            }
            return try await search.fetchPage(request)
        }
        guard let posts else {
            throw DataError(
                .invalidInput, message: "\(site) can only be searched, and '\(request.feed.source)' is no search.")
        }
        return try await posts.fetchPage(request)
    }
}
