public import Core
import Synchronization

/// A ``Core/TokenStore`` in memory that fails on request and records what was saved.
public final class MockTokenStore: TokenStore {
    /// An operation that can be made to fail.
    public enum Operation: Hashable, Sendable, CaseIterable {
        /// Reading an account.
        case read
        /// Saving an account.
        case save
        /// Removing an account.
        case remove
    }

    private struct State: Sendable {
        var accounts: [AccountKey: Credentials]
        var saved: [Credentials] = []
        var failures: [Operation: any Error] = [:]
    }

    private let state: Mutex<State>

    /// Creates a store.
    ///
    /// - Parameter accounts: The first credentials; none by default.
    public init(_ accounts: [AccountKey: Credentials] = [:]) {
        state = Mutex(State(accounts: accounts))
    }

    /// The stored credentials by account.
    public var accounts: [AccountKey: Credentials] { state.withLock { $0.accounts } }

    /// All credentials that were saved, in order.
    public var saved: [Credentials] { state.withLock { $0.saved } }

    /// Sets or removes the credentials of an account, as another process does.
    ///
    /// - Parameters:
    ///   - credentials: The credentials; `nil` to remove them.
    ///   - account: The account.
    public func put(_ credentials: Credentials?, for account: AccountKey) {
        state.withLock { $0.accounts[account] = credentials }
    }

    /// Makes an operation fail from now on.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - error: The error to throw; `nil` makes it work again.
    public func fail(_ operation: Operation, with error: (any Error)?) {
        state.withLock { $0.failures[operation] = error }
    }

    public func credentials(for account: AccountKey) async throws -> Credentials? {
        try perform(.read) { $0.accounts[account] }
    }

    public func save(_ credentials: Credentials, for account: AccountKey) async throws {
        try perform(.save) { state in
            state.accounts[account] = credentials
            state.saved.append(credentials)
        }
    }

    public func remove(_ account: AccountKey) async throws {
        try perform(.remove) { $0.accounts[account] = nil }
    }

    public func accounts(on site: Site) async throws -> [AccountKey] {
        try perform(.read) { state in state.accounts.keys.filter { $0.site == site } }
    }

    private func perform<Result: Sendable>(
        _ operation: Operation, _ body: (inout State) -> Result
    ) throws -> Result {
        try state.withLock { state in
            if let failure = state.failures[operation] { throw failure }
            return body(&state)
        }
    }
}
