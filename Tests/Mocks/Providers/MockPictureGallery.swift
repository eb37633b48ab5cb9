public import Core
public import Foundation

/// A ``Core/PictureGallery`` for tests of view models that records its calls and answers as scripted.
public final class MockPictureGallery: PictureGallery, Mock {
    /// The arguments of a call of ``save(_:from:)``.
    public struct SaveCall: Hashable, Sendable {
        /// The whole image file.
        public var picture: Data
        /// The image's link.
        public var link: ResourceLink

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - picture: The whole image file.
        ///   - link: The image's link.
        package init(_ picture: Data, from link: ResourceLink) {
            self.picture = picture
            self.link = link
        }
    }

    public let log: MockLog
    /// Scripts and records ``save(_:from:)``.
    public let onSave: MockMethod<SaveCall, String>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onSave = MockMethod("MockPictureGallery.save", log: log)
    }

    public func save(_ picture: Data, from link: ResourceLink) async throws -> String {
        try await onSave.answer(to: SaveCall(picture, from: link))
    }
}
