/// An ``OnlineMediaProvider`` that passes each download to the provider of the link's site.
///
/// Where the files of all sites are downloaded alike, one ``OnlineMediaProvider`` over a ``RoutingEndpointProvider``
/// does the same.
public struct RoutingMediaProvider: OnlineMediaProvider {
    private let providers: [Site: any OnlineMediaProvider]

    /// Creates a provider.
    ///
    /// - Parameter providers: The provider of each site.
    public init(_ providers: [Site: any OnlineMediaProvider]) {
        self.providers = providers
    }

    public func download(
        _ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Int {
        guard let provider = providers[link.site] else {
            throw DataError(
                .invalidInput,
                message:
                    "The site '\(link.site)' has no backend here that fetches files. Give its OnlineMediaProvider to "
                    + "the RoutingMediaProvider as well.")
        }
        return try await provider.download(
            link, to: path, maximumBytes: maximumBytes, priority: priority, progress: progress)
    }
}
