import Core

/// The work to do after a change of a governor's state, outside its lock.
struct GovernorEffects: Sendable {
    /// The next time at which the state must be examined.
    struct Alarm: Sendable {
        var due: Duration?
        var version: Int
    }

    /// A request that was held back, with the reason.
    struct Held: Sendable {
        var host: String
        var block: HostQueue.Block
        var priority: RequestPriority
    }

    /// The continuations to resume, with their errors.
    var resumes: [(continuation: CheckedContinuation<Void, any Error>, error: (any Error)?)] = []
    var held: [Held] = []
    /// The new alarm, where it changed.
    var alarm: Alarm?
    /// Whether what is known has to be written down at once.
    var savesNow = false
}

extension Duration {
    /// The same in whole milliseconds, rounded up.
    var inWholeMilliseconds: Duration {
        let (seconds, attoseconds) = components
        let unit: Int64 = 1_000_000_000_000_000
        return .seconds(seconds) + .milliseconds((attoseconds + unit - 1) / unit)
    }
}
