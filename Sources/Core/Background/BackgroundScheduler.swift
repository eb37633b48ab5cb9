/// A scheduler that runs the app's background work later: a timer, or the system's own scheduler.
///
/// Contract:
/// - One run is scheduled at most: a new one replaces it.
/// - A run never begins earlier than its delay; how much later is the system's decision.
/// - Safe from any thread, and quick.
public protocol BackgroundScheduler: Sendable {
    /// Schedules a run, in place of the one that was scheduled before.
    ///
    /// - Parameter delay: The time to wait at least; zero and less for as soon as possible.
    /// - Throws: The system's error when it does not accept the run; the one before may be scheduled still, or not.
    func schedule(after delay: Duration) throws

    /// Cancels the scheduled run; one that is under way goes on.
    func cancel()
}
