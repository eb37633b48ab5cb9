package import Core
import Foundation

/// A provider of posts from Reddit's JSON, or from a server that speaks it.
///
/// It asks a ``RedditEndpointProvider`` where and a `RequestProvider` to do it, and decodes what comes. Only the
/// envelope has to be right; of the posts, those that cannot be read become issues. Pages are decoded on threads of
/// their own, not on Swift's cooperative ones: those are few, and a page may be megabytes.
package struct RedditOnlinePostProvider: OnlinePostProvider {
    package let site: Site

    private let endpoints: RedditEndpointProvider
    private let links: any EndpointProvider
    private let reader: AnswerReader
    private let source: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the posts; that of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests.
    ///   - source: The name that pages give as their source, for people to read.
    package init(
        site: Site? = nil, endpoints: RedditEndpointProvider, requests: any RequestProvider,
        source: String = "reddit-json"
    ) {
        self.init(site: site, endpoints: endpoints, links: endpoints, requests: requests, source: source)
    }

    /// Creates a provider with another source of links for its pages, such as a recording one in a test.
    ///
    /// - Parameters:
    ///   - site: The site of the posts; that of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - links: Makes links of the URLs in an answer.
    ///   - requests: The provider that performs requests.
    ///   - source: The name that pages give as their source, for people to read.
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

    package func fetchPage(_ request: PageRequest) async throws -> Page {
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
            return try decoder.page(from: response.body, for: response.account)
        }
    }

    private static func checkDestination(of response: NetworkResponse) throws(NetworkError) {
        let path = response.url.path()
        guard !path.hasSuffix("/subreddits/search.json"), !path.hasSuffix("/subreddits/search") else {
            throw NetworkError(.notFound, status: response.status)
        }
    }
}
