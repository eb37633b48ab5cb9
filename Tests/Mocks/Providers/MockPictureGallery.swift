public import Core
public import Foundation

/// A ``Core/PictureGallery`` for tests of view models: records its calls and answers as scripted.
public final class MockPictureGallery: PictureGallery, Mock {
    /// What ``save(_:from:)`` was called with.
    public struct SaveCall: Hashable, Sendable {
        /// The whole image file.
        public var picture: Data
        /// Where it came from.
        public var link: ResourceLink

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - picture: The whole image file.
        ///   - link: Where it came from.
        public init(_ picture: Data, from link: ResourceLink) {
            self.picture = picture
            self.link = link
        }
    }

    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``save(_:from:)``.
    public let onSave: MockMethod<SaveCall, String>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onSave = MockMethod("MockPictureGallery.save", log: log)
    }

    /// Answers as ``onSave`` says.
    ///
    /// - Parameters:
    ///   - picture: The whole image file.
    ///   - link: Where it came from.
    /// - Returns: The scripted place.
    /// - Throws: The scripted error.
    public func save(_ picture: Data, from link: ResourceLink) async throws -> String {
        try await onSave.answer(to: SaveCall(picture, from: link))
    }
}
