public import Foundation

/// Where view models get the bytes of images from: the cache first, the network second.
///
/// One instance serves the whole app, so that two views of one image share a download.
///
/// Contract:
/// - However many ask for a link at the same time, it is downloaded once, as fast as the most urgent of them wants it.
/// - Cancelling the calling task throws `CancellationError`; the download ends when nobody waits for it any more, and
///   leaves nothing behind.
/// - Only whole, successful answers are cached.
/// - Safe from any thread.
public protocol ImageProvider: Sendable {
    /// The bytes of an image.
    ///
    /// - Parameter link: The link as its post holds it.
    /// - Returns: The whole image file.
    /// - Throws: ``DataError`` when it cannot be had, `CancellationError`.
    func image(for link: ResourceLink) async throws -> Data

    /// The bytes of an image for somebody who may not be waiting yet.
    ///
    /// The default does the same as ``image(for:)``, for providers that know no priorities.
    ///
    /// - Parameters:
    ///   - link: The link as its post holds it.
    ///   - priority: Who waits; ``image(for:)`` asks for `userInitiated`.
    /// - Returns: The whole image file.
    /// - Throws: ``DataError`` when it cannot be had, `CancellationError`.
    func image(for link: ResourceLink, priority: RequestPriority) async throws -> Data
}

extension ImageProvider {
    /// The bytes of an image, whoever waits.
    ///
    /// - Parameters:
    ///   - link: The link as its post holds it.
    ///   - priority: Is not looked at.
    /// - Returns: The whole image file.
    /// - Throws: ``DataError`` when it cannot be had, `CancellationError`.
    public func image(for link: ResourceLink, priority: RequestPriority) async throws -> Data {
        try await image(for: link)
    }
}
