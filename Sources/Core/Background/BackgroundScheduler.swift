/// Runs the app's background work later: a timer of one's own, or the system's scheduler.
///
/// Contract:
/// - There is one run to come at most: asking again replaces what was asked for before.
/// - It never runs earlier than asked; how much later is the system's to decide.
/// - Safe from any thread, and quick.
public protocol BackgroundScheduler: Sendable {
    /// Asks for a run, in place of the one that was asked for before.
    ///
    /// - Parameter delay: How long to wait at least; zero and less for as soon as it can be.
    /// - Throws: Why the system does not take it. What was asked for before may stand or be gone.
    func schedule(after delay: Duration) throws

    /// Takes back what was asked for; a run that is under way goes on.
    func cancel()
}
