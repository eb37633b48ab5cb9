import Core

/// Performs work within a time limit.
///
/// - Parameters:
///   - limit: The time limit.
///   - time: The clock.
///   - work: The work; it is cancelled when the time is over, and has to end promptly then.
/// - Returns: The result of the work; `nil` when the time was over first.
/// - Throws: The error of the work, and `CancellationError` when the surrounding task is cancelled.
func within<Result: Sendable>(
    _ limit: Duration, on time: any TimeProvider, _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result? {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await time.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
    }
}
