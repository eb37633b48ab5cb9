public import Core

/// A ``Core/StorageProvider`` for tests of view models: records its calls and answers as scripted.
public final class MockStorageProvider: StorageProvider, Mock {
    public let log: MockLog
    /// Scripts and records ``report()``.
    public let onReport: MockMethod<Void, StorageReport>
    /// Scripts and records ``planRetention(_:)``; nothing would be deleted unless scripted.
    public let onPlanRetention: MockMethod<RetentionPolicy?, RetentionReport>
    /// Scripts and records ``applyRetention(_:)``; nothing is deleted unless scripted.
    public let onApplyRetention: MockMethod<RetentionPolicy?, RetentionReport>
    /// Scripts and records ``planErase(_:)``; nothing would be deleted unless scripted.
    public let onPlanErase: MockMethod<EraseScope, EraseReport>
    /// Scripts and records ``erase(_:)``; nothing is deleted unless scripted.
    public let onErase: MockMethod<EraseScope, EraseReport>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onReport = MockMethod("MockStorageProvider.report", log: log)
        onPlanRetention = MockMethod("MockStorageProvider.planRetention", log: log) { _ in
            RetentionReport(isDryRun: true)
        }
        onApplyRetention = MockMethod("MockStorageProvider.applyRetention", log: log) { _ in RetentionReport() }
        onPlanErase = MockMethod("MockStorageProvider.planErase", log: log) { EraseReport(scope: $0, isDryRun: true) }
        onErase = MockMethod("MockStorageProvider.erase", log: log) { EraseReport(scope: $0) }
    }

    public func report() async throws -> StorageReport { try await onReport.answer(to: ()) }

    public func planRetention(_ policy: RetentionPolicy?) async throws -> RetentionReport {
        try await onPlanRetention.answer(to: policy)
    }

    public func applyRetention(_ policy: RetentionPolicy?) async throws -> RetentionReport {
        try await onApplyRetention.answer(to: policy)
    }

    public func planErase(_ scope: EraseScope) async throws -> EraseReport {
        try await onPlanErase.answer(to: scope)
    }

    public func erase(_ scope: EraseScope) async throws -> EraseReport {
        try await onErase.answer(to: scope)
    }
}
