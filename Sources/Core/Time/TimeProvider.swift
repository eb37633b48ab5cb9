public import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A source of time: the date, a steady clock for measuring, and a way to wait.
///
/// Nothing in Lantern asks the system for the time, so a test that injects a clock of its own runs a day in a
/// millisecond. Apps use ``SystemTimeProvider``; the Mocks library has a manual clock.
public protocol TimeProvider: Sendable {
    /// The wall-clock date. It may jump when the person or the network sets the clock.
    var now: Date { get }

    /// The time since some fixed moment, which never jumps and never goes back; only differences mean anything.
    var uptime: Duration { get }

    /// Waits, without holding a thread.
    ///
    /// - Parameter duration: The time to wait; zero and less return at once.
    /// - Throws: `CancellationError` as soon as the surrounding task is cancelled.
    func sleep(for duration: Duration) async throws

    /// Waits until a moment, without holding a thread.
    ///
    /// By default it is a wait for the time that is left. A clock that is moved from outside needs its own: it may be moved
    /// between the question for the time that is left and the beginning of the wait.
    ///
    /// - Parameter moment: The moment, as ``uptime``; one that is over returns at once.
    /// - Throws: `CancellationError` as soon as the surrounding task is cancelled.
    func sleep(until moment: Duration) async throws
}

extension TimeProvider {
    public func sleep(until moment: Duration) async throws {
        try await sleep(for: moment - uptime)
    }
}

/// A time provider on the system's clocks.
public struct SystemTimeProvider: TimeProvider {
    /// Creates a provider.
    public init() {}

    public var now: Date { Date() }

    /// The time since the machine was started, with the time that it was asleep: the same in all processes of a boot.
    public var uptime: Duration {
        #if canImport(Darwin)
            let clock = CLOCK_MONOTONIC_RAW
        #else
            let clock = CLOCK_BOOTTIME
        #endif
        var time = timespec()
        // It cannot fail: both clocks are there on every system that Swift runs on.
        clock_gettime(clock, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Waits on the continuous clock, which goes on while the machine is asleep.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }
}
