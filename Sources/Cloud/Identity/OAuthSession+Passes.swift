import Core

/// What requests need of a session: a token, and a newer one.
extension OAuthSession {
    /// The token to send now; a new one where the last is about to end.
    ///
    /// - Returns: The token.
    /// - Throws: `NetworkError`, a `CodedError` of the store, `CancellationError`.
    func pass() async throws -> Pass {
        try Task.checkCancellation()
        try await load()
        try checkSession()
        let now = time.now
        let usable = pending == nil ? current : nil
        let token = credentials?.token
        guard let usable, let token, !token.isExpired(at: now) else { return try await refreshed() }
        if !token.isDue(at: now) || nextEarlyRefresh.map({ time.uptime < $0 }) ?? false { return usable }
        do {
            return try await refreshed()
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // It was early, and the old one is good for a while; the failure is in the activity.
            guard pending == nil, usable.epoch == epoch, usable.generation == generation else { throw error }
            nextEarlyRefresh = time.uptime + .seconds(30)
            return usable
        }
    }

    /// The token to send after the server has refused one.
    ///
    /// - Parameters:
    ///   - refused: The token that was sent.
    ///   - mayRefresh: Whether the request may ask for a new one.
    /// - Returns: A newer token, and whether it had to be waited for; `nil` where there is none to be had.
    /// - Throws: `NetworkError`, a `CodedError` of the store, `CancellationError`.
    func pass(after refused: Pass, mayRefresh: Bool) async throws -> (pass: Pass, isRefreshed: Bool)? {
        try Task.checkCancellation()
        try checkSession()
        // The person for whom it was asked is not the one who is signed in now.
        guard refused.epoch == epoch else { return nil }
        if pending == nil, let current, current.generation > refused.generation { return (current, false) }
        guard mayRefresh else { return nil }
        let new = try await refreshed()
        // One that was about to end brings the very token that was refused.
        return (new.generation > refused.generation ? new : try await refreshed(), true)
    }

    /// Learns from a request whether the server can be reached.
    func requestEnded(with error: NetworkError?) {
        guard state.value.isSignedIn else { return }
        switch error?.code {
        case .offline, .timedOut, .captivePortal: state.set(.offline)
        // Whatever it says, it is there.
        case nil: state.set(.signedIn)
        default: if error?.status != nil { state.set(.signedIn) }
        }
    }

    private var current: Pass? {
        credentials?.token.map { Pass(access: $0.access, generation: generation, epoch: epoch) }
    }

    private func checkSession() throws(NetworkError) {
        if state.value == .expired { throw NetworkError(.sessionExpired) }
        if !state.value.isSignedIn, standing == nil { throw NetworkError(.unauthorized) }
    }
}
