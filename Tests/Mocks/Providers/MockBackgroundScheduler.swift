public import Core

/// A ``Core/BackgroundScheduler`` for tests: records what it is asked for, and runs nothing.
///
/// ```swift
/// mocks.scheduler.onSchedule.fails(with: DataError(.permissionDenied))
/// ```
public final class MockBackgroundScheduler: BackgroundScheduler, Mock {
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``schedule(after:)``; without a script it takes every run.
    public let onSchedule: MockMethod<Duration, Void>
    /// Records ``cancel()``.
    public let onCancel: MockMethod<Void, Void>

    /// Creates a scheduler that takes every run.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onSchedule = MockMethod("MockBackgroundScheduler.schedule", log: log) { _ in }
        onCancel = MockMethod("MockBackgroundScheduler.cancel", log: log) { _ in }
    }

    /// Answers as ``onSchedule`` says.
    ///
    /// - Parameter delay: How long to wait at least.
    /// - Throws: The scripted error.
    public func schedule(after delay: Duration) throws {
        try onSchedule.answerNow(to: delay)
    }

    /// Is recorded.
    public func cancel() {
        do {
            try onCancel.answerNow(to: ())
        } catch {
            // Taking back cannot fail: a scripted error means the same as none.
        }
    }
}
