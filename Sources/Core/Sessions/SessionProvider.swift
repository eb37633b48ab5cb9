public import Foundation

/// A provider of sign-in and sign-out for one account.
///
/// Contract:
/// - Losing the network never signs out: tokens are removed only when the server refuses them for good, or by
///   ``signOut()``.
/// - ``state`` changes once for each event, however many requests meet it.
/// - Safe from any thread.
public protocol SessionProvider: Sendable {
    /// The current state of the session, and each change.
    var state: ObservableValue<SessionState> { get }

    /// The way in which a person signs in; ``SignInMethod/browser`` by default.
    var signInMethod: SignInMethod { get }

    /// Restores the session from the stored tokens; call it at launch.
    ///
    /// It refreshes an access token that is about to expire. Without a network the session becomes
    /// ``SessionState/offline``, which is no error.
    ///
    /// - Throws: A ``CodedError`` when the tokens cannot be read or the server refuses the client itself,
    ///   `CancellationError`.
    func restore() async throws

    /// Begins a sign-in and returns the page on which the person authorises the app; open it in a browser.
    ///
    /// Only the redirect of the newest page is accepted.
    ///
    /// - Returns: The page's address.
    /// - Throws: ``DataError`` with the code `invalidInput` when the app's OAuth configuration lacks what this takes.
    func signInURL() async throws -> URL

    /// Completes a sign-in with the URL to which the page has redirected the browser.
    ///
    /// - Parameter redirect: The whole URL.
    /// - Throws: ``SignInError`` for a redirect that denies access or is not to be trusted, ``NetworkError`` when the
    ///   server cannot be reached, a ``CodedError`` when the tokens cannot be stored.
    func finishSignIn(redirect: URL) async throws

    /// Signs in with the fields that ``signInMethod`` asks for.
    ///
    /// - Parameter fields: What was typed, by the name of its field.
    /// - Throws: ``SignInError`` when the server does not take it: `needs` names a field that is missing or that the
    ///   server asks for besides. ``NetworkError``, a ``CodedError`` when the credentials cannot be stored, `DataError`
    ///   with the code `invalidInput` where people sign in with a browser, and by default.
    func signIn(with fields: [SignInField.Name: Secret]) async throws

    /// Signs out: removes the tokens from this device, and then revokes them on the server.
    ///
    /// Whatever this returns or throws, the person is signed out on this device.
    ///
    /// - Returns: The result of the revocation.
    /// - Throws: A ``CodedError`` when the stored tokens could not be removed, `CancellationError` when the task was
    ///   cancelled before the server had answered.
    func signOut() async throws -> Revocation
}

extension SessionProvider {
    public var signInMethod: SignInMethod { .browser }

    public func signIn(with fields: [SignInField.Name: Secret]) async throws {
        throw DataError(.invalidInput, message: "Here people sign in on a page of the server. Open it in a browser.")
    }
}

/// A state of a session: signed in, signed out, or not known.
public enum SessionState: Hashable, Sendable {
    /// The stored tokens were not read yet.
    case unknown
    /// Nobody is signed in.
    case signedOut
    /// Somebody is signed in.
    case signedIn
    /// Somebody is signed in, and the server could not be reached the last time; stored content can be read.
    case offline
    /// The server has ended the session; the person has to sign in again.
    case expired

    /// Whether somebody is signed in, with the network or without.
    public var isSignedIn: Bool { self == .signedIn || self == .offline }
}

/// The result of revoking tokens on the server when a person signed out.
public enum Revocation: Equatable, Sendable {
    /// The server has revoked them.
    case done
    /// There were no tokens.
    case unneeded
    /// The server could not be reached: the tokens are removed from this device, and expire on the server, or are
    /// revoked in the account's settings.
    case failed(DataError)
}
