public import Core

/// A ``Core/PackProvider`` for tests of view models: records its calls and answers as scripted.
public final class MockPackProvider: PackProvider, Mock {
    /// What runs, is paused or ended; set it.
    public let reports = ObservableValue<[PackReport]>([])
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``pack(_:)``.
    public let onPack: MockMethod<PackRequest, PackReport>
    /// Scripts and records ``resumePacks()``; nothing to go on with unless scripted.
    public let onResumePacks: MockMethod<Void, [PackReport]>
    /// Scripts and records ``pause(_:)``; does nothing unless scripted.
    public let onPause: MockMethod<PackRequest, Void>
    /// Scripts and records ``remove(_:)``.
    public let onRemove: MockMethod<[Post.ID]?, FileUsage>
    /// Scripts and records ``keepToLimit()``; nothing goes unless scripted.
    public let onKeepToLimit: MockMethod<Void, FileUsage>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onPack = MockMethod("MockPackProvider.pack", log: log)
        onResumePacks = MockMethod("MockPackProvider.resumePacks", log: log) { [] }
        onPause = MockMethod("MockPackProvider.pause", log: log) { _ in }
        onRemove = MockMethod("MockPackProvider.remove", log: log)
        onKeepToLimit = MockMethod("MockPackProvider.keepToLimit", log: log) { FileUsage() }
    }

    /// Answers as ``onPack`` says.
    ///
    /// - Parameter request: What to fetch.
    /// - Returns: The scripted report.
    /// - Throws: The scripted error.
    public func pack(_ request: PackRequest) async throws -> PackReport {
        try await onPack.answer(to: request)
    }

    /// Answers as ``onResumePacks`` says.
    ///
    /// - Returns: The scripted reports.
    /// - Throws: The scripted error.
    public func resumePacks() async throws -> [PackReport] {
        try await onResumePacks.answer(to: ())
    }

    /// Is recorded, and waits where ``onPause`` says so.
    ///
    /// - Parameter request: Which one.
    public func pause(_ request: PackRequest) async {
        do {
            try await onPause.answer(to: request)
        } catch {
            // It cannot fail, so a scripted failure is no answer.
        }
    }

    /// Answers as ``onRemove`` says.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: The scripted number.
    /// - Throws: The scripted error.
    public func remove(_ ids: [Post.ID]?) async throws -> FileUsage {
        try await onRemove.answer(to: ids)
    }

    /// Answers as ``onKeepToLimit`` says.
    ///
    /// - Returns: The scripted number.
    /// - Throws: The scripted error.
    @discardableResult
    public func keepToLimit() async throws -> FileUsage {
        try await onKeepToLimit.answer(to: ())
    }
}
