public import Core

/// A ``Core/ArchiveProvider`` for tests of view models that records its calls and answers as scripted.
///
/// For one that stores what is imported, see ``InMemoryArchiveProvider``.
public final class MockArchiveProvider: ArchiveProvider, Mock {
    public let log: MockLog
    /// Scripts and records ``export()``.
    public let onExport: MockMethod<Void, Archive>
    /// Scripts and records ``preview(_:)``.
    public let onPreview: MockMethod<Archive, ArchiveReceipt>
    /// Scripts and records ``merge(_:)``.
    public let onMerge: MockMethod<Archive, ArchiveReceipt>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onExport = MockMethod("MockArchiveProvider.export", log: log)
        onPreview = MockMethod("MockArchiveProvider.preview", log: log)
        onMerge = MockMethod("MockArchiveProvider.merge", log: log)
    }

    public func export() async throws -> Archive {
        try await onExport.answer(to: ())
    }

    public func preview(_ archive: Archive) async throws -> ArchiveReceipt {
        try await onPreview.answer(to: archive)
    }

    public func merge(_ archive: Archive) async throws -> ArchiveReceipt {
        try await onMerge.answer(to: archive)
    }
}
