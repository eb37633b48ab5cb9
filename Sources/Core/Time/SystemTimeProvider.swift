public import Foundation

/// The system's own clocks.
public struct SystemTimeProvider: TimeProvider {
    /// Creates a provider; all of them tell the same time.
    public init() {}

    /// The system's date.
    public var now: Date { Date() }

    /// The time since an arbitrary moment in the life of the process, from the continuous clock.
    public var uptime: Duration { ContinuousClock.now - Self.origin }

    /// Sleeps on the continuous clock, which goes on while the machine is asleep.
    ///
    /// - Parameter duration: How long.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }

    private static let origin = ContinuousClock.now
}
