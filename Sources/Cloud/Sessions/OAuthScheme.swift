import Core
import Foundation

/// OAuth 2 with Reddit's paths, as a scheme of sessions.
///
/// A request below the API's base carries `Authorization: bearer …`, and only 401 asks for a new token.
struct OAuthScheme: SessionScheme {
    let site: Site
    /// The app as it is registered.
    let client: OAuthClient
    /// The grant that the app's own token is requested with while nobody is signed in; `nil` for none.
    let appOnlyGrant: OAuthGrant?

    /// Creates a scheme.
    ///
    /// - Parameters:
    ///   - client: The app as it is registered.
    ///   - site: The site; Reddit by default.
    ///   - appOnlyGrant: The grant of the app's own token; `nil` for none.
    /// - Throws: `DataError` with the code `invalidInput` for a grant that can be used only once.
    init(client: OAuthClient, site: Site = .reddit, appOnlyGrant: OAuthGrant?) throws(DataError) {
        guard appOnlyGrant?.isRepeatable != false else {
            throw DataError(.invalidInput, message: "A code or a one-time password can be used once. Sign in with it.")
        }
        (self.client, self.site, self.appOnlyGrant) = (client, site, appOnlyGrant)
    }

    var issuer: String { client.server.issuer }
    var clientID: String { client.id }
    var signInMethod: SignInMethod { .browser }
    var anonymousAccess: AnonymousAccess { appOnlyGrant == nil ? .refused : .appCredentials }

    func route(of request: NetworkRequest) -> SessionRoute {
        // Posts come from anybody, and what they link to has no business with anybody's token.
        request.expectation != .data && client.server.takesTokens(at: request.url) ? .session : .elsewhere
    }

    func headers(with credentials: Credentials?) -> [String: Secret] {
        guard let access = credentials?.accessToken else { return [:] }
        return ["Authorization": Secret("bearer \(access.revealed)")]
    }

    func verdict(on error: NetworkError, of request: NetworkRequest) -> SessionVerdict {
        error.code == .unauthorized ? .refresh : .unrelated
    }

    func signInURL(state: Secret) throws(DataError) -> URL { try client.authorizationURL(state: state) }

    func code(in redirect: URL, state: Secret) throws(SignInError) -> Secret {
        try client.code(in: redirect, state: state)
    }

    func credentials(
        for proof: SignInProof, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials {
        switch proof {
        case .code(let code):
            return try await answer(to: .authorizationCode(code), after: nil, at: now, by: requests)
        case .fields(let fields):
            let grant = OAuthGrant.password(
                user: fields[.user]?.revealed ?? "", password: fields[.password] ?? Secret(""),
                oneTime: fields[.oneTimeCode])
            return try await answer(to: grant, after: nil, at: now, by: requests)
        }
    }

    func appCredentials(at now: Date, by requests: any RequestProvider) async throws -> Credentials {
        guard let appOnlyGrant else { throw NetworkError(.unauthorized) }
        return try await answer(to: appOnlyGrant, after: nil, at: now, by: requests)
    }

    func renewed(_ old: Credentials, at now: Date, by requests: any RequestProvider) async throws -> Credentials? {
        guard let refreshToken = old.refreshToken else { return nil }
        return try await answer(to: .refreshToken(refreshToken), after: old, at: now, by: requests)
    }

    func user(of credentials: Credentials, by requests: any RequestProvider) async throws -> SessionUser? {
        guard let url = client.server.api.url("/api/v1/me", query: ["raw_json": "1"]) else {
            throw DataError(.invalidInput, message: "The OAuth server's address makes no URL.")
        }
        var request = NetworkRequest(url, headers: ["Accept": "application/json"])
        for (name, value) in headers(with: credentials) { request.headers[name] = value.revealed }
        let response = try await requests.response(to: request)
        // What the parser found where says nothing that a caller could act on.
        guard let json = try? JSONValue(parsing: response.body), json.kind == .object else {
            throw NetworkError(.malformed, status: response.status)
        }
        guard let id = json["id"]?.string, let name = json["name"]?.string, !id.isEmpty, !name.isEmpty else {
            return nil
        }
        return SessionUser(id: id.hasPrefix("t2_") ? id : "t2_" + id, name: name)
    }

    func revoke(_ old: [Credentials], by requests: any RequestProvider) async throws -> Revocation {
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

    /// Asks the server for a token.
    ///
    /// - Parameters:
    ///   - grant: What the token is asked for with.
    ///   - old: What stays where the server gives no other.
    ///   - now: The date of now.
    ///   - requests: The provider of requests.
    /// - Returns: New credentials, which nobody keeps or uses yet.
    /// - Throws: What ``TokenRequestFailure`` makes of a failure.
    private func answer(
        to grant: OAuthGrant, after old: Credentials?, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials {
        let request = try client.tokenRequest(for: grant)
        let answer: TokenAnswer
        do {
            answer = try TokenAnswer(try await requests.response(to: request))
        } catch let error as NetworkError {
            throw TokenRequestFailure.meaning(of: error, for: grant)
        }
        var new = Credentials(
            clientID: client.id, issuer: issuer, token: answer.token(issued: now),
            refreshToken: answer.refreshToken ?? old?.refreshToken,
            externalTokenFingerprint: old?.externalTokenFingerprint)
        new.user = old?.user
        return new
    }
}
