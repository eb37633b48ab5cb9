/// A provider of background refreshes: it refreshes a person's feeds while the app is not in use.
///
/// Contract:
/// - One run at a time: a caller that comes meanwhile joins it, and the run does what any of its callers wants.
/// - A run schedules the next one before it does anything else.
/// - Each page is committed when it comes: whatever ends a run, what came stays.
/// - A failure is a value in the report; nothing is thrown.
/// - Safe from any thread.
public protocol BackgroundRefreshProvider: Sendable {
    /// The report of the run that is under way, else of the last one of this process; `nil` before the first.
    var report: ObservableValue<RefreshReport?> { get }

    /// Returns the saved report of the last run, whichever process made it.
    ///
    /// - Returns: Its report; `nil` when there was none.
    /// - Throws: ``DataError`` when it cannot be read.
    func lastReport() async throws -> RefreshReport?

    /// Refreshes feeds, or joins the run that is under way.
    ///
    /// Cancelling the calling task ends the wait at once; the run is cancelled with the last caller that waits for it.
    ///
    /// - Parameters:
    ///   - deadline: The time limit of this caller. One that joins with a later deadline keeps the run going for that
    ///     long.
    ///   - scope: The feeds to ask for.
    /// - Returns: The report of what was done until then.
    func run(deadline: Duration, scope: RefreshScope) async -> RefreshReport
}

extension BackgroundRefreshProvider {
    /// Refreshes the stale feeds.
    ///
    /// - Parameter deadline: The time limit; 25 seconds by default, as the system of a phone gives half a minute.
    /// - Returns: The report of what was done until then.
    @discardableResult
    public func run(deadline: Duration = .seconds(25)) async -> RefreshReport {
        await run(deadline: deadline, scope: .stale)
    }
}

/// The set of feeds that a background refresh fetches.
public enum RefreshScope: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// The stale feeds: those within the refresh age are left as they are, so that a run continues one that was cut
    /// off.
    case stale
    /// All feeds, as for a person who asks for a refresh now.
    case everything

    public static func < (left: RefreshScope, right: RefreshScope) -> Bool { left.rawValue < right.rawValue }
}
