import Core

/// The feeds of a site's sources, each in an order that was chosen.
struct ChosenFeeds {
    private let profile: SiteProfile
    private let account: String?
    private let offered: [FeedSort]?
    private let backend: Backend?

    /// Creates the feeds; resolves `SiteProfiles` and `Backends` where they are registered.
    ///
    /// - Parameters:
    ///   - site: The site.
    ///   - account: The account that looks; nobody by default.
    ///   - sorts: The orders to choose from; by default those of the site's backend, else the usual ones for its profile.
    init(site: Site, account: String? = nil, sorts: [FeedSort]? = nil) {
        profile = Dependency.resolve(SiteProfiles.self, default: SiteProfiles())[site]
        backend = Dependency.registered(Backends.self)?[profile.site]
        self.account = account
        offered = sorts
    }

    /// The orders that a source offers; none where the site has only one.
    func sorts(of source: FeedSource) -> [FeedSort] {
        if let offered { return offered }
        if let backend { return (source.kind == .search ? backend.search : backend.posts)?.sorts ?? [] }
        return profile.defaultSort == nil ? [] : [.hot, .new, .top, .rising]
    }

    /// The choice for a source where none was made.
    func usualChoice(for source: FeedSource) -> FeedChoice {
        let sorts = sorts(of: source)
        if let sort = profile.defaultSort, sorts.contains(sort) { return FeedChoice(sort: sort) }
        return FeedChoice(sort: sorts.first ?? .hot)
    }

    /// The key that choices for a source are stored under.
    func key(of source: FeedSource) -> String {
        profile.feed(source, sort: .hot, account: account).key
    }

    /// The feed of a choice; the offered order is used, as one that was read from a file does not know its periods.
    func feed(of source: FeedSource, _ choice: FeedChoice) -> Feed {
        let sorts = sorts(of: source)
        let sort = sorts.isEmpty ? nil : sorts.first { $0 == choice.sort } ?? choice.sort
        return profile.feed(source, sort: sort, period: choice.period, account: account)
    }
}
