import Dispatch

/// Tells a read that waited for the disk from one that the system had in memory.
///
/// Whoever has more to read then has it prefetched, since a disk answers many requests in the time of a few. It is
/// advice: a wrong guess costs some microseconds, and changes no answer.
struct ReadWatch {
    /// The longest time that a short read from memory takes; it is about a microsecond.
    static let usualTime = Duration.microseconds(25)

    private let nanoseconds: Int64
    private let begin = DispatchTime.now().uptimeNanoseconds

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - count: The number of bytes that will be read.
    ///   - time: The longest time that a short read from memory takes.
    init(reading count: Int, time: Duration = usualTime) {
        // Memory gives four gigabytes a second at the very least.
        let (seconds, attoseconds) = time.components
        nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000 + Int64(count / 4)
    }

    /// Whether the read, which has just ended, waited for the disk.
    var hasWaited: Bool { DispatchTime.now().uptimeNanoseconds - begin > nanoseconds }
}
