import Core
import Foundation

/// The sign-in of a Lemmy server, version 0.19: a user name or an e-mail address, a password, and the code of a second
/// factor where the account has one.
///
/// The token has no end of its own; the server may revoke it. One that is dead is refused with `incorrect_login` where
/// something is written, the word for a wrong password, and where something is read the answer is as for nobody. So
/// `AccountSession.restore()` asks whose it is.
///
/// Paths and words are those of `Login`, `LoginResponse` and `MyUserInfo` in LemmyNet/lemmy-js-client, 0.19, and of
/// `LemmyErrorType` in LemmyNet/lemmy.
struct LemmyScheme: SessionScheme {
    let site: Site
    /// The address of the server.
    let base: BaseAddress

    var issuer: String { base.text("") }

    var signInMethod: SignInMethod {
        .fields([
            SignInField(.user), SignInField(.password, isSecret: true),
            SignInField(.oneTimeCode, isSecret: true, isRequired: false),
        ])
    }

    var anonymousAccess: AnonymousAccess { .open }

    func route(of request: NetworkRequest) -> SessionRoute {
        // A post may link to any path here, and what lies there is asked for as data.
        guard request.expectation != .data, let root = URL(string: base.text("/")),
            AddressRule.isSameOrigin(root, request.url), let link = base.link(for: request.url.absoluteString),
            link.isRelative, link.text.hasPrefix(Self.api)
        else { return .elsewhere }
        let path = link.text.dropFirst(Self.api.count).prefix { $0 != "?" }
        return path == "user/login" ? .open : .session
    }

    func headers(with credentials: Credentials?) -> [String: Secret] {
        guard let token = credentials?.accessToken else { return [:] }
        return ["Authorization": Secret("Bearer \(token.revealed)")]
    }

    func verdict(on error: NetworkError, of request: NetworkRequest) -> SessionVerdict {
        switch (error.underlying as? ServerRefusal)?.error {
        case "incorrect_login", "not_logged_in": .over
        default: .unrelated
        }
    }

    func credentials(
        for proof: SignInProof, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials {
        guard case .fields(let fields) = proof else {
            throw DataError(.invalidInput, message: "\(site) is signed in to with a name and a password.")
        }
        let form = LoginForm(
            name: fields[.user]?.revealed ?? "", password: fields[.password]?.revealed ?? "",
            code: fields[.oneTimeCode]?.revealed)
        var request = try request("user/login", with: nil, body: try JSONEncoder().encode(form))
        request.maximumBytes = 1 << 16
        let json: JSONValue
        do {
            json = try await answer(to: request, by: requests)
        } catch let error as NetworkError {
            throw Self.meaning(of: error)
        }
        // It goes into a header as it is.
        if let token = json["jwt"]?.string, OAuthClient.isVisible(token) {
            return Credentials(issuer: issuer, accessToken: Secret(token), issued: now)
        }
        if json["verify_email_sent"]?.bool == true { throw SignInError.unfinished("verify_email_sent") }
        if json["registration_created"]?.bool == true { throw SignInError.unfinished("registration_created") }
        throw NetworkError(.malformed)
    }

    func user(of credentials: Credentials, by requests: any RequestProvider) async throws -> SessionUser? {
        let json = try await answer(to: try request("site", with: credentials, body: nil), by: requests)
        guard let user = json["my_user"], user.kind == .object else { return nil }
        let person = user["local_user_view"]?["person"]
        guard let id = person?["id"]?.int, let name = person?["name"]?.string, !name.isEmpty else {
            throw NetworkError(.malformed)
        }
        return SessionUser(id: String(id), name: name)
    }

    func revoke(_ old: [Credentials], by requests: any RequestProvider) async throws -> Revocation {
        var seen: Set<Secret> = []
        var revocation = Revocation.unneeded
        for credentials in old {
            guard let token = credentials.accessToken, seen.insert(token).inserted else { continue }
            if revocation == .unneeded { revocation = .done }
            do {
                let request = try request("user/logout", with: credentials, body: Data("{}".utf8))
                do {
                    _ = try await requests.response(to: request)
                } catch let error as NetworkError where verdict(on: error, of: request) == .over {
                    // The server had revoked it already.
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                revocation = .failed(DataError(error))
            }
        }
        return revocation
    }

    private struct LoginForm: Encodable {
        let name: String
        let password: String
        let code: String?

        // The words of the wire.
        enum CodingKeys: String, CodingKey {
            case name = "username_or_email"
            case password
            case code = "totp_2fa_token"
        }
    }

    private static let api = "/api/v3/"

    /// A request of the session's own, which nobody else adds headers to.
    private func request(
        _ path: String, with credentials: Credentials?, body: Data?
    ) throws(DataError) -> NetworkRequest {
        var request = try base.request(Self.api + path)
        request.errorWords = LemmyObject.errorWords
        for (name, value) in headers(with: credentials) { request.headers[name] = value.revealed }
        if let body {
            request.method = .post
            request.headers["Content-Type"] = "application/json"
            request.body = body
        }
        return request
    }

    private func answer(to request: NetworkRequest, by requests: any RequestProvider) async throws -> JSONValue {
        let response = try await requests.response(to: request)
        // Where the parser stumbled is of no use here, and the body may have secrets.
        guard let json = try? JSONValue(parsing: response.body), json.kind == .object else {
            throw NetworkError(.malformed, status: response.status)
        }
        return json
    }

    /// The meaning of a refused sign-in.
    ///
    /// - Parameter error: The failure of the request.
    /// - Returns: A `SignInError` where the server has judged what was typed; else the failure.
    private static func meaning(of error: NetworkError) -> any Error {
        guard let word = (error.underlying as? ServerRefusal)?.error else { return error }
        switch word {
        case "missing_totp_token": return SignInError.needs(.oneTimeCode)
        case "incorrect_login", "incorrect_totp_token", "couldnt_find_that_username_or_email", "not_found":
            return SignInError.notAccepted
        case "email_not_verified": return SignInError.unfinished("verify_email_sent")
        case "registration_application_is_pending": return SignInError.unfinished("registration_created")
        case "registration_denied", "site_ban", "deleted": return SignInError.refused(word)
        default: return error
        }
    }
}
