public import Core
public import Foundation

extension OAuthSession {
    /// The page on which a person allows the app to act for them.
    ///
    /// - Returns: The page; only the redirect of the newest is accepted.
    /// - Throws: `DataError` with the code `invalidInput` for a client without a redirect URI or without scopes.
    public func signInURL() async throws -> URL {
        let state = makeState()
        let url = try client.authorizationURL(state: state)
        expectedState = state
        return url
    }

    /// Ends a sign-in with the URL that the page has sent the browser to.
    ///
    /// A redirect with a wrong state ends nothing: the right one may come still. Once the code was sent, cancelling no
    /// longer ends it.
    ///
    /// - Parameter redirect: The whole URL.
    /// - Throws: `SignInError`, `NetworkError` when the server cannot be asked (begin again then: a code is good for
    ///   once), a `CodedError` when the tokens cannot be stored.
    public func finishSignIn(redirect: URL) async throws {
        guard let expected = expectedState else { throw SignInError.notBegun }
        let code: Secret
        do throws(SignInError) {
            code = try client.code(in: redirect, state: expected)
        } catch {
            if error != .wrongState { expectedState = nil }
            throw error
        }
        expectedState = nil
        try await signIn(with: .authorizationCode(code))
    }

    /// Signs in with what a person or a redirect has brought: a code, or for a script its author's password.
    ///
    /// - Parameter grant: A code or a password.
    /// - Throws: `SignInError`, `NetworkError`, a `CodedError` when the tokens cannot be stored; `DataError` with the code
    ///   `invalidInput` for any other grant, and with the code `superseded` when somebody signed out meanwhile.
    public func signIn(with grant: OAuthGrant) async throws {
        switch grant {
        case .authorizationCode, .password: break
        case .refreshToken, .clientCredentials, .installedClient:
            throw DataError(.invalidInput, message: "Signing in takes a code or a password.")
        }
        try Task.checkCancellation()
        let signOuts = signOuts
        // A task of its own: an answer that nobody reads would leave tokens behind that nobody knows.
        try await Task {
            let new = try await answer(to: grant, after: nil)
            guard try await exclusively({ try await self.begin(new, signOuts: signOuts) }) else {
                // Nobody is told of these tokens, so that they are left alone is all that can be done.
                _ = try? await revoke([new])
                throw DataError(.superseded)
            }
        }.value
    }

    /// Takes the tokens of a sign-in into use, unless somebody has signed out since it was begun.
    private func begin(_ new: Credentials, signOuts: Int) async throws -> Bool {
        guard signOuts == self.signOuts else { return false }
        try await store.save(new, for: account)
        // Signing out waits for this work, and then removes what was saved.
        guard signOuts == self.signOuts else { return false }
        epoch += 1
        seed = nil
        isLoaded = true
        take(new)
        state.set(.signedIn)
        endFlight(with: NetworkError(.unauthorized))
        return true
    }

    /// Signs out: removes the tokens from this device, and then asks the server to take them no longer.
    ///
    /// From the first moment on no request carries the old token. Cancelling ends what is asked of the server, not the
    /// removal.
    ///
    /// - Returns: What became of the tokens on the server.
    /// - Throws: A `CodedError` when the stored tokens could not be removed, `CancellationError`.
    @discardableResult
    public func signOut() async throws -> Revocation {
        epoch += 1
        signOuts += 1
        var old = [credentials, pending].compactMap { state.value.isSignedIn ? $0 : nil }
        if !isLoaded, let seed {
            old.append(Credentials(clientID: client.id, issuer: client.server.issuer, refreshToken: seed))
        }
        (seed, expectedState, isLoaded) = (nil, nil, true)
        take(nil)
        state.set(.signedOut)
        endFlight(with: NetworkError(.unauthorized))
        let removal = await removal()
        old += orphans + removal.found
        orphans = []
        let revocation = try await revoke(old)
        if let failure = removal.failure { throw failure }
        return revocation
    }

    private func removal() async -> (found: [Credentials], failure: (any Error)?) {
        let (store, account) = (store, account)
        do {
            let found = try await exclusively { () -> Credentials? in
                // What cannot be read is to be removed all the same; it only cannot be revoked.
                let found = try? await store.credentials(for: account)
                try await store.remove(account)
                return found
            }
            return ([found].compactMap { $0 }.filter(client.owns), nil)
        } catch {
            do {
                // Another process would not let go of the account; on this device it ends nevertheless.
                try await store.remove(account)
                return ([], nil)
            } catch {
                return ([], error)
            }
        }
    }

    private func revoke(_ old: [Credentials]) async throws -> Revocation {
        var tokens = Set(old.compactMap { $0.refreshToken }).map { ($0, true) }
        // With a refresh token those that came from it end as well.
        if tokens.isEmpty { tokens = Set(old.compactMap { $0.token?.access }).map { ($0, false) } }
        guard !tokens.isEmpty else { return .unneeded }
        var revocation = Revocation.done
        for (token, isRefreshToken) in tokens {
            do {
                let request = try client.revocationRequest(of: token, isRefreshToken: isRefreshToken)
                _ = try await requests.response(to: request)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                revocation = .failed(DataError(error))
            }
        }
        return revocation
    }
}
