public import Foundation

/// A provider of the accounts that people are signed in to at one site, one of which reads and acts at a time.
///
/// As a ``SessionProvider`` it stands for the account in use: ``SessionProvider/state`` is that account's, and
/// `signOut()` signs that account out. Signing in adds an account and uses it; signing in as somebody who is signed in
/// already replaces that sign-in. No account is ever asked for with another one's credentials.
///
/// Safe from any thread.
public protocol AccountProvider: SessionProvider {
    /// The accounts on this device, and each change; empty before ``SessionProvider/restore()`` or the first request.
    var accounts: ObservableValue<SiteAccounts> { get }

    /// Reads which accounts are on this device, so that ``accounts`` is right; the server is not asked.
    ///
    /// The default implementation is ``SessionProvider/restore()``.
    ///
    /// - Throws: A ``CodedError`` when what is stored cannot be read.
    func load() async throws

    /// Chooses the account that reads and acts from now on, also after a relaunch.
    ///
    /// - Parameter account: The account; `nil` for nobody, who stays signed in nevertheless.
    /// - Throws: ``DataError`` with the code `notFound` for an account that is not signed in, a ``CodedError`` when the
    ///   choice cannot be stored.
    func use(_ account: SignedInAccount.ID?) async throws

    /// Signs an account out, as `signOut()` does for the one in use; then nobody is in use.
    ///
    /// - Parameter account: The account.
    /// - Returns: The result of the revocation.
    /// - Throws: ``DataError`` with the code `notFound` for an account that is not signed in; otherwise as `signOut()`.
    @discardableResult
    func signOut(of account: SignedInAccount.ID) async throws -> Revocation

    /// Has the person in use sign in once more, before something that cannot be undone; nothing of it is kept.
    ///
    /// - Parameter fields: What was typed into the fields of `signInMethod`.
    /// - Throws: ``SignInError``, `anotherPerson` when somebody else has signed in; ``NetworkError``.
    func confirm(with fields: [SignInField.Name: Secret]) async throws

    /// Has the person in use sign in once more on the page of `signInURL()`; nothing of it is kept.
    ///
    /// - Parameter redirect: The whole URL to which the page has redirected the browser.
    /// - Throws: ``SignInError``, `anotherPerson` when somebody else has signed in; ``NetworkError``.
    func confirm(redirect: URL) async throws
}

extension AccountProvider {
    public func load() async throws { try await restore() }
}

/// The accounts that people are signed in to at one site.
public struct SiteAccounts: Hashable, Sendable {
    /// The accounts, in the order of their ids.
    public var all: [SignedInAccount]
    /// The id of the account in use; `nil` for nobody.
    public var currentID: SignedInAccount.ID?

    /// Creates accounts; none by default.
    ///
    /// - Parameters:
    ///   - all: The accounts.
    ///   - currentID: The id of the account in use.
    public init(all: [SignedInAccount] = [], currentID: SignedInAccount.ID? = nil) {
        self.all = all
        self.currentID = currentID
    }

    /// The account in use; `nil` for nobody.
    public var current: SignedInAccount? { all.first { $0.id == currentID } }
}

/// An account that somebody is signed in to on this device.
public struct SignedInAccount: Hashable, Sendable, Identifiable {
    /// The name under which its credentials are kept on this device; it says nothing about the person.
    public let id: String
    /// The site.
    public let site: Site
    /// The person; `nil` until the server has told who it is.
    public var user: SessionUser?
    /// The state of its session.
    public var state: SessionState
    /// The number of its sign-in in this process, which differs for each; 0 where it is not counted.
    package var signIn = 0
    /// The fingerprint of the token from outside that its session began with; `nil` where it began with none.
    package var tokenFingerprint: String?

    /// The key of all that belongs to the account, by the server's id of the person; `nil` while that is not known.
    public var key: AccountKey? { user.map { AccountKey(site: site, name: $0.id) } }

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: The name under which its credentials are kept.
    ///   - site: The site.
    ///   - user: The person; not known by default.
    ///   - state: The state of its session; `signedIn` by default.
    public init(id: String, site: Site, user: SessionUser? = nil, state: SessionState = .signedIn) {
        self.id = id
        self.site = site
        self.user = user
        self.state = state
    }
}

/// The account that a request is sent for.
public enum RequestSender: Hashable, Sendable {
    /// The one that is in use when the request is sent, or nobody.
    case current
    /// Nobody, whoever is signed in.
    case nobody
    /// This account; the request fails with the code `unauthorized` when it is not signed in, and never goes out for
    /// another one.
    case account(AccountKey)
}
