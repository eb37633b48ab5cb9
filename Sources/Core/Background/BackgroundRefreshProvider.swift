/// Refreshes what a person reads while they do not look: what apps, timers and view models talk to.
///
/// Contract:
/// - One run at a time: who asks for one meanwhile joins it, and what they want beside it is done in it as well.
/// - A run asks for the next one before it does anything else.
/// - What was fetched is committed page by page: whatever ends a run, what came stays.
/// - A failure is a value in the report; nothing is thrown.
/// - Safe from any thread.
public protocol BackgroundRefreshProvider: Sendable {
    /// The run that is under way, as far as it is, or else the last one of this process; `nil` before the first.
    var report: ObservableValue<RefreshReport?> { get }

    /// How the last run ended, whichever process did it.
    ///
    /// - Returns: Its report; `nil` when there was none.
    /// - Throws: ``DataError`` when it cannot be read.
    func lastReport() async throws -> RefreshReport?

    /// Does a run, or joins the one that is under way.
    ///
    /// Cancelling the calling task ends the wait at once, and the run with the last one who waits.
    ///
    /// - Parameters:
    ///   - deadline: How long it may take for this caller; less where everything is done. One who joins with a later
    ///     deadline keeps the run going for that long.
    ///   - scope: Which feeds are asked for.
    /// - Returns: What was done until then.
    func run(deadline: Duration, scope: RefreshScope) async -> RefreshReport
}

extension BackgroundRefreshProvider {
    /// Refreshes what is stale within 25 seconds, as a phone's system gives half a minute.
    ///
    /// - Returns: What was done until then.
    @discardableResult
    public func run() async -> RefreshReport {
        await run(deadline: .seconds(25), scope: .stale)
    }

    /// Refreshes what is stale.
    ///
    /// - Parameter deadline: How long it may take for this caller.
    /// - Returns: What was done until then.
    @discardableResult
    public func run(deadline: Duration) async -> RefreshReport {
        await run(deadline: deadline, scope: .stale)
    }
}
