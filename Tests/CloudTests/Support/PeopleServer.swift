import Cloud
import Core
import Foundation
import Mocks
import Synchronization

/// A server at which people sign in with a name and a password, and tokens are good until they are revoked.
final class PeopleServer: SessionScheme, RequestProvider {
    struct State {
        /// The person of each token that is good.
        var people: [String: String] = [:]
        var issued = 0
        var isOffline = false
        /// The path and the token of each request.
        var requests: [(path: String, token: String?)] = []
        var access = AnonymousAccess.open
    }

    let site = Site(rawValue: "people")
    let issuer = "https://people.example"
    let signInMethod = SignInMethod.fields([SignInField(.user), SignInField(.password, isSecret: true)])
    let clock = ManualClock()
    let state = Mutex(State())
    var anonymousAccess: AnonymousAccess { state.withLock { $0.access } }
    var seen: State { state.withLock { $0 } }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func credentials(of person: String) -> Credentials {
        let token = state.withLock { state in
            state.issued += 1
            state.people["\(person)-\(state.issued)"] = person
            return "\(person)-\(state.issued)"
        }
        return Credentials(issuer: issuer, accessToken: Secret(token), issued: clock.now)
    }

    func route(of request: NetworkRequest) -> SessionRoute {
        request.url.host() == "people.example" ? .session : .elsewhere
    }

    func headers(with credentials: Credentials?) -> [String: Secret] {
        credentials?.accessToken.map { ["Token": $0] } ?? [:]
    }

    func verdict(on error: NetworkError, of request: NetworkRequest) -> SessionVerdict {
        error.code == .unauthorized ? .over : .unrelated
    }

    func credentials(
        for proof: SignInProof, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials {
        guard case .fields(let fields) = proof, fields[.password] == Secret("good"), let name = fields[.user] else {
            throw SignInError.notAccepted
        }
        return credentials(of: name.revealed)
    }

    func appCredentials(at now: Date, by requests: any RequestProvider) async throws -> Credentials {
        credentials(of: "the app")
    }

    func user(of credentials: Credentials, by requests: any RequestProvider) async throws -> SessionUser? {
        var request = NetworkRequest(url("https://people.example/me"))
        request.headers["Token"] = credentials.accessToken?.revealed
        let name = String(decoding: try await requests.response(to: request).body, as: UTF8.self)
        return name.isEmpty ? nil : SessionUser(id: "id of \(name)", name: name)
    }

    func revoke(_ old: [Credentials], by requests: any RequestProvider) async throws -> Revocation {
        set { state in
            for token in old.compactMap(\.accessToken) { state.people[token.revealed] = nil }
        }
        return .done
    }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        let token = request.headers["Token"]
        let person = try state.withLock { state in
            state.requests.append((request.url.path(), token))
            if state.isOffline { throw NetworkError(.offline) }
            return token.flatMap { state.people[$0] } ?? ""
        }
        return NetworkResponse(status: 200, url: request.url, body: Data(person.utf8))
    }

    func shutDown() async {}
}

/// The same server, where a token from outside is exchanged for one.
struct RenewingScheme: SessionScheme {
    let server: PeopleServer

    init(_ server: PeopleServer) {
        self.server = server
    }

    var site: Site { server.site }
    var issuer: String { server.issuer }
    var signInMethod: SignInMethod { server.signInMethod }
    var anonymousAccess: AnonymousAccess { server.anonymousAccess }

    func route(of request: NetworkRequest) -> SessionRoute { server.route(of: request) }
    func headers(with credentials: Credentials?) -> [String: Secret] { server.headers(with: credentials) }

    func verdict(on error: NetworkError, of request: NetworkRequest) -> SessionVerdict {
        server.verdict(on: error, of: request)
    }

    func credentials(
        for proof: SignInProof, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials {
        try await server.credentials(for: proof, at: now, by: requests)
    }

    func renewed(_ old: Credentials, at now: Date, by requests: any RequestProvider) async throws -> Credentials? {
        guard let token = old.refreshToken else { return nil }
        var new = server.credentials(of: token.revealed)
        new.refreshToken = token
        return new
    }

    func user(of credentials: Credentials, by requests: any RequestProvider) async throws -> SessionUser? {
        try await server.user(of: credentials, by: requests)
    }

    func revoke(_ old: [Credentials], by requests: any RequestProvider) async throws -> Revocation {
        try await server.revoke(old, by: requests)
    }
}
