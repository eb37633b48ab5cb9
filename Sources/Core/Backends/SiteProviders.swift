/// The providers of several sites, found by site.
struct SiteProviders<Provider: Sendable>: Sendable {
    private let route: @Sendable (Site) -> Provider?

    /// Creates a value that uses one provider for every site.
    init(_ provider: Provider) {
        route = { _ in provider }
    }

    /// Creates a value that finds the provider of a site with a function.
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

    /// Returns other providers, made from these.
    func map<Other>(_ change: @escaping @Sendable (Provider) -> Other) -> SiteProviders<Other> {
        SiteProviders<Other> { site in route(site).map(change) }
    }
}
