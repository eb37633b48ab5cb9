/// An image cache in memory and on the disk that a person, or the system, may ask to hold less.
///
/// Settings clear it, a report of storage counts it, and a memory warning shrinks it.
///
/// Contract:
/// - Whatever is let go was fetched once and can be fetched again: nothing that a person did is in it.
/// - What was stored before a call is gone when it returns, as far as the call says so; what is stored meanwhile may
///   stay.
/// - A disk that fails is no error here: what cannot be removed is simply still there, and counted.
public protocol ManagedImageCache: ImageCacheProvider {
    /// Lets go of everything in memory; the disk keeps it.
    func clearMemory() async

    /// Lets go of everything on the disk; memory keeps what it has.
    func clearDisk() async

    /// Lets go of what has been on the disk for too long.
    func removeExpired() async

    /// Keeps no more than a tenth of what is in memory, the most recently used; the disk keeps everything.
    ///
    /// Done when it returns, so that a system that is about to end the process sees it.
    func handleMemoryWarning()

    /// Writes down what is only in memory about the disk's content, such as the order of use.
    ///
    /// Worth calling when the app goes into the background; nothing but that order is lost without.
    func flush() async

    /// Lets go of images on the disk until they take no more than so much, those first that were used least recently.
    ///
    /// For a limit that the cache shares with others; it does not bound what comes later.
    ///
    /// - Parameters:
    ///   - maximumBytes: How much they may take.
    ///   - isDryRun: Whether it is only to be said what would go.
    /// - Returns: What went.
    func trimDisk(toBytes maximumBytes: Int, isDryRun: Bool) async -> FileUsage

    /// How much it holds.
    ///
    /// - Returns: Bytes and images, in memory and on the disk.
    func usage() async -> ImageCacheUsage
}
