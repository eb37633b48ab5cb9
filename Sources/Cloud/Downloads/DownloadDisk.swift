import Dispatch

/// Runs file work off Swift's cooperative threads: the disk is slow, and those are few.
enum DownloadDisk: Sendable {
    private static let queue = DispatchQueue(label: "Lantern.Downloader", qos: .utility, attributes: .concurrent)

    /// Does some work on a thread that may wait.
    ///
    /// - Parameter work: The work.
    /// - Returns: What it returns.
    /// - Throws: What it throws.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}
