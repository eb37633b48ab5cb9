/// An ``OnlineMediaProvider`` made of several, one for each site: for sites whose files are fetched in different ways.
///
/// Where all are fetched alike, one ``OnlineMediaProvider`` over a ``RoutingEndpointProvider`` does the same.
public struct RoutingMediaProvider: OnlineMediaProvider {
    private let providers: [Site: any OnlineMediaProvider]

    /// Creates a provider.
    ///
    /// - Parameter providers: The provider of each site.
    public init(_ providers: [Site: any OnlineMediaProvider]) {
        self.providers = providers
    }

    /// Fetches a file, or what is missing of it, by the provider of its link's site.
    ///
    /// - Parameters:
    ///   - link: The link as its post holds it.
    ///   - path: Where the file goes.
    ///   - maximumBytes: The largest file that is taken.
    ///   - priority: Who waits.
    ///   - progress: Hears how many bytes are there; quick, and on any thread.
    /// - Returns: The bytes of the file.
    /// - Throws: What that provider throws; ``DataError`` with the code `invalidInput` where the site has none.
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
