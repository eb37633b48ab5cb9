/// What view models talk to: fetches packs, and goes on with those that were interrupted.
///
/// Contract:
/// - Texts come first, then threads, thumbnails and media; each is committed as it comes, and a badge is true from then
///   on.
/// - What is stored already is not fetched again, whichever pack or person it came by: a pack that is asked for twice
///   asks the server nothing but for the feed's pages, and one that was killed goes on where it was.
/// - Of equal packs that are asked for at the same time one runs, and all get its report.
/// - Cancelling the task that asked throws `CancellationError` and ends the pack unless somebody else waits; what came
///   stays, and the pack goes on later.
/// - A failure is a value, ``PackReport/error``; it takes nothing away.
/// - Safe from any thread.
public protocol PackProvider: Sendable {
    /// The packs that run, are paused or ended since this was made, the newest first, and each change.
    var reports: ObservableValue<[PackReport]> { get }

    /// Fetches a pack, or what is missing of it.
    ///
    /// - Parameter request: What to fetch.
    /// - Returns: How it ended.
    /// - Throws: `CancellationError`; ``DataError`` with the code `invalidInput` for numbers out of range and local feeds,
    ///   otherwise when the database fails.
    func pack(_ request: PackRequest) async throws -> PackReport

    /// Goes on with the packs that were interrupted, one after the other, those that a person asked for first.
    ///
    /// - Returns: How each ended; empty when there are none.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    func resumePacks() async throws -> [PackReport]

    /// Stops a pack that runs; what came stays, and it goes on when it is asked for again or by ``resumePacks()``.
    ///
    /// - Parameter request: Which one.
    func pause(_ request: PackRequest) async

    /// Takes posts out of what was packed, with the files that only they hold; the posts themselves stay.
    ///
    /// - Parameter ids: Which posts; `nil` for everything that was packed, and then no pack goes on either.
    /// - Returns: What went.
    /// - Throws: ``DataError`` when the database fails.
    func remove(_ ids: [Post.ID]?) async throws -> FileUsage

    /// Takes the oldest posts out of the automatic packs until no more are kept than the setting `localSaveLimit` says.
    ///
    /// Saved posts stay and do not count. Worth calling where that setting may have changed; nothing is fetched.
    ///
    /// - Returns: What went.
    /// - Throws: ``DataError`` when the database fails.
    @discardableResult
    func keepToLimit() async throws -> FileUsage
}
