public import Core
import Synchronization

/// A store of OAuth tokens in memory, for a session that leaves no trace.
///
/// Safe from any thread.
public final class InMemoryTokenStore: TokenStore {
    private let state = Mutex<[AccountKey: Credentials]>([:])

    /// Creates an empty store.
    public init() {}

    public func credentials(for account: AccountKey) async -> Credentials? {
        state.withLock { $0[account] }
    }

    public func save(_ credentials: Credentials, for account: AccountKey) async {
        state.withLock { $0[account] = credentials }
    }

    public func accounts(on site: Site) async -> [AccountKey] {
        state.withLock { $0.keys.filter { $0.site == site } }
    }

    public func remove(_ account: AccountKey) async {
        state.withLock { $0[account] = nil }
    }
}
