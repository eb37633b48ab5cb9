public import Core
package import Foundation

/// An app as it is registered with an OAuth server.
///
/// It makes requests and reads redirects; ``OAuthSession`` sends them and stores the tokens.
public struct OAuthClient: Sendable, Hashable {
    /// The client id, which the server has given to the app.
    package let id: String
    /// The client secret; `nil` for apps on other people's devices, which can keep none.
    package let secret: Secret?
    /// The redirect URI, exactly as it is registered; `nil` for an app that nobody signs in to.
    package let redirectURI: String?
    /// The permissions that the app asks for, in the server's words.
    package let scopes: [String]
    /// The addresses of the server.
    package let server: OAuthServer

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - id: The client id.
    ///   - secret: The client secret; none by default.
    ///   - redirectURI: The redirect URI, such as `myapp://signed-in`.
    ///   - scopes: The permissions that the app asks for; `identity` and `read` by default, with which nothing can be
    ///     written.
    ///   - server: The addresses of the server; Reddit's by default.
    /// - Throws: `DataError` with the code `invalidInput` for an id, a secret or a scope that is empty or not all
    ///   visible ASCII, an id with a colon, and a redirect URI that is no absolute URL or has a query or a fragment.
    public init(
        id: String, secret: Secret? = nil, redirectURI: String? = nil, scopes: [String] = ["identity", "read"],
        server: OAuthServer = .reddit
    ) throws(DataError) {
        guard Self.isVisible(id), !id.utf8.contains(UInt8(ascii: ":")) else {
            throw DataError(.invalidInput, message: "A client id is letters, digits, - and _. Check the client id.")
        }
        guard secret.map({ Self.isVisible($0.revealed) }) ?? true else {
            throw DataError(.invalidInput, message: "The client's secret has characters that no secret has. Check it.")
        }
        guard scopes.allSatisfy(Self.isVisible) else {
            throw DataError(.invalidInput, message: "A scope is a word, such as read.")
        }
        if let redirectURI {
            guard let url = URL(string: redirectURI), let scheme = url.scheme, !scheme.isEmpty, url.query == nil,
                url.fragment == nil
            else {
                throw DataError(
                    .invalidInput, message: "The redirect URI is an absolute URL without a query, like app://signed-in."
                )
            }
        }
        (self.id, self.secret, self.redirectURI) = (id, secret, redirectURI)
        (self.scopes, self.server) = (scopes, server)
    }

    /// Whether stored tokens are of this client and of its server: no other server must get to see them.
    ///
    /// - Parameter credentials: What is stored.
    /// - Returns: True when they may be used.
    func owns(_ credentials: Credentials) -> Bool {
        credentials.clientID == id && credentials.issuer == server.issuer
    }

    /// Whether a text can go into a header and a form as it is.
    ///
    /// - Parameter text: Any text.
    /// - Returns: True for 1 to 8,192 bytes of visible ASCII.
    static func isVisible(_ text: String) -> Bool {
        (1...8192).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension OAuthClient {
    /// Returns the address of the page on which a person allows the app to act for them.
    ///
    /// - Parameters:
    ///   - state: What the redirect must bring back; nobody must be able to guess it.
    ///   - isPermanent: Whether to ask for a refresh token, so that the sign-in lasts; true by default.
    ///   - isCompact: Whether to ask for the page that is made for small screens; false by default.
    /// - Returns: `…/api/v1/authorize?…`, the query in the order of its names.
    /// - Throws: `DataError` with the code `invalidInput` for a client without a redirect URI or without scopes.
    package func authorizationURL(
        state: Secret, isPermanent: Bool = true, isCompact: Bool = false
    ) throws(DataError) -> URL {
        guard let redirectURI else {
            throw DataError(
                .invalidInput, message: "Signing in needs the redirect URI that the client is registered with.")
        }
        guard !scopes.isEmpty else {
            throw DataError(.invalidInput, message: "Signing in needs at least one scope, such as read.")
        }
        let query = PercentEncoding.query([
            "client_id": id, "duration": isPermanent ? "permanent" : "temporary", "redirect_uri": redirectURI,
            "response_type": "code", "scope": scopes.joined(separator: " "), "state": state.revealed,
        ])
        return try url("/api/v1/authorize\(isCompact ? ".compact" : "")?\(query)")
    }

    /// Makes the request for a token.
    ///
    /// - Parameter grant: What it is asked for with.
    /// - Returns: A POST request with a form, its fields in the order of their names.
    /// - Throws: `DataError` with the code `invalidInput` for a device id that is none, an empty name or password, and
    ///   a code where the client has no redirect URI.
    package func tokenRequest(for grant: OAuthGrant) throws(DataError) -> NetworkRequest {
        try post("/api/v1/access_token", form(of: grant))
    }

    /// Makes the request that revokes a token.
    ///
    /// - Parameters:
    ///   - token: The token; with a refresh token, those that came from it end as well.
    ///   - isRefreshToken: Whether it is a refresh token.
    /// - Returns: A POST request with a form, its fields in the order of their names.
    /// - Throws: `DataError` with the code `invalidInput` when the server's address makes no URL.
    package func revocationRequest(of token: Secret, isRefreshToken: Bool) throws(DataError) -> NetworkRequest {
        let hint = isRefreshToken ? "refresh_token" : "access_token"
        return try post("/api/v1/revoke_token", ["token": token.revealed, "token_type_hint": hint])
    }

    private func form(of grant: OAuthGrant) throws(DataError) -> [String: String] {
        switch grant {
        case .authorizationCode(let code):
            guard let redirectURI else {
                throw DataError(
                    .invalidInput, message: "Signing in needs the redirect URI that the client is registered with.")
            }
            return ["grant_type": "authorization_code", "code": code.revealed, "redirect_uri": redirectURI]
        case .refreshToken(let token):
            return ["grant_type": "refresh_token", "refresh_token": token.revealed]
        case .clientCredentials:
            return ["grant_type": "client_credentials"]
        case .installedClient(let device):
            guard (20...30).contains(device.utf8.count), Self.isVisible(device) else {
                throw DataError(
                    .invalidInput,
                    message: "A device id is 20 to 30 characters of ASCII, or DO_NOT_TRACK_THIS_DEVICE.")
            }
            return ["grant_type": "https://oauth.reddit.com/grants/installed_client", "device_id": device]
        case .password(let user, let password, let oneTime):
            guard !user.isEmpty, !password.revealed.isEmpty, oneTime?.revealed.isEmpty != true else {
                throw DataError(.invalidInput, message: "Signing in needs a name and a password.")
            }
            let whole = password.revealed + (oneTime.map { ":" + $0.revealed } ?? "")
            return ["grant_type": "password", "username": user, "password": whole]
        }
    }

    private func post(_ path: String, _ form: [String: String]) throws(DataError) -> NetworkRequest {
        let basic = Data("\(id):\(secret?.revealed ?? "")".utf8).base64EncodedString()
        var request = NetworkRequest(
            try url(path), method: .post,
            headers: [
                "Accept": "application/json", "Authorization": "Basic \(basic)",
                "Content-Type": "application/x-www-form-urlencoded",
            ],
            body: Data(PercentEncoding.query(form).utf8))
        request.maximumBytes = 1 << 16
        return request
    }

    private func url(_ path: String) throws(DataError) -> URL {
        guard let url = URL(string: server.site.text(path)) else {
            throw DataError(.invalidInput, message: "The OAuth server's address makes no URL.")
        }
        return url
    }
}

extension OAuthClient {
    /// Returns the authorization code of a redirect, after checking that the redirect can be trusted.
    ///
    /// The state is compared before anything else is believed. What Reddit puts behind the code (`#_`) is no part of
    /// it.
    ///
    /// - Parameters:
    ///   - redirect: The whole URL that the browser was sent to.
    ///   - state: What ``authorizationURL(state:isPermanent:isCompact:)`` was given.
    /// - Returns: The code, to be used once.
    /// - Throws: `SignInError`: `wrongState` without the right state, `denied` when the person said no, `refused` for
    ///   any other `error`, `malformedRedirect` for another address, a parameter that comes twice, or no code.
    package func code(in redirect: URL, state: Secret) throws(SignInError) -> Secret {
        guard let own = redirectURI.flatMap(URL.init(string:)), Self.address(of: redirect) == Self.address(of: own)
        else {
            throw .malformedRedirect
        }
        let whole = redirect.absoluteString.prefix { $0 != "#" }
        let query = whole.firstIndex(of: "?").map { whole[whole.index(after: $0)...] } ?? ""
        var values: [String: String] = [:]
        for item in query.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
                throw .malformedRedirect
            }
            // Of two values, one reader takes the first and the next one the last: that is how checks are got around.
            guard values.updateValue(value, forKey: name) == nil else { throw .malformedRedirect }
        }
        guard let returned = values["state"], Secret(returned) == state else { throw .wrongState }
        if let error = values["error"] {
            guard values["code"] == nil else { throw .malformedRedirect }
            throw error == "access_denied" ? .denied : .refused(ServerRefusal.word(error) ?? "unknown")
        }
        var code = values["code"] ?? ""
        if code.hasSuffix("#_") { code.removeLast(2) }
        guard Self.isVisible(code) else { throw .malformedRedirect }
        return Secret(code)
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }

    private static func address(of url: URL) -> [String] {
        let path = url.path(percentEncoded: true)
        return [
            url.scheme?.lowercased() ?? "", url.host(percentEncoded: false)?.lowercased() ?? "",
            url.port.map(String.init) ?? "", url.user ?? "", path.isEmpty ? "/" : path,
        ]
    }
}
