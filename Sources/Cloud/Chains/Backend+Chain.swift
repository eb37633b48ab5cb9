public import Core

extension Backend {
    /// Makes a chain of several backends of one site: each read is answered by the first that can.
    ///
    /// A page and a thread name the backend that answered in their `source`. A backend that refuses is suspended for a
    /// while by the rules of ``SuspensionPolicy``, also after a relaunch where a `StateStore` is registered; a refresh
    /// by a person asks it again. A further page comes from the backend of the page before it, else from another one of
    /// its `cursorFamily`. When no backend answers, the error that tells a person most is thrown. The session, the
    /// media and the links are those of the first that has some. A chain among them stands for its own backends, under
    /// this one's `suspensions`.
    ///
    /// - Parameters:
    ///   - backends: The backends of one site, the best one first, each with a name of its own.
    ///   - suspensions: The store of suspended backends; `nil`, the default, for one in the registered `StateStore`,
    ///     for each site apart.
    ///   - order: The names of the backends that are asked for a feed or a search, the best one first; `nil`, the
    ///     default, for all in their order. It is called for every page, so keep it quick.
    ///   - activity: The recorder of what is passed over; the registered one by default, else none.
    ///   - time: The clock; the registered one by default, else the system's.
    /// - Returns: The chain. A single backend stays itself, but for its cursors: they are stored with its name, and one
    ///   that another backend stored is never sent to its server.
    /// - Throws: `DataError` with the code `invalidInput` for no backend, backends of several sites, a part of another
    ///   site than its backend's, and a name that two of them have, those inside chains included, or that is none.
    public static func chain(
        _ backends: [Backend], suspensions: SuspensionStore? = nil, order: (@Sendable (Feed) -> [String])? = nil,
        activity: any ActivityRecorder = .registered,
        time: any TimeProvider = Dependency.clock
    ) throws(DataError) -> Backend {
        guard let first = backends.first else {
            throw DataError(.invalidInput, message: "A chain needs at least one backend.")
        }
        for backend in backends { try backend.checkParts() }
        guard backends.count > 1 else { return first.tagging() }
        try check(backends)
        let site = first.site
        let suspensions =
            suspensions ?? SuspensionStore(store: .registered, name: SuspensionStore.name(of: site), time: time)
        let feeds = backends.compactMap { link in link.posts.map { (link, $0) } }
        let searches = backends.compactMap { link in link.search.map { (link, $0) } }
        let (feedLinks, searchLinks) = (links(feeds), links(searches))
        try checkNames(of: flat(feedLinks, for: Feed(site: site)))
        try checkNames(of: flat(searchLinks, for: Feed(site: site, source: .search("a"))))
        // One for both, so that it knows where searches came from too.
        let posts = ChainedPostProvider(site: site, suspensions: suspensions, activity: activity, time: time) { feed in
            let isSearch = feed.source.kind == .search && !searchLinks.isEmpty
            let all = Self.flat(isSearch ? searchLinks : feedLinks, for: feed)
            guard let names = order?(feed) else { return all }
            return names.compactMap { name in all.first { $0.name == name } }
        }
        var chain = Backend(
            first.profile, name: "chain", posts: part(posts, of: feeds),
            threads: try threads(backends, suspensions, activity, time), links: backends.lazy.compactMap(\.links).first)
        chain.hosts = Set(backends.flatMap(\.hosts))
        chain.sources = try sources(backends, suspensions, activity, time)
        chain.communities = try communities(backends, suspensions, activity, time)
        chain.search = part(posts, of: searches)
        chain.media = backends.lazy.compactMap(\.media).first
        chain.session = backends.lazy.compactMap(\.session).first
        // The link that owns the account writes, and has its answers.
        let owner = backends.first { $0.session != nil }
        chain.writing = owner?.writing
        chain.answers = owner?.answers
        return chain
    }

    private static func check(_ backends: [Backend]) throws(DataError) {
        let sites = Set(backends.map(\.site))
        guard sites.count == 1 else {
            let names = sites.map(\.rawValue).sorted().joined(separator: " and ")
            throw DataError(.invalidInput, message: "A chain is of one site, and these are of \(names).")
        }
        try checkNames(backends.map(\.name))
    }

    private static func checkNames<Provider>(of links: [ChainLink<Provider>]) throws(DataError) {
        try checkNames(links.map(\.name))
    }

    private static func checkNames(_ all: [String]) throws(DataError) {
        var names: Set<String> = []
        for name in all {
            guard names.insert(name).inserted else {
                throw DataError(.invalidInput, message: "'\(name)' is twice in one chain. Name it once.")
            }
        }
    }

    /// The chain tags cursors and revisions itself, so its backends must not tag them as well.
    private static func links(_ parts: [(Backend, Posts)]) -> [ChainLink<any OnlinePostProvider>] {
        parts.map { link, part in
            ChainLink(
                link.name, host: link.chainHost, cursorFamily: link.cursorFamily, provider: part.untagged,
                isAnonymous: link.session == nil)
        }
    }

    /// The backends for a feed, with those of a chain in its place.
    private static func flat(
        _ links: [ChainLink<any OnlinePostProvider>], for feed: Feed
    ) -> [ChainLink<any OnlinePostProvider>] {
        var all: [ChainLink<any OnlinePostProvider>] = []
        for link in links {
            if let chain = link.provider as? ChainedPostProvider {
                all += chain.links(feed)
            } else {
                all.append(link)
            }
        }
        return all
    }

    private static func part(_ provider: ChainedPostProvider, of parts: [(Backend, Posts)]) -> Posts? {
        guard !parts.isEmpty else { return nil }
        return Posts(provider, sorts: union(parts.map(\.1.sorts)), periods: union(parts.map(\.1.periods)))
    }

    private static func threads(
        _ backends: [Backend], _ suspensions: SuspensionStore, _ activity: any ActivityRecorder,
        _ time: any TimeProvider
    ) throws(DataError) -> Threads? {
        let parts = backends.compactMap(\.threads)
        guard let site = backends.first(where: { $0.threads != nil })?.site else { return nil }
        let links = try flatLinks(of: backends, \.threads?.provider) { ($0 as? ChainedCommentProvider)?.links }
        let provider = ChainedCommentProvider(
            site: site, suspensions: suspensions, activity: activity, time: time, links: links)
        return Threads(provider, sorts: union(parts.map(\.sorts)))
    }

    private static func sources(
        _ backends: [Backend], _ suspensions: SuspensionStore, _ activity: any ActivityRecorder,
        _ time: any TimeProvider
    ) throws(DataError) -> (any OnlineSourceProvider)? {
        let links = try flatLinks(of: backends, \.sources) { ($0 as? ChainedSourceProvider)?.links }
        guard let profile = backends.first?.profile, !links.isEmpty else { return nil }
        return ChainedSourceProvider(
            profile, suspensions: suspensions, activity: activity, time: time, links: links)
    }

    private static func communities(
        _ backends: [Backend], _ suspensions: SuspensionStore, _ activity: any ActivityRecorder,
        _ time: any TimeProvider
    ) throws(DataError) -> (any OnlineCommunityProvider)? {
        let links = try flatLinks(of: backends, \.communities) { ($0 as? ChainedCommunityProvider)?.links }
        guard let profile = backends.first?.profile, !links.isEmpty else { return nil }
        return ChainedCommunityProvider(
            profile, suspensions: suspensions, activity: activity, time: time, links: links)
    }

    /// The links of the backends that have a part, with those of a chain in its place.
    ///
    /// - Parameters:
    ///   - backends: The backends, in their order.
    ///   - part: The part of a backend; `nil` where it has none.
    ///   - links: The links of a part that is a chain itself; `nil` for another one.
    /// - Returns: The links.
    /// - Throws: `DataError` with the code `invalidInput` for a name that is there twice.
    private static func flatLinks<Provider: Sendable>(
        of backends: [Backend], _ part: (Backend) -> Provider?, inChain links: (Provider) -> [ChainLink<Provider>]?
    ) throws(DataError) -> [ChainLink<Provider>] {
        var all: [ChainLink<Provider>] = []
        for backend in backends {
            guard let provider = part(backend) else { continue }
            all += links(provider) ?? [ChainLink(checking: backend.name, backend.chainHost, nil, provider)]
        }
        try checkNames(all.map(\.name))
        return all
    }

    /// The values of all lists, in the order in which they are met first.
    private static func union<Value: Hashable>(_ lists: [[Value]]) -> [Value] {
        var seen: Set<Value> = []
        return lists.joined().filter { seen.insert($0).inserted }
    }

    /// A host of its own where it has said none, so that it shares no failure with another one.
    private var chainHost: String { host ?? name }
}
