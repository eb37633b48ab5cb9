/// Keeps tokens where nobody else can read them: a file of mode 0600, the Keychain, or memory.
///
/// Contract:
/// - What ``save(_:for:)`` was given is there after a relaunch and after power loss when it has returned, whole; one that
///   fails leaves what was there before. (A store in memory forgets with the process, and says so.)
/// - Missing is `nil`; unreadable is an error that names the place and never the content.
/// - No description, log or error has a token in it.
/// - Safe from any thread.
public protocol TokenStore: Sendable {
    /// What is kept of an account.
    ///
    /// - Parameter account: Whose.
    /// - Returns: The credentials, `nil` when none were saved.
    /// - Throws: A ``CodedError`` when they are there and cannot be read.
    func credentials(for account: AccountKey) async throws -> Credentials?

    /// Keeps the credentials of an account in place of what was kept before.
    ///
    /// - Parameters:
    ///   - credentials: What to keep.
    ///   - account: Whose.
    /// - Throws: A ``CodedError`` when they cannot be kept.
    func save(_ credentials: Credentials, for account: AccountKey) async throws

    /// Forgets an account; one that is not there is forgotten already.
    ///
    /// - Parameter account: Whose.
    /// - Throws: A ``CodedError`` when it cannot be removed.
    func remove(_ account: AccountKey) async throws

    /// Runs work on an account that no other process does at the same time, such as asking for new tokens.
    ///
    /// The work reads the account again: another process may have changed it while this one waited. The default
    /// runs the work at once, which is right for a store that no other process has.
    ///
    /// - Parameters:
    ///   - account: Whose.
    ///   - work: What to run.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws; a ``CodedError`` with the code `storeBusy` when somebody else goes on for too long.
    func withExclusiveAccess<Result: Sendable>(
        to account: AccountKey, _ work: @Sendable () async throws -> Result
    ) async throws -> Result
}

extension TokenStore {
    /// Runs the work at once: no other process has this store.
    ///
    /// - Parameters:
    ///   - account: Whose.
    ///   - work: What to run.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    public func withExclusiveAccess<Result: Sendable>(
        to account: AccountKey, _ work: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await work()
    }
}
