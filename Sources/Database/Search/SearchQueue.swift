import Dispatch
import Synchronization

/// Runs searches one after the other on a thread of their own, and cancels those that nobody waits for.
struct SearchQueue: Sendable {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Runs a search.
    ///
    /// - Parameter search: The search; it throws `CancellationError` soon after its argument returns true.
    /// - Returns: What the search returns.
    /// - Throws: `CancellationError`; what the search throws.
    func run<Found: Sendable>(
        _ search: @escaping @Sendable (_ isCancelled: @escaping () -> Bool) throws -> Found
    ) async throws -> Found {
        let isCancelled = Flag()
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try search { isCancelled.isSet } }) }
            }
        } onCancel: {
            isCancelled.set()
        }
    }
}

/// A flag that can be set once, from any thread.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}
