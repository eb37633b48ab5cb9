import Foundation

/// The tokens and codes the server has given, and to whom.
///
/// Tokens are numbered in the order they were given, and made from the seed and their number.
struct TokenStore: Sendable {
    /// The grant that a token stands for.
    struct Grant: Sendable {
        var clientID: String
        /// Nil for an application that acts for nobody.
        var account: String?
        var scope: String
    }

    private struct Issue {
        let grant: Grant
        let number: Int
        let end: Date
        var isRevoked = false
        /// The redirect address of the authorization page, for a code.
        var redirectURI: String?
        /// Whether a refresh token comes with what the code is exchanged for.
        var isPermanent = false
    }

    let seed: UInt64
    private var accessTokens: [String: Issue] = [:]
    private var refreshTokens: [String: Issue] = [:]
    private var codes: [String: Issue] = [:]

    init(seed: UInt64) {
        self.seed = seed
    }

    /// Gives a new access token.
    mutating func addAccess(_ grant: Grant, until end: Date) -> String {
        let number = accessTokens.count + 1
        let token = name("access", number)
        accessTokens[token] = Issue(grant: grant, number: number, end: end)
        return token
    }

    /// Gives a refresh token, a new one or, for one that is known from the start, this one.
    @discardableResult
    mutating func addRefresh(_ grant: Grant, named token: String? = nil) -> String {
        let number = refreshTokens.count + 1
        let token = token ?? name("refresh", number)
        refreshTokens[token] = Issue(grant: grant, number: number, end: .distantFuture)
        return token
    }

    /// Gives a code that can be exchanged once.
    mutating func addCode(_ grant: Grant, redirectURI: String, isPermanent: Bool, until end: Date) -> String {
        let number = codes.count + 1
        let code = name("code", number)
        codes[code] = Issue(
            grant: grant, number: number, end: end, redirectURI: redirectURI, isPermanent: isPermanent)
        return code
    }

    /// The grant of a valid access token.
    func access(_ token: String, at now: Date) -> Grant? {
        valid(accessTokens[token], at: now)?.grant
    }

    /// The grant of a client's valid refresh token.
    func refresh(_ token: String, clientID: String) -> Grant? {
        guard let entry = refreshTokens[token], !entry.isRevoked, entry.grant.clientID == clientID else { return nil }
        return entry.grant
    }

    /// Takes a code; it is gone then, whether or not it was valid.
    mutating func takeCode(
        _ code: String, clientID: String, redirectURI: String?, at now: Date
    ) -> (grant: Grant, isPermanent: Bool)? {
        guard let entry = valid(codes[code], at: now) else { return nil }
        codes[code]?.isRevoked = true
        guard entry.grant.clientID == clientID, entry.redirectURI == redirectURI else { return nil }
        return (entry.grant, entry.isPermanent)
    }

    /// Ends a token, of whichever kind; one that is not known is ended already.
    mutating func revoke(_ token: String, clientID: String) {
        if accessTokens[token]?.grant.clientID == clientID { accessTokens[token]?.isRevoked = true }
        if refreshTokens[token]?.grant.clientID == clientID { refreshTokens[token]?.isRevoked = true }
    }

    mutating func revokeAllAccess() {
        for token in accessTokens.keys { accessTokens[token]?.isRevoked = true }
    }

    mutating func revokeAllRefresh() {
        for token in refreshTokens.keys { refreshTokens[token]?.isRevoked = true }
    }

    /// The number of an access token that was given at any time.
    func accessNumber(_ token: String) -> Int? {
        accessTokens[token]?.number
    }

    /// The label of a token or a code in the log: its kind and number, or for a foreign one a hash.
    func label(of secret: String) -> String {
        if let entry = accessTokens[secret] { return "access-\(entry.number)" }
        if let entry = refreshTokens[secret] { return "refresh-\(entry.number)" }
        if let entry = codes[secret] { return "code-\(entry.number)" }
        return Self.fingerprint(of: secret)
    }

    static func fingerprint(of secret: String) -> String {
        "unknown-" + String(StableHash.fnv1a(secret), radix: 16)
    }

    /// A text without the tokens and codes the server has given.
    func redacted(_ text: String) -> String {
        var text = text
        for secret in [accessTokens.keys, refreshTokens.keys, codes.keys].joined() where text.contains(secret) {
            text = text.replacing(secret, with: label(of: secret))
        }
        return text
    }

    private func valid(_ entry: Issue?, at now: Date) -> Issue? {
        guard let entry, !entry.isRevoked, now < entry.end else { return nil }
        return entry
    }

    private func name(_ kind: String, _ number: Int) -> String {
        var random = SplitMix64(seed: seed, stream: "\(kind) \(number)")
        return String(random.next(), radix: 36) + "-" + String(random.next(), radix: 36)
            + String(random.next(), radix: 36)
    }
}
