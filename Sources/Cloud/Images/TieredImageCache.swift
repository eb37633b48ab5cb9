public import Core
public import Foundation

/// An image cache in memory in front of one on disk: the standard cache of an app.
///
/// Images found on the disk come into memory, and a use in memory counts as one on the disk.
///
/// ```swift
/// let images = TieredImageCache(disk: DiskImageCache(folder: caches + "/images"))
/// Dependency.register((any ImageCacheProvider).self) { images }
/// Dependency.register((any ManagedImageCache).self) { images }
/// ```
public final class TieredImageCache: ManagedImageCache {
    /// The cache in memory.
    package let memory: MemoryImageCache
    /// The cache on disk.
    package let disk: DiskImageCache

    /// Creates a cache of two parts, which nothing else should use.
    ///
    /// - Parameters:
    ///   - memory: The part in memory, 64 MB by default.
    ///   - disk: The part on the disk.
    public init(memory: MemoryImageCache = MemoryImageCache(), disk: DiskImageCache) {
        self.memory = memory
        self.disk = disk
    }

    public func image(for link: ResourceLink) async -> Data? {
        let clearCount = memory.clearCount
        if let image = await memory.image(for: link) {
            disk.noteUse(of: link)
            return image
        }
        guard let image = await disk.image(for: link) else { return nil }
        memory.fill(image, for: link, since: clearCount)
        return image
    }

    public func store(_ data: Data, for link: ResourceLink) async {
        await memory.store(data, for: link)
        await disk.store(data, for: link)
    }

    public func removeAll() async {
        await memory.removeAll()
        await disk.removeAll()
        // What was being read from the disk may have come back.
        await memory.removeAll()
    }

    public func clearMemory() async {
        await memory.removeAll()
    }

    public func clearDisk() async {
        await disk.removeAll()
    }

    /// Follows the setting `imageCacheMegabytes`, in megabytes of a million bytes, for as long as the task runs.
    ///
    /// Ends with the task that it runs in.
    ///
    /// - Parameter settings: The settings to follow.
    public func follow(_ settings: any SettingsProvider) async {
        await follow(settings.settings.values)
    }

    /// Follows the setting in a stream of settings, which keeps none of their publishers alive.
    ///
    /// - Parameter settings: The settings now, and each change of them.
    package func follow(_ settings: AsyncStream<ReadingSettings>) async {
        for await settings in settings {
            let bound = settings.imageCacheMegabytes * 1_000_000
            if disk.configuration.maximumBytes != bound { await disk.limit(to: bound) }
        }
    }

    /// Deletes expired images from the disk.
    public func removeExpired() async {
        await disk.removeExpired()
    }

    /// Evicts all but the most recently used tenth of the images in memory.
    public func handleMemoryWarning() {
        memory.trim(toFraction: 0.1)
    }

    /// Writes the order of use to the disk.
    public func flush() async {
        await disk.flush()
    }

    public func trimDisk(toBytes maximumBytes: Int, isDryRun: Bool) async -> FileUsage {
        await disk.trim(toBytes: maximumBytes, isDryRun: isDryRun)
    }

    public func usage() async -> ImageCacheUsage {
        var usage = await disk.usage()
        (usage.memoryBytes, usage.memoryCount) = (memory.byteCount, memory.count)
        return usage
    }
}
