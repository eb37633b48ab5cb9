import Synchronization

extension DemoServer {
    /// Ends every access token given so far, as if its time were over: the next request with one is answered with 401.
    public func expireTokens() {
        handler.authority.tokens.withLock { $0.revokeAllAccess() }
    }

    /// Ends every refresh token given so far, and those known from the start: the next refresh is an `invalid_grant`.
    ///
    /// Access tokens stay valid until their time is over.
    public func revokeRefreshTokens() {
        handler.authority.tokens.withLock { $0.revokeAllRefresh() }
    }

    /// The number of requests for tokens that were received, whatever became of them.
    ///
    /// - Parameter grant: Only those with this `grant_type`, such as `refresh_token`; nil, the default, for all.
    /// - Returns: The number since the start, or since ``removeAllRequests()``.
    public func tokenRequestCount(grant: String? = nil) -> Int {
        requests.count { request in
            request.path == "/api/v1/access_token" && (grant == nil || request.formValue("grant_type") == grant)
        }
    }
}
