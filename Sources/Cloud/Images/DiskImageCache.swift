public import Core
public import Foundation
import Synchronization

/// An image cache on disk, limited in bytes and in time, that evicts the least recently used images first.
///
/// Rules:
/// - Each image is a file of its own, whole or not there: it is written beside and renamed, and one that was cut,
///   damaged or put there by somebody else is taken for missing and removed. Files with other names are left alone.
/// - The bound holds at all times, also right after a relaunch. When an image does not fit, the least recently used
///   ones go until 70 % of the bound is filled, that image included. Reading counts as a use, and the order survives a
///   relaunch, all but the last second of it.
/// - An image that is older than seven days is not shown any more; every 30 minutes of use what has expired is removed.
///   A date that lies ahead, because the clock was set back, has not expired.
/// - Nothing is synced: a cache may lose its last images with the power.
/// - An error of the disk is no error of a caller: what cannot be read counts as missing, and ``lastError`` says why.
/// - One process should use a folder. Two lose nothing but order: what one removes is simply missing to the other, and
///   each counts what it wrote itself.
///
/// The work is done on a thread of the cache's own, one thing after the other. The folder is read at the first call.
///
/// - Complexity: One file for a read or a write; the first call lists the folder.
public final class DiskImageCache: ImageCacheProvider {
    /// The limits; ``limit(to:)`` changes the size limit.
    package var configuration: Configuration { current.withLock { $0 } }

    /// Only the worker takes it, so no caller waits for the disk on a lock.
    private let folder: Mutex<DiskImageFolder>
    private let worker = DiskWorker("Lantern.DiskImageCache")
    private let failure = Mutex<FileError?>(nil)
    private let current: Mutex<Configuration>
    /// Uses that are not yet in the folder's order.
    private let uses = Mutex<[UInt128]>([])
    private static let maximumUses = 1024

    /// Creates a cache, and touches no file.
    ///
    /// - Parameters:
    ///   - folder: The folder of the images; created with the first one. Everything in it may be deleted at any time.
    ///   - configuration: The limits of size and age.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        folder: String, configuration: Configuration = Configuration(),
        files: any FileSystem = Dependency.fileSystem,
        time: any TimeProvider = Dependency.clock
    ) {
        current = Mutex(configuration)
        self.folder = Mutex(DiskImageFolder(path: folder, configuration: configuration, files: files, time: time))
    }

    /// The last error of the disk; `nil` when there was none.
    public var lastError: FileError? { failure.withLock { $0 } }

    public func image(for link: ResourceLink) async -> Data? {
        let isCancelled = Flag()
        return await withTaskCancellationHandler {
            await perform { isCancelled.isSet ? nil : $0.image(for: link) }
        } onCancel: {
            isCancelled.set()
        }
    }

    public func store(_ data: Data, for link: ResourceLink) async {
        await perform { $0.store(data, for: link) }
    }

    public func removeAll() async {
        await perform { $0.removeAll() }
    }

    /// Changes the size limit of all files together, in bytes.
    ///
    /// - Parameter maximumBytes: The bound; where more is there, the least recently used images go until 70 % of it is
    ///   filled. Zero keeps nothing.
    public func limit(to maximumBytes: Int) async {
        let bound = max(0, maximumBytes)
        current.withLock { $0.maximumBytes = bound }
        // The one that was said last counts, whichever comes first to the thread.
        await perform { [self] folder in folder.limit(to: configuration.maximumBytes) }
    }

    /// Deletes expired images, which happens by itself every 30 minutes of use.
    package func removeExpired() async {
        await perform { $0.removeExpired() }
    }

    /// Writes the order of use to the disk, if it has changed.
    public func flush() async {
        await perform { $0.flush() }
    }

    /// Deletes the least recently used images until the others take no more than a number of bytes.
    ///
    /// - Parameters:
    ///   - maximumBytes: How much they may take.
    ///   - isDryRun: Whether it is only to be said what would go.
    /// - Returns: What went.
    package func trim(toBytes maximumBytes: Int, isDryRun: Bool = false) async -> FileUsage {
        await perform { $0.trim(toBytes: maximumBytes, isDryRun: isDryRun) }
    }

    /// Returns how much the cached images take, from its index of files: nothing is read from the disk.
    package func usage() async -> ImageCacheUsage {
        await perform { $0.usage() }
    }

    /// Notes a use of an image that was found in memory; it reaches the disk with the next call.
    ///
    /// Quick, and safe from any thread.
    ///
    /// - Parameter link: The link that the image was stored under.
    package func noteUse(of link: ResourceLink) {
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

/// An event that tests can observe.
private final class Flag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() {
        state.store(true, ordering: .relaxed)
    }
}

extension DiskImageCache {
    /// The limits of a disk cache.
    public struct Configuration: Sendable, Hashable {
        /// The size limit of all files together in bytes, 150 MB (157 286 400) by default; zero keeps nothing.
        package var maximumBytes: Int
        /// The part of ``maximumBytes`` that is left when the cache overflows, so that it is not trimmed for each image
        /// from then on: 0.7 by default, 0 to 1.
        package var sweepFraction: Double
        /// The time after which a stored image expires, seven days by default; `nil` for never.
        ///
        /// Reading it does not make it younger. For ever is for apps that are often without a network for long: the
        /// bound still lets the least recently used go.
        package var timeToLive: Duration?
        /// The time between two searches for expired images, 30 minutes by default.
        package var sweepInterval: Duration
        /// The shortest time between two writings of the order of use, one second by default.
        package var flushInterval: Duration

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - maximumBytes: The maximum of bytes of all files together.
        ///   - sweepFraction: To how much of that it is swept when it would overflow.
        ///   - timeToLive: The time for which an image is kept after it was stored; `nil` for ever.
        ///   - sweepInterval: The interval at which it looks for expired images.
        ///   - flushInterval: The shortest interval at which the order of use is written down.
        public init(
            maximumBytes: Int = 150 << 20, sweepFraction: Double = 0.7, timeToLive: Duration? = .seconds(7 * 86_400),
            sweepInterval: Duration = .seconds(30 * 60), flushInterval: Duration = .seconds(1)
        ) {
            self.maximumBytes = maximumBytes
            self.sweepFraction = sweepFraction
            self.timeToLive = timeToLive
            self.sweepInterval = sweepInterval
            self.flushInterval = flushInterval
        }
    }
}
