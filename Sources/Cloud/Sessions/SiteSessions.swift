public import Core
public import Foundation
import Synchronization

/// The sessions of all accounts that people are signed in to at one site.
///
/// Each sign-in has an ``AccountSession`` and a place of its own in the store. Whose it is, is asked once and kept with
/// the credentials, so an account is the server's id of a person and never a name. Where the network is away after a
/// sign-in, the account works all the same, and who it is is asked at the next launch or by ``identify(_:)``.
///
/// Requests go through an ``AuthorizingRequestProvider``, each for its `sender`. Have one for a site in a process.
public actor SiteSessions: AccountProvider {
    public nonisolated var state: ObservableValue<SessionState> { roster.state }
    public nonisolated var accounts: ObservableValue<SiteAccounts> { roster.accounts }
    public nonisolated var signInMethod: SignInMethod { scheme.signInMethod }

    /// The site.
    nonisolated var site: Site { scheme.site }

    private nonisolated let scheme: any SessionScheme
    package nonisolated let time: any TimeProvider
    private nonisolated let roster: AccountRoster
    private let tokens: any TokenStore
    private let choices: (any StateStore)?
    private let configuration: AccountSession.Configuration
    /// The provider of requests without credentials, for the other parts of this type.
    nonisolated let requests: any RequestProvider
    /// The session of requests for which nobody is signed in.
    private let nobody: AccountSession
    /// The session whose sign-in page is open.
    private var opened: AccountSession?
    private var isLoaded = false
    private var loading: Task<Void, any Error>?

    /// Creates sessions; nothing is read or asked yet.
    ///
    /// - Parameters:
    ///   - scheme: The rules of the server.
    ///   - tokens: The store of credentials; it has to list them (``Core/TokenStore/accounts(on:)``).
    ///   - choices: The store of which account is in use, and of tokens from outside that were signed out; `nil`, the
    ///     default, for none: after a relaunch the first account is in use.
    ///   - configuration: What comes from outside; its account is the place of the first sign-in.
    ///   - requests: The provider that asks for credentials; an ``AuthorizingRequestProvider`` must not be in it.
    /// - Throws: `DataError` with the code `invalidInput` for an account without a name, which is the app's own.
    public init(
        _ scheme: any SessionScheme, tokens: any TokenStore, choices: (any StateStore)? = nil,
        configuration: AccountSession.Configuration = AccountSession.Configuration(), requests: any RequestProvider
    ) throws(DataError) {
        (self.scheme, self.tokens, self.choices, self.requests) = (scheme, tokens, choices, requests)
        var configuration = configuration
        configuration.account = configuration.account ?? .standard(on: scheme.site)
        let roster = AccountRoster(site: scheme.site)
        configuration.onChange = { [weak roster] in roster?.publish() }
        self.configuration = configuration
        self.roster = roster
        time = configuration.time
        // Checks the account.
        _ = try AccountSession(scheme, tokens: tokens, configuration: configuration, requests: requests)
        configuration.account = AccountKey(site: scheme.site, name: Self.placeOfNobody)
        configuration.refreshToken = nil
        nobody = try AccountSession(scheme, tokens: tokens, configuration: configuration, requests: requests)
    }

    /// Restores the session of the account in use; those of others are restored by their first request.
    public func restore() async throws {
        try await load()
        guard let session = roster.current else { return }
        try await session.restore(askingWho: true)
        await removeEnded(besides: session)
    }

    // MARK: Signing in

    public func signInURL() async throws -> URL {
        try await load()
        let session = try newSession()
        let url = try await session.signInURL()
        opened = session
        return url
    }

    public func finishSignIn(redirect: URL) async throws {
        guard let session = opened else { throw SignInError.notBegun }
        try await session.finishSignIn(redirect: redirect)
        try await add(session)
    }

    public func signIn(with fields: [SignInField.Name: Secret]) async throws {
        try await load()
        let session = try newSession()
        try await session.signIn(with: fields)
        try await add(session)
    }

    /// Adds a session that has just begun, and uses it.
    private func add(_ session: AccountSession) async throws {
        if opened === session { opened = nil }
        // It counts from here on, also where the server does not say now whose it is.
        roster.add(session)
        roster.use(session.place)
        do {
            if let user = try await session.identify() {
                try await askWhoseExternalTokenIs(besides: session)
                await replaceOthers(of: user, by: session)
            }
        } catch is NetworkError {
            try Task.checkCancellation()
        }
        try await keepChoice(isMade: true)
    }

    /// Asks whose the token from outside is where that is not known, as it may be the person who has just signed in; one
    /// that the server does not take is not used again.
    private func askWhoseExternalTokenIs(besides session: AccountSession) async throws {
        let first = roster.sessions.first { $0.place == configuration.account?.name }
        guard let first, first !== session, first.user.value == nil, first.tokenFingerprint.value != nil else { return }
        do {
            _ = try await first.identify()
        } catch {
            // Where it cannot be asked now, both are there.
            try Task.checkCancellation()
        }
        if first.user.value == nil, first.state.value == .expired { await end(first) }
    }

    /// Ends a session that is of no use beside another one, such as that of somebody who has signed in once more.
    private func end(_ session: AccountSession) async {
        roster.remove(session.place)
        let token = session.tokenFingerprint.value
        // What cannot be removed or revoked is found at the next launch, and works as well as the new one.
        _ = try? await session.signOut()
        // The same holds for a token from outside that cannot be noted.
        if let token { try? await forget(token) }
    }

    /// Ends earlier sign-ins of the same person, which the new one replaces.
    private func replaceOthers(of user: SessionUser, by session: AccountSession) async {
        for other in roster.sessions where other !== session && other.user.value?.id == user.id {
            // Where it cannot be stored, what was queued for a token waits for a person to say who sends it.
            try? await session.succeed(other)
            await end(other)
        }
    }

    /// Removes what is kept of ended sessions of a person who is signed in again.
    private func removeEnded(besides session: AccountSession) async {
        guard let user = session.user.value, session.state.value.isSignedIn else { return }
        for other in roster.sessions where other !== session && other.user.value?.id == user.id {
            guard other.state.value == .expired else { continue }
            // As above.
            try? await session.succeed(other)
            await end(other)
        }
    }

    private func newSession() throws(DataError) -> AccountSession {
        var configuration = configuration
        if !roster.sessions.isEmpty {
            let digits = String(configuration.random.next(), radix: 16).zeroPadded(to: 16)
            configuration.account = AccountKey(site: scheme.site, name: "account-\(digits)")
        }
        configuration.refreshToken = nil
        return try AccountSession(scheme, tokens: tokens, configuration: configuration, requests: requests)
    }

    // MARK: Choosing, signing out, confirming

    public func use(_ account: SignedInAccount.ID?) async throws {
        try await load()
        if let account { _ = try session(account) }
        roster.use(account)
        try await keepChoice(isMade: account != nil && account != configuration.account?.name)
    }

    @discardableResult
    public func signOut() async throws -> Revocation {
        try await load()
        guard let session = roster.current else { return .unneeded }
        return try await signOut(of: session.place)
    }

    @discardableResult
    public func signOut(of account: SignedInAccount.ID) async throws -> Revocation {
        try await load()
        let session = try session(account)
        let result: Result<Revocation, any Error>
        do {
            result = .success(try await session.signOut())
        } catch {
            result = .failure(error)
        }
        // Whatever came of it, the person is signed out on this device.
        roster.remove(account)
        // A token from outside would be taken into use again by the next launch.
        if account == configuration.account?.name, let token = configuration.refreshToken {
            try await forget(TokenFingerprint.of(token))
        }
        try await keepChoice()
        return try result.get()
    }

    public func confirm(with fields: [SignInField.Name: Secret]) async throws {
        try await confirm(try newSession()) { try await $0.user(showing: fields) }
    }

    public func confirm(redirect: URL) async throws {
        guard let session = opened else { throw SignInError.notBegun }
        try await confirm(session) { try await $0.user(redirected: redirect) }
        opened = nil
    }

    private func confirm(
        _ session: AccountSession, _ ask: (AccountSession) async throws -> SessionUser?
    ) async throws {
        try await load()
        guard let own = try await roster.current?.identify() else { throw NetworkError(.unauthorized) }
        guard try await ask(session)?.id == own.id else { throw SignInError.anotherPerson }
    }

    /// The session of a person; `nil` where they are not signed in here.
    func session(of account: AccountKey) -> AccountSession? { roster.session(of: account) }

    private func session(_ account: SignedInAccount.ID) throws(DataError) -> AccountSession {
        guard let session = roster.sessions.first(where: { $0.place == account }) else {
            throw DataError(.notFound, message: "Nobody is signed in to this account on this device. Sign in first.")
        }
        return session
    }

    // MARK: Who is who

    /// Asks the server whose an account is, where that is not known.
    ///
    /// - Parameter account: The account; the one in use by default.
    /// - Returns: The account, `nil` where nobody is signed in to it.
    /// - Throws: `NetworkError`, a `CodedError` of the store, `CancellationError`.
    package func identify(_ account: SignedInAccount.ID? = nil) async throws -> SignedInAccount? {
        try await load()
        let session = account.map { id in roster.sessions.first { $0.place == id } } ?? roster.current
        guard let session, try await session.identify() != nil else { return nil }
        await removeEnded(besides: session)
        return accounts.value.all.first { $0.id == session.place }
    }

    // MARK: What is stored

    public func load() async throws {
        if isLoaded { return }
        let task = loading ?? Task { try await readStored() }
        loading = task
        try await task.value
    }

    private func readStored() async throws {
        defer { loading = nil }
        guard let first = configuration.account?.name else { return }
        var places = Set(try await tokens.accounts(on: scheme.site).compactMap(\.name))
        // A store that lists nothing has the first place all the same.
        places.insert(first)
        let choice = try await choices?.value(key("account")).map { String(decoding: $0, as: UTF8.self) }
        var external = configuration.refreshToken
        if let token = external, try await isForgotten(TokenFingerprint.of(token)) { external = nil }
        let overruled = try await choices?.value(key("overruled")).map { String(decoding: $0, as: UTF8.self) }
        let isOverruled = external.map(TokenFingerprint.of) == overruled
        var sessions: [AccountSession] = []
        for place in places.sorted() {
            var configuration = configuration
            configuration.account = AccountKey(site: scheme.site, name: place)
            configuration.refreshToken = place == first ? external : nil
            let session = try AccountSession(
                scheme, tokens: tokens, configuration: configuration, requests: requests)
            if try await session.isKnown() { sessions.append(session) }
        }
        guard !isLoaded else { return }
        isLoaded = true
        for session in sessions { roster.add(session) }
        // A token from outside is meant for this run, unless somebody was chosen while it was there. Nobody is an answer
        // too, and is kept as an empty one.
        let wanted = external == nil || isOverruled ? choice : first
        let other = sessions.first { $0.state.value.isSignedIn } ?? sessions.first
        roster.use(wanted == "" ? nil : (sessions.first { $0.place == wanted } ?? other)?.place)
    }

    /// Keeps who is in use; somebody who was chosen is so also where the token from outside is there.
    private func keepChoice(isMade: Bool = false) async throws {
        try await choices?.set(Data((roster.current?.place ?? "").utf8), for: key("account"))
        guard let token = configuration.refreshToken else { return }
        try await choices?.set(isMade ? Data(TokenFingerprint.of(token).utf8) : nil, for: key("overruled"))
    }

    /// Notes that a token from outside was signed out, by its fingerprint, so that it is not used again.
    private func forget(_ token: String) async throws {
        guard let choices, !(try await isForgotten(token)) else { return }
        let before = try await choices.value(key("forgotten")) ?? Data()
        try await choices.set(before + Data((token + "\n").utf8), for: key("forgotten"))
    }

    private func isForgotten(_ token: String) async throws -> Bool {
        let forgotten = try await choices?.value(key("forgotten")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return forgotten.split(separator: "\n").contains(token[...])
    }

    /// The name of a value: a site may have characters that a name has not.
    private func key(_ name: String) -> String {
        "session-\(name)-\(SHA256.hash(Data(scheme.site.rawValue.utf8)).hexadecimal.prefix(32))"
    }

    /// Nothing is ever kept there.
    private static let placeOfNobody = "-"
}

extension SiteSessions: RequestAuthorizer {
    package func session(for request: NetworkRequest) async throws -> AccountSession {
        // What is none of the server's needs no account, and is not held up by what is stored.
        guard scheme.route(of: request) == .session else { return nobody }
        try Task.checkCancellation()
        try await load()
        switch request.sender {
        case .nobody: return nobody
        case .current: return roster.current ?? nobody
        case .account(let key):
            guard let session = roster.session(of: key) else { throw NetworkError(.unauthorized) }
            return session
        }
    }
}

/// The sessions of a site and the one in use, with what is published of them.
private final class AccountRoster: Sendable {
    private struct State {
        var sessions: [AccountSession] = []
        var current: String?
        /// The number of each sign-in, by the place of its credentials.
        var numbers: [String: Int] = [:]
        var lastNumber = 0
    }

    let state = ObservableValue(SessionState.unknown)
    let accounts = ObservableValue(SiteAccounts())
    private let site: Site
    private let roster = Mutex(State())

    init(site: Site) {
        self.site = site
    }

    var sessions: [AccountSession] { roster.withLock { $0.sessions } }

    var current: AccountSession? {
        roster.withLock { roster in roster.sessions.first { $0.place == roster.current } }
    }

    /// The session of a person; one that has ended only where there is no other.
    func session(of account: AccountKey) -> AccountSession? {
        let own = sessions.filter { $0.user.value?.id == account.name && account.site == site }
        return own.first { $0.state.value.isSignedIn } ?? own.first
    }

    func add(_ session: AccountSession) {
        roster.withLock { roster in
            roster.lastNumber += 1
            roster.numbers[session.place] = roster.lastNumber
            roster.sessions.removeAll { $0.place == session.place }
            roster.sessions.append(session)
            roster.sessions.sort { $0.place < $1.place }
        }
        publish()
    }

    func remove(_ place: String) {
        roster.withLock { roster in
            roster.sessions.removeAll { $0.place == place }
            if roster.current == place { roster.current = nil }
        }
        publish()
    }

    func use(_ place: String?) {
        roster.withLock { $0.current = place }
        publish()
    }

    /// Publishes what holds now.
    ///
    /// It is read while the published value is locked, so an older one never replaces a newer.
    func publish() {
        accounts.update { value in
            let (sessions, current, numbers) = roster.withLock { ($0.sessions, $0.current, $0.numbers) }
            value = SiteAccounts(
                all: sessions.map {
                    var account = SignedInAccount(
                        id: $0.place, site: site, user: $0.user.value, state: $0.state.value)
                    account.signIn = numbers[$0.place] ?? 0
                    account.tokenFingerprint = $0.tokenFingerprint.value
                    return account
                }, currentID: current)
        }
        state.update { value in value = current?.state.value ?? .signedOut }
    }
}
