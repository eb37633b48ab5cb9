import Dispatch

/// Runs disk work one piece after the other, on a thread that is none of Swift's cooperative ones: those are few.
///
/// What waits in it is what somebody waits for, so it grows no longer than the number of tasks that called.
struct DiskWorker: Sendable {
    private let queue: DispatchQueue

    init(_ label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs a piece of work, and then what no caller has to wait for.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, andThen rest: @escaping @Sendable () -> Void = {}
    ) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: work())
                rest()
            }
        }
    }
}
