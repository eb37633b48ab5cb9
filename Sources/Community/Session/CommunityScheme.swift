import Cloud
public import Core
public import Foundation

/// The sign-in of a community server: an e-mail address and a password, two tokens, and the app's key.
///
/// - Every request to the server carries `SesacKey`, and with a person the access token as it is, without `Bearer`.
///   Signing in, joining and checking an e-mail address carry no token, and no answer to them says anything of a
///   session.
/// - 419 asks for a new access token, once for everybody who waits; 401 and 418 end the session. At the refresh itself
///   401, 403 and 418 do; a 500 or a lost answer does not.
/// - A token lasts until the server says otherwise, so nothing is asked at launch. Who it is came with the sign-in.
public struct CommunityScheme: SessionScheme {
    /// The configuration of the server.
    public let configuration: CommunityConfiguration

    /// Creates the rules.
    ///
    /// - Parameter configuration: The configuration of the server.
    public init(_ configuration: CommunityConfiguration) {
        self.configuration = configuration
    }

    public var site: Site { .community }

    public var issuer: String { configuration.root.text("") }

    public var signInMethod: SignInMethod {
        .fields([SignInField(.email), SignInField(.password, isSecret: true)])
    }

    /// Nothing is asked without a token, pictures included.
    public var anonymousAccess: AnonymousAccess { .refused }

    public func route(of request: NetworkRequest) -> SessionRoute {
        guard let link = configuration.address.link(for: request.url.absoluteString), link.isRelative else {
            return .elsewhere
        }
        let path = link.text.prefix { $0 != "?" && $0 != "#" }
        // A person can name any path in a post, and GET users/withdraw deletes the account of whoever asks for it:
        // what is asked for as a picture gets no credentials where calls are.
        if request.expectation == .data { return Self.isFile(path) ? .session : .elsewhere }
        switch path {
        case "/users/login", "/users/join", "/validation/email": return .open
        default: return .session
        }
    }

    public func headers(with credentials: Credentials?) -> [String: Secret] {
        var headers = ["SesacKey": configuration.key]
        headers["Authorization"] = credentials?.accessToken
        return headers
    }

    public func verdict(on error: NetworkError, of request: NetworkRequest) -> SessionVerdict {
        switch error.status {
        case 419: .refresh
        case 401, 418: .over
        default: .unrelated
        }
    }

    public func credentials(
        for proof: SignInProof, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials {
        guard case .fields(let fields) = proof, let email = fields[.email], let password = fields[.password] else {
            throw DataError(.invalidInput, message: "Here people sign in with an e-mail address and a password.")
        }
        var request = try CommunityRequests(configuration).login(email: email.revealed, password: password)
        request.headers["SesacKey"] = configuration.key.revealed
        request.maximumBytes = 1 << 16
        let json: JSONValue
        do {
            json = try await answer(to: request, by: requests)
        } catch let error as NetworkError where error.status == 401 {
            throw SignInError.notAccepted
        }
        guard let access = token("accessToken", of: json), let refresh = token("refreshToken", of: json),
            let id = json["user_id"]?.filledText
        else { throw NetworkError(.malformed) }
        return Credentials(
            issuer: issuer, accessToken: access, issued: now, refreshToken: refresh,
            user: SessionUser(id: id, name: json["nick"]?.string ?? ""))
    }

    public func renewed(
        _ old: Credentials, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials? {
        guard let access = old.accessToken, let refresh = old.refreshToken else { return nil }
        let request = try CommunityRequests(configuration).refresh(accessToken: access, refreshToken: refresh)
        let json: JSONValue
        do {
            json = try await answer(to: request, by: requests)
        } catch let error as NetworkError where [401, 403, 418].contains(error.status) {
            throw NetworkError(.sessionExpired, status: error.status, date: error.date, underlying: error)
        }
        guard let token = token("accessToken", of: json) else { throw NetworkError(.malformed) }
        // The refresh token stays the same.
        return Credentials(issuer: issuer, accessToken: token, issued: now, refreshToken: refresh, user: old.user)
    }

    public func user(of credentials: Credentials, by requests: any RequestProvider) async throws -> SessionUser? {
        if let user = credentials.user { return user }
        var request = try CommunityRequests(configuration).profile(of: nil)
        for (name, value) in headers(with: credentials) { request.headers[name] = value.revealed }
        let json = try await answer(to: request, by: requests)
        guard let id = json["user_id"]?.filledText else { throw NetworkError(.malformed) }
        return SessionUser(id: id, name: json["nick"]?.string ?? "")
    }

    /// There is no call for it: the tokens end by themselves.
    public func revoke(_ old: [Credentials], by requests: any RequestProvider) async throws -> Revocation { .unneeded }

    private func token(_ name: StaticString, of json: JSONValue) -> Secret? {
        // It goes into a header as it is.
        json[name]?.string.map { Secret($0) }.flatMap { $0.isHeaderValue ? $0 : nil }
    }

    private func answer(to request: NetworkRequest, by requests: any RequestProvider) async throws -> JSONValue {
        let response = try await requests.response(to: request)
        do {
            return try response.json()
        } catch {
            // Where the parser stumbled is of no use here, and the body may have secrets.
            throw NetworkError(.malformed, status: response.status)
        }
    }

    /// Whether a path is one of a file: not one of the calls, however it is written.
    private static func isFile(_ path: Substring) -> Bool {
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, !first.contains("%"), !calls.contains(first.lowercased()) else { return false }
        // What a server may read as another path is no file's.
        return parts.allSatisfy { part in
            let text = part.removingPercentEncoding ?? ""
            return !text.isEmpty && !text.allSatisfy { $0 == "." } && !text.contains { "/\\;%".contains($0) }
        }
    }

    /// The first parts of the paths of calls.
    private static let calls: Set<String> = [
        "users", "auth", "validation", "follow", "posts", "payments", "chats",
    ]
}
