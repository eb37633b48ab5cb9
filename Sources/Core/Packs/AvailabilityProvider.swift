/// Knows what of a post is on this device.
///
/// Contract:
/// - What it says is what lies on the disk at that moment, also after an eviction; what is only in a cache, and may go at
///   any time, does not count.
/// - Safe from any thread.
public protocol AvailabilityProvider: Sendable {
    /// What of some posts is here.
    ///
    /// - Parameter posts: Which posts, as they are stored.
    /// - Returns: For each of them what is here.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func availability(of posts: [Post]) async throws -> [Post.ID: PostAvailability]

    /// Says that what is here may have changed, from now on.
    ///
    /// - Returns: A stream with one element for all changes since the last one was taken; it ends when its consumer does.
    func changes() -> AsyncStream<Void>
}
