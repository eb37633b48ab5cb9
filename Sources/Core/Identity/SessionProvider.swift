public import Foundation

/// Signs a person in and out, and knows whether somebody is.
///
/// Contract:
/// - Losing the network never signs anybody out: tokens go only when the server refuses them for good, or with
///   ``signOut()``.
/// - ``state`` changes once for each thing that happens, however many requests meet it.
/// - Safe from any thread.
public protocol SessionProvider: Sendable {
    /// Whether somebody is signed in, and each change.
    var state: ObservableValue<SessionState> { get }

    /// Finds out whether somebody is signed in: call it at launch.
    ///
    /// It reads what is stored and, where the token is about to end, asks for a new one. With no network the session is
    /// ``SessionState/offline`` and this does not fail.
    ///
    /// - Throws: A ``CodedError`` when what is stored cannot be read or the server refuses the client itself,
    ///   `CancellationError`.
    func restore() async throws

    /// The page on which a person allows the app to act for them; opens in a browser.
    ///
    /// Each call begins anew: only the redirect of the newest page is accepted.
    ///
    /// - Returns: The page.
    /// - Throws: ``DataError`` with the code `invalidInput` when the app was set up without what signing in takes.
    func signInURL() async throws -> URL

    /// Ends a sign-in with the URL that the page has sent the browser to.
    ///
    /// - Parameter redirect: The whole URL.
    /// - Throws: ``SignInError`` for a redirect that says no or is not to be trusted, ``NetworkError`` when the server
    ///   cannot be asked, a ``CodedError`` when the tokens cannot be stored.
    func finishSignIn(redirect: URL) async throws

    /// Signs out: removes the tokens from this device, and then asks the server to take them no longer.
    ///
    /// Whatever this returns or throws, nobody is signed in here any more.
    ///
    /// - Returns: What became of the tokens on the server.
    /// - Throws: A ``CodedError`` when the stored tokens could not be removed, `CancellationError` when the task was
    ///   cancelled before the server had answered.
    func signOut() async throws -> Revocation
}
