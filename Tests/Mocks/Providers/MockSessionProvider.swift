public import Core
public import Foundation

/// A ``Core/AccountProvider`` for tests of view models that records its calls and answers as scripted.
///
/// ``state``, ``accounts`` and ``signInMethod`` need no script: the test sets them.
public final class MockSessionProvider: AccountProvider, Mock {
    public let log: MockLog
    /// The state of the session, `unknown` at first; set it.
    public let state = ObservableValue(SessionState.unknown)
    /// The accounts, none at first; set them.
    public let accounts = ObservableValue(SiteAccounts())
    /// The way in which people sign in, `browser` at first; set it before the view model is made.
    public var signInMethod: SignInMethod {
        get { method.value }
        set { method.set(newValue) }
    }
    private let method = ObservableValue(SignInMethod.browser)
    /// Scripts and records ``restore()``.
    public let onRestore: MockMethod<Void, Void>
    /// Scripts and records ``signInURL()``.
    public let onSignInURL: MockMethod<Void, URL>
    /// Scripts and records ``finishSignIn(redirect:)``.
    public let onFinishSignIn: MockMethod<URL, Void>
    /// Scripts and records ``signIn(with:)``.
    public let onSignIn: MockMethod<[SignInField.Name: Secret], Void>
    /// Scripts and records ``signOut()``.
    public let onSignOut: MockMethod<Void, Revocation>
    /// Scripts and records ``use(_:)``.
    public let onUse: MockMethod<SignedInAccount.ID?, Void>
    /// Scripts and records ``signOut(of:)``.
    public let onSignOutOf: MockMethod<SignedInAccount.ID, Revocation>
    /// Scripts and records ``confirm(with:)``.
    public let onConfirm: MockMethod<[SignInField.Name: Secret], Void>
    /// Scripts and records ``confirm(redirect:)``.
    public let onConfirmRedirect: MockMethod<URL, Void>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onRestore = MockMethod("MockSessionProvider.restore", log: log) { _ in }
        onSignInURL = MockMethod("MockSessionProvider.signInURL", log: log)
        onFinishSignIn = MockMethod("MockSessionProvider.finishSignIn", log: log) { _ in }
        onSignIn = MockMethod("MockSessionProvider.signIn", log: log) { _ in }
        onSignOut = MockMethod("MockSessionProvider.signOut", log: log)
        onUse = MockMethod("MockSessionProvider.use", log: log) { _ in }
        onSignOutOf = MockMethod("MockSessionProvider.signOutOf", log: log)
        onConfirm = MockMethod("MockSessionProvider.confirm", log: log) { _ in }
        onConfirmRedirect = MockMethod("MockSessionProvider.confirmRedirect", log: log) { _ in }
    }

    public func restore() async throws { try await onRestore.answer(to: ()) }

    public func signInURL() async throws -> URL { try await onSignInURL.answer(to: ()) }

    public func finishSignIn(redirect: URL) async throws { try await onFinishSignIn.answer(to: redirect) }

    public func signIn(with fields: [SignInField.Name: Secret]) async throws {
        try await onSignIn.answer(to: fields)
    }

    public func signOut() async throws -> Revocation { try await onSignOut.answer(to: ()) }

    public func use(_ account: SignedInAccount.ID?) async throws { try await onUse.answer(to: account) }

    public func signOut(of account: SignedInAccount.ID) async throws -> Revocation {
        try await onSignOutOf.answer(to: account)
    }

    public func confirm(with fields: [SignInField.Name: Secret]) async throws {
        try await onConfirm.answer(to: fields)
    }

    public func confirm(redirect: URL) async throws { try await onConfirmRedirect.answer(to: redirect) }
}
