import Core
import Synchronization

/// The stored credentials of an account, on which one piece of work is done at a time, here and in other processes.
final class ExclusiveCredentials: Sendable {
    private let account: AccountKey
    private let store: any TokenStore
    /// The last work; each begins when the one before has ended.
    private let last = Mutex<Task<Void, Never>?>(nil)

    /// Creates the credentials of an account; nothing is read.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - store: The store.
    init(of account: AccountKey, in store: any TokenStore) {
        self.account = account
        self.store = store
    }

    /// Runs work when all that was begun before has ended.
    ///
    /// It is finished whoever is cancelled.
    ///
    /// - Parameter work: The work.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work; a `CodedError` with the code `storeBusy` when another process takes too long.
    func change<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let (store, account) = (store, account)
        let task = last.withLock { last in
            let before = last
            let task = Task {
                await before?.value
                return try await store.withExclusiveAccess(to: account, work)
            }
            last = Task { _ = await task.result }
            return task
        }
        return try await task.value
    }

    /// Removes the credentials, whatever other processes do.
    ///
    /// - Returns: What was stored and could be read, and the failure where they could not be removed.
    func remove() async -> (found: [Credentials], failure: (any Error)?) {
        let (store, account) = (store, account)
        do {
            let found = try await change { () -> Credentials? in
                // What cannot be read is to be removed all the same; it only cannot be revoked.
                let found = try? await store.credentials(for: account)
                try await store.remove(account)
                return found
            }
            return ([found].compactMap { $0 }, nil)
        } catch {
            do {
                // Another process would not let go of the account; on this device it ends nevertheless.
                try await store.remove(account)
                return ([], nil)
            } catch {
                return ([], error)
            }
        }
    }
}
