import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Signing in to a Lemmy server, through the backend as an app makes it.
@Suite(.timeLimit(.minutes(5)))
struct LemmySchemeTests {
    private let requests = MockRequestProvider()
    private let store = MockTokenStore()
    private let clock = ManualClock()
    private let base = url("https://lemmy.example/sub")
    private let form: [SignInField.Name: Secret] = [.user: Secret("ann@b.example"), .password: Secret("pa\"ss")]

    private func backend() throws -> Backend {
        try .lemmy(
            base: base, tokens: store,
            configuration: AccountSession.Configuration(time: clock, activity: DiscardingActivityRecorder()),
            requests: requests)
    }

    private func answer(_ body: String) -> NetworkResponse {
        NetworkResponse(status: 200, url: base, body: Data(body.utf8))
    }

    private func refusal(_ word: String, status: Int, _ code: ErrorCode = .badRequest) -> NetworkError {
        NetworkError(code, status: status, underlying: ServerRefusal(error: word))
    }

    private func session(of backend: Backend) throws -> any SessionProvider { try #require(backend.session) }

    private var key: AccountKey { .standard(on: .lemmy("lemmy.example")) }

    private let person = #"{"my_user":{"local_user_view":{"person":{"id":12,"name":"ann"}}}}"#

    private func putSignIn() {
        store.put(
            Credentials(issuer: "https://lemmy.example/sub", accessToken: Secret("jwt.0"), issued: clock.now), for: key)
    }

    @Test func withoutAStoreNobodyCanSignIn() throws {
        #expect(try Backend.lemmy(base: base, requests: requests).session == nil)
        #expect(try Backend.lemmy(host: "lemmy.example", requests: requests).session == nil)
        #expect(try Backend.lemmy(host: "lemmy.example", tokens: store, requests: requests).session != nil)
    }

    @Test func asksForANameAPasswordAndMaybeACode() throws {
        guard case .fields(let fields) = try session(of: backend()).signInMethod else {
            Issue.record("A form was expected.")
            return
        }
        #expect(fields.map(\.id) == [.user, .password, .oneTimeCode])
        #expect(fields.map(\.isSecret) == [false, true, true])
        #expect(fields.map(\.isRequired) == [true, true, false])
    }

    @Test func signsInAndReadsAsThatPerson() async throws {
        requests.onResponse.returns(answer(#"{"jwt":"a.b.c","registration_created":false,"verify_email_sent":false}"#))
        requests.onResponse.returns(answer(person))
        requests.onResponse.returns(answer(#"{"posts":[]}"#))
        let backend = try backend()
        let session = try session(of: backend)
        try await session.signIn(with: form.merging([.oneTimeCode: Secret("123456")]) { $1 })
        let login = try #require(requests.onResponse.calls.first)
        #expect(login.method == .post && login.url.absoluteString == "https://lemmy.example/sub/api/v3/user/login")
        #expect(login.headers["Authorization"] == nil && login.headers["Content-Type"] == "application/json")
        let sent = try JSONSerialization.jsonObject(with: login.body ?? Data()) as? [String: String]
        #expect(
            sent == ["username_or_email": "ann@b.example", "password": "pa\"ss", "totp_2fa_token": "123456"])
        #expect(session.state.value == .signedIn)
        #expect(
            (session as? any AccountProvider)?.accounts.value.current?.key == AccountKey(site: backend.site, name: "12")
        )
        let stored = try #require(store.accounts[key])
        #expect(stored.accessToken == Secret("a.b.c") && stored.refreshToken == nil)
        #expect(try Credentials(decoding: stored.encoded()) == stored)

        let feed = Feed(site: backend.site, source: .home)
        _ = try await backend.posts?.provider.fetchPage(PageRequest(feed: feed))
        #expect(requests.onResponse.calls.last?.headers["Authorization"] == "Bearer a.b.c")
    }

    @Test func nobodyReadsWithoutAHeader() async throws {
        requests.onResponse.returns(answer(#"{"posts":[]}"#))
        let backend = try backend()
        _ = try await backend.posts?.provider.fetchPage(PageRequest(feed: Feed(site: backend.site, source: .home)))
        #expect(requests.onResponse.calls.map { $0.headers["Authorization"] } == [nil])
    }

    static let refusals: [(String, Int, SignInError)] = [
        ("incorrect_login", 401, .notAccepted), ("incorrect_totp_token", 400, .notAccepted),
        ("couldnt_find_that_username_or_email", 404, .notAccepted), ("not_found", 404, .notAccepted),
        ("missing_totp_token", 400, .needs(.oneTimeCode)),
        ("email_not_verified", 400, .unfinished("verify_email_sent")),
        ("registration_application_is_pending", 400, .unfinished("registration_created")),
        ("site_ban", 400, .refused("site_ban")), ("deleted", 400, .refused("deleted")),
    ]

    @Test(arguments: refusals) func aRefusedSignInSaysWhy(_ word: String, _ status: Int, _ error: SignInError)
        async throws
    {
        requests.onResponse.fails(with: refusal(word, status: status))
        let session = try session(of: backend())
        await #expect(throws: error) { try await session.signIn(with: form) }
        #expect(store.accounts.isEmpty)
    }

    @Test(arguments: ["verify_email_sent", "registration_created"])
    func anAccountThatCannotBeUsedYetSaysSo(_ word: String) async throws {
        requests.onResponse.returns(answer(#"{"jwt":null,"\#(word)":true}"#))
        let session = try session(of: backend())
        await #expect(throws: SignInError.unfinished(word)) { try await session.signIn(with: form) }
    }

    @Test(arguments: [
        NetworkError(.offline), NetworkError(.rateLimited, status: 400), NetworkError(.serverError, status: 502),
    ])
    func whatSaysNothingOfThePasswordIsLeftAsItIs(_ error: NetworkError) async throws {
        requests.onResponse.fails(with: error)
        let session = try session(of: backend())
        #expect(await errorCode { try await session.signIn(with: form) } == error.code)
    }

    @Test(arguments: ["", "[]", #"{"jwt":""}"#, #"{"jwt":"a\nb"}"#, #"{"jwt":7}"#])
    func anAnswerWithoutATokenIsMalformed(_ body: String) async throws {
        requests.onResponse.returns(answer(body))
        let session = try session(of: backend())
        #expect(await errorCode { try await session.signIn(with: form) } == .malformed)
        #expect(store.accounts.isEmpty)
    }

    // MARK: Where the token goes

    @Test(arguments: [
        "https://lemmy.example/sub/pictrs/image/a.png", "https://lemmy.example/api/v3/post/list",
        "http://lemmy.example/sub/api/v3/post/list", "https://lemmy.example:8443/sub/api/v3/post/list",
        "https://other.example/sub/api/v3/post/list", "https://lemmy.example.evil/sub/api/v3/post/list",
        "https://lemmy.example/sub/api/v3/user/login", "https://lemmy.example/sub/api/v3/user/login?a=1",
    ])
    func theTokenGoesToTheInterfaceAlone(_ address: String) async throws {
        putSignIn()
        let sessions = try #require(try backend().session as? SiteSessions)
        requests.onResponse.returns(answer("{}"))
        let provider = AuthorizingRequestProvider(sessions: sessions, requests: requests)
        _ = try await provider.response(to: NetworkRequest(url(address)))
        #expect(requests.onResponse.calls.map { $0.headers["Authorization"] } == [nil])
    }

    @Test func aPostedLinkToTheInterfaceGetsNoToken() async throws {
        putSignIn()
        let sessions = try #require(try backend().session as? SiteSessions)
        requests.onResponse.returns(answer("{}"))
        var request = NetworkRequest(url("https://lemmy.example/sub/api/v3/user/export_settings"))
        request.expectation = .data
        _ = try await AuthorizingRequestProvider(sessions: sessions, requests: requests).response(to: request)
        #expect(requests.onResponse.calls.map { $0.headers["Authorization"] } == [nil])
    }

    // MARK: A token that is dead

    private func restored(_ site: String) async throws -> any SessionProvider {
        putSignIn()
        requests.onResponse.returns(answer(site))
        let session = try session(of: backend())
        try await session.restore()
        return session
    }

    @Test func atLaunchTheServerIsAskedWhoseTheTokenIs() async throws {
        let session = try await restored(
            #"{"site_view":{},"my_user":{"local_user_view":{"person":{"id":12,"name":"ann"}}}}"#)
        #expect(session.state.value == .signedIn)
        let asked = try #require(requests.onResponse.calls.first)
        #expect(asked.url.absoluteString == "https://lemmy.example/sub/api/v3/site" && asked.method == .get)
        #expect(asked.headers["Authorization"] == "Bearer jwt.0")
    }

    @Test func aTokenThatReadsAsNobodyIsTheEnd() async throws {
        let session = try await restored(#"{"site_view":{},"my_user":null}"#)
        #expect(session.state.value == .expired && store.accounts.isEmpty)
    }

    @Test(arguments: ["[]", "<html>", #"{"my_user":{"local_user_view":{}}}"#])
    func anAnswerThatCannotBeReadIsNoEnd(_ body: String) async throws {
        let session = try await restored(body)
        #expect(session.state.value.isSignedIn && store.accounts[key] != nil)
    }

    @Test func aRefusedWriteOfADeadTokenIsTheEndAndNoWrongPassword() async throws {
        let session = try await restored(person)
        requests.onResponse.fails(with: refusal("incorrect_login", status: 401, .unauthorized))
        let provider = AuthorizingRequestProvider(
            sessions: try #require(session as? SiteSessions), requests: requests)
        let write = NetworkRequest(url("https://lemmy.example/sub/api/v3/post/like"), method: .post)
        #expect(await errorCode { _ = try await provider.response(to: write) } == .sessionExpired)
        #expect(session.state.value == .expired)
    }

    @Test(arguments: [("", 401), ("site_ban", 400), ("locked", 400), ("instance_is_private", 400)])
    func otherRefusalsAreNoEnd(_ word: String, _ status: Int) async throws {
        let session = try await restored(person)
        requests.onResponse.fails(with: refusal(word, status: status, .unauthorized))
        let provider = AuthorizingRequestProvider(
            sessions: try #require(session as? SiteSessions), requests: requests)
        let write = NetworkRequest(url("https://lemmy.example/sub/api/v3/post/like"), method: .post)
        #expect(await errorCode { _ = try await provider.response(to: write) } == .unauthorized)
        #expect(session.state.value == .signedIn)
    }

    // MARK: Signing out

    @Test func signingOutEndsTheTokenOnTheServer() async throws {
        let session = try await restored(person)
        requests.onResponse.returns(answer(#"{"success":true}"#))
        #expect(try await session.signOut() == .done)
        let sent = try #require(requests.onResponse.calls.last)
        #expect(sent.method == .post && sent.url.path() == "/sub/api/v3/user/logout")
        #expect(sent.headers["Authorization"] == "Bearer jwt.0")
        #expect(store.accounts.isEmpty)
    }

    @Test func aTokenThatWasDeadAlreadyIsRevoked() async throws {
        let session = try await restored(person)
        requests.onResponse.fails(with: refusal("incorrect_login", status: 401, .unauthorized))
        #expect(try await session.signOut() == .done)
    }

    @Test func withoutANetworkThePersonIsSignedOutHere() async throws {
        let session = try await restored(person)
        requests.onResponse.fails(with: NetworkError(.offline))
        guard case .failed(let error) = try await session.signOut() else {
            Issue.record("The failure was not said.")
            return
        }
        #expect(error.code == .offline && session.state.value == .signedOut && store.accounts.isEmpty)
    }
}
