/// The backends of an app, one for each site: feeds, threads, sources and media go to their own site's.
///
/// Registered with `Dependency` by the umbrella module's one call. Safe from any thread.
public struct Backends: Sendable {
    /// The backends in the app's order.
    public let all: [Backend]
    private let bySite: [Site: Backend]

    /// Creates the backends of an app.
    ///
    /// The cursors and revisions of each are stored with its name, so that an app which changes its backends later
    /// sends none of them to another server.
    ///
    /// - Parameter all: The backends, each of another site.
    /// - Throws: ``DataError`` with the code `invalidInput` where two are of one site (several for one site are
    ///   chained), where a part of one is of another site than its profile, and where one's name or `cursorFamily` is
    ///   none.
    public init(_ all: [Backend]) throws(DataError) {
        var bySite: [Site: Backend] = [:]
        var tagged: [Backend] = []
        for backend in all {
            try backend.checkParts()
            let backend = backend.tagging()
            tagged.append(backend)
            guard bySite.updateValue(backend, forKey: backend.site) == nil else {
                throw DataError(
                    .invalidInput, message: "There are two backends for '\(backend.site)'. Make one chain of them.")
            }
        }
        self.all = tagged
        self.bySite = bySite
    }

    /// Returns the backend of a site.
    ///
    /// - Parameter site: The site.
    /// - Returns: Its backend; `nil` where the app has none.
    public subscript(site: Site) -> Backend? { bySite[site] }

    /// The sites in the app's order.
    public var sites: [Site] { all.map(\.site) }

    /// The profiles of the sites.
    public var profiles: SiteProfiles { SiteProfiles(all.map(\.profile)) }
}
