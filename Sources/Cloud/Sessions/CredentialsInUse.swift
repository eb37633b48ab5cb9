import Core

/// The credentials that a session uses, in memory.
struct CredentialsInUse: Sendable {
    /// The credentials; the app's own where nobody is signed in.
    private(set) var value: Credentials?
    /// New ones that could not be stored yet.
    var pending: Credentials?
    /// The earliest time of the next early refresh, after one has failed while the token was still valid.
    var nextEarlyRefresh: Duration?
    /// Goes up with every token that is taken into use.
    private(set) var generation = 0

    /// Takes other credentials into use.
    ///
    /// - Parameter new: The credentials; `nil` for none.
    mutating func take(_ new: Credentials?) {
        value = new
        pending = nil
        generation += 1
        nextEarlyRefresh = nil
    }

    /// Changes what is kept with the credentials, such as whose they are.
    ///
    /// - Parameter change: The change.
    mutating func change(_ change: (inout Credentials) -> Void) {
        if var known = value {
            change(&known)
            value = known
        }
        if var known = pending {
            change(&known)
            pending = known
        }
    }

    /// Returns the token of a request.
    ///
    /// - Parameter changes: The session's count of sign-ins and sign-outs.
    /// - Returns: The token; `nil` while there is none, or it is not stored yet.
    func token(since changes: Int) -> AccessToken? {
        guard pending == nil, let value, value.token != nil else { return nil }
        return AccessToken(credentials: value, generation: generation, signInChanges: changes)
    }
}
