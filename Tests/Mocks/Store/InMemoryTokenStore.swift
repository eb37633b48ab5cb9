public import Core
import Synchronization

/// A ``Core/TokenStore`` that works, in memory, fails on request, and remembers what it was given.
public final class InMemoryTokenStore: TokenStore {
    /// What can be made to fail.
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
    /// - Parameter accounts: What it holds at first; nothing by default.
    public init(_ accounts: [AccountKey: Credentials] = [:]) {
        state = Mutex(State(accounts: accounts))
    }

    /// What it holds.
    public var accounts: [AccountKey: Credentials] { state.withLock { $0.accounts } }

    /// All that it was given to keep, in that order, and kept.
    public var saved: [Credentials] { state.withLock { $0.saved } }

    /// Changes what it holds, as another process does.
    ///
    /// - Parameters:
    ///   - credentials: What to keep; `nil` to forget the account.
    ///   - account: Whose.
    public func put(_ credentials: Credentials?, for account: AccountKey) {
        state.withLock { $0.accounts[account] = credentials }
    }

    /// Makes an operation fail from now on.
    ///
    /// - Parameters:
    ///   - operation: Which one.
    ///   - error: What it throws; `nil` makes it work again.
    public func fail(_ operation: Operation, with error: (any Error)?) {
        state.withLock { $0.failures[operation] = error }
    }

    /// What is kept of an account.
    ///
    /// - Parameter account: Whose.
    /// - Returns: The credentials, `nil` when none were saved.
    /// - Throws: What ``fail(_:with:)`` was given.
    public func credentials(for account: AccountKey) async throws -> Credentials? {
        try perform(.read) { $0.accounts[account] }
    }

    /// Keeps the credentials of an account.
    ///
    /// - Parameters:
    ///   - credentials: What to keep.
    ///   - account: Whose.
    /// - Throws: What ``fail(_:with:)`` was given.
    public func save(_ credentials: Credentials, for account: AccountKey) async throws {
        try perform(.save) { state in
            state.accounts[account] = credentials
            state.saved.append(credentials)
        }
    }

    /// Forgets an account.
    ///
    /// - Parameter account: Whose.
    /// - Throws: What ``fail(_:with:)`` was given.
    public func remove(_ account: AccountKey) async throws {
        try perform(.remove) { $0.accounts[account] = nil }
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
