public import Foundation

/// The tokens of an account, as a ``TokenStore`` keeps them.
public struct Credentials: Sendable, Hashable {
    /// The id of the app that the tokens were issued to, at a server that registers apps; no other can use them.
    public var clientID: String
    /// The server that issued the tokens, as the beginning of its addresses: `https://www.reddit.com`.
    ///
    /// They are sent to no other server, and to none where it is `nil`.
    package var issuer: String?
    /// The access token; `nil` before the first.
    package var token: Token?
    /// The refresh token; `nil` where the server issued none.
    public var refreshToken: Secret?
    /// The fingerprint of the external refresh token, such as one from the environment, that began the session; `nil`
    /// after a sign-in, unless that took the place of such a session.
    ///
    /// Servers may change the refresh token with each use, so that the external one no longer works. The newest is
    /// stored, and this tells that it descends from the external one.
    package var externalTokenFingerprint: String?
    /// The person to whom they belong; `nil` where that is not known yet.
    public var user: SessionUser?

    /// The access token, which goes into the headers of requests; `nil` before the first.
    public var accessToken: Secret? { token?.access }

    /// Creates credentials without an access token.
    ///
    /// - Parameters:
    ///   - clientID: The id of the OAuth client that the tokens were issued to.
    ///   - refreshToken: The refresh token; none by default.
    public init(clientID: String, refreshToken: Secret? = nil) {
        self.init(clientID: clientID, token: nil, refreshToken: refreshToken)
    }

    /// Creates credentials with an access token, as a ``SessionScheme`` gets them.
    ///
    /// - Parameters:
    ///   - issuer: The server that issued them, as the scheme has it.
    ///   - clientID: The id of the app; empty, the default, where apps are not registered.
    ///   - accessToken: The access token.
    ///   - issued: The date when it was issued.
    ///   - lifetime: The seconds after which it expires; `nil`, the default, for one that is good until the server
    ///     revokes it.
    ///   - refreshToken: The refresh token; none by default.
    ///   - user: The person to whom they belong; not known by default.
    public init(
        issuer: String, clientID: String = "", accessToken: Secret, issued: Date, lifetime: TimeInterval? = nil,
        refreshToken: Secret? = nil, user: SessionUser? = nil
    ) {
        self.init(
            clientID: clientID, issuer: issuer,
            token: Token(access: accessToken, issued: issued, expires: lifetime.map(issued.addingTimeInterval)),
            refreshToken: refreshToken)
        self.user = user
    }

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - clientID: The id of the OAuth client that the tokens were issued to.
    ///   - issuer: The server that issued the tokens, as the beginning of its addresses; none by default.
    ///   - token: The access token; none by default.
    ///   - refreshToken: The refresh token; none by default.
    ///   - externalTokenFingerprint: The fingerprint of the external refresh token that began the session; none by
    ///     default.
    package init(
        clientID: String, issuer: String? = nil, token: Token? = nil, refreshToken: Secret? = nil,
        externalTokenFingerprint: String? = nil
    ) {
        self.clientID = clientID
        self.issuer = issuer
        self.token = token
        self.refreshToken = refreshToken
        self.externalTokenFingerprint = externalTokenFingerprint
    }
}

/// An access token with its lifetime.
package struct Token: Sendable, Hashable {
    /// The text that goes into the header of a request.
    package var access: Secret
    /// The date when it was requested.
    package var issued: Date
    /// The date when it expires; `nil` for one that is good until the server revokes it.
    package var expires: Date?
    /// The OAuth scopes that it allows; `*` for all.
    package var scopes: Set<String>

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - access: The text that goes into the header of a request.
    ///   - issued: The date when it was requested.
    ///   - expires: The date when it expires; `nil` for never.
    ///   - scopes: The OAuth scopes that it allows; none that are known by default.
    package init(access: Secret, issued: Date, expires: Date?, scopes: Set<String> = []) {
        self.access = access
        self.issued = issued
        self.expires = expires
        self.scopes = scopes
    }

    /// Whether it is time to refresh it: when nine tenths of its lifetime are over.
    package func isDue(at date: Date) -> Bool {
        guard let expires else { return false }
        return date >= issued.addingTimeInterval(expires.timeIntervalSince(issued) * 0.9)
    }

    /// Whether it has expired, as far as the clock tells.
    package func isExpired(at date: Date) -> Bool { expires.map { date >= $0 } ?? false }
}

extension Credentials {
    private struct Form: Codable {
        struct TokenForm: Codable {
            var access: String
            var issued: Double
            var expires: Double
            var scopes: [String]
        }

        /// A token without an end.
        struct EndlessForm: Codable {
            var access: String
            var issued: Double
        }

        struct UserForm: Codable {
            var id: String
            var name: String
        }

        /// 2 for a token without an end, which a program that reads only 1 would take for damage.
        var version = 1
        var client: String
        var issuer: String?
        var token: TokenForm?
        var refresh: String?
        var seed: String?
        var endless: EndlessForm?
        var user: UserForm?
    }

    /// Decodes the result of ``encoded()``.
    ///
    /// - Parameter data: The bytes.
    /// - Throws: ``DataError`` with the code `storeDamaged` for other bytes, `storeTooNew` for those of a newer
    ///   version. Neither repeats any of the bytes.
    public init(decoding data: Data) throws(DataError) {
        let form: Form
        do {
            form = try JSONDecoder().decode(Form.self, from: data)
        } catch {
            // The decoder's own words may quote what it read, so they are not kept.
            throw DataError(.storeDamaged, message: "The stored sign-in cannot be read. Sign in again.")
        }
        guard (1...2).contains(form.version) else {
            throw DataError(.storeTooNew, message: "A newer version stored the sign-in. Update, or sign in again.")
        }
        self.init(
            clientID: form.client, issuer: form.issuer, refreshToken: form.refresh.map(Secret.init),
            externalTokenFingerprint: form.seed)
        token = form.token.map { form in
            Token(
                access: Secret(form.access), issued: Date(timeIntervalSince1970: form.issued),
                expires: Date(timeIntervalSince1970: form.expires), scopes: Set(form.scopes))
        }
        if let form = form.endless {
            token = Token(
                access: Secret(form.access), issued: Date(timeIntervalSince1970: form.issued), expires: nil)
        }
        user = form.user.map { SessionUser(id: $0.id, name: $0.name) }
    }

    /// Encodes the credentials with their secrets, for a store that keeps secrets, such as the Keychain.
    ///
    /// - Returns: The bytes; equal credentials are equal bytes.
    /// - Throws: ``DataError`` with the code `invalidInput` for dates that are not finite.
    public func encoded() throws(DataError) -> Data {
        var form = Form(
            client: clientID, issuer: issuer, refresh: refreshToken?.revealed, seed: externalTokenFingerprint,
            user: user.map { Form.UserForm(id: $0.id, name: $0.name) })
        if let token {
            let (access, issued) = (token.access.revealed, token.issued.timeIntervalSince1970)
            if let expires = token.expires {
                form.token = Form.TokenForm(
                    access: access, issued: issued, expires: expires.timeIntervalSince1970,
                    scopes: token.scopes.sorted())
            } else {
                form.version = 2
                form.endless = Form.EndlessForm(access: access, issued: issued)
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(form)
        } catch {
            throw DataError(.invalidInput, message: "A token's dates must be finite.")
        }
    }
}
