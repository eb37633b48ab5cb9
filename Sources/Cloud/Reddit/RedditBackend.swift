package import Core
import Foundation

/// The parts of ``Core/Backend/reddit(client:tokens:account:seed:standing:userAgent:requests:time:activity:)``.
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
    package let session: OAuthSession

    /// Reddit by way of OAuth, which is what still answers.
    ///
    /// Register the app at Reddit first: it gives the client id. Without a `seed` and before anybody signs in, requests
    /// go out with a token of the `standing` grant; without one they fail with `unauthorized`.
    ///
    /// - Parameters:
    ///   - client: The app, and where the server is.
    ///   - tokens: Where tokens are kept.
    ///   - account: Whose they are; the one account of the site by default.
    ///   - seed: A refresh token from outside, such as from the environment.
    ///   - standing: What a token is asked for with while nobody is signed in.
    ///   - userAgent: What every request calls itself: `PLATFORM:APP ID:VERSION (by /u/NAME)`. Reddit throttles the names
    ///     that many share.
    ///   - site: Whose posts they are; a server that only speaks as Reddit does has a site of its own.
    ///   - requests: What sends requests, tokens' included; a plain ``NetworkRequestProvider`` by default.
    ///   - time: What time it is; the registered provider by default, else the system's.
    ///   - activity: Who is told of tokens that could not be had; the registered recorder by default, else nobody.
    /// - Returns: The backend; nothing was asked or read yet.
    /// - Throws: `DataError` with the code `invalidInput` for a name that cannot be sent, and for a standing grant that
    ///   can be used only once.
    package static func oauth(
        client: OAuthClient, tokens: any TokenStore, account: AccountKey? = nil, seed: Secret? = nil,
        standing: OAuthGrant? = nil, userAgent: String, site: Site = .reddit,
        requests: any RequestProvider = NetworkRequestProvider(),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder())
    ) throws(DataError) -> RedditBackend {
        try UserAgent.checkReddit(userAgent)
        let named = UserAgentRequestProvider(userAgent, requests: requests)
        let session = try OAuthSession(
            client: client, tokens: tokens, account: account ?? .standard(on: site), seed: seed, standing: standing,
            requests: named, time: time, activity: activity)
        let authorizing = AuthorizingRequestProvider(session: session, requests: named)
        let endpoints = RedditEndpointProvider(server: client.server)
        return RedditBackend(
            posts: RedditOnlinePostProvider(site: site, endpoints: endpoints, requests: authorizing, source: "reddit"),
            comments: RedditOnlineCommentProvider(
                site: site, endpoints: endpoints, requests: authorizing, source: "reddit"),
            sources: RedditOnlineSourceProvider(site: site, endpoints: endpoints, requests: authorizing),
            endpoints: endpoints, requests: authorizing, session: session)
    }
}
