import Dispatch

/// Reads on a thread of its own: thousands of records take milliseconds, and Swift's cooperative threads are few.
struct PackReader: Sendable {
    private let queue = DispatchQueue(label: "Lantern.DatabasePackProvider.reader", qos: .utility)

    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
