public import Core
import Foundation

/// Fetches posts from Reddit's JSON, or from a server that speaks it.
///
/// It asks a ``RedditEndpointProvider`` where and a `RequestProvider` to do it, and decodes what comes. Only the
/// envelope has to be right; of the posts, those that cannot be read become issues. Pages are decoded on threads of
/// their own, not on Swift's cooperative ones: those are few, and a page may be megabytes.
public struct RedditOnlinePostProvider: OnlinePostProvider {
    /// Whose posts it fetches.
    public let site: Site

    private let endpoints: RedditEndpointProvider
    private let links: any EndpointProvider
    private let reader: AnswerReader
    private let source: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: Whose posts they are; those of the site of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: What asks.
    ///   - source: What pages call their source, for people to read.
    public init(
        site: Site? = nil, endpoints: RedditEndpointProvider, requests: any RequestProvider,
        source: String = "reddit-json"
    ) {
        self.init(site: site, endpoints: endpoints, links: endpoints, requests: requests, source: source)
    }

    /// Creates a provider whose pages' links are made by somebody else, such as a test that looks on.
    ///
    /// - Parameters:
    ///   - site: Whose posts they are; those of the site of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - links: Makes links of the URLs in an answer.
    ///   - requests: What asks.
    ///   - source: What pages call their source, for people to read.
    package init(
        site: Site? = nil, endpoints: RedditEndpointProvider, links: any EndpointProvider,
        requests: any RequestProvider, source: String = "reddit-json"
    ) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        self.links = links
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
        let networkRequest = try endpoints.listing(request)
        let context = RedditObject.Context(
            site: site, text: RedditText(of: networkRequest), endpoints: links)
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
