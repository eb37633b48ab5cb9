public import Foundation

/// Keeps the bytes of images that were downloaded, so that showing one again needs no network.
///
/// Contract:
/// - A cache: what was stored may be gone at any time, and that is no error.
/// - Only whole, successful answers are stored.
/// - Keys are the links as posts hold them, before they are resolved, so that a server that moves costs nothing.
/// - Safe from any thread; no call waits for the network.
public protocol ImageCacheProvider: Sendable {
    /// The stored bytes of an image. Counts as a use.
    ///
    /// - Parameter link: The link that the image was stored under.
    /// - Returns: The bytes, or `nil` when they are not there.
    func image(for link: ResourceLink) async -> Data?

    /// Stores the bytes of an image, and lets go of others where that is needed to stay within the bounds.
    ///
    /// - Parameters:
    ///   - data: The whole image file.
    ///   - link: The link to find it by.
    func store(_ data: Data, for link: ResourceLink) async

    /// Lets go of everything.
    func removeAll() async
}
