/// An implementation of a site: the site's profile and the parts that send requests to its server.
///
/// Backends for Reddit, Lemmy's servers and Hacker News are built in (`Backend.lemmy(host:)` and its like, in Cloud);
/// one of your own is made from closures or from providers:
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
    /// The profile of the site.
    public let profile: SiteProfile
    /// The backend's name, such as `reddit-json`, for display and for remembered failures; 1 to 64 of `A-Z a-z 0-9 . _
    /// -`.
    public var name: String {
        didSet { if cursorFamily == oldValue { cursorFamily = name } }
    }
    /// The hosts that receive the requests, in lowercase; empty where they are not known.
    ///
    /// Each has its port where the address names one. URLs of theirs that a person pastes lead to this site.
    public var hosts: Set<String> = [] {
        didSet { hosts = Set(hosts.map { $0.lowercased() }) }
    }
    /// The name shared by backends of one site that understand each other's cursors; by default the backend's name.
    ///
    /// The rules are those of ``name``.
    public var cursorFamily: String
    /// The part that fetches pages of feeds; `nil` where there is none.
    public var posts: Posts?
    /// The part that fetches threads; `nil` where there is none.
    public var threads: Threads?
    /// The part that looks up communities and people; `nil` where there is none.
    public var sources: (any OnlineSourceProvider)?
    /// The part that describes communities: their texts and rules; `nil` where there is none.
    public var communities: (any OnlineCommunityProvider)?
    /// The part that searches: it fetches the feeds whose source is a search; `nil` where there is none.
    public var search: Posts?
    /// The part that downloads media files; with `nil`, they are fetched from the addresses that ``links`` resolves.
    ///
    /// The pictures of rows do not come by it: those that are not on the device are fetched from where ``links`` lead,
    /// by the registered `ImageProvider`.
    public var media: (any OnlineMediaProvider)?
    /// The part that resolves links to addresses; with `nil`, a link's own address or the site's public one is used.
    public var links: (any EndpointProvider)?
    /// The part that fetches replies to what an account wrote, and mentions of it; `nil` where there is none.
    public var answers: (any OnlineAnswerProvider)?
    /// The part that signs people in; `nil` where there is none.
    public var session: (any SessionProvider)?
    /// The part that writes; `nil` where nobody can.
    package var writing: SiteWriting?

    /// The site.
    public var site: Site { profile.site }

    /// The only host that receives requests, with its port where the address names one; `nil` where there are several
    /// or none is known.
    package var host: String? { hosts.count == 1 ? hosts.first : nil }

    /// Creates a backend from providers; its other parts are set on the value.
    ///
    /// - Parameters:
    ///   - profile: The facts of the site.
    ///   - name: The backend's name; the site's own by default, with `-` in place of what names cannot have.
    ///   - posts: Fetches pages of feeds; none by default.
    ///   - threads: Fetches threads; none by default.
    ///   - links: Resolves links; by default they lead where they say, or to the site's public address.
    public init(
        _ profile: SiteProfile, name: String? = nil, posts: Posts? = nil, threads: Threads? = nil,
        links: (any EndpointProvider)? = nil
    ) {
        self.profile = profile
        let name = name ?? Self.name(of: profile.site)
        self.name = name
        cursorFamily = name
        self.posts = posts
        self.threads = threads
        self.links = links
    }

    /// Creates a backend from closures.
    ///
    /// - Parameters:
    ///   - profile: The facts of the site.
    ///   - sorts: The orders that its feeds have, the default one first; none, the default, for a site with one order.
    ///   - page: Fetches one page, by the contract of ``OnlinePostProvider``.
    ///   - thread: Fetches one thread, by the contract of ``OnlineCommentProvider``; `nil`, the default, for a site
    ///     without threads.
    ///   - search: Fetches one page of a search, whose words are the name of the feed's source; `nil`, the default, for
    ///     a site that does not search.
    public init(
        _ profile: SiteProfile, sorts: [FeedSort] = [], page: @escaping @Sendable (PageRequest) async throws -> Page,
        thread: (@Sendable (ThreadRequest) async throws -> CommentThread)? = nil,
        search: (@Sendable (PageRequest) async throws -> Page)? = nil
    ) {
        let site = profile.site
        self.init(
            profile, posts: Posts(ClosurePostProvider(site: site, page: page), sorts: sorts),
            threads: thread.map { Threads(ClosureCommentProvider(site: site, thread: $0)) })
        self.search = search.map { Posts(ClosurePostProvider(site: site, page: $0)) }
    }

    /// The provider of all pages: ``search`` fetches feeds whose source is a search, ``posts`` the others; `nil`
    /// without both.
    ///
    /// Where one of them is missing, its feeds are refused with the code `invalidInput`.
    public var online: (any OnlinePostProvider)? {
        guard posts != nil || search != nil else { return nil }
        return PostsAndSearch(site: site, posts: posts?.provider, search: search?.provider)
    }

    /// Throws for an invalid name, which could not be told from the cursor that it is stored with, and for a part whose
    /// site is not the profile's.
    ///
    /// - Throws: ``DataError`` with the code `invalidInput`.
    package func checkParts() throws(DataError) {
        for name in [name, cursorFamily] where !BackendTag.isName(name) {
            throw DataError(
                .invalidInput, message: "'\(name)' is no backend's name. It is 1 to 64 of A-Z a-z 0-9 . _ and -.")
        }
        let parts: [(String, Site?)] = [
            ("posts", posts?.provider.site), ("threads", threads?.provider.site), ("sources", sources?.site),
            ("communities", communities?.site), ("search", search?.provider.site), ("links", links?.site),
            ("answers", answers?.site),
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
    /// The part of a backend that fetches posts, with the orders and periods that it supports.
    public struct Posts: Sendable {
        /// The provider of pages.
        public let provider: any OnlinePostProvider
        /// The orders to choose from, the default one first; empty where there is only one.
        public let sorts: [FeedSort]
        /// The periods to choose from, for orders that have one; the default one first.
        package let periods: [FeedPeriod]

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

        /// Creates the part from a closure.
        ///
        /// - Parameters:
        ///   - site: The site whose posts it fetches.
        ///   - sorts: The orders to choose from; none, the default, where there is only one.
        ///   - periods: The periods to choose from; none by default.
        ///   - page: Fetches one page, by the contract of ``OnlinePostProvider``.
        public init(
            of site: Site, sorts: [FeedSort] = [], periods: [FeedPeriod] = [],
            page: @escaping @Sendable (PageRequest) async throws -> Page
        ) {
            self.init(ClosurePostProvider(site: site, page: page), sorts: sorts, periods: periods)
        }
    }

    /// The part of a backend that fetches threads, with the orders that it supports.
    public struct Threads: Sendable {
        /// The provider of threads.
        public let provider: any OnlineCommentProvider
        /// The orders to choose from; empty where there is only one.
        package let sorts: [CommentSort]

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
