public import Foundation

/// A provider of image files: from the cache, else from the network.
///
/// One instance serves the whole app, so that two views of one image share a download.
///
/// Contract:
/// - A link is downloaded once, however many callers ask for it at the same time, with the highest of their priorities.
/// - Cancelling the calling task throws `CancellationError`; the download ends when no caller waits for it.
/// - Only complete, successful responses are cached.
/// - While the setting `downloadPolicy` is `never`, an image that is not on the device is not fetched.
/// - Safe from any thread.
public protocol ImageProvider: Sendable {
    /// Returns an image, with the priority `userInitiated`.
    ///
    /// - Parameter link: The link as its post has it.
    /// - Returns: The whole image file.
    /// - Throws: ``DataError`` when it cannot be loaded, `CancellationError`.
    func image(for link: ResourceLink) async throws -> Data

    /// Returns an image, with a priority.
    ///
    /// The default implementation is ``image(for:)``, for providers without priorities.
    ///
    /// - Parameters:
    ///   - link: The link as its post has it.
    ///   - priority: The priority of a download.
    /// - Returns: The whole image file.
    /// - Throws: ``DataError`` when it cannot be loaded, `CancellationError`.
    func image(for link: ResourceLink, priority: RequestPriority) async throws -> Data

    /// Returns an image that is on this device, without using the network.
    ///
    /// The default implementation returns `nil`.
    ///
    /// - Parameter link: The link as its post has it.
    /// - Returns: The whole image file; `nil` when it is not on this device, or is no image.
    func storedImage(for link: ResourceLink) async -> Data?
}

extension ImageProvider {
    public func image(for link: ResourceLink, priority: RequestPriority) async throws -> Data {
        try await image(for: link)
    }

    public func storedImage(for link: ResourceLink) async -> Data? { nil }
}
