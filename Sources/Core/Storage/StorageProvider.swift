/// What view models and background jobs talk to: how much is kept, what is too much, and what can be let go of.
///
/// Contract:
/// - Saved posts and favourites, with what belongs to them, never go; nor does what a person did.
/// - A dry run changes nothing, and says what a real run right after it does.
/// - Cancelling the task that asked throws `CancellationError`; what went until then went whole.
/// - Safe from any thread.
public protocol StorageProvider: Sendable {
    /// What lies on the disk, by kind.
    ///
    /// - Returns: The report; its sum is what is there, to the byte.
    /// - Throws: `CancellationError`; ``DataError`` when the disk fails.
    func report() async throws -> StorageReport

    /// Lets go of what is too old or too much.
    ///
    /// Worth doing once a day, behind a background refresh.
    ///
    /// - Parameters:
    ///   - policy: The limits; `nil` for those that the person has set.
    ///   - isDryRun: Whether it is only to be said what would go.
    /// - Returns: What went.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails: what went until then is gone.
    func applyRetention(_ policy: RetentionPolicy?, isDryRun: Bool) async throws -> RetentionReport

    /// Lets go of what can be fetched again.
    ///
    /// - Parameters:
    ///   - scope: What of it.
    ///   - isDryRun: Whether it is only to be said what would go.
    /// - Returns: What went. A dry run leaves out the few bytes of the packs' own records and of feeds.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails: what went until then is gone.
    func erase(_ scope: EraseScope, isDryRun: Bool) async throws -> EraseReport
}
