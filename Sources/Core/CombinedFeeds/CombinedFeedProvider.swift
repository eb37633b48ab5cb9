/// The roads to the sources of combined feeds: a ``PostProvider`` for each site.
///
/// All sites may share one provider, and one store. Nothing is kept here.
public struct CombinedFeedProvider: Sendable {
    private let route: @Sendable (Site) -> (any PostProvider)?

    /// Takes one provider for every site.
    ///
    /// - Parameter provider: Knows the feeds of all sites.
    public init(_ provider: any PostProvider) {
        self.init { _ in provider }
    }

    /// Takes a provider for each of some sites.
    ///
    /// - Parameter providers: The providers by site; a feed of any other site fails with the code `invalidInput`.
    public init(_ providers: [Site: any PostProvider]) {
        self.init { providers[$0] }
    }

    /// Asks for the provider of a site.
    ///
    /// - Parameter route: Gives a site's provider, or `nil` for a site that there is none for. Asked for each request,
    ///   from any thread, so keep it quick.
    public init(route: @escaping @Sendable (Site) -> (any PostProvider)?) {
        self.route = route
    }

    /// The provider of a site.
    ///
    /// - Parameter site: Which site.
    /// - Returns: Its provider.
    /// - Throws: ``DataError`` with the code `invalidInput` when there is none.
    public func provider(of site: Site) throws(DataError) -> any PostProvider {
        guard let provider = route(site) else {
            throw DataError(.invalidInput, message: "No cloud of this app knows '\(site)'.")
        }
        return provider
    }

    /// One source as it is stored, at once, and then again after each commit that touches it.
    ///
    /// - Parameter feed: The source.
    /// - Returns: A stream that never fails; an empty one for a site without a provider.
    public func updates(of feed: Feed) -> AsyncStream<FeedUpdate> {
        route(feed.site)?.updates(of: feed) ?? AsyncStream { $0.finish() }
    }

    /// Asks several sources at the same time, each by its own provider, and waits for all of them.
    ///
    /// A failure of one is its own answer and costs the others nothing. One that its provider says in an update, beside
    /// what is stored, is in that update.
    ///
    /// - Parameters:
    ///   - requests: What to ask, by the source's place in the combination.
    ///   - feed: The combination.
    ///   - limit: How many posts a page should have, 1 to 100; clamped by the providers.
    /// - Returns: The answers by the source's place.
    /// - Throws: `CancellationError` and nothing else.
    public func perform(
        _ requests: [Int: FeedRequest], on feed: CombinedFeed, limit: Int
    ) async throws -> [Int: Result<FeedUpdate, DataError>] {
        try await withThrowingTaskGroup(of: (Int, Result<FeedUpdate, DataError>).self) { group in
            for (index, request) in requests {
                group.addTask { (index, try await answer(to: request, on: feed.sources[index], limit: limit)) }
            }
            var answers: [Int: Result<FeedUpdate, DataError>] = [:]
            for try await (index, answer) in group { answers[index] = answer }
            return answers
        }
    }

    private func answer(
        to request: FeedRequest, on feed: Feed, limit: Int
    ) async throws -> Result<FeedUpdate, DataError> {
        do {
            return .success(try await provider(of: feed.site).perform(request, on: feed, limit: limit))
        } catch let error as CancellationError {
            throw error
        } catch {
            // Whatever a provider makes of it, a task that is cancelled has no other failure.
            try Task.checkCancellation()
            return .failure(DataError(error))
        }
    }
}
