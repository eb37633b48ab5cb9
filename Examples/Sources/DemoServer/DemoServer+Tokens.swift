extension DemoServer {
    /// Ends every access token given so far, as if its time were over: the next request with one is answered with 401.
    ///
    /// - Parameter account: Only those of this account; nil, the default, for all.
    public func expireTokens(of account: String? = nil) {
        handler.store.endTokens { $0.revokeAllAccess(of: account) }
    }

    /// Ends every refresh token given so far, and those known from the start: the next refresh is an `invalid_grant`.
    ///
    /// Access tokens stay valid until their time is over.
    ///
    /// - Parameter account: Only those of this account; nil, the default, for all.
    public func revokeRefreshTokens(of account: String? = nil) {
        handler.store.endTokens { $0.revokeAllRefresh(of: account) }
    }

    /// Ends every session of Lemmy's: a write with one is refused with `incorrect_login`, and a read answered as if
    /// nobody asked.
    ///
    /// - Parameter account: Only those of this account; nil, the default, for all.
    public func endSessions(of account: String? = nil) {
        handler.store.endTokens { $0.revokeAllSessions(of: account) }
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
