public import Core
public import Foundation

/// A ``Core/SessionProvider`` for tests of view models that records its calls and answers as scripted.
///
/// ``state`` needs no script: the test sets it.
public final class MockSessionProvider: SessionProvider, Mock {
    public let log: MockLog
    /// The state of the session, `unknown` at first; set it.
    public let state = ObservableValue(SessionState.unknown)
    /// Scripts and records ``restore()``.
    public let onRestore: MockMethod<Void, Void>
    /// Scripts and records ``signInURL()``.
    public let onSignInURL: MockMethod<Void, URL>
    /// Scripts and records ``finishSignIn(redirect:)``.
    public let onFinishSignIn: MockMethod<URL, Void>
    /// Scripts and records ``signOut()``.
    public let onSignOut: MockMethod<Void, Revocation>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onRestore = MockMethod("MockSessionProvider.restore", log: log) { _ in }
        onSignInURL = MockMethod("MockSessionProvider.signInURL", log: log)
        onFinishSignIn = MockMethod("MockSessionProvider.finishSignIn", log: log) { _ in }
        onSignOut = MockMethod("MockSessionProvider.signOut", log: log)
    }

    public func restore() async throws { try await onRestore.answer(to: ()) }

    public func signInURL() async throws -> URL { try await onSignInURL.answer(to: ()) }

    public func finishSignIn(redirect: URL) async throws { try await onFinishSignIn.answer(to: redirect) }

    public func signOut() async throws -> Revocation { try await onSignOut.answer(to: ()) }
}
