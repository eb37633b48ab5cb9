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
}
