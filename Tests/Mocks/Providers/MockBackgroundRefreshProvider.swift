public import Core
import Foundation

/// A ``Core/BackgroundRefreshProvider`` for tests of view models: records its calls and answers as scripted.
///
/// How far a run is, is what the test sets:
///
/// ```swift
/// mocks.backgroundRefresher.report.set(report)
/// ```
public final class MockBackgroundRefreshProvider: BackgroundRefreshProvider, Mock {
    /// What ``run(deadline:scope:)`` was called with.
    public struct RunCall: Hashable, Sendable {
        /// How long it may take.
        public var deadline: Duration
        /// Which feeds are asked for.
        public var scope: RefreshScope

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - deadline: How long it may take.
        ///   - scope: Which feeds are asked for.
        public init(deadline: Duration, scope: RefreshScope) {
            self.deadline = deadline
            self.scope = scope
        }
    }

    /// Where unexpected calls are collected.
    public let log: MockLog
    /// The run that is under way; set it.
    public let report = ObservableValue<RefreshReport?>(nil)
    /// Scripts and records ``lastReport()``; without a script there was no run.
    public let onLastReport: MockMethod<Void, RefreshReport?>
    /// Scripts and records ``run(deadline:scope:)``.
    ///
    /// A call that has no answer, or is cancelled while it is held, gets the report of a run that ended at once.
    public let onRun: MockMethod<RunCall, RefreshReport>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onLastReport = MockMethod("MockBackgroundRefreshProvider.lastReport", log: log) { _ in nil }
        onRun = MockMethod("MockBackgroundRefreshProvider.run", log: log)
    }

    /// Answers as ``onLastReport`` says.
    ///
    /// - Returns: The scripted report.
    /// - Throws: The scripted error.
    public func lastReport() async throws -> RefreshReport? {
        try await onLastReport.answer(to: ())
    }

    /// Answers as ``onRun`` says.
    ///
    /// - Parameters:
    ///   - deadline: How long it may take.
    ///   - scope: Which feeds are asked for.
    /// - Returns: The scripted report.
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
