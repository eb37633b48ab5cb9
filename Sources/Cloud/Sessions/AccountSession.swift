public import Core
import Foundation

/// The session of one account at a server, or of the app itself while nobody is signed in.
///
/// How the server signs people in is the scheme's; what is done with the credentials is the same for all:
/// - One request for a token serves everybody who meets an old one. It is asked for when nine tenths of the old one's
///   life are over, or when the server refuses it.
/// - A request for a token that was sent is finished, whoever is cancelled: the server may have made the old refresh
///   token void already.
/// - New credentials are stored before they are used. Where that fails, everybody who waits hears of it; they are kept
///   in memory, and storing them is tried again by the next request, without asking the server again.
/// - Before it asks, it looks whether another process has stored newer credentials.
/// - Only a refusal that the scheme calls the end ends the session: everybody who waits fails with `sessionExpired`,
///   once, and nothing is asked again until somebody signs in. No network, 429, 5xx and pages of HTML end nothing.
///
/// Have one session for an account in a process. The state is on this actor; requests go through an
/// ``AuthorizingRequestProvider``.
public actor AccountSession: SessionProvider {
    public nonisolated let state = ObservableValue(SessionState.unknown)
    /// The person to whom the credentials in use belong; `nil` while that is not known.
    package nonisolated let user = ObservableValue<SessionUser?>(nil)
    /// The fingerprint of the token from outside with which the session in use began; `nil` for none.
    nonisolated let tokenFingerprint = ObservableValue<String?>(nil)
    /// The name of the account in the store.
    package nonisolated let place: String
    /// The scheme of the server.
    nonisolated let scheme: any SessionScheme
    package nonisolated let time: any TimeProvider

    nonisolated let requests: any RequestProvider
    private let activity: any ActivityRecorder
    private let store: any TokenStore
    private let account: AccountKey
    private let stored: ExclusiveCredentials
    private let onChange: @Sendable () -> Void

    var page: SignInPage
    /// The refresh token from outside, until somebody signs in or out.
    private var externalRefreshToken: Secret?
    private var inUse = CredentialsInUse()
    /// The number of times that somebody signed in or out, or that the session ended.
    private var signInChanges = 0
    /// The number of sign-outs: a sign-in that was begun before the last one is void.
    private var signOuts = 0
    /// Credentials that came too late to be used; signing out revokes them.
    private var unused: [Credentials] = []
    /// Whether what is stored was read, or does not matter any more.
    private var isLoaded = false
    private var loading: Task<Void, any Error>?
    /// The requests for a token.
    ///
    /// One goes on when nobody waits for it any more: the server may have made the old refresh token void already, so
    /// an unread answer would be a sign-in that is lost.
    private let refreshes = SingleFlight<Refresh, AccessToken>(abandoned: .finish)

    private struct Refresh: Hashable {
        /// The ``signInChanges`` at which it was asked for.
        let changes: Int
        /// The number of the token that is not good enough: a newer one may be there by now.
        let generation: Int
        /// Whether the server may be asked; otherwise only another process can have brought a newer token.
        let mayAsk: Bool
    }

    /// Creates a session; nothing is read or asked yet.
    ///
    /// - Parameters:
    ///   - scheme: The rules of the server.
    ///   - tokens: The store of credentials.
    ///   - configuration: The account, and what comes from outside.
    ///   - requests: The provider that asks for credentials; an ``AuthorizingRequestProvider`` must not be in it.
    /// - Throws: `DataError` with the code `invalidInput` for an account without a name, which is the app's own.
    public init(
        _ scheme: any SessionScheme, tokens: any TokenStore, configuration: Configuration = Configuration(),
        requests: any RequestProvider
    ) throws(DataError) {
        let account = configuration.account ?? .standard(on: scheme.site)
        guard let place = account.name else {
            throw DataError(.invalidInput, message: "An account that signs in needs a name, such as 'default'.")
        }
        (self.scheme, store, self.account, self.requests) = (scheme, tokens, account, requests)
        (self.place, onChange) = (place, configuration.onChange)
        (time, activity) = (configuration.time, configuration.activity)
        page = SignInPage(scheme: scheme, random: configuration.random)
        externalRefreshToken = configuration.refreshToken
        stored = ExclusiveCredentials(of: account, in: tokens)
    }

    public nonisolated var signInMethod: SignInMethod { scheme.signInMethod }

    // MARK: Sign-in

    /// Signs in with what a person has shown.
    ///
    /// - Parameter proof: A code or the fields of a form.
    /// - Throws: `SignInError`, `NetworkError`, a `CodedError` when the credentials cannot be stored; `DataError` with
    ///   the code `superseded` when somebody signed out meanwhile.
    package func signIn(with proof: SignInProof) async throws {
        try Task.checkCancellation()
        let signOuts = signOuts
        // A task of its own: an answer that nobody reads would leave credentials behind that nobody knows.
        try await Task {
            let new = try await scheme.credentials(for: proof, at: time.now, by: requests)
            guard try await stored.change({ try await self.begin(new, signOuts: signOuts) }) else {
                // Nobody is told of these credentials, so that they are left alone is all that can be done.
                _ = try? await scheme.revoke([new], by: requests)
                throw DataError(.superseded)
            }
        }.value
    }

    /// Takes the credentials of a sign-in into use, unless somebody has signed out since it was begun.
    private func begin(_ new: Credentials, signOuts: Int) async throws -> Bool {
        guard signOuts == self.signOuts else { return false }
        try await store.save(new, for: account)
        // Signing out waits for this work, and then removes what was saved.
        guard signOuts == self.signOuts else { return false }
        signInChanges += 1
        externalRefreshToken = nil
        isLoaded = true
        take(new)
        set(.signedIn)
        refreshes.endWaiting(with: NetworkError(.unauthorized))
        return true
    }

    @discardableResult
    public func signOut() async throws -> Revocation {
        signInChanges += 1
        signOuts += 1
        var old = [inUse.value, inUse.pending].compactMap { state.value.isSignedIn ? $0 : nil }
        if !isLoaded, let externalRefreshToken { old.append(scheme.credentials(from: externalRefreshToken)) }
        (externalRefreshToken, isLoaded) = (nil, true)
        page.end()
        take(nil)
        user.set(nil)
        tokenFingerprint.set(nil)
        set(.signedOut)
        refreshes.endWaiting(with: NetworkError(.unauthorized))
        let removal = await stored.remove()
        old += unused + removal.found.filter(scheme.owns)
        unused = []
        let revocation = try await scheme.revoke(old, by: requests)
        if let failure = removal.failure { throw failure }
        return revocation
    }

    // MARK: Access tokens

    /// Returns the token to send now; a new one where the last is about to expire.
    ///
    /// - Returns: The token; `nil` while nobody is signed in, where the server answers nobody too.
    /// - Throws: `NetworkError`, a `CodedError` of the store, `CancellationError`.
    func accessToken() async throws -> AccessToken? {
        try Task.checkCancellation()
        try await load()
        try checkSession()
        if !state.value.isSignedIn, scheme.anonymousAccess == .open { return nil }
        let now = time.now
        let generation = inUse.generation
        guard let usable = current, let token = usable.credentials.token, !token.isExpired(at: now) else {
            return try await refreshed(after: generation)
        }
        if !token.isDue(at: now) || inUse.nextEarlyRefresh.map({ time.uptime < $0 }) ?? false { return usable }
        do {
            return try await refreshed(after: generation)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // It was early, and the old one is good for a while; the failure is in the activity.
            guard let current, current.generation == usable.generation,
                current.signInChanges == usable.signInChanges
            else { throw error }
            inUse.nextEarlyRefresh = time.uptime + .seconds(30)
            return usable
        }
    }

    /// Returns the token to send after the server has refused one.
    ///
    /// - Parameters:
    ///   - refused: The token that was sent.
    ///   - mayRefresh: Whether a new one may be waited for.
    ///   - mayAsk: Whether the server may be asked for it; otherwise the session is over unless there is a newer one.
    /// - Returns: A newer token, and whether it had to be waited for; `nil` where there is none to be had.
    /// - Throws: `NetworkError`, a `CodedError` of the store, `CancellationError`.
    func accessToken(
        after refused: AccessToken, mayRefresh: Bool, mayAsk: Bool
    ) async throws -> (token: AccessToken, isRefreshed: Bool)? {
        try Task.checkCancellation()
        try checkSession()
        // The person for whom it was asked is not the one who is signed in now.
        guard refused.signInChanges == signInChanges else { return nil }
        if let current, current.generation > refused.generation { return (current, false) }
        guard mayRefresh else { return nil }
        return (try await refreshed(after: refused.generation, mayAsk: mayAsk), true)
    }

    private var current: AccessToken? { inUse.token(since: signInChanges) }

    private func checkSession() throws(NetworkError) {
        if state.value == .expired { throw NetworkError(.sessionExpired) }
        if !state.value.isSignedIn, scheme.anonymousAccess == .refused { throw NetworkError(.unauthorized) }
    }

    // MARK: One request for all

    /// The token that one request brings for all who have no better one than a certain one.
    private func refreshed(after generation: Int, mayAsk: Bool = true) async throws -> AccessToken {
        let refresh = Refresh(changes: signInChanges, generation: generation, mayAsk: mayAsk)
        return try await refreshes.value(for: refresh) { _ in try await self.refresh(refresh) }
    }

    private func refresh(_ refresh: Refresh) async throws -> AccessToken {
        let changes = refresh.changes
        do {
            return try await stored.change { try await self.renew(refresh) }
        } catch {
            let isExpired = (error as? any CodedError)?.code == .sessionExpired
            if changes == signInChanges || isExpired { activity.record(error, of: scheme, at: time.now) }
            if changes == signInChanges, let error = error as? NetworkError { requestEnded(with: error) }
            throw error
        }
    }

    /// Gets a new token: one that another process has stored, one that could not be stored before, or the server's.
    ///
    /// No other work touches the stored credentials meanwhile.
    ///
    /// - Parameter refresh: What was asked for: signing in or out since then makes the work void.
    /// - Returns: The token, which is in use now.
    /// - Throws: `NetworkError`, a `CodedError` of the store.
    private func renew(_ refresh: Refresh) async throws -> AccessToken {
        let changes = refresh.changes
        try check(changes)
        // Another request brought it while this one was on its way here.
        if let current, current.generation > refresh.generation { return current }
        let isSomebody = state.value.isSignedIn
        let key = isSomebody ? account : AccountKey(site: account.site, name: nil)
        if let pending = inUse.pending { return try await keep(pending, for: key, since: changes) }
        let stored = try await ownCredentials(for: key)
        try check(changes)
        if let stored, let token = adopt(stored, since: changes) { return token }
        guard isSomebody else {
            return try await keep(
                try await scheme.appCredentials(at: time.now, by: requests), for: key, since: changes)
        }
        guard refresh.mayAsk else { throw await expired(NetworkError(.sessionExpired), since: changes) }
        var base = stored ?? inUse.value ?? Credentials(clientID: scheme.clientID, issuer: scheme.issuer)
        base.refreshToken = base.refreshToken ?? inUse.value?.refreshToken
        let new: Credentials?
        do {
            new = try await scheme.renewed(base, at: time.now, by: requests)
        } catch let error as NetworkError where error.code == .sessionExpired {
            // A store without a lock may have got newer ones meanwhile, and then it is only ours that are void.
            let again = try await ownCredentials(for: key)
            try check(changes)
            if let again, again.refreshToken != base.refreshToken, let token = adopt(again, since: changes) {
                return token
            }
            throw await expired(error, since: changes)
        }
        guard var new else { throw await expired(NetworkError(.sessionExpired), since: changes) }
        new.user = new.user ?? base.user
        new.externalTokenFingerprint = new.externalTokenFingerprint ?? base.externalTokenFingerprint
        return try await keep(new, for: key, since: changes)
    }

    private func check(_ changes: Int) throws(NetworkError) {
        guard changes == signInChanges else { throw NetworkError(.unauthorized) }
    }

    private func ownCredentials(for key: AccountKey) async throws -> Credentials? {
        guard let stored = try await store.credentials(for: key) else { return nil }
        // The app's own descend from no refresh token.
        let isUsable = scheme.owns(stored, from: key == account ? externalRefreshToken : nil)
        return isUsable ? stored : nil
    }

    /// Takes what is stored into use, where it has another token than the one that is in use, and a good one.
    private func adopt(_ stored: Credentials, since changes: Int) -> AccessToken? {
        guard let token = stored.token, token.access != inUse.value?.token?.access, !token.isDue(at: time.now) else {
            return nil
        }
        take(stored)
        return inUse.token(since: changes)
    }

    /// Stores new credentials, and then takes them into use: in this order, or a crash between the two would lose them.
    private func keep(_ new: Credentials, for key: AccountKey, since changes: Int) async throws -> AccessToken {
        if changes == signInChanges {
            inUse.pending = new
            try await store.save(new, for: key)
        }
        // Somebody may have signed out meanwhile. Signing out waits for this work, and then removes and revokes all
        // this.
        guard changes == signInChanges, new.token != nil else {
            unused.append(new)
            throw NetworkError(.unauthorized)
        }
        take(new)
        requestEnded(with: nil)
        return AccessToken(credentials: new, generation: inUse.generation, signInChanges: changes)
    }

    /// Ends the session for good, once.
    private func expired(_ error: NetworkError, since changes: Int) async -> NetworkError {
        guard changes == signInChanges else { return NetworkError(.unauthorized) }
        signInChanges += 1
        // Whose it was stays known after a relaunch too: that is how their data are found again.
        let person = user.value
        take(nil)
        set(.expired)
        do {
            if let person {
                try await store.save(scheme.ended(of: person, from: tokenFingerprint.value), for: account)
            } else {
                try await store.remove(account)
            }
            return error
        } catch {
            // What is left there is of no use to anybody; that the session has ended is what has to be known.
            return NetworkError(.sessionExpired, status: nil, underlying: error)
        }
    }

    // MARK: What is stored

    /// Reads what is stored, once.
    func load() async throws {
        if isLoaded { return }
        let task = loading ?? Task { try await readStored() }
        loading = task
        try await task.value
    }

    private func readStored() async throws {
        defer { loading = nil }
        let stored = try await ownCredentials(for: account)
        // Somebody may have signed in or out meanwhile, and that is newer.
        guard !isLoaded else { return }
        isLoaded = true
        if let stored, !stored.hasTokens, let person = stored.user {
            // Also where it began with the token from outside: the server does not take that any more.
            user.set(person)
            tokenFingerprint.set(stored.externalTokenFingerprint)
            return set(.expired)
        }
        let usable = stored.flatMap { $0.hasTokens ? $0 : nil } ?? externalRefreshToken.map(scheme.credentials(from:))
        if let usable { take(usable) }
        set(inUse.value == nil ? .signedOut : .signedIn)
    }

    /// Keeps something with the credentials, such as whose they are.
    ///
    /// - Parameters:
    ///   - token: The token that the server was asked with; that of the session in use by default.
    ///   - change: What is kept.
    /// - Throws: A `CodedError` of the store.
    func keep(of token: AccessToken? = nil, _ change: @escaping @Sendable (inout Credentials) -> Void) async throws {
        let changes = token?.signInChanges ?? signInChanges
        try await stored.change { try await self.keepNow(since: changes, change) }
    }

    private func keepNow(since changes: Int, _ change: @Sendable (inout Credentials) -> Void) async throws {
        guard changes == signInChanges, inUse.value != nil else { return }
        // Another process may have renewed them; what could not be stored yet goes with its own commit.
        if inUse.pending == nil, var newest = try await ownCredentials(for: account) {
            change(&newest)
            try await store.save(newest, for: account)
        }
        guard changes == signInChanges else { return }
        inUse.change(change)
        tell(inUse.value)
        onChange()
    }

    /// Takes credentials into use.
    private func take(_ new: Credentials?) {
        inUse.take(new)
        tell(new)
        onChange()
    }

    /// Tells whose credentials are in use; whose session has ended is still to be told.
    private func tell(_ new: Credentials?) {
        guard let new else { return }
        user.set(new.user)
        tokenFingerprint.set(new.externalTokenFingerprint)
    }

    func set(_ new: SessionState) {
        state.set(new)
        onChange()
    }
}
