public import Core
import Foundation

/// A ``Core/BackgroundRefreshProvider`` for tests of view models that records its calls and answers as scripted.
///
/// A test sets the report of the run that is under way:
///
/// ```swift
/// mocks.backgroundRefresher.report.set(report)
/// ```
public final class MockBackgroundRefreshProvider: BackgroundRefreshProvider, Mock {
    /// The arguments of a call of ``run(deadline:scope:)``.
    public struct RunCall: Hashable, Sendable {
        /// The time limit.
        public var deadline: Duration
        /// The feeds to ask for.
        public var scope: RefreshScope

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - deadline: The time limit.
        ///   - scope: The feeds to ask for.
        package init(deadline: Duration, scope: RefreshScope) {
            self.deadline = deadline
            self.scope = scope
        }
    }

    public let log: MockLog
    /// The report of the run that is under way; set it.
    public let report = ObservableValue<RefreshReport?>(nil)
    /// Scripts and records ``lastReport()``; without a script there was no run.
    public let onLastReport: MockMethod<Void, RefreshReport?>
    /// Scripts and records ``run(deadline:scope:)``.
    ///
    /// A call that has no answer, or is cancelled while it is held, gets the report of a run that ended at once.
    public let onRun: MockMethod<RunCall, RefreshReport>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onLastReport = MockMethod("MockBackgroundRefreshProvider.lastReport", log: log) { _ in nil }
        onRun = MockMethod("MockBackgroundRefreshProvider.run", log: log)
    }

    public func lastReport() async throws -> RefreshReport? {
        try await onLastReport.answer(to: ())
    }

    public func run(deadline: Duration, scope: RefreshScope) async -> RefreshReport {
        do {
            return try await onRun.answer(to: RunCall(deadline: deadline, scope: scope))
        } catch {
            var report = RefreshReport(started: .distantPast)
            report.stop = .cancelled
            return report
        }
    }
}
