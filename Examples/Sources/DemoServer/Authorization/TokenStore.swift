import Foundation
import ServerKit

/// The tokens and codes the server has given, and to whom.
///
/// Tokens are numbered in the order they were given, and made from the seed and their number.
struct TokenStore: Sendable, Codable {
    /// The grant that a token stands for.
    struct Grant: Sendable, Codable {
        var clientID: String
        /// Nil for an application that acts for nobody.
        var account: String?
        var scope: String
    }

    private struct Issue: Codable {
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
    /// Lemmy's, which have no end of their own.
    private var sessions: [String: Issue] = [:]

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

    /// The number of tokens and codes that were given.
    var count: Int { accessTokens.count + refreshTokens.count + codes.count + sessions.count }

    /// Gives a refresh token that is known from the start; one that is there already stays as it is, ended or not.
    mutating func addKnownRefresh(_ grant: Grant, named token: String) {
        if refreshTokens[token] == nil { addRefresh(grant, named: token) }
    }

    /// Signs an account in, as Lemmy does.
    mutating func addSession(of account: String) -> String {
        let number = sessions.count + 1
        let token = name("session", number)
        let grant = Grant(clientID: "", account: account, scope: "*")
        sessions[token] = Issue(grant: grant, number: number, end: .distantFuture)
        return token
    }

    /// The account that a session is of; nil for one that has ended or never was.
    func session(_ token: String) -> String? {
        guard let entry = sessions[token], !entry.isRevoked else { return nil }
        return entry.grant.account
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

    /// Ends access tokens: all, or those of an account, whose name may be in any case.
    mutating func revokeAllAccess(of account: String? = nil) {
        Self.revoke(&accessTokens, of: account)
    }

    /// Ends refresh tokens: all, or those of an account, whose name may be in any case.
    mutating func revokeAllRefresh(of account: String? = nil) {
        Self.revoke(&refreshTokens, of: account)
    }

    /// Ends Lemmy's sessions: all, or those of an account, whose name may be in any case.
    mutating func revokeAllSessions(of account: String? = nil) {
        Self.revoke(&sessions, of: account)
    }

    private static func revoke(_ issues: inout [String: Issue], of account: String?) {
        for (token, issue) in issues {
            if let account, issue.grant.account?.lowercased() != account.lowercased() { continue }
            issues[token]?.isRevoked = true
        }
    }

    /// Ends one token, of whichever kind, whoever it was given to.
    ///
    /// - Parameters:
    ///   - token: The token; one that is not known is ended already.
    ///   - includingRefresh: Whether every refresh token of its account ends as well.
    mutating func end(_ token: String, includingRefresh: Bool) {
        let account = (accessTokens[token] ?? refreshTokens[token])?.grant.account
        accessTokens[token]?.isRevoked = true
        sessions[token]?.isRevoked = true
        guard includingRefresh else { return }
        refreshTokens[token]?.isRevoked = true
        if let account { revokeAllRefresh(of: account) }
    }

    /// The number of an access token that was given at any time.
    func accessNumber(_ token: String) -> Int? {
        accessTokens[token]?.number
    }

    /// The number of a session that was given at any time.
    func sessionNumber(_ token: String) -> Int? {
        sessions[token]?.number
    }

    /// The label of a token or a code in the log: its kind and number, or for a foreign one a hash.
    func label(of secret: String) -> String {
        if let entry = accessTokens[secret] { return "access-\(entry.number)" }
        if let entry = refreshTokens[secret] { return "refresh-\(entry.number)" }
        if let entry = codes[secret] { return "code-\(entry.number)" }
        if let entry = sessions[secret] { return "session-\(entry.number)" }
        return Self.fingerprint(of: secret)
    }

    static func fingerprint(of secret: String) -> String {
        "unknown-" + String(StableHash.fnv1a(secret), radix: 16)
    }

    /// A text without the tokens and codes the server has given.
    func redacted(_ text: String) -> String {
        var text = text
        let secrets = [accessTokens.keys, refreshTokens.keys, codes.keys, sessions.keys].joined()
        // The longest first: one may begin as another does.
        for secret in secrets.filter({ text.contains($0) }).sorted(by: { $0.utf8.count > $1.utf8.count }) {
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
