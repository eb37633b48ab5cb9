import Cloud
import Core
import Foundation
import Mocks
import Synchronization
import Testing

/// A server that is no OAuth: its own headers, a form, a status for an old token and another one for the end.
private final class PlainServer: SessionScheme, RequestProvider {
    struct State {
        var good = "token-1"
        var failures: [NetworkError] = []
        var tokens: [String?] = []
        var keys: [String?] = []
        var renewals = 0
        var renewal: Result<Credentials?, NetworkError> = .success(nil)
        var isKnown = true
        var proofs: [SignInProof] = []
        var revoked: [Credentials] = []
        var access = AnonymousAccess.open
    }

    let site = Site(rawValue: "plain")
    let issuer = "https://plain.example"
    let signInMethod = SignInMethod.fields([
        SignInField(.email), SignInField(.password, isSecret: true), SignInField(.oneTimeCode, isRequired: false),
    ])
    let clock = ManualClock()
    let store = MockTokenStore()
    let state = Mutex(State())
    var anonymousAccess: AnonymousAccess { state.withLock { $0.access } }

    var key: AccountKey { .standard(on: site) }
    var seen: State { state.withLock { $0 } }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func session() throws -> AccountSession {
        let configuration = AccountSession.Configuration(
            time: clock, activity: DiscardingActivityRecorder())
        return try AccountSession(self, tokens: store, configuration: configuration, requests: self)
    }

    func credentials(_ token: String, lifetime: TimeInterval? = nil) -> Credentials {
        Credentials(issuer: issuer, accessToken: Secret(token), issued: clock.now, lifetime: lifetime)
    }

    // MARK: The scheme

    func route(of request: NetworkRequest) -> SessionRoute {
        guard request.url.host() == "plain.example" else { return .elsewhere }
        return request.url.path() == "/open" ? .open : .session
    }

    func headers(with credentials: Credentials?) -> [String: Secret] {
        var headers = ["App-Key": Secret("key")]
        headers["Authorization"] = credentials?.accessToken
        return headers
    }

    func verdict(on error: NetworkError, of request: NetworkRequest) -> SessionVerdict {
        switch error.status {
        case 419: .refresh
        case 418: .over
        default: .unrelated
        }
    }

    func credentials(
        for proof: SignInProof, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials {
        set { $0.proofs.append(proof) }
        return credentials("token-1")
    }

    func renewed(_ old: Credentials, at now: Date, by requests: any RequestProvider) async throws -> Credentials? {
        try state.withLock { state in
            state.renewals += 1
            return try state.renewal.get()
        }
    }

    func user(of credentials: Credentials, by requests: any RequestProvider) async throws -> SessionUser? {
        try state.withLock { state in
            if !state.failures.isEmpty { throw state.failures.removeFirst() }
            return state.isKnown ? SessionUser(id: "7", name: "ann") : nil
        }
    }

    func revoke(_ old: [Credentials], by requests: any RequestProvider) async throws -> Revocation {
        set { $0.revoked += old }
        return .done
    }

    // MARK: The server

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        try state.withLock { state in
            state.tokens.append(request.headers["Authorization"])
            state.keys.append(request.headers["App-Key"])
            if !state.failures.isEmpty { throw state.failures.removeFirst() }
        }
        return NetworkResponse(status: 200, url: request.url)
    }

    func shutDown() async {}
}

/// Sessions of a scheme that is not OAuth.
///
/// What all schemes have in common is tested with OAuth's.
@Suite(.timeLimit(.minutes(5)))
struct AccountSessionTests {
    private let server = PlainServer()
    private let page = NetworkRequest(url("https://plain.example/posts"))
    private let form: [SignInField.Name: Secret] = [.email: Secret("a@b.example"), .password: Secret("secret")]

    private func provider(_ session: AccountSession) -> AuthorizingRequestProvider {
        AuthorizingRequestProvider(session: session, requests: server)
    }

    @Test func nobodyIsAnsweredWhereTheServerIsOpen() async throws {
        let session = try server.session()
        _ = try await provider(session).response(to: page)
        #expect(server.seen.tokens == [nil] && server.seen.keys == ["key"])
        #expect(session.state.value == .signedOut)
    }

    @Test func nobodyIsRefusedWhereTheServerIsNotOpen() async throws {
        server.set { $0.access = .refused }
        let session = try server.session()
        #expect(await errorCode { _ = try await provider(session).response(to: page) } == .unauthorized)
        #expect(server.seen.tokens.isEmpty)
    }

    @Test func aRawTokenAndAFixedHeaderGoAlong() async throws {
        let session = try server.session()
        try await session.signIn(with: form)
        #expect(server.seen.proofs == [.fields(form)])
        #expect(session.state.value == .signedIn)
        var request = page
        request.headers = ["authorization": "somebody's", "app-KEY": "other"]
        _ = try await provider(session).response(to: request)
        _ = try await provider(session).response(to: NetworkRequest(url("https://plain.example/open")))
        _ = try await provider(session).response(to: NetworkRequest(url("https://other.example/posts")))
        #expect(server.seen.tokens == ["token-1", nil, nil])
        #expect(server.seen.keys == ["key", "key", nil])
    }

    @Test(arguments: [SignInField.Name.email, .password]) func aFieldThatIsMissingIsNamed(
        _ field: SignInField.Name
    ) async throws {
        let session = try server.session()
        for value in [nil, Secret("")] {
            var fields = form
            fields[field] = value
            await #expect(throws: SignInError.needs(field)) { try await session.signIn(with: fields) }
        }
        #expect(server.seen.proofs.isEmpty)
        // A field that may be empty is not sent when it is.
        try await session.signIn(with: form.merging([.oneTimeCode: Secret("")]) { $1 })
        #expect(server.seen.proofs == [.fields(form)])
    }

    @Test func aPageForABrowserIsRefusedWhereThereIsAForm() async throws {
        let session = try server.session()
        #expect(await errorCode { _ = try await session.signInURL() } == .invalidInput)
        await #expect(throws: SignInError.notBegun) { try await session.finishSignIn(redirect: page.url) }
    }

    @Test func anOldTokenIsRenewedByTheStatusOfTheScheme() async throws {
        server.store.put(server.credentials("token-0"), for: server.key)
        server.set { state in
            state.failures = [NetworkError(.unauthorized, status: 419)]
            state.renewal = .success(server.credentials("token-2"))
        }
        let session = try server.session()
        _ = try await provider(session).response(to: page)
        #expect(server.seen.tokens == ["token-0", "token-2"] && server.seen.renewals == 1)
        #expect(server.store.accounts[server.key]?.accessToken == Secret("token-2"))
    }

    @Test func anotherFailureIsNoReasonToRenew() async throws {
        server.store.put(server.credentials("token-0"), for: server.key)
        server.set { $0.failures = [NetworkError(.unauthorized, status: 401)] }
        let session = try server.session()
        #expect(await errorCode { _ = try await provider(session).response(to: page) } == .unauthorized)
        #expect(session.state.value == .signedIn && server.seen.renewals == 0)
    }

    @Test func theEndIsTheEndAndNothingIsAskedFor() async throws {
        server.store.put(server.credentials("token-0"), for: server.key)
        server.set { $0.failures = [NetworkError(.sessionExpired, status: 418)] }
        let session = try server.session()
        #expect(await errorCode { _ = try await provider(session).response(to: page) } == .sessionExpired)
        #expect(session.state.value == .expired && server.seen.renewals == 0)
        #expect(server.store.accounts[server.key] == nil)
        // Once for all: nothing goes out after that.
        #expect(await errorCode { _ = try await provider(session).response(to: page) } == .sessionExpired)
        #expect(server.seen.tokens.count == 1)
    }

    @Test func theEndOfAnOldTokenIsNotTheEndOfANewerOne() async throws {
        server.store.put(server.credentials("token-0"), for: server.key)
        let session = try server.session()
        try await session.restore()
        // Another process has signed in again meanwhile.
        server.store.put(server.credentials("token-5"), for: server.key)
        server.set { $0.failures = [NetworkError(.sessionExpired, status: 418)] }
        _ = try await provider(session).response(to: page)
        #expect(server.seen.tokens == ["token-0", "token-5"] && session.state.value == .signedIn)
    }

    // MARK: At launch

    @Test func aTokenWithoutAnEndIsKeptWhileTheServerKnowsIt() async throws {
        server.store.put(server.credentials("token-0"), for: server.key)
        let session = try server.session()
        server.clock.advance(by: .seconds(400 * 86400))
        try await session.restore()
        #expect(session.state.value == .signedIn && server.seen.renewals == 0)
    }

    @Test func aTokenOfWhichTheServerKnowsNothingIsTheEnd() async throws {
        server.store.put(server.credentials("token-0"), for: server.key)
        server.set { $0.isKnown = false }
        let session = try server.session()
        try await session.restore()
        #expect(session.state.value == .expired && server.store.accounts[server.key] == nil)
    }

    @Test(arguments: [NetworkError(.offline), NetworkError(.captivePortal), NetworkError(.timedOut)])
    func noNetworkAtLaunchIsNoEnd(_ error: NetworkError) async throws {
        server.store.put(server.credentials("token-0"), for: server.key)
        server.set { $0.failures = [error] }
        let session = try server.session()
        try await session.restore()
        #expect(session.state.value == .offline)
        #expect(server.store.accounts[server.key] != nil)
    }

    @Test func signingOutRevokes() async throws {
        let session = try server.session()
        try await session.signIn(with: form)
        #expect(try await session.signOut() == .done)
        #expect(session.state.value == .signedOut && server.store.accounts.isEmpty)
        #expect(Set(server.seen.revoked.compactMap(\.accessToken)) == [Secret("token-1")])
    }

    @Test func credentialsOfAnotherServerAreNotUsed() async throws {
        var foreign = server.credentials("token-0")
        foreign = Credentials(
            issuer: "https://other.example", accessToken: foreign.accessToken!, issued: server.clock.now)
        server.store.put(foreign, for: server.key)
        let session = try server.session()
        try await session.restore()
        #expect(session.state.value == .signedOut)
    }
}
