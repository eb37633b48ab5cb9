public import Core
public import Foundation

// `hackerNews` is in HackerNews/HackerNewsProvider.swift: that folder is copied as an example, so it is whole in
// itself.

extension Backend {
    /// Makes the backend of Reddit's API behind OAuth, which answers registered apps.
    ///
    /// Register the app at Reddit first: it gives the client id. While nobody is signed in, requests go out with a
    /// token of the configuration's app-only grant; without one they fail with `unauthorized`. Nothing is asked or read
    /// by this call.
    ///
    /// - Parameters:
    ///   - client: The app as it is registered, and the address of the server.
    ///   - tokens: The store of tokens.
    ///   - userAgent: The name that every request gives: `PLATFORM:APP ID:VERSION (by /u/NAME)`. Reddit throttles the
    ///     names that many share.
    ///   - profile: The site; Reddit by default. Another server with Reddit's paths is a site of its own.
    ///   - choices: The store of which account is in use; `nil`, the default, for none: the first one is.
    ///   - configuration: The account, and the tokens that may be used without a sign-in.
    ///   - requests: The provider that sends requests, tokens' included; the registered one by default.
    /// - Returns: The backend.
    /// - Throws: `DataError` with the code `invalidInput` for a name that cannot be sent, and for an app-only grant
    ///   that can be used only once.
    public static func reddit(
        client: OAuthClient, tokens: any TokenStore, userAgent: String, profile: SiteProfile = .reddit,
        choices: (any StateStore)? = nil,
        configuration: OAuthSession.Configuration = OAuthSession.Configuration(),
        requests: any RequestProvider = .registered
    ) throws(DataError) -> Backend {
        let parts = try RedditBackend.oauth(
            client: client, site: profile.site, tokens: tokens, userAgent: userAgent, choices: choices,
            configuration: configuration, requests: requests)
        var backend = reddit(
            profile, name: "reddit", host: client.server.api.authority, posts: parts.posts, comments: parts.comments)
        backend.sources = parts.sources
        backend.communities = RedditOnlineCommunityProvider(
            site: profile.site, endpoints: parts.endpoints, requests: parts.requests)
        backend.links = parts.endpoints
        backend.session = parts.session
        backend.answers = RedditOnlineAnswerProvider(
            site: profile.site, endpoints: parts.endpoints, requests: parts.requests)
        let (session, endpoints) = (parts.session, parts.endpoints)
        // Two requests a second at most, so that a day's worth of votes is no storm.
        backend.writing = SiteWriting(rules: .reddit, pace: 0.5, accounts: session) {
            try await session.identify()
        } makeSender: { services in
            RedditOutboxSender(
                endpoints: endpoints, accounts: session, known: services.known, dates: ServerDates(services.tell),
                time: services.time)
        }
        return backend
    }

    /// Makes the backend of Reddit's public JSON, or of a server that speaks it; Reddit has answered 403 since 30 May
    /// 2026.
    ///
    /// - Parameters:
    ///   - base: The address before every path; `https://www.reddit.com` by default.
    ///   - profile: The site; Reddit by default, also where the base is another server that stands in its place.
    ///   - name: The name in a chain, where each of several servers needs its own; `reddit-json` by default.
    ///   - requests: Sends requests; the registered one by default.
    /// - Returns: The backend.
    /// - Throws: `DataError` with the code `invalidInput` when the base is neither `https` nor a loopback address, has
    ///   no host or a port that is none, or has a query, a fragment, a user or a password.
    public static func redditJSON(
        base: URL? = nil, profile: SiteProfile = .reddit, name: String = "reddit-json",
        requests: any RequestProvider = .registered
    ) throws(DataError) -> Backend {
        let site = profile.site
        let endpoints =
            try base.map { (url: URL) throws(DataError) in try RedditEndpointProvider(baseURL: url, site: site) }
            ?? RedditEndpointProvider(site: site)
        var backend = reddit(
            profile, name: name, host: try base.map(authority) ?? "www.reddit.com",
            posts: RedditOnlinePostProvider(site: site, endpoints: endpoints, requests: requests),
            comments: RedditOnlineCommentProvider(site: site, endpoints: endpoints, requests: requests))
        backend.sources = RedditOnlineSourceProvider(site: site, endpoints: endpoints, requests: requests)
        backend.communities = RedditOnlineCommunityProvider(site: site, endpoints: endpoints, requests: requests)
        backend.links = endpoints
        return backend
    }

    /// Makes the backend of Reddit's Atom feeds, which need no key and are throttled to about one request a minute.
    ///
    /// - Parameters:
    ///   - base: The address before every path; `https://www.reddit.com` by default.
    ///   - profile: The site; Reddit by default, also where the base is another server that stands in its place.
    ///   - name: The name in a chain, where each of several servers needs its own; `reddit-feed` by default.
    ///   - requests: Sends requests; the registered one by default.
    /// - Returns: The backend.
    /// - Throws: `DataError` with the code `invalidInput` for a base as ``redditJSON(base:profile:name:requests:)``.
    public static func redditFeed(
        base: URL? = nil, profile: SiteProfile = .reddit, name: String = "reddit-feed",
        requests: any RequestProvider = .registered
    ) throws(DataError) -> Backend {
        let site = profile.site
        let endpoints =
            try base.map { (url: URL) throws(DataError) in try RedditFeedEndpointProvider(baseURL: url, site: site) }
            ?? RedditFeedEndpointProvider(site: site)
        let feeds = RedditFeedOnlinePostProvider(site: site, endpoints: endpoints, requests: requests)
        var backend = reddit(
            profile, name: name, host: try base.map(authority) ?? "www.reddit.com", posts: feeds, comments: feeds)
        backend.sources = RedditFeedOnlineSourceProvider(site: site, endpoints: endpoints, requests: requests)
        backend.links = endpoints
        return backend
    }

    /// Makes the backend of a Lemmy server on the internet.
    ///
    /// - Parameters:
    ///   - host: The server's host, such as `lemmy.world`.
    ///   - name: The name in a chain; `lemmy` by default.
    ///   - tokens: The store of sign-ins; with `nil`, the default, nobody can sign in.
    ///   - choices: The store of which account is in use; `nil`, the default, for none: the first one is.
    ///   - configuration: The place of the first sign-in, and the clock.
    ///   - requests: Sends requests; the registered one by default.
    /// - Returns: The backend.
    /// - Throws: `DataError` with the code `invalidInput` when it is no host.
    public static func lemmy(
        host: String, name: String = "lemmy", tokens: (any TokenStore)? = nil, choices: (any StateStore)? = nil,
        configuration: AccountSession.Configuration = AccountSession.Configuration(),
        requests: any RequestProvider = .registered
    ) throws(DataError) -> Backend {
        try lemmy(
            try LemmyEndpointProvider(host: host), profile: .lemmy(host: host), name: name, host: host,
            session: tokens.map { ($0, choices, configuration) }, requests)
    }

    /// Makes the backend of a Lemmy server at any address; its site is named by its host, without the port.
    ///
    /// - Parameters:
    ///   - base: The address before every path, such as `http://127.0.0.1:8536`.
    ///   - name: The name in a chain, where each of several addresses needs its own; `lemmy` by default.
    ///   - tokens: The store of sign-ins; with `nil`, the default, nobody can sign in.
    ///   - choices: The store of which account is in use; `nil`, the default, for none: the first one is.
    ///   - configuration: The place of the first sign-in, and the clock.
    ///   - requests: Sends requests; the registered one by default.
    /// - Returns: The backend.
    /// - Throws: `DataError` with the code `invalidInput` for a base as ``redditJSON(base:profile:name:requests:)``.
    public static func lemmy(
        base: URL, name: String = "lemmy", tokens: (any TokenStore)? = nil, choices: (any StateStore)? = nil,
        configuration: AccountSession.Configuration = AccountSession.Configuration(),
        requests: any RequestProvider = .registered
    ) throws(DataError) -> Backend {
        let profile = SiteProfile.lemmy(host: base.host() ?? "")
        let endpoints = try LemmyEndpointProvider(baseURL: base)
        return try lemmy(
            endpoints, profile: profile, name: name, host: try authority(of: base),
            session: tokens.map { ($0, choices, configuration) }, requests)
    }

    private static func lemmy(
        _ endpoints: LemmyEndpointProvider, profile: SiteProfile, name: String, host: String,
        session: (tokens: any TokenStore, choices: (any StateStore)?, configuration: AccountSession.Configuration)?,
        _ plain: any RequestProvider
    ) throws(DataError) -> Backend {
        let sessions = try session.map { (session) throws(DataError) in
            try SiteSessions(
                LemmyScheme(site: profile.site, base: endpoints.base), tokens: session.tokens, choices: session.choices,
                configuration: session.configuration, requests: plain)
        }
        let requests: any RequestProvider =
            sessions.map { AuthorizingRequestProvider(sessions: $0, requests: plain) } ?? plain
        let server = LemmyOnlinePostProvider(site: profile.site, endpoints: endpoints, requests: requests)
        var backend = Backend(
            profile, name: name, posts: Posts(server, sorts: sorts, periods: periods),
            threads: Threads(server, sorts: [.confidence, .top, .new, .controversial, .old]), links: endpoints)
        backend.hosts = [host]
        backend.cursorFamily = "lemmy"
        backend.session = sessions
        backend.answers = sessions.map { _ in
            LemmyOnlineAnswerProvider(site: profile.site, endpoints: endpoints, requests: requests)
        }
        backend.writing = sessions.map { sessions in
            SiteWriting(rules: .lemmy, accounts: sessions) {
                try await sessions.identify()
            } makeSender: { services in
                LemmyOutboxSender(
                    endpoints: endpoints, accounts: sessions, known: services.known,
                    dates: ServerDates(services.tell), time: services.time)
            }
        }
        backend.sources = LemmyOnlineSourceProvider(site: profile.site, endpoints: endpoints, requests: requests)
        backend.communities = LemmyOnlineCommunityProvider(
            site: profile.site, endpoints: endpoints, requests: requests)
        backend.search = Posts(server, sorts: sorts, periods: periods)
        return backend
    }

    private static func reddit(
        _ profile: SiteProfile, name: String, host: String, posts: any OnlinePostProvider,
        comments: any OnlineCommentProvider
    ) -> Backend {
        var backend = Backend(
            profile, name: name, posts: Posts(posts, sorts: sorts, periods: periods),
            threads: Threads(comments, sorts: CommentSort.allCases))
        backend.hosts = [host]
        backend.cursorFamily = "reddit"
        backend.search = Posts(posts, sorts: [.hot, .new, .top], periods: periods)
        return backend
    }

    /// The host, with a port where there is one that the scheme does not have anyway.
    private static func authority(of url: URL) throws(DataError) -> String {
        try BaseAddress(url, site: .reddit).authority
    }

    private static var sorts: [FeedSort] { [.hot] + FeedSort.builtIn.filter { $0 != .hot } }
    private static var periods: [FeedPeriod] { [.day] + FeedPeriod.builtIn.filter { $0 != .day } }
}
