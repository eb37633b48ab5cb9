import Synchronization

/// A batch in the writer's queue.
final class PendingWrite: Sendable {
    let durability: Durability
    /// Puts the batch together.
    let body: @Sendable (inout WriteTransaction) throws -> Void
    /// Called once: nil when the batch was committed.
    let complete: @Sendable ((any Error)?) -> Void
    private let isCancelledState = Mutex(false)

    init(
        durability: Durability, body: @escaping @Sendable (inout WriteTransaction) throws -> Void,
        complete: @escaping @Sendable ((any Error)?) -> Void
    ) {
        self.durability = durability
        self.body = body
        self.complete = complete
    }

    var isCancelled: Bool { isCancelledState.withLock { $0 } }

    /// Leaves the batch out when it has not begun.
    func cancel() { isCancelledState.withLock { $0 = true } }
}
