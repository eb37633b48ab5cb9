import Core
import Dispatch
import Synchronization

/// The store's own thread, and the journal that is touched nowhere else.
final class StoreWriter: Sendable {
    // Slow work must not sit on Swift's cooperative threads: there are as few as there are cores.
    private let queue = DispatchQueue(label: "Lantern.JSONStore")
    // Only `queue` takes this lock, so nobody ever waits for it; it is how the compiler knows.
    private let resources: Mutex<Resources>

    private struct Resources {
        var journal: Journal?
        var lock: (any OpenFile)?
    }

    init(journal: sending Journal, lock: any OpenFile) {
        resources = Mutex(Resources(journal: journal, lock: lock))
    }

    deinit {
        resources.withLock { resources in
            resources.journal?.close()
            resources.lock?.close()
        }
    }

    func run<Result: Sendable>(_ work: @escaping @Sendable (Journal?) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: self.resources.withLock { resources in Swift.Result { try work(resources.journal) } })
            }
        }
    }

    /// Syncs and gives everything back; whatever the sync says, nothing stays open.
    func close() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async {
                let outcome = self.resources.withLock { resources in
                    let outcome = Swift.Result { try resources.journal?.sync() ?? () }
                    resources.journal?.close()
                    resources.lock?.close()
                    resources = Resources()
                    return outcome
                }
                continuation.resume(with: outcome)
            }
        }
    }
}
