public import Foundation

/// A cache of downloaded image files.
///
/// Contract:
/// - A stored image may be gone at any time, which is no error.
/// - Only complete, successful responses are stored.
/// - Keys are the links as posts have them, before they are resolved, so that they outlive a move of the server.
/// - Safe from any thread; no call waits for the network.
public protocol ImageCacheProvider: Sendable {
    /// Returns a cached image, which counts as a use.
    ///
    /// - Parameter link: The link by which it was stored.
    /// - Returns: The whole image file; `nil` when it is not in the cache.
    func image(for link: ResourceLink) async -> Data?

    /// Stores an image, and evicts others where that is needed to stay within the cache's limits.
    ///
    /// - Parameters:
    ///   - data: The whole image file.
    ///   - link: The link by which to find it.
    func store(_ data: Data, for link: ResourceLink) async

    /// Removes all images.
    func removeAll() async
}
