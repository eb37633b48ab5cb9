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
    let sources: any OnlineSourceProvider

    /// Makes the road that the command line asked for.
    ///
    /// - Parameters:
    ///   - settings: What the command line asked for.
    ///   - base: Where requests go.
    ///   - isUsed: Whether anything will be asked; a road that is not used needs no client id.
    ///   - services: What requests are governed by and told to.
    /// - Throws: What a base URL, a client id or a user agent is refused with.
    init(_ settings: ReaderSettings, base: URL, isUsed: Bool, _ services: Injector.Services) throws {
        let site = settings.site
        let requests = Self.requests(settings, services)
        switch settings.backend {
        case .demo, .redditJSON:
            let endpoints = try RedditEndpointProvider(baseURL: base)
            self.init(
                endpoints: endpoints, requests: requests,
                posts: RedditOnlinePostProvider(site: site, endpoints: endpoints, requests: requests),
                comments: RedditOnlineCommentProvider(site: site, endpoints: endpoints, requests: requests),
                sources: RedditOnlineSourceProvider(site: site, endpoints: endpoints, requests: requests))
        case .redditFeed:
            let endpoints = try RedditFeedEndpointProvider(baseURL: base)
            let feeds = RedditFeedOnlinePostProvider(site: site, endpoints: endpoints, requests: requests)
            self.init(
                endpoints: endpoints, requests: requests, posts: feeds, comments: feeds,
                sources: RedditFeedOnlineSourceProvider(site: site, endpoints: endpoints, requests: requests))
        case .lemmy:
            let endpoints = try LemmyEndpointProvider(baseURL: base)
            let server = LemmyOnlinePostProvider(site: site, endpoints: endpoints, requests: requests)
            self.init(
                endpoints: endpoints, requests: requests, posts: server, comments: server,
                sources: LemmyOnlineSourceProvider(site: site, endpoints: endpoints, requests: requests))
        case .reddit where !isUsed:
            let endpoints = RedditEndpointProvider(server: try Self.server(settings))
            self.init(
                endpoints: endpoints, requests: requests,
                posts: RedditOnlinePostProvider(site: site, endpoints: endpoints, requests: requests),
                comments: RedditOnlineCommentProvider(site: site, endpoints: endpoints, requests: requests),
                sources: RedditOnlineSourceProvider(site: site, endpoints: endpoints, requests: requests))
        case .reddit:
            let reddit = try Self.reddit(settings, requests: requests)
            self.init(
                endpoints: reddit.endpoints, requests: reddit.requests, posts: reddit.posts, comments: reddit.comments,
                sources: reddit.sources)
        }
    }

    /// What performs requests, within the time that the whole command has, or each request.
    private static func requests(_ settings: ReaderSettings, _ services: Injector.Services) -> any RequestProvider {
        let requests = NetworkRequestProvider(
            configuration: NetworkRequestProvider.Configuration(
                timeout: settings.timeout, retry: Dependency.resolve(RetryPolicy.self, default: RetryPolicy()),
                userAgent: settings.userAgent),
            governor: services.governor, recorder: services.journal, connectivity: services.connectivity,
            time: services.time)
        guard !settings.limitsEachRequest else {
            return PatientRequestProvider(requests, patience: settings.timeout)
        }
        return DeadlineRequestProvider(requests, after: settings.timeout, time: services.time)
    }

    private init(
        endpoints: any EndpointProvider, requests: any RequestProvider, posts: any OnlinePostProvider,
        comments: any OnlineCommentProvider, sources: any OnlineSourceProvider
    ) {
        (self.endpoints, self.requests, self.posts) = (endpoints, requests, posts)
        (self.comments, self.sources) = (comments, sources)
    }

    /// Reddit with a client id: as whoever the refresh token belongs to, or as the app alone.
    private static func reddit(_ settings: ReaderSettings, requests: any RequestProvider) throws -> RedditBackend {
        guard let id = settings.redditClientID else {
            throw ValidationError(
                "--backend reddit needs LANTERN_REDDIT_CLIENT_ID, the id of a client that Reddit has approved; "
                    + "to read as somebody, LANTERN_REDDIT_REFRESH_TOKEN as well. Or use --offline.")
        }
        return try RedditBackend.oauth(
            client: try OAuthClient(id: id, server: try server(settings)),
            tokens: FileTokenStore(directory: settings.tokenFolder), seed: settings.redditRefreshToken,
            standing: settings.redditRefreshToken == nil ? .doNotTrack : nil, userAgent: settings.userAgent,
            requests: requests)
    }

    /// Reddit's own two hosts, or one that stands for both.
    private static func server(_ settings: ReaderSettings) throws -> OAuthServer {
        try settings.base.map(OAuthServer.init(baseURL:)) ?? .reddit
    }
}
