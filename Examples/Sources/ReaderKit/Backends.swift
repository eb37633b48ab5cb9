import ArgumentParser
import Cloud
import ConsoleKit
import Core
import Foundation

extension ReaderSettings {
    /// Makes the backends that the command line names, in its order; no request is made.
    ///
    /// - Parameters:
    ///   - base: The address of requests where the command line or the server inside this process gives one.
    ///   - isUsed: Whether anything will be asked; a backend that is not used needs no client id.
    /// - Returns: The backends, at least one.
    /// - Throws: The reason why a base URL, a client id or a user agent is refused.
    func backends(base: URL?, isUsed: Bool) throws -> [Backend] {
        var backends: [Backend] = []
        for name in chain.names {
            if name == .reddit, isUsed, redditClientID == nil, chain.names.count > 1 {
                Console.warn("--backend: 'reddit' is passed over, as LANTERN_REDDIT_CLIENT_ID is not set.")
                continue
            }
            do {
                backends.append(try backend(name, base: base, isUsed: isUsed))
            } catch let error as DataError where error.code == .invalidInput {
                throw ValidationError(error.message)
            }
        }
        return backends
    }

    private func backend(_ name: BackendName, base: URL?, isUsed: Bool) throws -> Backend {
        switch name {
        case .demo: try demo(base: base)
        case .redditJSON: try .redditJSON(base: base)
        case .redditFeed: try .redditFeed(base: base)
        case .lemmy:
            try .lemmy(
                base: base ?? name.base, tokens: FileTokenStore(directory: tokenFolder),
                choices: FileStateStore(directory: choiceFolder))
        case .hackerNews: try .hackerNews(base: base)
        case .reddit where !isUsed: try storedReddit()
        case .reddit: try reddit()
        }
    }

    /// The demonstration: read by its public JSON, and written to as the person who is signed in there.
    ///
    /// - Parameter server: The address of its server; nil where none runs, as nothing will be asked.
    /// - Returns: The backend.
    /// - Throws: `DataError` for an address or a redirect URI that is none.
    private func demo(base server: URL?) throws -> Backend {
        var profile = SiteProfile.demo
        // What nobody's token asks for is the same for everybody.
        profile.personalFeeds = []
        let site = base ?? DemoSite.address
        var requests: any RequestProvider = .registered
        if base == nil { requests = DemoSite.requests(to: server) }
        let writer = try Backend.reddit(
            client: try OAuthClient(
                id: DemoSite.client, redirectURI: redirectURI, scopes: Self.scopes,
                server: try OAuthServer(baseURL: site)),
            tokens: DemoSite.tokens(in: tokenFolder, choices: choiceFolder, at: site), userAgent: DemoSite.userAgent,
            profile: profile, choices: FileStateStore(directory: choiceFolder),
            requests: requests)
        return try .redditJSON(base: server, profile: profile).signingIn(by: writer)
    }

    /// Reddit without a network: who is signed in is known from what is stored, whatever the environment has.
    private func storedReddit() throws -> Backend {
        let links =
            try base.map { try BaseAddress($0, site: .reddit) } ?? BaseAddress(host: "www.reddit.com", site: .reddit)
        let stored = Backend(.reddit, name: "reddit", links: links)
        guard redditClientID != nil else { return stored }
        return stored.signingIn(by: try reddit())
    }

    /// The permissions that a person is asked for: those that the commands need.
    private static let scopes = [
        "edit", "history", "identity", "mysubreddits", "privatemessages", "read", "report", "save", "submit",
        "subscribe", "vote",
    ]

    /// Reddit with a client id: as whoever the refresh token belongs to, or as the app alone.
    private func reddit() throws -> Backend {
        guard let id = redditClientID else {
            throw ValidationError(
                "--backend reddit needs LANTERN_REDDIT_CLIENT_ID, the id of a client that Reddit has approved; "
                    + "to read as somebody, LANTERN_REDDIT_REFRESH_TOKEN as well. Or use --offline.")
        }
        return try .reddit(
            client: try OAuthClient(
                id: id, redirectURI: redirectURI, scopes: Self.scopes, server: try redditServer()),
            tokens: FileTokenStore(directory: tokenFolder), userAgent: userAgent,
            choices: FileStateStore(directory: choiceFolder),
            configuration: OAuthSession.Configuration(
                refreshToken: redditRefreshToken, appOnlyGrant: redditRefreshToken == nil ? .doNotTrack : nil))
    }

    /// Reddit's own two hosts, or one that stands for both.
    private func redditServer() throws -> OAuthServer {
        try base.map(OAuthServer.init(baseURL:)) ?? .reddit
    }
}
