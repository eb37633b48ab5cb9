extension DemoServer {
    /// The clients, accounts and lifetimes of tokens.
    public struct Authorization: Sendable, Hashable {
        /// The applications the server knows; by default one, ``DemoServer/Client/demo``.
        public var clients: [Client]
        /// The accounts that can sign in, the first of which signs in by itself where nobody is asked.
        ///
        /// By default one, ``DemoServer/Account/demo``.
        public var accounts: [Account]
        /// The time for which an access token is valid, to the second; an hour by default.
        public var tokenLifetime: Duration
        /// Whether each refresh gives a new refresh token and ends the one before; false by default.
        public var rotatesRefreshTokens: Bool
        /// Whether `/api/v1/authorize` shows a page with two links, to allow and to refuse.
        ///
        /// False by default: it redirects straight back with a code.
        public var asksForConsent: Bool

        /// Rules for tokens; without arguments, those of the demo client.
        ///
        /// - Parameters:
        ///   - clients: The applications the server knows.
        ///   - accounts: The accounts that can sign in; the first of them is the one a browser is signed in to.
        ///   - tokenLifetime: The time for which an access token is valid.
        ///   - rotatesRefreshTokens: Whether a refresh token works only once.
        ///   - asksForConsent: Whether the authorization page waits for a click.
        public init(
            clients: [Client] = [.demo], accounts: [Account] = [.demo], tokenLifetime: Duration = .seconds(3_600),
            rotatesRefreshTokens: Bool = false, asksForConsent: Bool = false
        ) {
            self.clients = clients
            self.accounts = accounts
            self.tokenLifetime = tokenLifetime
            self.rotatesRefreshTokens = rotatesRefreshTokens
            self.asksForConsent = asksForConsent
        }
    }

    /// An application that is registered with the server.
    ///
    /// Which grants an application of its kind may use is not checked: each may use all.
    public struct Client: Sendable, Hashable {
        /// `lantern-demo`, without a secret, with a refresh token that is valid from the start.
        public static let demo = Client(
            id: "lantern-demo", redirectURI: "lantern://authorized", refreshToken: "lantern-demo-refresh-token")

        /// The client id.
        public var id: String
        /// The client secret; empty, the default, for an app that is installed on people's devices.
        public var secret: String
        /// The redirect address of the authorization page; only exactly this is accepted.
        public var redirectURI: String
        /// A refresh token of the first account that is valid from the start, or nil, the default, for none.
        public var refreshToken: String?

        /// A client.
        ///
        /// - Parameters:
        ///   - id: The client id in requests.
        ///   - secret: The client secret.
        ///   - redirectURI: The redirect address of the authorization page.
        ///   - refreshToken: A refresh token that is valid from the start.
        public init(id: String, secret: String = "", redirectURI: String, refreshToken: String? = nil) {
            self.id = id
            self.secret = secret
            self.redirectURI = redirectURI
            self.refreshToken = refreshToken
        }
    }

    /// An account that can sign in.
    public struct Account: Sendable, Hashable {
        /// `OksanaReads`, who has posts of her own; the password is `lantern`.
        public static let demo = Account(name: "OksanaReads", password: "lantern")

        /// The name, as posts show it.
        public var name: String
        /// The password for the `password` grant.
        public var password: String

        /// An account.
        ///
        /// - Parameters:
        ///   - name: The name, as posts show it.
        ///   - password: The password for the `password` grant.
        public init(name: String, password: String) {
            self.name = name
            self.password = password
        }
    }
}
