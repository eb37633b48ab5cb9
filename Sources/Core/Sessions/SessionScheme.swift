public import Foundation

/// The rules by which one server signs people in: the headers of its requests, the meaning of its refusals, and the
/// requests for credentials.
///
/// OAuth and Lemmy's tokens are schemes, and an app adds its own server's the same way. A scheme keeps nothing and knows
/// nobody: a session (`AccountSession`, in Cloud) holds the credentials, stores them before they are used, and asks
/// for new ones once for everybody who waits.
///
/// Contract:
/// - Requests go through the given provider, whose requests carry no credentials. `CancellationError` is rethrown.
/// - No error, log or description repeats a secret.
/// - Safe from any thread.
public protocol SessionScheme: Sendable {
    /// The site whose people it signs in.
    var site: Site { get }
    /// The server that issues the credentials, as the beginning of its addresses, such as `https://lemmy.world`.
    ///
    /// Stored credentials of another issuer are not used.
    var issuer: String { get }
    /// The id of the app at the server, to which credentials belong; empty, the default, where apps are not registered.
    var clientID: String { get }
    /// The way in which a person signs in.
    var signInMethod: SignInMethod { get }
    /// The rule for requests while nobody is signed in.
    var anonymousAccess: AnonymousAccess { get }

    /// Tells whether a request is for this server, and whether it needs the person's credentials.
    ///
    /// Judge by scheme, host, port and path: what is not ``SessionRoute/elsewhere`` gets ``headers(with:)``. A request
    /// for data, such as a picture, may follow a link that anybody has posted; leave it elsewhere unless its path is
    /// one of files that only the server makes.
    ///
    /// - Parameter request: The request, without headers of a session.
    /// - Returns: The route.
    func route(of request: NetworkRequest) -> SessionRoute

    /// Returns the headers that a request carries.
    ///
    /// - Parameter credentials: The person's, or the app's own; `nil` for an open route and for nobody.
    /// - Returns: The headers by name; they replace those of the request.
    func headers(with credentials: Credentials?) -> [String: Secret]

    /// Tells what a failure says about the credentials that the request carried.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - request: The request.
    /// - Returns: The verdict.
    func verdict(on error: NetworkError, of request: NetworkRequest) -> SessionVerdict

    /// Returns the page on which a person allows the app to act for them; for ``SignInMethod/browser`` only.
    ///
    /// - Parameter state: What the redirect must bring back; nobody can guess it.
    /// - Returns: The page's address.
    /// - Throws: ``DataError`` with the code `invalidInput` when the app's configuration lacks what this takes, and by
    ///   default.
    func signInURL(state: Secret) throws(DataError) -> URL

    /// Returns the code in a redirect, after checking that the redirect can be trusted.
    ///
    /// - Parameters:
    ///   - redirect: The whole URL to which the page has sent the browser.
    ///   - state: What ``signInURL(state:)`` was given; compare it before anything else is believed.
    /// - Returns: The code, to be used once.
    /// - Throws: ``SignInError``; `malformedRedirect` by default.
    func code(in redirect: URL, state: Secret) throws(SignInError) -> Secret

    /// Asks the server for credentials with what a person has shown.
    ///
    /// - Parameters:
    ///   - proof: The code of a redirect, or the fields of a form.
    ///   - now: The date of now, from which the lifetime counts.
    ///   - requests: The provider of requests.
    /// - Returns: The credentials, with an access token.
    /// - Throws: ``SignInError`` when the server does not take the proof, ``NetworkError``, ``DataError`` with the code
    ///   `invalidInput` for a proof of another form, `CancellationError`.
    func credentials(
        for proof: SignInProof, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials

    /// Asks the server for the app's own credentials; for ``AnonymousAccess/appCredentials`` only.
    ///
    /// - Parameters:
    ///   - now: The date of now.
    ///   - requests: The provider of requests.
    /// - Returns: The credentials, with an access token.
    /// - Throws: ``NetworkError``, with the code `unauthorized` by default; `CancellationError`.
    func appCredentials(at now: Date, by requests: any RequestProvider) async throws -> Credentials

    /// Asks the server for a new access token.
    ///
    /// - Parameters:
    ///   - old: The newest credentials that are known.
    ///   - now: The date of now.
    ///   - requests: The provider of requests.
    /// - Returns: The new credentials; `nil` where there is nothing to ask with, which ends the session, and by default.
    /// - Throws: ``NetworkError`` with the code `sessionExpired` when the server has ended the session, and only then;
    ///   any other error leaves the credentials as they are. `CancellationError`.
    func renewed(_ old: Credentials, at now: Date, by requests: any RequestProvider) async throws -> Credentials?

    /// Asks the server whose credentials these are.
    ///
    /// - Parameters:
    ///   - credentials: The credentials.
    ///   - requests: The provider of requests.
    /// - Returns: The person; `nil` when the server takes the credentials for nobody's, as a revoked token's.
    /// - Throws: ``NetworkError``, `CancellationError`.
    func user(of credentials: Credentials, by requests: any RequestProvider) async throws -> SessionUser?

    /// Tells the server that credentials are not needed any more.
    ///
    /// - Parameters:
    ///   - old: The credentials.
    ///   - requests: The provider of requests.
    /// - Returns: The result; a server that cannot be reached is a result too.
    /// - Throws: `CancellationError`.
    func revoke(_ old: [Credentials], by requests: any RequestProvider) async throws -> Revocation
}

extension SessionScheme {
    public var clientID: String { "" }

    public func signInURL(state: Secret) throws(DataError) -> URL {
        throw DataError(.invalidInput, message: "\(site) has no sign-in page. Sign in with the fields it asks for.")
    }

    public func code(in redirect: URL, state: Secret) throws(SignInError) -> Secret {
        throw .malformedRedirect
    }

    public func appCredentials(at now: Date, by requests: any RequestProvider) async throws -> Credentials {
        throw NetworkError(.unauthorized)
    }

    public func renewed(
        _ old: Credentials, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials? { nil }

    /// Whether credentials are of this app and this server: no other server must get to see them.
    package func owns(_ credentials: Credentials) -> Bool {
        credentials.clientID == clientID && credentials.issuer == issuer
    }
}

/// A rule for requests of a server while nobody is signed in.
public enum AnonymousAccess: Hashable, Sendable {
    /// They are not sent, and fail with the code `unauthorized`.
    case refused
    /// They carry credentials of the app's own.
    case appCredentials
    /// They are sent without credentials.
    case open
}

/// The relation of a request to the server of a session.
public enum SessionRoute: Hashable, Sendable {
    /// It is for another server, or for something that needs no headers: nothing is added.
    case elsewhere
    /// It is for the server, and needs no person, such as signing in.
    case open
    /// It is for the server, and carries the credentials.
    case session
}

/// The meaning of a failure for the credentials that a request carried.
public enum SessionVerdict: Hashable, Sendable {
    /// It says nothing about them.
    case unrelated
    /// The access token is not accepted any more: with a new one the request is sent again.
    case refresh
    /// The session is over, and no new token can be had.
    case over
}

/// The person to whom a session belongs.
public struct SessionUser: Hashable, Sendable {
    /// The server's id of the person, which never changes.
    public let id: String
    /// The person's name for display.
    public let name: String

    /// Creates a person.
    ///
    /// - Parameters:
    ///   - id: The server's id of the person.
    ///   - name: The person's name.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
