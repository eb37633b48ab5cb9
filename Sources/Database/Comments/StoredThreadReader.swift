import Dispatch

/// Reads threads on a thread of its own.
final class StoredThreadReader: Sendable {
    private let store: JSONStore
    // Thousands of comments take milliseconds: not on Swift's cooperative threads.
    private let queue = DispatchQueue(label: "Lantern.DatabaseCommentProvider.reader", qos: .userInitiated)

    init(_ store: JSONStore) {
        self.store = store
    }

    /// Reads something from the store as it is when its turn comes.
    func read<Result: Sendable>(
        _ work: @escaping @Sendable (StoreSnapshot) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [store] in
                continuation.resume(with: Swift.Result { try store.read(work) })
            }
        }
    }
}
