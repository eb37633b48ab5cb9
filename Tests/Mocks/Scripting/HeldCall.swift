/// A call to a mock that waits until the test releases it, so that the test decides the order of events.
///
/// ```swift
/// let held = provider.onPerform.holds()
/// let refresh = Task { await viewModel.refresh() }
/// try await held.arrival()                 // the call is under way
/// held.release(returning: update)          // and now it has an answer
/// ```
public final class HeldCall<Output: Sendable>: Sendable {
    private struct State: Sendable {
        var hasArrived = false
        var isCancelled = false
        var result: Result<Output, any Error>?
    }

    private let state = Monitor(State())
    private let ignoresCancellation: Bool

    init(ignoresCancellation: Bool) {
        self.ignoresCancellation = ignoresCancellation
    }

    /// Whether the call was made.
    package var hasArrived: Bool { state.withLock { $0.hasArrived } }

    /// Whether the task that makes the call was cancelled while it waited.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Waits until the call is made.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func arrival() async throws {
        try await state.wait { $0.hasArrived }
    }

    /// Waits until the task that makes the call was cancelled.
    ///
    /// - Throws: `CancellationError` when the waiting task itself is cancelled.
    public func cancellation() async throws {
        try await state.wait { $0.isCancelled }
    }

    /// Releases the call with an answer; only the first release counts.
    ///
    /// - Parameter output: The answer.
    public func release(returning output: Output) {
        finish(with: .success(output))
    }

    /// Releases the call with an error; only the first release counts.
    ///
    /// - Parameter error: The error that the call throws.
    public func release(throwing error: any Error) {
        finish(with: .failure(error))
    }

    private func finish(with result: Result<Output, any Error>) {
        state.withLock { $0.result = $0.result ?? result }
    }

    func answer() async throws -> Output {
        state.withLock { $0.hasArrived = true }
        try await withTaskCancellationHandler {
            try await state.wait(ignoresCancellation: ignoresCancellation) { $0.result != nil }
        } onCancel: {
            state.withLock { $0.isCancelled = true }
        }
        guard let result = state.withLock({ $0.result }) else { throw CancellationError() }
        return try result.get()
    }
}

extension HeldCall where Output == Void {
    /// Releases the call; only the first release counts.
    public func release() {
        release(returning: ())
    }
}
