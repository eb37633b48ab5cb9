import Cloud
import Core
import Foundation
import Mocks
import Synchronization

/// An OAuth server and its API in memory: hands out tokens `access-N` and `refresh-N`, and knows which are good.
///
/// It can be held up at its two gates, fail as told, end tokens, and checks what no client may do.
final class OAuthWorld: RequestProvider {
    struct State {
        var goodAccess: Set<String> = []
        var goodRefresh: Set<String> = []
        var issued = 0
        var rotates = true
        var lifetime = 3600
        var tokenFailures: [NetworkError] = []
        var apiFailures: [NetworkError] = []
        var tokenForms: [String] = []
        var apiTokens: [String?] = []
        var revoked: [String] = []
        var revocationFailure: NetworkError?
        var askingNow = 0
        var askedTogether = 0
        var usedBeforeStored: [String] = []
        var requests: [NetworkRequest] = []
    }

    static let key = AccountKey.standard(on: .reddit)
    static let appKey = AccountKey(site: .reddit, name: nil)
    static let clientID = "client"

    private let state = Mutex(State())
    let tokenGate = Gate()
    let apiGate = Gate()
    let answerGate = Gate()
    let clock = ManualClock()
    let store = MockTokenStore()

    /// How often a token was asked for.
    var refreshes: Int { seen.tokenForms.count }
    var apiTokens: [String?] { seen.apiTokens }
    var forms: [String] { seen.tokenForms }
    /// All that it knows now.
    var seen: State { state.withLock { $0 } }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// Ends every token for requests, as the server sees it.
    func expireAccess() { set { $0.goodAccess = [] } }

    /// Puts a sign-in into the store: `access-0`, issued now, and `refresh-0`.
    func signIn(hasRefreshToken: Bool = true, accessIsGood: Bool = true, age: TimeInterval = 0) {
        set { state in
            if accessIsGood { state.goodAccess.insert("access-0") }
            if hasRefreshToken { state.goodRefresh.insert("refresh-0") }
        }
        store.put(
            Self.credentials(0, issued: clock.now.addingTimeInterval(-age), hasRefreshToken: hasRefreshToken),
            for: Self.key)
    }

    static func credentials(
        _ number: Int, issued: Date, hasRefreshToken: Bool = true, seed: String? = nil,
        issuer: String? = "https://www.reddit.com"
    ) -> Credentials {
        Credentials(
            clientID: clientID, issuer: issuer,
            token: Token(
                access: Secret("access-\(number)"), issued: issued, expires: issued.addingTimeInterval(3600),
                scopes: ["read"]),
            refreshToken: hasRefreshToken ? Secret("refresh-\(number)") : nil, externalTokenFingerprint: seed)
    }

    func session(
        refreshToken: String? = nil, appOnlyGrant: OAuthGrant? = nil, tokens: (any TokenStore)? = nil,
        random: any RandomSource = SeededRandomSource(seed: 7),
        activity: any ActivityRecorder = DiscardingActivityRecorder()
    ) throws -> OAuthSession {
        let client = try OAuthClient(id: Self.clientID, redirectURI: "lantern://signed-in", scopes: ["read"])
        var configuration = OAuthSession.Configuration(
            account: Self.key, refreshToken: refreshToken.map { Secret($0) }, appOnlyGrant: appOnlyGrant, time: clock,
            activity: activity)
        configuration.random = random
        return try OAuthSession(client: client, tokens: tokens ?? store, configuration: configuration, requests: self)
    }

    static let api = NetworkRequest(url("https://oauth.reddit.com/hot?limit=25&raw_json=1"))

    // MARK: The server

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        set { $0.requests.append(request) }
        switch request.url.path() {
        case "/api/v1/access_token": return try await token(request)
        case "/api/v1/revoke_token": return try revocation(request)
        default: return try await api(request)
        }
    }

    func shutDown() async {}

    private static func field(_ name: String, of request: NetworkRequest) -> String? {
        String(decoding: request.body ?? Data(), as: UTF8.self).split(separator: "&").first { $0.hasPrefix(name + "=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    private func token(_ request: NetworkRequest) async throws -> NetworkResponse {
        set { state in
            state.tokenForms.append(String(decoding: request.body ?? Data(), as: UTF8.self))
            state.askingNow += 1
            state.askedTogether = max(state.askedTogether, state.askingNow)
        }
        defer { set { $0.askingNow -= 1 } }
        try await tokenGate.pass()
        let body = try state.withLock { state in
            if !state.tokenFailures.isEmpty { throw state.tokenFailures.removeFirst() }
            let grant = Self.field("grant_type", of: request)
            var refresh: String?
            if grant == "refresh_token" {
                let old = Self.field("refresh_token", of: request) ?? ""
                guard state.goodRefresh.contains(old) else {
                    throw NetworkError(
                        .badRequest, status: 400, underlying: ServerRefusal(error: "invalid_grant"))
                }
                if state.rotates {
                    state.goodRefresh.remove(old)
                    refresh = "refresh-\(state.issued + 1)"
                }
            } else if grant == "authorization_code" {
                refresh = "refresh-\(state.issued + 1)"
            }
            state.issued += 1
            state.goodAccess = ["access-\(state.issued)"]
            if let refresh { state.goodRefresh.insert(refresh) }
            let part = refresh.map { #","refresh_token":"\#($0)""# } ?? ""
            return
                #"{"access_token":"access-\#(state.issued)","token_type":"bearer","expires_in":\#(state.lifetime),"scope":"read"\#(part)}"#
        }
        // The server has done its part here; the answer may be on its way for long.
        try await answerGate.pass()
        return NetworkResponse(status: 200, url: request.url, body: Data(body.utf8))
    }

    private func revocation(_ request: NetworkRequest) throws -> NetworkResponse {
        try state.withLock { state in
            if let failure = state.revocationFailure { throw failure }
            let token = Self.field("token", of: request) ?? ""
            state.revoked.append(token)
            state.goodRefresh.remove(token)
            state.goodAccess.remove(token)
        }
        return NetworkResponse(status: 204, url: request.url)
    }

    private func api(_ request: NetworkRequest) async throws -> NetworkResponse {
        let token = request.headers["Authorization"].map { String($0.dropFirst("bearer ".count)) }
        // A request that began before a refresh may arrive behind it, with the token that was stored until then.
        let stored = Set((store.accounts.values + store.saved).compactMap { $0.token?.access.revealed })
            .union(["access-0"])
        set { state in
            state.apiTokens.append(token)
            if let token, !stored.contains(token) { state.usedBeforeStored.append(token) }
        }
        try await apiGate.pass()
        try state.withLock { state in
            if !state.apiFailures.isEmpty { throw state.apiFailures.removeFirst() }
            guard let token, state.goodAccess.contains(token) else { throw NetworkError(.unauthorized, status: 401) }
        }
        return NetworkResponse(status: 200, url: request.url, body: Data("{}".utf8))
    }
}

/// Keeps what the network layer has to say about itself.
final class RecordedActivity: ActivityRecorder {
    private let recorded = Mutex<[ActivityEvent]>([])
    var events: [ActivityEvent] { recorded.withLock { $0 } }
    func record(_ event: ActivityEvent) { recorded.withLock { $0.append(event) } }
}
