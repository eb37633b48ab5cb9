/// The post providers of combined feeds: one for each site.
///
/// All sites may share one provider, and one store. Nothing is kept here.
public struct CombinedFeedProvider: Sendable {
    private let route: @Sendable (Site) -> (any PostProvider)?

    /// Creates a value that uses one provider for every site.
    ///
    /// - Parameter provider: Knows the feeds of all sites.
    public init(_ provider: any PostProvider) {
        self.init { _ in provider }
    }

    /// Creates a value with a provider for each of some sites.
    ///
    /// - Parameter providers: The providers by site; a feed of any other site fails with the code `invalidInput`.
    public init(_ providers: [Site: any PostProvider]) {
        self.init { providers[$0] }
    }

    /// Creates a value that finds the provider of a site with a function.
    ///
    /// - Parameter route: Gives a site's provider, or `nil` for a site that there is none for. Called
    ///   from any thread, so keep it quick.
    public init(route: @escaping @Sendable (Site) -> (any PostProvider)?) {
        self.route = route
    }

    /// Returns the provider of a site.
    ///
    /// - Parameter site: The site.
    /// - Returns: Its provider.
    /// - Throws: ``DataError`` with the code `invalidInput` when there is none.
    package func provider(of site: Site) throws(DataError) -> any PostProvider {
        guard let provider = route(site) else {
            throw DataError(.invalidInput, message: "No backend of this app knows '\(site)'.")
        }
        return provider
    }

    /// Whether two sites have one provider, so that a change of posts of both is one.
    ///
    /// - Parameters:
    ///   - site: A site.
    ///   - other: Another one.
    /// - Returns: False also where a provider is a value, of which nobody knows whether it is the same.
    package func isShared(by site: Site, _ other: Site) -> Bool {
        if site == other { return true }
        guard let first = route(site), let second = route(other), type(of: first) is AnyClass else { return false }
        return (first as AnyObject) === (second as AnyObject)
    }
}
