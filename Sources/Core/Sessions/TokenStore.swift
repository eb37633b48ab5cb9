/// A store of credentials that nobody else can read: files of mode 0600, the Keychain, or memory.
///
/// Contract:
/// - When ``save(_:for:)`` has returned, the credentials survive a relaunch and power loss; when it fails, the ones
///   before are unchanged. (A store in memory is an exception, and says so.)
/// - Missing credentials are `nil`; unreadable ones are an error that names the place and never the content.
/// - No description, log or error contains a token.
/// - Safe from any thread.
public protocol TokenStore: Sendable {
    /// Returns the credentials of an account.
    ///
    /// - Parameter account: The account.
    /// - Returns: The credentials; `nil` when none were saved.
    /// - Throws: A ``CodedError`` when they cannot be read.
    func credentials(for account: AccountKey) async throws -> Credentials?

    /// Saves the credentials of an account in place of the ones before.
    ///
    /// - Parameters:
    ///   - credentials: The credentials.
    ///   - account: The account.
    /// - Throws: A ``CodedError`` when they cannot be saved.
    func save(_ credentials: Credentials, for account: AccountKey) async throws

    /// Removes the credentials of an account, if there are any.
    ///
    /// - Parameter account: The account.
    /// - Throws: A ``CodedError`` when they cannot be removed.
    func remove(_ account: AccountKey) async throws

    /// Returns the accounts of a site whose credentials are kept.
    ///
    /// The default implementation returns none, for a store of one account, ``AccountKey`` with the name `default`.
    ///
    /// - Parameter site: The site.
    /// - Returns: The accounts, in any order; the app's own, which has no name, may be among them.
    /// - Throws: A ``CodedError`` when they cannot be listed.
    func accounts(on site: Site) async throws -> [AccountKey]

    /// Runs work on an account while no other process does, such as refreshing tokens.
    ///
    /// Read the credentials again in the work: another process may have changed them meanwhile. The default
    /// implementation runs the work at once, for a store that no other process uses.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - work: The work to run.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work; a ``CodedError`` with the code `storeBusy` when another process takes too long.
    func withExclusiveAccess<Result: Sendable>(
        to account: AccountKey, _ work: @Sendable () async throws -> Result
    ) async throws -> Result
}

extension TokenStore {
    public func accounts(on site: Site) async throws -> [AccountKey] { [] }

    public func withExclusiveAccess<Result: Sendable>(
        to account: AccountKey, _ work: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await work()
    }
}
