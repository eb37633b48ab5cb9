public import Core
public import Foundation
import Synchronization

/// Keeps images on the disk, bounded in bytes and in time; what was used least recently goes first.
///
/// Rules:
/// - Each image is a file of its own, whole or not there: it is written beside and renamed, and one that was cut, damaged
///   or put there by somebody else is taken for missing and removed. Files with other names are left alone.
/// - The bound holds at all times, also right after a relaunch. When an image does not fit, the least recently used ones
///   go until 70 % of the bound is filled, that image included. Reading counts as a use, and the order survives a
///   relaunch, all but the last second of it.
/// - An image that is older than seven days is not shown any more; every 30 minutes of use what has expired is removed.
///   A date that lies ahead, because the clock was set back, has not expired.
/// - Nothing is synced: a cache may lose its last images with the power.
/// - A disk that fails makes nobody fail: what cannot be read is not there, and ``lastError`` says why.
/// - One process should use a folder. Two lose nothing but order: what one removes is simply missing to the other, and
///   each counts what it wrote itself.
///
/// The work is done on a thread of the cache's own, one thing after the other. The folder is read at the first call.
///
/// - Complexity: One file for a read or a write; the first call lists the folder.
public final class DiskImageCache: ImageCacheProvider {
    /// What it keeps; its bound changes with ``limit(to:)``.
    public var configuration: Configuration { current.withLock { $0 } }

    /// Only the worker takes it, so nobody waits for the disk on a lock.
    private let folder: Mutex<DiskImageFolder>
    private let worker = DiskWorker("Lantern.DiskImageCache")
    private let failure = Mutex<FileError?>(nil)
    private let current: Mutex<Configuration>
    /// Uses that the folder has not been told of.
    private let uses = Mutex<[UInt128]>([])
    private static let maximumUses = 1024

    /// Creates a cache, and touches no file.
    ///
    /// - Parameters:
    ///   - folder: Where the images lie; created with the first one. Everything in it may be deleted at any time.
    ///   - configuration: How much it keeps, and for how long.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        folder: String, configuration: Configuration = Configuration(),
        files: any FileSystem = Dependency.resolve((any FileSystem).self, default: LocalFileSystem()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        current = Mutex(configuration)
        self.folder = Mutex(DiskImageFolder(path: folder, configuration: configuration, files: files, time: time))
    }

    /// Why the disk last failed; `nil` when it never did.
    public var lastError: FileError? { failure.withLock { $0 } }

    /// The stored bytes of an image, which becomes the most recently used one.
    ///
    /// - Parameter link: The link that the image was stored under.
    /// - Returns: The bytes; `nil` when they are not there, have expired or cannot be read, and when the task is
    ///   cancelled before its turn.
    public func image(for link: ResourceLink) async -> Data? {
        let isCancelled = Flag()
        return await withTaskCancellationHandler {
            await perform { isCancelled.isSet ? nil : $0.image(for: link) }
        } onCancel: {
            isCancelled.set()
        }
    }

    /// Stores the bytes of an image; an older one under the same link is gone in any case.
    ///
    /// - Parameters:
    ///   - data: The whole image file; not kept when it is larger than the whole bound.
    ///   - link: The link to find it by.
    public func store(_ data: Data, for link: ResourceLink) async {
        await perform { $0.store(data, for: link) }
    }

    /// Lets go of everything.
    public func removeAll() async {
        await perform { $0.removeAll() }
    }

    /// Sets how many bytes all files have together at most, from now on.
    ///
    /// - Parameter maximumBytes: The bound; where more is there, the least recently used images go until 70 % of it is
    ///   filled. Zero keeps nothing.
    public func limit(to maximumBytes: Int) async {
        let bound = max(0, maximumBytes)
        current.withLock { $0.maximumBytes = bound }
        // The one that was said last counts, whichever comes first to the thread.
        await perform { [self] folder in folder.limit(to: configuration.maximumBytes) }
    }

    /// Lets go of what has expired; it happens every 30 minutes of use by itself.
    public func removeExpired() async {
        await perform { $0.removeExpired() }
    }

    /// Writes the order of use down, if it has changed.
    public func flush() async {
        await perform { $0.flush() }
    }

    /// How much it holds.
    ///
    /// - Returns: The images, and the bytes of their files; nothing in memory.
    public func usage() async -> ImageCacheUsage {
        await perform { $0.usage() }
    }

    /// Counts a use of an image that was found elsewhere, in memory; it goes to the disk with the next call.
    ///
    /// Quick, and safe from any thread.
    ///
    /// - Parameter link: The link that the image was stored under.
    public func noteUse(of link: ResourceLink) {
        let key = CachedImageName.key(of: link)
        uses.withLock { uses in
            guard uses.last != key else { return }
            // Who uses memory alone for that long leaves the disk with the newest half.
            if uses.count >= Self.maximumUses { uses.removeFirst(Self.maximumUses / 2) }
            uses.append(key)
        }
    }

    private func perform<Result: Sendable>(
        _ work: @escaping @Sendable (inout DiskImageFolder) -> Result
    ) async -> Result {
        await worker.run { [self] in
            inFolder { folder in
                folder.use(
                    uses.withLock { uses in
                        defer { uses = [] }
                        return uses
                    })
                return work(&folder)
            }
        } andThen: { [self] in
            inFolder { $0.tidy() }
        }
    }

    private func inFolder<Result: Sendable>(_ work: (inout DiskImageFolder) -> Result) -> Result {
        let (result, error) = folder.withLock { folder in (work(&folder), folder.takeError()) }
        if let error { failure.withLock { $0 = error } }
        return result
    }
}

/// Something that happened, for whoever looks.
private final class Flag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() {
        state.store(true, ordering: .relaxed)
    }
}
