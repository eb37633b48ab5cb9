public import Core
public import Foundation

extension AccountSession: RequestAuthorizer {
    package func session(for request: NetworkRequest) async -> AccountSession { self }

    /// Returns a request with the headers of the session.
    ///
    /// - Parameter request: The request, as its maker wants it.
    /// - Returns: The request to send; `nil` for one that is none of the server's, and goes out as it is.
    /// - Throws: `NetworkError` when the session is over, or nobody is signed in and the request cannot go out for
    ///   nobody; a `CodedError` of the store, `CancellationError`.
    func authorized(_ request: NetworkRequest) async throws -> AuthorizedRequest? {
        switch scheme.route(of: request) {
        case .elsewhere: return nil
        case .open: return AuthorizedRequest(request, by: scheme, token: nil, mayRefresh: false)
        case .session: break
        }
        if request.sender == .nobody, try await isSomebody() {
            guard scheme.anonymousAccess == .open else { throw NetworkError(.unauthorized) }
            return AuthorizedRequest(request, by: scheme, token: nil, mayRefresh: false)
        }
        let token = try await accessToken()
        if case .account(let key) = request.sender { try check(token, isOf: key) }
        return AuthorizedRequest(request, by: scheme, token: token, mayRefresh: true)
    }

    /// Returns a refused request with newer credentials.
    ///
    /// - Parameters:
    ///   - request: The request, as its maker wants it.
    ///   - sent: What was sent.
    ///   - error: How it failed.
    /// - Returns: The request to send; `nil` where another try is of no use.
    /// - Throws: `NetworkError`, a `CodedError` of the store, `CancellationError`.
    func authorized(
        _ request: NetworkRequest, after sent: AuthorizedRequest, failedWith error: NetworkError
    ) async throws -> AuthorizedRequest? {
        let verdict = scheme.verdict(on: error, of: request)
        guard verdict != .unrelated, let refused = sent.token,
            let next = try await accessToken(
                after: refused, mayRefresh: sent.mayRefresh, mayAsk: verdict == .refresh)
        else { return nil }
        return AuthorizedRequest(
            request, by: scheme, token: next.token, mayRefresh: sent.mayRefresh && !next.isRefreshed)
    }

    /// Throws unless a token is that of an account: what belongs to one person never goes out for another.
    private func check(_ token: AccessToken?, isOf key: AccountKey) throws(NetworkError) {
        guard state.value.isSignedIn, key.site == scheme.site, let id = token?.credentials.user?.id, id == key.name
        else { throw NetworkError(.unauthorized) }
    }
}

// MARK: - Signing in

extension AccountSession {
    public func signInURL() async throws -> URL { try page.url() }

    public func finishSignIn(redirect: URL) async throws {
        try await signIn(with: .code(code(in: redirect)))
    }

    /// Returns the code in the redirect of the newest sign-in page, and ends that page.
    func code(in redirect: URL) throws(SignInError) -> Secret { try page.code(in: redirect) }

    public func signIn(with fields: [SignInField.Name: Secret]) async throws {
        try await signIn(with: .fields(try signInMethod.checked(fields)))
    }

    /// Whether it is known on this device whose the session is or was, as far as what is stored tells.
    ///
    /// - Returns: True for somebody who is signed in, and for a person whose session the server has ended.
    /// - Throws: A `CodedError` when it cannot be read.
    func isKnown() async throws -> Bool {
        try await isSomebody() || state.value == .expired
    }
}

// MARK: - Who is signed in

extension AccountSession {
    public func restore() async throws { try await restore(askingWho: false) }

    /// Restores the session.
    ///
    /// - Parameter isAsking: Whether the server is asked whose it is, where that is not known.
    /// - Throws: A `CodedError` when the credentials cannot be read or the server refuses the app, `CancellationError`.
    func restore(askingWho isAsking: Bool) async throws {
        try await load()
        guard state.value.isSignedIn else { return }
        do {
            guard let token = try await accessToken() else { return }
            // Nothing else would tell of a token without an end that it was revoked: a server may answer as to nobody.
            if token.credentials.token?.expires == nil || isAsking && user.value == nil {
                _ = try await user(of: token)
            }
        } catch is NetworkError {
            // The state says already whether the session has ended, or the server cannot be reached.
            try Task.checkCancellation()
        }
    }

    /// Whether somebody is signed in, as far as what is stored tells.
    ///
    /// - Throws: A `CodedError` when it cannot be read.
    func isSomebody() async throws -> Bool {
        try await load()
        return state.value.isSignedIn
    }

    /// Asks the server whose session this is, where that is not known.
    ///
    /// - Returns: The person; `nil` where nobody is signed in, or the server has ended the session.
    /// - Throws: `NetworkError`, a `CodedError` of the store, `CancellationError`.
    func identify() async throws -> SessionUser? {
        guard try await isSomebody() else { return nil }
        if let user = user.value { return user }
        guard let token = try await accessToken() else { return nil }
        return try await user(of: token)
    }

    /// Takes the place of a session that began with a token from outside: what was queued for that token is this one's.
    ///
    /// - Parameter other: A session of the same person.
    /// - Throws: A `CodedError` of the store.
    func succeed(_ other: AccountSession) async throws {
        guard let fingerprint = other.tokenFingerprint.value, tokenFingerprint.value == nil else { return }
        try await keep { $0.externalTokenFingerprint = fingerprint }
    }

    /// Learns from a request whether the server can be reached.
    func requestEnded(with error: NetworkError?) {
        guard state.value.isSignedIn else { return }
        switch error?.code {
        case .offline, .timedOut, .captivePortal: set(.offline)
        // Whatever it says, it is there.
        case nil: set(.signedIn)
        default: if error?.status != nil { set(.signedIn) }
        }
    }

    /// Asks the server whose token this is, and ends the session when it is nobody's.
    private func user(of token: AccessToken) async throws -> SessionUser? {
        var token = token
        var mayRefresh = true
        while true {
            do {
                let user = try await scheme.user(of: token.credentials, by: requests)
                requestEnded(with: nil)
                if let user {
                    if user != token.credentials.user { try await keep(of: token) { $0.user = user } }
                    return user
                }
                // To nobody's token the server says nothing else: only a newer one can be somebody's.
                guard let next = try await accessToken(after: token, mayRefresh: mayRefresh, mayAsk: false) else {
                    return nil
                }
                (token, mayRefresh) = (next.token, false)
            } catch let error as NetworkError where error.code != .sessionExpired {
                requestEnded(with: error)
                guard let url = URL(string: scheme.issuer) else { throw error }
                let verdict = scheme.verdict(on: error, of: NetworkRequest(url))
                guard verdict != .unrelated,
                    let next = try await accessToken(
                        after: token, mayRefresh: mayRefresh, mayAsk: verdict == .refresh)
                else { throw error }
                (token, mayRefresh) = (next.token, mayRefresh && !next.isRefreshed)
            }
        }
    }

    /// Asks whose the fields of a form are; nothing of it is kept.
    ///
    /// - Parameter fields: What was typed.
    /// - Returns: The person.
    /// - Throws: ``SignInError``, ``NetworkError``.
    func user(showing fields: [SignInField.Name: Secret]) async throws -> SessionUser? {
        try await user(showing: .fields(try signInMethod.checked(fields)))
    }

    /// Asks whose the code of a redirect is; nothing of it is kept.
    ///
    /// - Parameter redirect: The whole URL.
    /// - Returns: The person.
    /// - Throws: ``SignInError``, ``NetworkError``.
    func user(redirected redirect: URL) async throws -> SessionUser? {
        try await user(showing: .code(try code(in: redirect)))
    }

    private func user(showing proof: SignInProof) async throws -> SessionUser? {
        let shown = try await scheme.credentials(for: proof, at: time.now, by: requests)
        let result: Result<SessionUser?, any Error>
        do {
            result = .success(try await scheme.user(of: shown, by: requests))
        } catch {
            result = .failure(error)
        }
        // Nobody keeps them, so that they are left alone is all that can be done where this fails.
        _ = try? await scheme.revoke([shown], by: requests)
        return try result.get()
    }
}

extension SessionScheme {
    /// Returns what is stored once the server has ended a session: whose it was, and no token.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - fingerprint: The fingerprint of the token from outside with which it began; `nil` for none.
    /// - Returns: The credentials, which nothing can be asked with.
    func ended(of person: SessionUser, from fingerprint: String?) -> Credentials {
        var credentials = Credentials(clientID: clientID, issuer: issuer, externalTokenFingerprint: fingerprint)
        credentials.user = person
        return credentials
    }
}

extension Credentials {
    /// Whether anything can be asked with them; otherwise they say whose session it was that has ended.
    var hasTokens: Bool { token != nil || refreshToken != nil }
}

extension ActivityRecorder {
    /// Records that no token could be had.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - scheme: The server.
    ///   - date: The date of now.
    func record(_ error: any Error, of scheme: any SessionScheme, at date: Date) {
        guard let host = URL(string: scheme.issuer)?.host(percentEncoded: false) else { return }
        let code = (error as? any CodedError)?.code ?? .unknown
        record(ActivityEvent(.failed, reason: .failure, host: host, date: date, code: code))
    }
}
