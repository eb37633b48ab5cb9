/// The storage of an app: how much is kept, and the deletion of what is too old, too much or can be fetched again.
///
/// View models and background jobs talk to it. A plan changes nothing, and says what the call of the same name does
/// right after it.
///
/// Contract:
/// - Saved posts and favourites, with what belongs to them, are never deleted; nor is what a person did.
/// - Cancelling the task that asked throws `CancellationError`; what was deleted until then is deleted whole.
/// - Safe from any thread.
public protocol StorageProvider: Sendable {
    /// Returns the files and bytes on the disk, by kind.
    ///
    /// - Returns: The report; its sum is what is there, to the byte.
    /// - Throws: `CancellationError`; ``DataError`` when the disk fails.
    func report() async throws -> StorageReport

    /// Returns what ``applyRetention(_:)`` would delete now.
    ///
    /// - Parameter policy: The limits; `nil` for those in the settings.
    /// - Returns: The report of a deletion that was not made.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    func planRetention(_ policy: RetentionPolicy?) async throws -> RetentionReport

    /// Deletes what is older or larger than the limits of a policy allow.
    ///
    /// Worth doing once a day, behind a background refresh.
    ///
    /// - Parameter policy: The limits; `nil` for those in the settings.
    /// - Returns: The report of what was deleted.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails: what was deleted until then is gone.
    func applyRetention(_ policy: RetentionPolicy?) async throws -> RetentionReport

    /// Returns what ``erase(_:)`` would free now.
    ///
    /// - Parameter scope: The part to delete.
    /// - Returns: The files and bytes to be freed, without the few bytes of the packs' own records and of feeds.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    func planErase(_ scope: EraseScope) async throws -> EraseReport

    /// Deletes a part of what can be fetched again.
    ///
    /// - Parameter scope: The part to delete.
    /// - Returns: The files and bytes that were freed.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails: what was deleted until then is gone.
    func erase(_ scope: EraseScope) async throws -> EraseReport
}
