public import Core

/// A ``Core/StorageProvider`` for tests of view models: records its calls and answers as scripted.
public final class MockStorageProvider: StorageProvider, Mock {
    /// What ``applyRetention(_:isDryRun:)`` was called with.
    public struct RetentionCall: Hashable, Sendable {
        /// The limits; `nil` for those that the person has set.
        public var policy: RetentionPolicy?
        /// Whether it was only to be said what would go.
        public var isDryRun: Bool

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - policy: The limits.
        ///   - isDryRun: Whether it was only to be said what would go.
        public init(_ policy: RetentionPolicy? = nil, isDryRun: Bool) {
            self.policy = policy
            self.isDryRun = isDryRun
        }
    }

    /// What ``erase(_:isDryRun:)`` was called with.
    public struct EraseCall: Hashable, Sendable {
        /// What was chosen.
        public var scope: EraseScope
        /// Whether it was only to be said what would go.
        public var isDryRun: Bool

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - scope: What was chosen.
        ///   - isDryRun: Whether it was only to be said what would go.
        public init(_ scope: EraseScope, isDryRun: Bool) {
            self.scope = scope
            self.isDryRun = isDryRun
        }
    }

    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``report()``.
    public let onReport: MockMethod<Void, StorageReport>
    /// Scripts and records ``applyRetention(_:isDryRun:)``; nothing goes unless scripted.
    public let onApplyRetention: MockMethod<RetentionCall, RetentionReport>
    /// Scripts and records ``erase(_:isDryRun:)``; nothing goes unless scripted.
    public let onErase: MockMethod<EraseCall, EraseReport>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onReport = MockMethod("MockStorageProvider.report", log: log)
        onApplyRetention = MockMethod("MockStorageProvider.applyRetention", log: log) { call in
            RetentionReport(isDryRun: call.isDryRun)
        }
        onErase = MockMethod("MockStorageProvider.erase", log: log) { call in
            EraseReport(scope: call.scope, isDryRun: call.isDryRun)
        }
    }

    /// Answers as ``onReport`` says.
    ///
    /// - Returns: The scripted report.
    /// - Throws: The scripted error.
    public func report() async throws -> StorageReport {
        try await onReport.answer(to: ())
    }

    /// Answers as ``onApplyRetention`` says.
    ///
    /// - Parameters:
    ///   - policy: The limits.
    ///   - isDryRun: Whether it is only to be said what would go.
    /// - Returns: The scripted report.
    /// - Throws: The scripted error.
    public func applyRetention(_ policy: RetentionPolicy?, isDryRun: Bool) async throws -> RetentionReport {
        try await onApplyRetention.answer(to: RetentionCall(policy, isDryRun: isDryRun))
    }

    /// Answers as ``onErase`` says.
    ///
    /// - Parameters:
    ///   - scope: What was chosen.
    ///   - isDryRun: Whether it is only to be said what would go.
    /// - Returns: The scripted report.
    /// - Throws: The scripted error.
    public func erase(_ scope: EraseScope, isDryRun: Bool) async throws -> EraseReport {
        try await onErase.answer(to: EraseCall(scope, isDryRun: isDryRun))
    }
}
