public import Foundation

/// Where the time comes from: the date that people see, a steady time for measuring, and a way to wait.
///
/// Nothing in Lantern asks the system for the time by itself, so a test that injects its own provider runs a day
/// in a millisecond. ``SystemTimeProvider`` is the one for apps; the Mocks library has a manual one.
public protocol TimeProvider: Sendable {
    /// The wall-clock date. It may jump when the person or the network sets the clock.
    var now: Date { get }

    /// A time since some fixed moment that never jumps and never goes back; only differences mean anything.
    var uptime: Duration { get }

    /// Waits, without holding a thread.
    ///
    /// - Parameter duration: How long; zero and less return at once.
    /// - Throws: `CancellationError` as soon as the surrounding task is cancelled.
    func sleep(for duration: Duration) async throws
}
