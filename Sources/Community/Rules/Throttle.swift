import Core

/// A limit on how often a button counts: the first tap wins, and those of some time behind it are dropped.
///
/// Nothing sleeps. A tap that is dropped does not make the time longer.
struct Throttle: Sendable {
    /// The time for which a tap keeps out others.
    let interval: Duration
    private let time: any TimeProvider
    private var last: Duration?

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - interval: The time for which a tap keeps out others.
    ///   - time: The clock; the registered one by default, else the system's.
    init(
        _ interval: Duration,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.interval = interval
        self.time = time
    }

    /// Whether a tap counts now; if so, it keeps out others.
    mutating func admits() -> Bool {
        let now = time.uptime
        if let last, now - last < interval { return false }
        last = now
        return true
    }
}
