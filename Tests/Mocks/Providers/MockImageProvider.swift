public import Core
public import Foundation

/// An ``Core/ImageProvider`` for tests of view models that records its calls and answers as scripted.
public final class MockImageProvider: ImageProvider, Mock {
    public let log: MockLog
    /// Scripts and records ``image(for:)`` and ``image(for:priority:)``.
    public let onImage: MockMethod<ResourceLink, Data>
    /// Scripts and records ``storedImage(for:)``; nothing is on the device unless scripted.
    public let onStoredImage: MockMethod<ResourceLink, Data?>

    private let asked = Monitor<[RequestPriority]>([])

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onImage = MockMethod("MockImageProvider.image", log: log)
        onStoredImage = MockMethod("MockImageProvider.storedImage", log: log) { _ in nil }
    }

    /// The priorities of all calls so far, in order; `userInitiated` for ``image(for:)``.
    package var priorities: [RequestPriority] { asked.withLock { $0 } }

    public func image(for link: ResourceLink) async throws -> Data {
        try await image(for: link, priority: .userInitiated)
    }

    public func image(for link: ResourceLink, priority: RequestPriority) async throws -> Data {
        asked.withLock { $0.append(priority) }
        return try await onImage.answer(to: link)
    }

    public func storedImage(for link: ResourceLink) async -> Data? {
        do {
            return try await onStoredImage.answer(to: link)
        } catch {
            return nil  // The protocol has no way to fail here: what cannot be read is not there.
        }
    }
}
