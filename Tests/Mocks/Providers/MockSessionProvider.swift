public import Core
public import Foundation

/// A ``Core/SessionProvider`` for tests of view models: records its calls and answers as scripted.
///
/// ``state`` needs no script: the test sets it.
public final class MockSessionProvider: SessionProvider, Mock {
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Whether somebody is signed in; `unknown` at first.
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
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onRestore = MockMethod("MockSessionProvider.restore", log: log) { _ in }
        onSignInURL = MockMethod("MockSessionProvider.signInURL", log: log)
        onFinishSignIn = MockMethod("MockSessionProvider.finishSignIn", log: log) { _ in }
        onSignOut = MockMethod("MockSessionProvider.signOut", log: log)
    }

    /// Answers as ``onRestore`` says; does nothing by default.
    ///
    /// - Throws: The scripted error.
    public func restore() async throws { try await onRestore.answer(to: ()) }

    /// Answers as ``onSignInURL`` says.
    ///
    /// - Returns: The scripted page.
    /// - Throws: The scripted error.
    public func signInURL() async throws -> URL { try await onSignInURL.answer(to: ()) }

    /// Answers as ``onFinishSignIn`` says; does nothing by default.
    ///
    /// - Parameter redirect: The whole URL.
    /// - Throws: The scripted error.
    public func finishSignIn(redirect: URL) async throws { try await onFinishSignIn.answer(to: redirect) }

    /// Answers as ``onSignOut`` says.
    ///
    /// - Returns: The scripted outcome.
    /// - Throws: The scripted error.
    public func signOut() async throws -> Revocation { try await onSignOut.answer(to: ()) }
}
