public import Core
public import Foundation

extension OAuthClient {
    /// The page on which a person allows the app to act for them.
    ///
    /// - Parameters:
    ///   - state: What the redirect must bring back; nobody must be able to guess it.
    ///   - isPermanent: Whether to ask for a refresh token, so that the sign-in lasts; true by default.
    ///   - isCompact: Whether to ask for the page that is made for small screens; false by default.
    /// - Returns: `…/api/v1/authorize?…`, the query in the order of its names.
    /// - Throws: `DataError` with the code `invalidInput` for a client without a redirect URI or without scopes.
    public func authorizationURL(
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

    /// The request for a token.
    ///
    /// - Parameter grant: What it is asked for with.
    /// - Returns: A POST request with a form, its fields in the order of their names.
    /// - Throws: `DataError` with the code `invalidInput` for a device id that is none, an empty name or password, and a
    ///   code where the client has no redirect URI.
    public func tokenRequest(for grant: OAuthGrant) throws(DataError) -> NetworkRequest {
        try post("/api/v1/access_token", form(of: grant))
    }

    /// The request to take a token back.
    ///
    /// - Parameters:
    ///   - token: The token; with a refresh token, those that came from it end as well.
    ///   - isRefreshToken: Whether it is a refresh token.
    /// - Returns: A POST request with a form, its fields in the order of their names.
    /// - Throws: `DataError` with the code `invalidInput` when the server's address makes no URL.
    public func revocationRequest(of token: Secret, isRefreshToken: Bool) throws(DataError) -> NetworkRequest {
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
        return NetworkRequest(
            try url(path), method: .post,
            headers: [
                "Accept": "application/json", "Authorization": "Basic \(basic)",
                "Content-Type": "application/x-www-form-urlencoded",
            ],
            body: Data(PercentEncoding.query(form).utf8), maximumBytes: 1 << 16)
    }

    private func url(_ path: String) throws(DataError) -> URL {
        guard let url = URL(string: server.site.text(path)) else {
            throw DataError(.invalidInput, message: "The OAuth server's address makes no URL.")
        }
        return url
    }
}
