public import Core
public import Foundation

/// Keeps images in memory in front of a disk: the ``Core/ImageCacheProvider`` of an app.
///
/// What is found on the disk comes into memory, and what is used in memory counts as used on the disk.
///
/// ```swift
/// let images = TieredImageCache(disk: DiskImageCache(folder: caches + "/images"))
/// Dependency.register((any ImageCacheProvider).self) { images }
/// Dependency.register((any ManagedImageCache).self) { images }
/// ```
public final class TieredImageCache: ManagedImageCache {
    /// The part in memory.
    public let memory: MemoryImageCache
    /// The part on the disk.
    public let disk: DiskImageCache

    /// Creates a cache of two parts, which nobody else should use.
    ///
    /// - Parameters:
    ///   - memory: The part in memory, 64 MB by default.
    ///   - disk: The part on the disk.
    public init(memory: MemoryImageCache = MemoryImageCache(), disk: DiskImageCache) {
        self.memory = memory
        self.disk = disk
    }

    /// The stored bytes of an image, from memory or else from the disk.
    ///
    /// - Parameter link: The link that the image was stored under.
    /// - Returns: The bytes, or `nil` when they are not there.
    public func image(for link: ResourceLink) async -> Data? {
        let epoch = memory.epoch
        if let image = await memory.image(for: link) {
            disk.noteUse(of: link)
            return image
        }
        guard let image = await disk.image(for: link) else { return nil }
        memory.fill(image, for: link, since: epoch)
        return image
    }

    /// Stores the bytes of an image in memory and on the disk.
    ///
    /// - Parameters:
    ///   - data: The whole image file.
    ///   - link: The link to find it by.
    public func store(_ data: Data, for link: ResourceLink) async {
        await memory.store(data, for: link)
        await disk.store(data, for: link)
    }

    /// Lets go of everything, in memory and on the disk.
    public func removeAll() async {
        await memory.removeAll()
        await disk.removeAll()
        // What was being read from the disk may have come back.
        await memory.removeAll()
    }

    /// Lets go of everything in memory.
    public func clearMemory() async {
        await memory.removeAll()
    }

    /// Lets go of everything on the disk.
    public func clearDisk() async {
        await disk.removeAll()
    }

    /// Keeps to the setting `imageCacheMegabytes` from now on, in megabytes of a million bytes.
    ///
    /// Ends with the task that it runs in.
    ///
    /// - Parameter settings: Where the setting is.
    public func follow(_ settings: any SettingsProvider) async {
        await follow(settings.settings.values)
    }

    /// Keeps to the setting in a stream of settings, which holds nobody who publishes them.
    ///
    /// - Parameter settings: The settings now, and each change of them.
    package func follow(_ settings: AsyncStream<ReadingSettings>) async {
        for await settings in settings {
            let bound = settings.imageCacheMegabytes * 1_000_000
            if disk.configuration.maximumBytes != bound { await disk.limit(to: bound) }
        }
    }

    /// Lets go of what has been on the disk for too long.
    public func removeExpired() async {
        await disk.removeExpired()
    }

    /// Keeps the most recently used tenth of what is in memory, or less.
    public func handleMemoryWarning() {
        memory.trim(toFraction: 0.1)
    }

    /// Writes the order of use down.
    public func flush() async {
        await disk.flush()
    }

    /// Lets go of images on the disk until they take no more than so much; memory keeps what it has.
    ///
    /// - Parameters:
    ///   - maximumBytes: How much they may take.
    ///   - isDryRun: Whether it is only to be said what would go.
    /// - Returns: What went.
    public func trimDisk(toBytes maximumBytes: Int, isDryRun: Bool) async -> FileUsage {
        await disk.trim(toBytes: maximumBytes, isDryRun: isDryRun)
    }

    /// How much it holds.
    ///
    /// - Returns: Bytes and images, in memory and on the disk.
    public func usage() async -> ImageCacheUsage {
        var usage = await disk.usage()
        (usage.memoryBytes, usage.memoryCount) = (memory.byteCount, memory.count)
        return usage
    }
}
