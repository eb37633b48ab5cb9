/// Tells which parts of posts can be read without a network.
///
/// Contract:
/// - The answer is what lies on the disk at that moment, also after an eviction; what is only in a cache does not
///   count.
/// - Safe from any thread.
public protocol AvailabilityProvider: Sendable {
    /// Returns which parts of some posts are on this device.
    ///
    /// - Parameter posts: The posts as they are stored.
    /// - Returns: The availability of each post.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func availability(of posts: [Post]) async throws -> [Post.ID: PostAvailability]

    /// Announces that availability may have changed, from now on.
    ///
    /// - Returns: A stream with one element for all changes since the last one was taken; it ends when its consumer
    ///   does.
    func changes() -> AsyncStream<Void>
}
