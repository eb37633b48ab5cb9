import Core
import Foundation

/// A server's answer to a request for a token.
struct TokenAnswer: Sendable, Hashable {
    /// The value that goes into the header of a request.
    let access: Secret
    /// The lifetime in seconds: as the server says, but at least a minute and at most a day.
    let lifetime: TimeInterval
    /// The permissions that the token grants.
    let scopes: Set<String>
    /// The refresh token, where the server gave one.
    let refreshToken: Secret?

    /// Reads an answer.
    ///
    /// - Parameter response: An answer of 200 to 299.
    /// - Throws: `NetworkError`: `badRequest` with a ``ServerRefusal`` where it is a refusal all the same, `malformed`
    ///   for anything that is no bearer token. Neither keeps any of the body.
    init(_ response: NetworkResponse) throws(NetworkError) {
        let malformed = NetworkError(.malformed, status: response.status)
        // What the parser found where is of no use here, and the body has secrets.
        guard let json = try? JSONValue(parsing: response.body), json.kind == .object else { throw malformed }
        guard json["error"] == nil else {
            let refusal = ServerRefusal(body: response.body, contentType: nil)
            throw NetworkError(.badRequest, status: response.status, underlying: refusal)
        }
        guard let access = json["access_token"]?.string, OAuthClient.isVisible(access),
            json["token_type"]?.string.map({ $0.lowercased() == "bearer" }) ?? true
        else { throw malformed }
        if let refresh = json["refresh_token"] {
            guard let text = refresh.string, OAuthClient.isVisible(text) else { throw malformed }
            refreshToken = Secret(text)
        } else {
            refreshToken = nil
        }
        self.access = Secret(access)
        lifetime = json["expires_in"]?.double.map { min(max($0, 60), 86_400) } ?? 3_600
        scopes = Set(json["scope"]?.string?.split(whereSeparator: { " ,".contains($0) }).map(String.init) ?? [])
    }

    /// The token, as it is kept.
    ///
    /// - Parameter issued: When it was asked for.
    /// - Returns: The token.
    func token(issued: Date) -> Token {
        Token(access: access, issued: issued, expires: issued.addingTimeInterval(lifetime), scopes: scopes)
    }
}
