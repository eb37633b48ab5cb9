public import Core
public import Foundation

/// The session of one account at an OAuth server, or of the app itself while nobody is signed in.
///
/// - One request for a token serves everybody who meets an old one. It is asked for when nine tenths of the old one's
///   life are over, or when the server refuses it with 401.
/// - A request for a token that was sent is finished, whoever is cancelled: the server may have made the old refresh
///   token void already.
/// - New tokens are stored before they are used. Where that fails, everybody who waits hears of it; the tokens are kept
///   in memory, and storing them is tried again by the next request, without asking the server again.
/// - Before it asks, it looks whether another process has stored newer tokens.
/// - Only a refusal of the refresh token itself ends the session: everybody who waits fails with `sessionExpired`,
///   once, and nothing is asked again until somebody signs in. No network, 429, 5xx and pages of HTML end nothing.
///
/// Have one session for an account in a process. The state is on this actor; requests go through an
/// ``AuthorizingRequestProvider``.
public actor OAuthSession: SessionProvider {
    public nonisolated let state = ObservableValue(SessionState.unknown)
    /// The app.
    package nonisolated let client: OAuthClient

    private let endpoint: OAuthTokenEndpoint
    private var signInPage: SignInPage
    private let store: any TokenStore
    nonisolated let time: any TimeProvider
    private let account: AccountKey
    /// The grant that a token is requested with while nobody is signed in.
    private let appOnlyGrant: OAuthGrant?

    /// The refresh token from outside, until somebody signs in or out.
    private var externalRefreshToken: Secret?
    /// The credentials in use; the app's own where nobody is signed in.
    private var credentials: Credentials?
    /// New ones that could not be stored yet.
    private var pending: Credentials?
    /// Goes up with every token that is taken into use.
    private var generation = 0
    /// The number of times that somebody signed in or out, or that the session ended.
    private var signInChanges = 0
    /// The number of sign-outs: a sign-in that was begun before the last one is void.
    private var signOuts = 0
    /// Tokens that came too late to be used; signing out revokes them.
    private var unusedTokens: [Credentials] = []
    /// Whether what is stored was read, or does not matter any more.
    private var isLoaded = false
    private var loading: Task<Void, any Error>?
    /// The requests for a token, by the ``signInChanges`` at which they were made.
    ///
    /// One goes on when nobody waits for it any more: the server may have made the old refresh token void already, so
    /// an unread answer would be a sign-in that is lost.
    private let refreshes = SingleFlight<Int, AccessToken>(abandoned: .finish)
    /// The last work on the stored tokens; each begins when the one before has ended.
    private var lastWork: Task<Void, Never>?
    /// The earliest time of the next early refresh, after one has failed while the token was still valid.
    private var nextEarlyRefresh: Duration?

    /// Creates a session; nothing is read or asked yet.
    ///
    /// - Parameters:
    ///   - client: The app as it is registered.
    ///   - tokens: The store of tokens.
    ///   - configuration: The account, and the tokens that may be used without a sign-in.
    ///   - requests: The provider that asks for tokens; an ``AuthorizingRequestProvider`` must not be in it.
    /// - Throws: `DataError` with the code `invalidInput` for an app-only grant that can be used only once, and for an
    ///   account without a name, which is the app's own.
    public init(
        client: OAuthClient, tokens: any TokenStore, configuration: Configuration = Configuration(),
        requests: any RequestProvider
    ) throws(DataError) {
        let account = configuration.account ?? .standard(on: .reddit)
        guard configuration.appOnlyGrant?.isRepeatable != false else {
            throw DataError(.invalidInput, message: "A code or a one-time password can be used once. Sign in with it.")
        }
        guard account.name != nil else {
            throw DataError(.invalidInput, message: "An account that signs in needs a name, such as 'default'.")
        }
        (self.client, self.store, self.account) = (client, tokens, account)
        (externalRefreshToken, appOnlyGrant) = (configuration.refreshToken, configuration.appOnlyGrant)
        time = configuration.time
        endpoint = OAuthTokenEndpoint(
            client: client, requests: requests, time: configuration.time, activity: configuration.activity)
        signInPage = SignInPage(client: client, random: configuration.random)
    }

    public func restore() async throws {
        try await load()
        guard state.value.isSignedIn else { return }
        do {
            _ = try await accessToken()
        } catch is NetworkError {
            // The state says already whether the session has ended, or the server cannot be reached.
            try Task.checkCancellation()
        }
    }

    // MARK: Sign-in

    public func signInURL() async throws -> URL { try signInPage.url() }

    public func finishSignIn(redirect: URL) async throws {
        try await signIn(with: .authorizationCode(signInPage.code(in: redirect)))
    }

    /// Signs in with a code from a redirect, or for a script with its author's password.
    ///
    /// - Parameter grant: A code or a password.
    /// - Throws: `SignInError`, `NetworkError`, a `CodedError` when the tokens cannot be stored; `DataError` with the
    ///   code `invalidInput` for any other grant, and with the code `superseded` when somebody signed out meanwhile.
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
            let new = try await endpoint.answer(to: grant, after: nil)
            guard try await exclusively({ try await self.begin(new, signOuts: signOuts) }) else {
                // Nobody is told of these tokens, so that they are left alone is all that can be done.
                _ = try? await endpoint.revoke([new])
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
        signInChanges += 1
        externalRefreshToken = nil
        isLoaded = true
        take(new)
        state.set(.signedIn)
        endRefreshes(with: NetworkError(.unauthorized))
        return true
    }

    @discardableResult
    public func signOut() async throws -> Revocation {
        signInChanges += 1
        signOuts += 1
        var old = [credentials, pending].compactMap { state.value.isSignedIn ? $0 : nil }
        if !isLoaded, let externalRefreshToken {
            old.append(
                Credentials(
                    clientID: client.id, issuer: client.server.issuer, refreshToken: externalRefreshToken))
        }
        (externalRefreshToken, isLoaded) = (nil, true)
        signInPage.end()
        take(nil)
        state.set(.signedOut)
        endRefreshes(with: NetworkError(.unauthorized))
        let removal = await removal()
        old += unusedTokens + removal.found
        unusedTokens = []
        let revocation = try await endpoint.revoke(old)
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

    // MARK: Access tokens

    /// Returns the access token to send now; a new one where the last is about to expire.
    ///
    /// - Returns: The token.
    /// - Throws: `NetworkError`, a `CodedError` of the store, `CancellationError`.
    func accessToken() async throws -> AccessToken {
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
            guard pending == nil, usable.signInChanges == signInChanges, usable.generation == generation else {
                throw error
            }
            nextEarlyRefresh = time.uptime + .seconds(30)
            return usable
        }
    }

    /// Returns the access token to send after the server has refused one.
    ///
    /// - Parameters:
    ///   - refused: The token that was sent.
    ///   - mayRefresh: Whether the request may ask for a new one.
    /// - Returns: A newer token, and whether it had to be waited for; `nil` where there is none to be had.
    /// - Throws: `NetworkError`, a `CodedError` of the store, `CancellationError`.
    func accessToken(
        after refused: AccessToken, mayRefresh: Bool
    ) async throws -> (token: AccessToken, isRefreshed: Bool)? {
        try Task.checkCancellation()
        try checkSession()
        // The person for whom it was asked is not the one who is signed in now.
        guard refused.signInChanges == signInChanges else { return nil }
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

    private var current: AccessToken? {
        credentials?.token.map {
            AccessToken(value: $0.access, generation: generation, signInChanges: signInChanges)
        }
    }

    private func checkSession() throws(NetworkError) {
        if state.value == .expired { throw NetworkError(.sessionExpired) }
        if !state.value.isSignedIn, appOnlyGrant == nil { throw NetworkError(.unauthorized) }
    }

    // MARK: One request for all

    /// The token that one request for all brings.
    private func refreshed() async throws -> AccessToken {
        let changes = signInChanges
        return try await refreshes.value(for: changes) { _ in try await self.refresh(since: changes) }
    }

    private func refresh(since changes: Int) async throws -> AccessToken {
        do {
            return try await exclusively { try await self.renew(since: changes) }
        } catch {
            let isExpired = (error as? any CodedError)?.code == .sessionExpired
            if changes == signInChanges || isExpired { endpoint.record(error) }
            if changes == signInChanges, let error = error as? NetworkError { requestEnded(with: error) }
            throw error
        }
    }

    /// Ends the waiting of everybody for a token of a session that is over.
    private func endRefreshes(with error: any Error) {
        refreshes.endWaiting(with: error)
    }

    /// Gets a new token: one that another process has stored, one that could not be stored before, or the server's.
    ///
    /// No other work touches the stored tokens meanwhile.
    ///
    /// - Parameter changes: The ``signInChanges`` when it was asked for: signing in or out makes the work void.
    /// - Returns: The token, which is in use now.
    /// - Throws: `NetworkError`, a `CodedError` of the store.
    private func renew(since changes: Int) async throws -> AccessToken {
        try check(changes)
        let isSomebody = state.value.isSignedIn
        let key = isSomebody ? account : AccountKey(site: account.site, name: nil)
        if let pending { return try await keep(pending, for: key, since: changes) }
        let stored = try await ownCredentials(for: key)
        try check(changes)
        if let stored, let token = adopt(stored, since: changes) { return token }
        guard isSomebody else {
            guard let appOnlyGrant else { throw NetworkError(.unauthorized) }
            return try await keep(try await endpoint.answer(to: appOnlyGrant, after: nil), for: key, since: changes)
        }
        let base = stored ?? credentials ?? Credentials(clientID: client.id, issuer: client.server.issuer)
        guard let refreshToken = base.refreshToken ?? credentials?.refreshToken else {
            throw await expired(NetworkError(.sessionExpired), since: changes)
        }
        do {
            let new = try await endpoint.answer(to: .refreshToken(refreshToken), after: base)
            return try await keep(new, for: key, since: changes)
        } catch let error as NetworkError where error.code == .sessionExpired {
            // A store without a lock may have got newer tokens meanwhile, and then it is only ours that are void.
            let again = try await ownCredentials(for: key)
            try check(changes)
            if let again, again.refreshToken != refreshToken, let token = adopt(again, since: changes) { return token }
            throw await expired(error, since: changes)
        }
    }

    private func check(_ changes: Int) throws(NetworkError) {
        guard changes == signInChanges else { throw NetworkError(.unauthorized) }
    }

    private func ownCredentials(for key: AccountKey) async throws -> Credentials? {
        guard let stored = try await store.credentials(for: key) else { return nil }
        // The app's own tokens descend from no refresh token.
        let isUsable = key == account ? isOwn(stored) : client.owns(stored)
        return isUsable ? stored : nil
    }

    /// Takes what is stored into use, where it has another token than the one that is in use, and a good one.
    private func adopt(_ stored: Credentials, since changes: Int) -> AccessToken? {
        guard let token = stored.token, token.access != credentials?.token?.access, !token.isDue(at: time.now) else {
            return nil
        }
        take(stored)
        return AccessToken(value: token.access, generation: generation, signInChanges: changes)
    }

    /// Stores new tokens, and then takes them into use: in this order, or a crash between the two would lose them.
    private func keep(_ new: Credentials, for key: AccountKey, since changes: Int) async throws -> AccessToken {
        if changes == signInChanges {
            pending = new
            try await store.save(new, for: key)
        }
        // Somebody may have signed out meanwhile. Signing out waits for this work, and then removes and revokes all
        // this.
        guard changes == signInChanges, let token = new.token else {
            unusedTokens.append(new)
            throw NetworkError(.unauthorized)
        }
        take(new)
        requestEnded(with: nil)
        return AccessToken(value: token.access, generation: generation, signInChanges: changes)
    }

    /// Ends the session for good, once.
    private func expired(_ error: NetworkError, since changes: Int) async -> NetworkError {
        guard changes == signInChanges else { return NetworkError(.unauthorized) }
        signInChanges += 1
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

    // MARK: One after the other

    /// Runs work on the stored tokens when all that was begun before has ended, here and in other processes.
    ///
    /// It is finished whoever is cancelled.
    private func exclusively<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let (before, store, account) = (lastWork, store, account)
        let task = Task {
            await before?.value
            return try await store.withExclusiveAccess(to: account, work)
        }
        lastWork = Task { _ = await task.result }
        return try await task.value
    }

    // MARK: What is stored

    private func load() async throws {
        if isLoaded { return }
        let task = loading ?? Task { try await readStored() }
        loading = task
        try await task.value
    }

    private func readStored() async throws {
        defer { loading = nil }
        let stored = try await store.credentials(for: account).flatMap { isOwn($0) ? $0 : nil }
        // Somebody may have signed in or out meanwhile, and that is newer.
        guard !isLoaded else { return }
        isLoaded = true
        if let stored {
            take(stored)
        } else if let externalRefreshToken {
            take(
                Credentials(
                    clientID: client.id, issuer: client.server.issuer, refreshToken: externalRefreshToken,
                    externalTokenFingerprint: TokenFingerprint.of(externalRefreshToken)))
        }
        state.set(credentials == nil ? .signedOut : .signedIn)
    }

    /// Whether stored tokens are this session's: the same client's and server's, and not those that came from another
    /// refresh token from outside.
    private func isOwn(_ stored: Credentials) -> Bool {
        guard client.owns(stored) else { return false }
        return externalRefreshToken.map { stored.externalTokenFingerprint == TokenFingerprint.of($0) } ?? true
    }

    /// Takes credentials into use.
    private func take(_ new: Credentials?) {
        credentials = new
        pending = nil
        generation += 1
        nextEarlyRefresh = nil
    }
}
