import Core
import Foundation

extension OAuthSession {
    /// Gets a new token: one that somebody else has stored, one that could not be stored before, or the server's.
    ///
    /// Nobody else touches what is stored meanwhile.
    ///
    /// - Parameter epoch: When it was asked for: signing in or out makes it void.
    /// - Returns: The token, which is in use now.
    /// - Throws: `NetworkError`, a `CodedError` of the store.
    func renew(epoch: Int) async throws -> Pass {
        try check(epoch)
        let isSomebody = state.value.isSignedIn
        let key = isSomebody ? account : AccountKey(site: account.site, name: nil)
        if let pending { return try await keep(pending, for: key, epoch: epoch) }
        let stored = try await ownCredentials(for: key)
        try check(epoch)
        if let stored, let pass = adopt(stored, epoch: epoch) { return pass }
        guard isSomebody else {
            guard let standing else { throw NetworkError(.unauthorized) }
            return try await keep(try await answer(to: standing, after: nil), for: key, epoch: epoch)
        }
        let base = stored ?? credentials ?? Credentials(clientID: client.id, issuer: client.server.issuer)
        guard let refreshToken = base.refreshToken ?? credentials?.refreshToken else {
            throw await expired(NetworkError(.sessionExpired), epoch: epoch)
        }
        do {
            let new = try await answer(to: .refreshToken(refreshToken), after: base)
            return try await keep(new, for: key, epoch: epoch)
        } catch let error as NetworkError where error.code == .sessionExpired {
            // A store without a lock may have got newer tokens meanwhile, and then it is only ours that are void.
            let again = try await ownCredentials(for: key)
            try check(epoch)
            if let again, again.refreshToken != refreshToken, let pass = adopt(again, epoch: epoch) { return pass }
            throw await expired(error, epoch: epoch)
        }
    }

    private func check(_ epoch: Int) throws(NetworkError) {
        guard epoch == self.epoch else { throw NetworkError(.unauthorized) }
    }

    private func ownCredentials(for key: AccountKey) async throws -> Credentials? {
        guard let stored = try await store.credentials(for: key) else { return nil }
        // The app's own tokens come from no seed.
        let isUsable = key == account ? isOwn(stored) : client.owns(stored)
        return isUsable ? stored : nil
    }

    /// Takes what is stored into use, where it has another token than the one that is in use, and a good one.
    private func adopt(_ stored: Credentials, epoch: Int) -> Pass? {
        guard let token = stored.token, token.access != credentials?.token?.access, !token.isDue(at: time.now) else {
            return nil
        }
        take(stored)
        return Pass(access: token.access, generation: generation, epoch: epoch)
    }

    /// Asks the server.
    ///
    /// - Parameters:
    ///   - grant: What the token is asked for with.
    ///   - old: What stays where the server gives no other.
    /// - Returns: New credentials, which nobody keeps or uses yet.
    /// - Throws: What ``OAuthFailure`` makes of a failure.
    func answer(to grant: OAuthGrant, after old: Credentials?) async throws -> Credentials {
        let request = try client.tokenRequest(for: grant)
        let issued = time.now
        let answer: TokenAnswer
        do {
            answer = try TokenAnswer(try await requests.response(to: request))
        } catch let error as NetworkError {
            throw OAuthFailure.meaning(of: error, for: grant)
        }
        return Credentials(
            clientID: client.id, issuer: client.server.issuer, token: answer.token(issued: issued),
            refreshToken: answer.refreshToken ?? old?.refreshToken, seed: old?.seed)
    }

    /// Stores new tokens, and then takes them into use: in this order, or a crash between the two would lose them.
    private func keep(_ new: Credentials, for key: AccountKey, epoch: Int) async throws -> Pass {
        if epoch == self.epoch {
            pending = new
            try await store.save(new, for: key)
        }
        // Somebody may have signed out meanwhile. Signing out waits for this work, and then removes and revokes all this.
        guard epoch == self.epoch, let token = new.token else {
            orphans.append(new)
            throw NetworkError(.unauthorized)
        }
        take(new)
        requestEnded(with: nil)
        return Pass(access: token.access, generation: generation, epoch: epoch)
    }

    /// Ends the session for good, once.
    private func expired(_ error: NetworkError, epoch: Int) async -> NetworkError {
        guard epoch == self.epoch else { return NetworkError(.unauthorized) }
        self.epoch += 1
        take(nil)
        state.set(.expired)
        do {
            try await store.remove(account)
            return error
        } catch {
            // What is left there is of no use to anybody; that the session has ended is what has to be known.
            return NetworkError(.sessionExpired, status: nil, underlying: error)
        }
    }
}
