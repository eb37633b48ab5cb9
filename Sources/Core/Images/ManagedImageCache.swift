/// An image cache in memory and on the disk that can be cleared, trimmed and measured.
///
/// Its seven requirements are one for each event that shrinks it: a person who clears it, an app that goes into the
/// background, a memory warning, expiry, and a storage limit.
///
/// Contract:
/// - Images that are removed can be fetched again.
/// - Images that were stored before a call are gone when it returns; images that are stored meanwhile may stay.
/// - A failing disk is no error: images that cannot be removed are still there, and counted.
public protocol ManagedImageCache: ImageCacheProvider {
    /// Removes all images from memory; they stay on the disk.
    func clearMemory() async

    /// Removes all images from the disk; memory is unchanged.
    func clearDisk() async

    /// Removes expired images from the disk.
    func removeExpired() async

    /// Shrinks the images in memory to a tenth, the most recently used, before it returns; the disk is unchanged.
    func handleMemoryWarning()

    /// Saves what is known only in memory about the images on the disk, such as the order of their use.
    ///
    /// Call it when the app goes into the background.
    func flush() async

    /// Removes images from the disk, least recently used first, until they take no more than a number of bytes.
    ///
    /// It does not limit images that are stored later.
    ///
    /// - Parameters:
    ///   - maximumBytes: The number of bytes.
    ///   - isDryRun: Whether to compute what would be removed, and to remove nothing.
    /// - Returns: The files that were removed, or would be.
    func trimDisk(toBytes maximumBytes: Int, isDryRun: Bool) async -> FileUsage

    /// Measures the cache.
    ///
    /// - Returns: The bytes and images in memory and on the disk.
    func usage() async -> ImageCacheUsage
}

/// The size of an image cache in memory and on the disk.
public struct ImageCacheUsage: Hashable, Sendable, Codable {
    /// The number of bytes in memory.
    public var memoryBytes: Int
    /// The number of images in memory.
    public var memoryCount: Int
    /// The number of bytes on the disk: the lengths of the files.
    public var diskBytes: Int
    /// The number of images on the disk; an image may be in memory as well.
    public var diskCount: Int

    /// Creates a usage.
    ///
    /// - Parameters:
    ///   - memoryBytes: The number of bytes in memory.
    ///   - memoryCount: The number of images in memory.
    ///   - diskBytes: The number of bytes on the disk.
    ///   - diskCount: The number of images on the disk.
    public init(memoryBytes: Int = 0, memoryCount: Int = 0, diskBytes: Int = 0, diskCount: Int = 0) {
        self.memoryBytes = memoryBytes
        self.memoryCount = memoryCount
        self.diskBytes = diskBytes
        self.diskCount = diskCount
    }
}
