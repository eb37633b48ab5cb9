package import Core
import Foundation

/// The parts of Reddit's backend behind OAuth, of which
/// ``Backend/reddit(client:tokens:userAgent:configuration:requests:)`` makes a ``Backend``.
package struct RedditBackend: Sendable {
    /// Fetches posts.
    package let posts: RedditOnlinePostProvider
    /// Fetches threads.
    package let comments: RedditOnlineCommentProvider
    /// Looks subreddits and users up.
    package let sources: RedditOnlineSourceProvider
    /// Knows the addresses.
    package let endpoints: RedditEndpointProvider
    /// Sends requests: those to the API with a token, all others without.
    package let requests: any RequestProvider
    /// Signs in and out, and keeps the tokens.
    package let session: SiteSessions

    /// Makes the parts; nothing is asked or read yet.
    ///
    /// - Throws: `DataError` with the code `invalidInput` for a name that cannot be sent, and for an app-only grant
    ///   that can be used only once.
    package static func oauth(
        client: OAuthClient, site: Site = .reddit, tokens: any TokenStore, userAgent: String,
        choices: (any StateStore)? = nil, configuration: OAuthSession.Configuration = OAuthSession.Configuration(),
        requests: any RequestProvider = NetworkRequestProvider()
    ) throws(DataError) -> RedditBackend {
        try UserAgent.checkReddit(userAgent)
        let named = UserAgentRequestProvider(userAgent, requests: requests)
        let session = try SiteSessions(
            try OAuthScheme(client: client, site: site, appOnlyGrant: configuration.appOnlyGrant), tokens: tokens,
            choices: choices,
            configuration: configuration.session, requests: named)
        let authorizing = AuthorizingRequestProvider(sessions: session, requests: named)
        let endpoints = RedditEndpointProvider(server: client.server, site: site)
        return RedditBackend(
            posts: RedditOnlinePostProvider(site: site, endpoints: endpoints, requests: authorizing, source: "reddit"),
            comments: RedditOnlineCommentProvider(
                site: site, endpoints: endpoints, requests: authorizing, source: "reddit"),
            sources: RedditOnlineSourceProvider(site: site, endpoints: endpoints, requests: authorizing),
            endpoints: endpoints, requests: authorizing, session: session)
    }
}
