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
        case .demo: try .redditJSON(base: base, profile: .demo)
        case .redditJSON: try .redditJSON(base: base)
        case .redditFeed: try .redditFeed(base: base)
        case .lemmy: try .lemmy(base: base ?? name.base)
        case .hackerNews: try .hackerNews(base: base)
        case .reddit where !isUsed:
            Backend(
                .reddit, name: "reddit",
                links: try base.map { try BaseAddress($0, site: .reddit) }
                    ?? BaseAddress(host: "www.reddit.com", site: .reddit))
        case .reddit: try reddit()
        }
    }

    /// Reddit with a client id: as whoever the refresh token belongs to, or as the app alone.
    private func reddit() throws -> Backend {
        guard let id = redditClientID else {
            throw ValidationError(
                "--backend reddit needs LANTERN_REDDIT_CLIENT_ID, the id of a client that Reddit has approved; "
                    + "to read as somebody, LANTERN_REDDIT_REFRESH_TOKEN as well. Or use --offline.")
        }
        return try .reddit(
            client: try OAuthClient(id: id, server: try redditServer()),
            tokens: FileTokenStore(directory: tokenFolder), userAgent: userAgent,
            configuration: OAuthSession.Configuration(
                refreshToken: redditRefreshToken, appOnlyGrant: redditRefreshToken == nil ? .doNotTrack : nil))
    }

    /// Reddit's own two hosts, or one that stands for both.
    private func redditServer() throws -> OAuthServer {
        try base.map(OAuthServer.init(baseURL:)) ?? .reddit
    }
}
