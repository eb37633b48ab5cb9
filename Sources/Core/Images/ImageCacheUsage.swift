/// How much an image cache holds.
public struct ImageCacheUsage: Hashable, Sendable, Codable {
    /// The bytes in memory.
    public var memoryBytes: Int
    /// The images in memory.
    public var memoryCount: Int
    /// The bytes on the disk: the lengths of the files.
    public var diskBytes: Int
    /// The images on the disk; one may be in memory too.
    public var diskCount: Int

    /// Creates a usage.
    ///
    /// - Parameters:
    ///   - memoryBytes: The bytes in memory.
    ///   - memoryCount: The images in memory.
    ///   - diskBytes: The bytes on the disk.
    ///   - diskCount: The images on the disk.
    public init(memoryBytes: Int = 0, memoryCount: Int = 0, diskBytes: Int = 0, diskCount: Int = 0) {
        self.memoryBytes = memoryBytes
        self.memoryCount = memoryCount
        self.diskBytes = diskBytes
        self.diskCount = diskCount
    }
}
