public import Core
public import Foundation

/// An ``Core/ImageProvider`` for tests of view models: records its calls and answers as scripted.
public final class MockImageProvider: ImageProvider, Mock {
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``image(for:)``.
    public let onImage: MockMethod<ResourceLink, Data>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onImage = MockMethod("MockImageProvider.image", log: log)
    }

    /// Answers as ``onImage`` says.
    ///
    /// - Parameter link: The link as its post holds it.
    /// - Returns: The scripted bytes.
    /// - Throws: The scripted error.
    public func image(for link: ResourceLink) async throws -> Data {
        try await onImage.answer(to: link)
    }
}
