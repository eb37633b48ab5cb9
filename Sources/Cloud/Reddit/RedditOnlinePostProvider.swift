public import Core
import Foundation

/// Fetches posts from Reddit's JSON, or from a server that speaks it.
///
/// It asks an `EndpointProvider` where and a `RequestProvider` to do it, and decodes what comes. Only the envelope has to
/// be right; of the posts, those that cannot be read become issues. Pages are decoded on threads of their own, not on
/// Swift's cooperative ones: those are few, and a page may be megabytes.
public struct RedditOnlinePostProvider: OnlinePostProvider {
    /// Whose posts it fetches.
    public let site: Site

    private let endpoints: any EndpointProvider
    private let reader: AnswerReader
    private let source: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: Whose posts they are; a server that only speaks as Reddit does has a site of its own.
    ///   - endpoints: Where to ask.
    ///   - requests: What asks.
    ///   - source: What pages call their source, for people to read.
    public init(
        site: Site = .reddit, endpoints: any EndpointProvider, requests: any RequestProvider,
        source: String = "reddit-json"
    ) {
        self.site = site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
        self.source = source
    }

    /// Fetches one page.
    ///
    /// - Parameter request: Which page, of a feed of this provider's site.
    /// - Returns: The page.
    /// - Throws: `NetworkError` when there is no answer that can be read, `DataError` with the code `invalidInput` when
    ///   the request cannot be made, `CancellationError`.
    public func fetchPage(_ request: PageRequest) async throws -> Page {
        guard request.feed.site == site else {
            throw DataError(.invalidInput, message: "This is a feed of \(request.feed.site), and here is \(site).")
        }
        let networkRequest = try endpoints.request(for: .listing(request))
        let context = RedditObject.Context(
            site: site, text: RedditText(of: networkRequest), endpoints: endpoints)
        let decoder = RedditListingDecoder(context: context, source: source)
        return try await reader.page(of: networkRequest, for: request) {
            response in
            try Self.checkDestination(of: response)
            return try decoder.page(from: response.body)
        }
    }

    private static func checkDestination(of response: NetworkResponse) throws(NetworkError) {
        let path = response.url.path()
        guard !path.hasSuffix("/subreddits/search.json"), !path.hasSuffix("/subreddits/search") else {
            throw NetworkError(.notFound, status: response.status)
        }
    }
}
