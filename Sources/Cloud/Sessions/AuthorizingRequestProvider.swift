public import Core
import Foundation

/// A request provider that adds the access token of an ``OAuthSession`` to requests of its API.
///
/// - The token goes to the API's own base and nowhere else: not to the site, not to pictures, wherever they lie. (Where
///   a redirect leads elsewhere, the transport leaves it behind.)
/// - A request that meets 401 is repeated once with each newer token: at once where another request has got one
///   already, else after the one refresh that serves all who wait. It asks for a new token once at most.
/// - A request never changes over from one person's token to another's.
/// - `NetworkRequest.timeout` is for all tries of a request together; asking for a token has a time of its own.
///
/// Only 401 is repeated, whatever the method: the server has refused to do anything. Safe from any thread.
public struct AuthorizingRequestProvider: RequestProvider {
    private let session: OAuthSession
    private let requests: any RequestProvider

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - session: The session whose tokens are added.
    ///   - requests: The provider that performs requests.
    public init(session: OAuthSession, requests: any RequestProvider) {
        self.session = session
        self.requests = requests
    }

    public func response(to request: NetworkRequest) async throws -> NetworkResponse {
        // Posts come from anybody, and what they link to has no business with anybody's token.
        guard request.expectation != .data, session.client.server.takesTokens(at: request.url) else {
            return try await requests.response(to: request)
        }
        var token = try await session.accessToken()
        var mayRefresh = true
        var request = request
        let deadline = request.timeout.map { session.time.uptime + $0 }
        while true {
            do {
                request.timeout = deadline.map { $0 - session.time.uptime }
                let response = try await requests.response(to: Self.authorized(request, token))
                await session.requestEnded(with: nil)
                return response
            } catch let error as NetworkError {
                try Task.checkCancellation()
                await session.requestEnded(with: error)
                guard error.code == .unauthorized,
                    let next = try await session.accessToken(after: token, mayRefresh: mayRefresh),
                    deadline.map({ session.time.uptime < $0 }) ?? true
                else { throw error }
                token = next.token
                mayRefresh = mayRefresh && !next.isRefreshed
            }
        }
    }

    public func shutDown() async {
        await requests.shutDown()
    }

    private static func authorized(_ request: NetworkRequest, _ token: AccessToken) -> NetworkRequest {
        var request = request
        request.headers = request.headers.filter { $0.key.lowercased() != "authorization" }
        request.headers["Authorization"] = "bearer \(token.value.revealed)"
        return request
    }
}
