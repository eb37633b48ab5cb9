/// The lists of sources of an app's sites, by site.
public struct SourceProviders: Sendable {
    private let providers: [Site: any SourceProvider]

    /// Creates the lists of some sites.
    ///
    /// - Parameter providers: The list of each site.
    public init(_ providers: [Site: any SourceProvider]) {
        self.providers = providers
    }

    /// The list of a site.
    ///
    /// - Parameter site: The site.
    /// - Returns: Its list; `nil` where the app has none.
    public subscript(site: Site) -> (any SourceProvider)? { providers[site] }
}

extension DataError {
    /// An app has no list of sources for a site.
    package static func noSourceList(of site: Site) -> DataError {
        DataError(
            .invalidInput, message: "There is no list of sources for '\(site)'.",
            underlying: SourceRefusal.noList(site))
    }
}
