import Core

/// What is to be done after a change of a governor's state, once its lock is free.
struct GovernorEffects: Sendable {
    /// When to look again.
    struct Alarm: Sendable {
        var due: Duration?
        var version: Int
    }

    /// Who was held back, and why.
    struct Held: Sendable {
        var host: String
        var block: HostLine.Block
        var priority: RequestPriority
    }

    /// Who goes on, and with what error.
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
