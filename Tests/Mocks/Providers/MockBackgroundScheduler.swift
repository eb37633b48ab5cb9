public import Core

/// A ``Core/BackgroundScheduler`` for tests that records its calls, and runs nothing.
///
/// ```swift
/// mocks.scheduler.onSchedule.fails(with: DataError(.permissionDenied))
/// ```
public final class MockBackgroundScheduler: BackgroundScheduler, Mock {
    public let log: MockLog
    /// Scripts and records ``schedule(after:)``; without a script it accepts every run.
    public let onSchedule: MockMethod<Duration, Void>
    /// Records ``cancel()``.
    public let onCancel: MockMethod<Void, Void>

    /// Creates a scheduler that accepts every run.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onSchedule = MockMethod("MockBackgroundScheduler.schedule", log: log) { _ in }
        onCancel = MockMethod("MockBackgroundScheduler.cancel", log: log) { _ in }
    }

    public func schedule(after delay: Duration) throws {
        try onSchedule.answerNow(to: delay)
    }

    public func cancel() {
        do {
            try onCancel.answerNow(to: ())
        } catch {
            // Taking back cannot fail: a scripted error means the same as none.
        }
    }
}
