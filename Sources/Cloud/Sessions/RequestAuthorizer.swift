package import Core

/// An authorizer of requests: it finds the session whose headers a request carries.
package protocol RequestAuthorizer: Sendable {
    /// The clock of time limits.
    var time: any TimeProvider { get }

    /// Returns the session of a request, by its sender.
    ///
    /// - Parameter request: The request.
    /// - Returns: The session.
    /// - Throws: `NetworkError` with the code `unauthorized` where the sender is an account that is not signed in, a
    ///   `CodedError` of the store, `CancellationError`.
    func session(for request: NetworkRequest) async throws -> AccountSession
}

/// A request with the headers of a session.
struct AuthorizedRequest: Sendable {
    /// The request to send.
    var request: NetworkRequest
    /// The credentials that it carries; `nil` for a request of nobody.
    let token: AccessToken?
    /// Whether new credentials may be waited for when it is refused.
    let mayRefresh: Bool
    /// The account whose credentials it carries; `nil` for a request of nobody, and where that is not known.
    let account: AccountKey?

    /// Creates a request with the headers of a scheme, in place of its own of the same names.
    ///
    /// - Parameters:
    ///   - request: The request, as its maker wants it.
    ///   - scheme: The scheme.
    ///   - token: The credentials that it carries; `nil` for none.
    ///   - mayRefresh: Whether new credentials may be waited for when it is refused.
    init(_ request: NetworkRequest, by scheme: any SessionScheme, token: AccessToken?, mayRefresh: Bool) {
        self.request = request
        self.token = token
        self.mayRefresh = mayRefresh
        account = token?.credentials.user.map { AccountKey(site: scheme.site, name: $0.id) }
        for (name, value) in scheme.headers(with: token?.credentials) {
            self.request.headers = self.request.headers.filter { $0.key.lowercased() != name.lowercased() }
            self.request.headers[name] = value.revealed
        }
    }
}

/// The credentials of a session as one request carries them.
struct AccessToken: Sendable, Hashable {
    /// The credentials, with an access token.
    let credentials: Credentials
    /// The number of the token in its session; later ones have higher numbers.
    let generation: Int
    /// The session's count of sign-ins and sign-outs when it was taken; a request never uses a token of a later one.
    let signInChanges: Int
}
