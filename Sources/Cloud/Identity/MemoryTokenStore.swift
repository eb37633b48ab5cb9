public import Core
import Synchronization

/// A ``Core/TokenStore`` that forgets with the process: for a session that leaves no trace.
///
/// Safe from any thread.
public final class MemoryTokenStore: TokenStore {
    private let state = Mutex<[AccountKey: Credentials]>([:])

    /// Creates an empty store.
    public init() {}

    /// What is kept of an account.
    ///
    /// - Parameter account: Whose.
    /// - Returns: The credentials, `nil` when none were saved.
    public func credentials(for account: AccountKey) async -> Credentials? {
        state.withLock { $0[account] }
    }

    /// Keeps the credentials of an account until the process ends.
    ///
    /// - Parameters:
    ///   - credentials: What to keep.
    ///   - account: Whose.
    public func save(_ credentials: Credentials, for account: AccountKey) async {
        state.withLock { $0[account] = credentials }
    }

    /// Forgets an account.
    ///
    /// - Parameter account: Whose.
    public func remove(_ account: AccountKey) async {
        state.withLock { $0[account] = nil }
    }
}
