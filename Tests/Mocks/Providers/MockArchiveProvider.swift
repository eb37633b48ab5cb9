public import Core

/// A ``Core/ArchiveProvider`` for tests of view models: records its calls and answers as scripted.
///
/// For one that keeps what is merged into it, see ``InMemoryArchiveProvider``.
public final class MockArchiveProvider: ArchiveProvider, Mock {
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``export()``.
    public let onExport: MockMethod<Void, Archive>
    /// Scripts and records ``preview(_:)``.
    public let onPreview: MockMethod<Archive, ArchiveReceipt>
    /// Scripts and records ``merge(_:)``.
    public let onMerge: MockMethod<Archive, ArchiveReceipt>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onExport = MockMethod("MockArchiveProvider.export", log: log)
        onPreview = MockMethod("MockArchiveProvider.preview", log: log)
        onMerge = MockMethod("MockArchiveProvider.merge", log: log)
    }

    /// Answers as ``onExport`` says.
    ///
    /// - Returns: The scripted archive.
    /// - Throws: The scripted error.
    public func export() async throws -> Archive {
        try await onExport.answer(to: ())
    }

    /// Answers as ``onPreview`` says.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: The scripted receipt.
    /// - Throws: The scripted error.
    public func preview(_ archive: Archive) async throws -> ArchiveReceipt {
        try await onPreview.answer(to: archive)
    }

    /// Answers as ``onMerge`` says.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: The scripted receipt.
    /// - Throws: The scripted error.
    public func merge(_ archive: Archive) async throws -> ArchiveReceipt {
        try await onMerge.answer(to: archive)
    }
}
