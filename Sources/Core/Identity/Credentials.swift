/// All that is kept of a sign-in: what a ``TokenStore`` stores for an account.
public struct Credentials: Sendable, Hashable {
    /// The client that the tokens were given to; no other can use them.
    public var clientID: String
    /// The server that gave them, as the beginning of its addresses: `https://www.reddit.com`.
    ///
    /// No other gets to see them; where nobody is named, nobody does.
    public var issuer: String?
    /// The token for requests; `nil` before the first.
    public var token: Token?
    /// What a new token is asked for with; `nil` where the server gave none.
    public var refreshToken: Secret?
    /// The fingerprint of the refresh token that came from outside and began all this; `nil` after a sign-in.
    ///
    /// Servers may change the refresh token with each use. The newest is stored, and by this one sees that it descends
    /// from the one outside, which no longer works.
    public var seed: String?

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - clientID: The client that the tokens were given to.
    ///   - issuer: The server that gave them, as the beginning of its addresses.
    ///   - token: The token for requests.
    ///   - refreshToken: What a new token is asked for with.
    ///   - seed: The fingerprint of the refresh token that came from outside.
    public init(
        clientID: String, issuer: String? = nil, token: Token? = nil, refreshToken: Secret? = nil, seed: String? = nil
    ) {
        self.clientID = clientID
        self.issuer = issuer
        self.token = token
        self.refreshToken = refreshToken
        self.seed = seed
    }
}
