extension DemoServer {
    /// The clients, accounts and lifetimes of tokens.
    public struct Authorization: Sendable, Hashable {
        /// The applications the server knows; by default one, ``DemoServer/Client/demo``.
        public var clients: [Client]
        /// The accounts that can sign in, the first of which signs in by itself where nobody is asked.
        ///
        /// By default ``DemoServer/Account/demo``, ``DemoServer/Account/ann``, ``DemoServer/Account/ben`` and
        /// ``DemoServer/Account/cleo``.
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
            clients: [Client] = [.demo], accounts: [Account] = [.demo, .ann, .ben, .cleo],
            tokenLifetime: Duration = .seconds(3_600), rotatesRefreshTokens: Bool = false, asksForConsent: Bool = false
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
        /// `lantern-demo`, without a secret, with a refresh token that is valid from the start, and with loopback
        /// addresses to redirect to.
        public static let demo = Client(
            id: "lantern-demo", redirectURI: "lantern://authorized", refreshToken: "lantern-demo-refresh-token",
            allowsLoopback: true)

        /// The client id.
        public var id: String
        /// The client secret; empty, the default, for an app that is installed on people's devices.
        public var secret: String
        /// The redirect address of the authorization page.
        public var redirectURI: String
        /// A refresh token of the first account that is valid from the start, or nil, the default, for none.
        ///
        /// Each other account then has one too, with its name in lower case behind a hyphen.
        public var refreshToken: String?
        /// Whether `http://127.0.0.1` with any port and path is accepted as a redirect address too, for programs of the
        /// command line; false by default.
        public var allowsLoopback: Bool

        /// A client.
        ///
        /// - Parameters:
        ///   - id: The client id in requests.
        ///   - secret: The client secret.
        ///   - redirectURI: The redirect address of the authorization page.
        ///   - refreshToken: A refresh token that is valid from the start.
        ///   - allowsLoopback: Whether any address on 127.0.0.1 may be redirected to.
        public init(
            id: String, secret: String = "", redirectURI: String, refreshToken: String? = nil,
            allowsLoopback: Bool = false
        ) {
            self.id = id
            self.secret = secret
            self.redirectURI = redirectURI
            self.refreshToken = refreshToken
            self.allowsLoopback = allowsLoopback
        }

        /// Whether an address may be redirected to.
        func accepts(redirectURI address: String) -> Bool {
            let isLoopback = ["http://127.0.0.1:", "http://127.0.0.1/"].contains { address.hasPrefix($0) }
            return address == redirectURI || (allowsLoopback && isLoopback)
        }
    }

    /// An account that can sign in.
    ///
    /// Its id is made from its name: `t2_…` in Reddit's dialect, a number in Lemmy's.
    public struct Account: Sendable, Hashable {
        /// `OksanaReads`, who has posts of her own; the password is `lantern`.
        public static let demo = Account(name: "OksanaReads", password: "lantern")
        /// `ann`, who has done nothing yet; the password is `lantern`.
        public static let ann = Account(name: "ann", password: "lantern")
        /// `ben`, who has done nothing yet; the password is `lantern`.
        public static let ben = Account(name: "ben", password: "lantern")
        /// `cleo`, who has done nothing yet and has a second factor, `246810`; the password is `lantern`.
        public static let cleo = Account(name: "cleo", password: "lantern", secondFactor: "246810")

        /// The name, as posts show it; two that differ only in case are the same.
        public var name: String
        /// The password for the `password` grant and for Lemmy's sign-in.
        public var password: String
        /// The e-mail address for Lemmy's sign-in; by default the name in lower case at `lantern.example`.
        public var email: String
        /// The digits that are asked for beside the password, always the same; nil, the default, for none.
        public var secondFactor: String?

        /// The id in Reddit's dialect, `t2_…`.
        public var redditID: String { RedditRenderer.fullname(of: name) }

        /// An account.
        ///
        /// - Parameters:
        ///   - name: The name, as posts show it.
        ///   - password: The password.
        ///   - email: The e-mail address; nil for one that is made from the name.
        ///   - secondFactor: The digits that are asked for beside the password; nil for none.
        public init(name: String, password: String, email: String? = nil, secondFactor: String? = nil) {
            self.name = name
            self.password = password
            self.email = email ?? "\(name.lowercased())@lantern.example"
            self.secondFactor = secondFactor
        }
    }
}
