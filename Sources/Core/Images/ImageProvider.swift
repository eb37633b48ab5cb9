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
/// - While the setting `downloadPolicy` is `never`, an image that is not on the device is not fetched, whoever asks.
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

    /// The bytes of an image that is on this device: kept, or in the cache. Asks no network.
    ///
    /// The default knows of none.
    ///
    /// - Parameter link: The link as its post holds it.
    /// - Returns: The whole image file; `nil` when it is not here, or is no image.
    func storedImage(for link: ResourceLink) async -> Data?
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

    /// Nothing, for providers that know no more than how to ask.
    ///
    /// - Parameter link: Is not looked at.
    /// - Returns: `nil`.
    public func storedImage(for link: ResourceLink) async -> Data? { nil }
}
