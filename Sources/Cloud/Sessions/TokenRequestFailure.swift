import Core

/// The translation of a failed request for a token.
///
/// | answer | meaning |
/// | --- | --- |
/// | 401, `invalid_client`, `unauthorized_client` | the server does not know the client: `unauthorized` |
/// | `invalid_grant` for a refresh token, whatever the status | `sessionExpired` |
/// | 400 for a refresh token, without a word that says otherwise | `sessionExpired`: so Reddit says it |
/// | `invalid_grant` for a code or a password | `SignInError.notAccepted` |
/// | anything else: no network, 429, 5xx, a page of HTML | what it is, and the tokens stay |
enum TokenRequestFailure {
    /// Translates the failure of a request for a token.
    ///
    /// - Parameters:
    ///   - error: How it failed.
    ///   - grant: What the token was asked for with.
    /// - Returns: What to throw.
    static func meaning(of error: NetworkError, for grant: OAuthGrant) -> any Error {
        let refusal = error.underlying as? ServerRefusal ?? ServerRefusal()
        guard error.code == .badRequest || error.code == .unauthorized, !refusal.isPage else { return error }
        if error.status == 401 || ["401", "invalid_client", "unauthorized_client"].contains(refusal.error) {
            return DataError(
                .unauthorized,
                message:
                    "The server does not know this client id. Check the client id, and its secret where it has one.",
                underlying: error)
        }
        switch grant {
        case .refreshToken:
            guard isDead(refusal, error) else { return error }
            return NetworkError(.sessionExpired, status: error.status, underlying: refusal)
        case .authorizationCode, .password:
            return refusal.error == "invalid_grant" ? SignInError.notAccepted : error
        case .clientCredentials, .installedClient:
            return error
        }
    }

    private static func isDead(_ refusal: ServerRefusal, _ error: NetworkError) -> Bool {
        if refusal.error == "invalid_grant" { return true }
        // A client that is set up wrongly says nothing about whether its tokens are good.
        let other = ["invalid_request", "unsupported_grant_type", "invalid_scope"]
        return error.status == 400 && !other.contains(refusal.error ?? "")
    }
}
