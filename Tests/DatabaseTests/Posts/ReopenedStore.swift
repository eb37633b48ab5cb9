import Core
import Database
import Mocks
import Synchronization

/// One store on a disk in memory, open once at a time.
final class ReopenedStore: Sendable {
    let files = InMemoryFileSystem()
    private let store = Mutex<JSONStore?>(nil)

    /// Closes the store if it is open, and opens it.
    func open(owner: MarkOwner = .nobody) async throws -> DatabasePostProvider {
        try await store.withLock { $0 }?.close()
        let opened = try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files, time: ManualClock())
        store.withLock { $0 = opened }
        return DatabasePostProvider(store: opened, owner: owner)
    }
}
