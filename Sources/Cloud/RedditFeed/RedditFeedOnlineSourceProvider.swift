package import Core
import Foundation

/// A provider that looks up subreddits and users by their Atom feeds, as there is no feed about them.
///
/// The feed itself is asked for, with one entry. That it comes says that there is such a source; its own title and
/// category say what it is called. How many have subscribed, and whether it is safe for work, the feeds do not say. 403
/// and redirects mean what they mean to ``RedditOnlineSourceProvider``.
package struct RedditFeedOnlineSourceProvider: OnlineSourceProvider {
    package let site: Site

    private let endpoints: RedditFeedEndpointProvider
    private let reader: AnswerReader

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the sources; that of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests.
    package init(site: Site? = nil, endpoints: RedditFeedEndpointProvider, requests: any RequestProvider) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
    }

    package func lookUp(_ request: SourceRequest) async throws -> SourceDescription {
        try request.check(site)
        let networkRequest = try endpoints.source(request)
        do {
            return try await reader.value(of: networkRequest) { response in
                try RedditPages.checkIsNoSearch(response)
                return Self.description(from: try AtomParser.feed(from: response.body), of: request.name)
            }
        } catch let error as NetworkError {
            guard let restriction = SourceRestriction(error) else { throw error }
            return SourceDescription(name: request.name, restriction: restriction)
        }
    }

    private static func description(from feed: AtomParser.Feed, of name: SourceName) -> SourceDescription {
        let entry = feed.entries.first
        guard name.kind == .user else {
            return SourceDescription(
                name: spelled(name, [feed.category, entry?.category]), title: feed.title)
        }
        // What such a feed is called says "submitted by", and nothing of the user.
        let author = entry?.author.map { $0.hasPrefix("/u/") ? String($0.dropFirst(3)) : $0 }
        return SourceDescription(name: spelled(name, [author]))
    }

    /// The name as the feed spells it; anything that is more than another spelling is not believed.
    private static func spelled(_ name: SourceName, _ spellings: [String?]) -> SourceName {
        let spelling = spellings.lazy.compactMap { $0 }.first { $0.lowercased() == name.text.lowercased() }
        return spelling.map { SourceName(name.kind, $0) } ?? name
    }
}
