/// Tells a read that waited for the disk from one that the system had in memory.
///
/// Whoever has more to read then has it prefetched, since a disk answers many requests in the time of a few. It is
/// advice: a wrong guess costs some microseconds, and changes no answer.
struct ReadWatch {
    /// The longest time that a short read from memory takes; it is about a microsecond.
    static let usualTime = Duration.microseconds(25)

    private let time: Duration
    private let begin = ContinuousClock.now

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - count: The number of bytes that will be read.
    ///   - time: The longest time that a short read from memory takes.
    init(reading count: Int, time: Duration = usualTime) {
        // Memory gives four gigabytes a second at the very least.
        self.time = time + .nanoseconds(count / 4)
    }

    /// Whether the read, which has just ended, waited for the disk.
    var hasWaited: Bool { ContinuousClock.now - begin > time }
}
