public import Core

/// A ``Core/PackProvider`` for tests: records its calls and returns scripted results.
public final class MockPackProvider: PackProvider, Mock {
    /// The reports of packs, which a test sets.
    public let reports = ObservableValue<[PackReport]>([])
    /// The log that collects unexpected calls.
    public let log: MockLog
    /// Scripts and records ``pack(_:)``.
    public let onPack: MockMethod<PackRequest, PackReport>
    /// Scripts and records ``resumePacks()``; no packs unless scripted.
    public let onResumePacks: MockMethod<Void, [PackReport]>
    /// Scripts and records ``pause(_:)``; does nothing unless scripted.
    public let onPause: MockMethod<PackRequest, Void>
    /// Scripts and records ``remove(_:)``.
    public let onRemove: MockMethod<[Post.ID]?, FileUsage>
    /// Scripts and records ``keepToLimit()``; nothing is deleted unless scripted.
    public let onKeepToLimit: MockMethod<Void, FileUsage>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; one of its own by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onPack = MockMethod("MockPackProvider.pack", log: log)
        onResumePacks = MockMethod("MockPackProvider.resumePacks", log: log) { [] }
        onPause = MockMethod("MockPackProvider.pause", log: log) { _ in }
        onRemove = MockMethod("MockPackProvider.remove", log: log)
        onKeepToLimit = MockMethod("MockPackProvider.keepToLimit", log: log) { FileUsage() }
    }

    public func pack(_ request: PackRequest) async throws -> PackReport {
        try await onPack.answer(to: request)
    }

    public func resumePacks() async throws -> [PackReport] {
        try await onResumePacks.answer(to: ())
    }

    public func pause(_ request: PackRequest) async {
        do {
            try await onPause.answer(to: request)
        } catch {
            // It cannot fail, so a scripted failure is no answer.
        }
    }

    public func remove(_ ids: [Post.ID]?) async throws -> FileUsage {
        try await onRemove.answer(to: ids)
    }

    @discardableResult
    public func keepToLimit() async throws -> FileUsage {
        try await onKeepToLimit.answer(to: ())
    }
}
