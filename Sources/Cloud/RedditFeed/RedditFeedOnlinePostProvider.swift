package import Core
import Foundation

/// A provider of pages of posts, and of threads with their comments, from Reddit's Atom feeds.
///
/// What the feeds do not say stays unknown: score, number of comments, flair, whether a post is NSFW, a spoiler or
/// pinned, previews, galleries and videos. So pages are `partial`, and where a better backend answered before, what it
/// said is kept. What they do say is of Reddit's JSON too, with the same ids and links.
///
/// A page has no cursor of its own. Reddit's listings go on behind the fullname of a post, so the id of a page's last
/// entry is the next one's beginning, as long as the page had as many entries as it was asked for. A thread comes
/// without nesting: every comment is shown as an answer to the post, in the feed's order, and how many are missing is
/// not known.
package struct RedditFeedOnlinePostProvider: OnlinePostProvider, OnlineCommentProvider {
    package let site: Site

    private let endpoints: RedditFeedEndpointProvider
    private let reader: AnswerReader
    private let decoder: RedditFeedDecoder

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the posts; that of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests.
    ///   - source: The name that pages give as their source, for people to read.
    package init(
        site: Site? = nil, endpoints: RedditFeedEndpointProvider, requests: any RequestProvider,
        source: String = "reddit-feed"
    ) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
        decoder = RedditFeedDecoder(site: self.site, endpoints: endpoints, source: source)
    }

    package func fetchPage(_ request: PageRequest) async throws -> Page {
        try check(request.feed.site)
        let networkRequest = try endpoints.listing(request)
        let limit = RedditFeedEndpointProvider.limit(of: request)
        return try await reader.page(of: networkRequest, for: request) {
            [decoder] response in
            try Self.checkDestination(of: response)
            return try decoder.page(from: response.body, limit: limit)
        }
    }

    package func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try check(request.post.site)
        let networkRequest = try endpoints.thread(request)
        return try await reader.value(of: networkRequest) {
            [decoder] response in
            try decoder.thread(from: response.body, of: request.post)
        }
    }

    private func check(_ site: Site) throws(DataError) {
        guard site == self.site else {
            throw DataError(.invalidInput, message: "This is a feed of \(site), and here is \(self.site).")
        }
    }

    /// A subreddit that nobody knows ends in a search for subreddits.
    private static func checkDestination(of response: NetworkResponse) throws(NetworkError) {
        let path = response.url.path()
        guard !path.contains("/subreddits/search") else {
            throw NetworkError(.notFound, status: response.status)
        }
    }
}
