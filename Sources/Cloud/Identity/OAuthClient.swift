public import Core
import Foundation

/// An app as it is registered with an OAuth server, and the requests that it makes there.
///
/// All of it is pure: it makes requests and reads redirects, and ``OAuthSession`` sends them and keeps what comes back.
public struct OAuthClient: Sendable, Hashable {
    /// The client id that the server has given to the app.
    public let id: String
    /// The secret that came with it; `nil` for apps on devices of others, which can keep none.
    public let secret: Secret?
    /// Where the sign-in page sends the browser to, exactly as it is registered; `nil` for an app that nobody signs in to.
    public let redirectURI: String?
    /// What the app wants to be allowed, in the server's words.
    public let scopes: [String]
    /// Where the server is.
    public let server: OAuthServer

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - id: The client id.
    ///   - secret: The secret that came with it.
    ///   - redirectURI: Where the sign-in page sends the browser to, such as `myapp://signed-in`.
    ///   - scopes: What the app wants to be allowed; `identity` and `read` by default.
    ///   - server: Where the server is.
    /// - Throws: `DataError` with the code `invalidInput` for an id, a secret or a scope that is empty or not all visible
    ///   ASCII, an id with a colon, and a redirect URI that is no absolute URL or has a query or a fragment.
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
