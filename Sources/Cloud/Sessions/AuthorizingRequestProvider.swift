public import Core

/// A request provider that adds the credentials of a session to the requests that are for its server.
///
/// - They go where the session's scheme says and nowhere else: not to other hosts, not to what a post links to. (Where a
///   redirect leads elsewhere, the transport leaves them behind.)
/// - A request that is refused for its token is repeated once with each newer one: at once where another request has got
///   one already, else after the one refresh that serves all who wait. It asks for a new token once at most.
/// - A request never changes over from one person's token to another's.
/// - `NetworkRequest.timeout` is for all tries of a request together; asking for a token has a time of its own.
///
/// Only what the server has refused for the token alone is repeated, whatever the method: it has done nothing. Safe from
/// any thread.
public struct AuthorizingRequestProvider: RequestProvider {
    private let authorizer: any RequestAuthorizer
    private let requests: any RequestProvider

    /// Creates a provider of one account's requests.
    ///
    /// - Parameters:
    ///   - session: The session whose credentials are added.
    ///   - requests: The provider that performs requests.
    public init(session: AccountSession, requests: any RequestProvider) {
        self.init(authorizer: session, requests: requests)
    }

    /// Creates a provider of one account's requests at an OAuth server.
    ///
    /// - Parameters:
    ///   - session: The session whose tokens are added.
    ///   - requests: The provider that performs requests.
    public init(session: OAuthSession, requests: any RequestProvider) {
        self.init(authorizer: session.account, requests: requests)
    }

    /// Creates a provider of the requests of all accounts of a site.
    ///
    /// - Parameters:
    ///   - sessions: The sessions, one of which each request is sent for (`NetworkRequest.sender`).
    ///   - requests: The provider that performs requests.
    public init(sessions: SiteSessions, requests: any RequestProvider) {
        self.init(authorizer: sessions, requests: requests)
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - authorizer: The source of headers.
    ///   - requests: The provider that performs requests.
    package init(authorizer: any RequestAuthorizer, requests: any RequestProvider) {
        self.authorizer = authorizer
        self.requests = requests
    }

    public func response(to request: NetworkRequest) async throws -> NetworkResponse {
        let session = try await Self.withoutSending { try await authorizer.session(for: request) }
        guard var sent = try await Self.withoutSending({ try await session.authorized(request) }) else {
            return try await requests.response(to: request)
        }
        let deadline = request.timeout.map { authorizer.time.uptime + $0 }
        while true {
            do {
                sent.request.timeout = deadline.map { $0 - authorizer.time.uptime }
                var response = try await requests.response(to: sent.request)
                response.account = sent.account
                await session.requestEnded(with: nil)
                return response
            } catch let error as NetworkError {
                try Task.checkCancellation()
                await session.requestEnded(with: error)
                guard
                    let next = try await Self.withoutSending({
                        try await session.authorized(request, after: sent, failedWith: error)
                    }),
                    deadline.map({ authorizer.time.uptime < $0 }) ?? true
                else { throw error }
                sent = next
            }
        }
    }

    public func shutDown() async {
        await requests.shutDown()
    }

    /// Asks for credentials; where there are none, the request itself was not sent, or was refused for its own.
    private static func withoutSending<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as NetworkError {
            throw error.with(isUnsent: true)
        }
    }
}
