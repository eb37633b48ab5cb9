/// The list of sources of one site, as it is stored.
public struct StoredSources: Equatable, Sendable {
    /// The sources in the person's own order.
    public var sources: [SubscribedSource]
    /// The number of the store's last commit in it: of two lists the one with the larger number is the newer one.
    public var version: UInt64

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - sources: The sources in the person's own order.
    ///   - version: The number of the store's last commit in it.
    public init(sources: [SubscribedSource] = [], version: UInt64 = 0) {
        self.sources = sources
        self.version = version
    }

    /// A source by its id.
    ///
    /// - Parameter id: Which source.
    /// - Returns: The source; `nil` when the list has none of that id.
    public subscript(id: SubscribedSource.ID) -> SubscribedSource? {
        sources.first { $0.id == id }
    }

    /// The source that has a name, in whatever spelling the site takes for the same.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - profile: The facts of the site.
    /// - Returns: The source; `nil` when the list has none of that name.
    package func source(named name: SourceName, on profile: SiteProfile) -> SubscribedSource? {
        // What was stored by other rules has another id, and its name all the same.
        self[profile.sourceID(of: name)] ?? sources.first { $0.name == name }
    }
}
