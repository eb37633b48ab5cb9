/// Finds the provider of a site, for what serves several sites at once.
struct SiteRoutes<Provider: Sendable>: Sendable {
    private let route: @Sendable (Site) -> Provider?

    /// One provider for everything that is asked.
    init(_ provider: Provider) {
        route = { _ in provider }
    }

    /// A provider for each site that has one.
    init(_ route: @escaping @Sendable (Site) -> Provider?) {
        self.route = route
    }

    /// The provider of a site.
    ///
    /// - Throws: `DataError` with the code `invalidInput` where no backend of the app has one for the site.
    func provider(of site: Site) throws(DataError) -> Provider {
        guard let provider = route(site) else {
            throw DataError(.invalidInput, message: "No backend of this app can fetch this from '\(site)'.")
        }
        return provider
    }

    /// The same routes to other providers.
    func map<Other>(_ change: @escaping @Sendable (Provider) -> Other) -> SiteRoutes<Other> {
        SiteRoutes<Other> { site in route(site).map(change) }
    }
}
