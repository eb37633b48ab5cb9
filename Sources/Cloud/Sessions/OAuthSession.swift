public import Core
public import Foundation

/// The session of one account at an OAuth server, or of the app itself while nobody is signed in.
///
/// It is an ``AccountSession`` whose scheme is OAuth: a token is asked for when nine tenths of the old one's life are
/// over, or when the server refuses it with 401. Only a refusal of the refresh token itself ends the session; no network,
/// 429, 5xx and pages of HTML end nothing.
///
/// Have one session for an account in a process. Requests go through an ``AuthorizingRequestProvider``.
public struct OAuthSession: SessionProvider {
    /// The session.
    package let account: AccountSession
    /// The app.
    package let client: OAuthClient

    /// Creates a session; nothing is read or asked yet.
    ///
    /// - Parameters:
    ///   - client: The app as it is registered.
    ///   - tokens: The store of tokens.
    ///   - configuration: The account, and the tokens that may be used without a sign-in.
    ///   - requests: The provider that asks for tokens; an ``AuthorizingRequestProvider`` must not be in it.
    /// - Throws: `DataError` with the code `invalidInput` for an app-only grant that can be used only once, and for an
    ///   account without a name, which is the app's own.
    public init(
        client: OAuthClient, tokens: any TokenStore, configuration: Configuration = Configuration(),
        requests: any RequestProvider
    ) throws(DataError) {
        self.client = client
        account = try AccountSession(
            try OAuthScheme(client: client, appOnlyGrant: configuration.appOnlyGrant), tokens: tokens,
            configuration: configuration.session, requests: requests)
    }

    public var state: ObservableValue<SessionState> { account.state }

    public func restore() async throws { try await account.restore() }

    public func signInURL() async throws -> URL { try await account.signInURL() }

    public func finishSignIn(redirect: URL) async throws { try await account.finishSignIn(redirect: redirect) }

    /// Signs in with a code from a redirect, or for a script with its author's password.
    ///
    /// - Parameter grant: A code or a password.
    /// - Throws: `SignInError`, `NetworkError`, a `CodedError` when the tokens cannot be stored; `DataError` with the
    ///   code `invalidInput` for any other grant, and with the code `superseded` when somebody signed out meanwhile.
    public func signIn(with grant: OAuthGrant) async throws {
        switch grant {
        case .authorizationCode(let code):
            try await account.signIn(with: .code(code))
        case .password(let user, let password, let oneTime):
            var fields = [SignInField.Name.user: Secret(user), .password: password]
            fields[.oneTimeCode] = oneTime
            try await account.signIn(with: .fields(fields))
        case .refreshToken, .clientCredentials, .installedClient:
            throw DataError(.invalidInput, message: "Signing in takes a code or a password.")
        }
    }

    @discardableResult
    public func signOut() async throws -> Revocation { try await account.signOut() }
}
