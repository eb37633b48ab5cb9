public import Cloud
public import Core

extension Backend {
    /// Creates the backend of a community: lists of posts, posts with their comments, likes, comments and deletions.
    ///
    /// Its feeds are those of ``PostListing``; ``CommunityConfiguration/feed(_:of:)`` makes them. ``CommunityServices``
    /// makes it with all else that an app needs.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - sessions: The sessions of the site.
    ///   - requests: The requests that carry no credentials yet; the registered ones by default.
    ///   - feeds: The stored feeds, told of what was liked and deleted; those of the registered store by default.
    ///   - pace: The least time between two intents that wait to be sent; 200 ms by default.
    /// - Returns: The backend.
    /// - Throws: `DataError` with the code `invalidInput` for sessions of another site.
    public static func community(
        _ configuration: CommunityConfiguration, sessions: SiteSessions, requests: any RequestProvider = .registered,
        feeds: CommunityFeeds? = nil, pace: Duration = .milliseconds(200)
    ) throws(DataError) -> Backend {
        let signed = AuthorizingRequestProvider(sessions: sessions, requests: requests)
        let provider = CommunityProvider(configuration, by: signed)
        var backend = Backend(
            configuration.profile, name: CommunityProvider.name, posts: Posts(provider),
            threads: Threads(provider, sorts: [CommunityProvider.sort]), links: configuration.address)
        backend.session = sessions
        try backend.setWriting(
            PostActs(configuration, feeds: feeds ?? CommunityFeeds(configuration)).all,
            by: WritingRules(
                name: "The community", commentLimit: TextRule.comment.limit, isCommentOneLine: true), pace: pace)
        return backend
    }
}
