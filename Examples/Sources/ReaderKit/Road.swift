import ArgumentParser
import Cloud
import Core
import Foundation

/// The road to one backend: where to ask, what asks, and what reads the answers.
struct Road: Sendable {
    let endpoints: any EndpointProvider
    let requests: any RequestProvider
    let posts: any OnlinePostProvider
    let comments: any OnlineCommentProvider

    /// Makes the road that the command line asked for.
    ///
    /// - Parameters:
    ///   - settings: What the command line asked for.
    ///   - base: Where requests go.
    ///   - requests: What performs requests.
    /// - Throws: What a base URL or a client id is refused with.
    init(_ settings: ReaderSettings, base: URL, requests: any RequestProvider) throws {
        let site = settings.site
        switch settings.backend {
        case .demo, .redditJSON:
            let endpoints = try RedditEndpointProvider(baseURL: base)
            self.init(
                endpoints: endpoints, requests: requests,
                posts: RedditOnlinePostProvider(site: site, endpoints: endpoints, requests: requests),
                comments: RedditOnlineCommentProvider(site: site, endpoints: endpoints, requests: requests))
        case .redditFeed:
            let endpoints = try RedditFeedEndpointProvider(baseURL: base)
            let feeds = RedditFeedOnlinePostProvider(site: site, endpoints: endpoints, requests: requests)
            self.init(endpoints: endpoints, requests: requests, posts: feeds, comments: feeds)
        case .lemmy:
            let endpoints = try LemmyEndpointProvider(baseURL: base)
            let server = LemmyOnlinePostProvider(site: site, endpoints: endpoints, requests: requests)
            self.init(endpoints: endpoints, requests: requests, posts: server, comments: server)
        case .reddit:
            let reddit = try Self.reddit(settings, requests: requests)
            self.init(
                endpoints: reddit.endpoints, requests: reddit.requests, posts: reddit.posts,
                comments: RedditOnlineCommentProvider(
                    site: site, endpoints: reddit.endpoints, requests: reddit.requests, source: "reddit"))
        }
    }

    private init(
        endpoints: any EndpointProvider, requests: any RequestProvider, posts: any OnlinePostProvider,
        comments: any OnlineCommentProvider
    ) {
        (self.endpoints, self.requests, self.posts, self.comments) = (endpoints, requests, posts, comments)
    }

    /// Reddit with a client id: as whoever the refresh token belongs to, or as the app alone.
    private static func reddit(_ settings: ReaderSettings, requests: any RequestProvider) throws -> RedditBackend {
        let client = try OAuthClient(
            id: settings.redditClientID ?? "", server: try settings.base.map(OAuthServer.init(baseURL:)) ?? .reddit)
        return try RedditBackend.oauth(
            client: client, tokens: FileTokenStore(directory: "\(settings.directory)/tokens"),
            seed: settings.redditRefreshToken, standing: settings.redditRefreshToken == nil ? .doNotTrack : nil,
            userAgent: settings.userAgent, requests: requests)
    }
}
