public import Core

extension Backend {
    /// Several backends of one site as one: each read is answered by the first that can.
    ///
    /// A page and a thread say which one answered, in their `source`, and how much that knows. A backend that refuses is
    /// passed over for a while, also after a relaunch where a `StateStore` is registered; asking by hand tries it again.
    /// ``FallbackPostProvider`` has the rules, for feeds and for searches. The session, the media and the links are
    /// those of the first that has some. A chain among them stands for its own backends, under this one's `memory`.
    ///
    /// - Parameters:
    ///   - backends: The backends of one site, the best one first, each with a name of its own.
    ///   - memory: Remembers who refused; `nil`, the default, for one that is kept in the registered `StateStore`, for
    ///     each site apart.
    ///   - activity: Hears what was passed over; the registered one by default, else nobody.
    ///   - time: The clock; the registered one by default, else the system's.
    /// - Returns: The chain. A single backend stays itself, but for its cursors: they are stored with its name, and one
    ///   that another backend stored is never sent to its server.
    /// - Throws: `DataError` with the code `invalidInput` for no backend, backends of several sites, a part of another
    ///   site than its backend's, and a name that two of them have, those inside chains included, or that is none.
    public static func chain(
        _ backends: [Backend], memory: RoadMemory? = nil, activity: any ActivityRecorder = .registered,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) throws(DataError) -> Backend {
        guard let first = backends.first else {
            throw DataError(.invalidInput, message: "A chain needs at least one backend.")
        }
        for backend in backends { try backend.checkParts() }
        guard backends.count > 1 else { return first.marking() }
        try check(backends)
        let site = first.site
        let memory = memory ?? RoadMemory(store: .registered, name: RoadMemory.name(of: site), time: time)
        let feeds = backends.compactMap { link in link.posts.map { (link, $0) } }
        let searches = backends.compactMap { link in link.search.map { (link, $0) } }
        let (feedRoads, searchRoads) = (roads(feeds), roads(searches))
        try checkNames(of: flat(feedRoads, for: Feed(site: site)))
        try checkNames(of: flat(searchRoads, for: Feed(site: site, source: .search("a"))))
        // One for both, so that it knows where searches came from too.
        let posts = FallbackPostProvider(site: site, memory: memory, activity: activity, time: time) { feed in
            Self.flat(feed.source.kind == .search && !searchRoads.isEmpty ? searchRoads : feedRoads, for: feed)
        }
        return Backend(
            first.profile, name: "chain", hosts: Set(backends.flatMap(\.hosts)), cursorFamily: "chain",
            posts: part(posts, of: feeds), threads: try threads(backends, memory, activity, time),
            sources: try sources(backends, memory, activity, time), search: part(posts, of: searches),
            media: backends.lazy.compactMap(\.media).first, links: backends.lazy.compactMap(\.links).first,
            session: backends.lazy.compactMap(\.session).first)
    }

    private static func check(_ backends: [Backend]) throws(DataError) {
        let sites = Set(backends.map(\.site))
        guard sites.count == 1 else {
            let names = sites.map(\.rawValue).sorted().joined(separator: " and ")
            throw DataError(.invalidInput, message: "A chain is of one site, and these are of \(names).")
        }
        try checkNames(backends.map(\.name))
    }

    private static func checkNames<Provider>(of roads: [Road<Provider>]) throws(DataError) {
        try checkNames(roads.map(\.name))
    }

    private static func checkNames(_ all: [String]) throws(DataError) {
        var names: Set<String> = []
        for name in all {
            guard names.insert(name).inserted else {
                throw DataError(.invalidInput, message: "'\(name)' is twice in one chain. Name it once.")
            }
        }
    }

    /// The chain marks what it hands out, so that what one of its backends marked too would reach a server.
    private static func roads(_ parts: [(Backend, Posts)]) -> [Road<any OnlinePostProvider>] {
        parts.map { link, part in
            Road(link.name, host: link.roadHost, cursorFamily: link.cursorFamily, provider: part.unmarked)
        }
    }

    /// The roads for a feed, with those of a chain in its place.
    private static func flat(
        _ roads: [Road<any OnlinePostProvider>], for feed: Feed
    ) -> [Road<any OnlinePostProvider>] {
        var all: [Road<any OnlinePostProvider>] = []
        for road in roads {
            if let chain = road.provider as? FallbackPostProvider {
                all += chain.roads(feed)
            } else {
                all.append(road)
            }
        }
        return all
    }

    private static func part(_ provider: FallbackPostProvider, of parts: [(Backend, Posts)]) -> Posts? {
        guard !parts.isEmpty else { return nil }
        return Posts(provider, sorts: union(parts.map(\.1.sorts)), periods: union(parts.map(\.1.periods)))
    }

    private static func threads(
        _ backends: [Backend], _ memory: RoadMemory, _ activity: any ActivityRecorder, _ time: any TimeProvider
    ) throws(DataError) -> Threads? {
        let parts = backends.compactMap { link in link.threads.map { (link, $0) } }
        guard let site = parts.first?.0.site else { return nil }
        var roads: [Road<any OnlineCommentProvider>] = []
        for (link, part) in parts {
            if let chain = part.provider as? FallbackCommentProvider {
                roads += chain.roads
            } else {
                roads.append(Road(link.name, host: link.roadHost, provider: part.provider))
            }
        }
        try checkNames(of: roads)
        let provider = FallbackCommentProvider(
            site: site, memory: memory, activity: activity, time: time, roads: roads)
        return Threads(provider, sorts: union(parts.map(\.1.sorts)))
    }

    private static func sources(
        _ backends: [Backend], _ memory: RoadMemory, _ activity: any ActivityRecorder, _ time: any TimeProvider
    ) throws(DataError) -> (any OnlineSourceProvider)? {
        var roads: [Road<any OnlineSourceProvider>] = []
        for link in backends {
            guard let sources = link.sources else { continue }
            if let chain = sources as? FallbackSourceProvider {
                roads += chain.roads
            } else {
                roads.append(Road(link.name, host: link.roadHost, provider: sources))
            }
        }
        try checkNames(of: roads)
        guard let profile = backends.first?.profile, !roads.isEmpty else { return nil }
        return FallbackSourceProvider(
            site: profile.site, profile: profile, memory: memory, activity: activity, time: time, roads: roads)
    }

    /// The values of all lists, in the order in which they are met first.
    private static func union<Value: Hashable>(_ lists: [[Value]]) -> [Value] {
        var seen: Set<Value> = []
        return lists.joined().filter { seen.insert($0).inserted }
    }

    /// A host of its own where it has said none, so that it shares no failure with another one.
    private var roadHost: String { host ?? name }
}
