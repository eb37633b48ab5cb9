public import Foundation

/// Where view models get the bytes of images from: the cache first, the network second.
///
/// One instance serves the whole app, so that two views of one image share a download.
///
/// Contract:
/// - However many ask for a link at the same time, it is downloaded once.
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
}
