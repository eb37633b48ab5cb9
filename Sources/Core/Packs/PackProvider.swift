/// Downloads packs: the posts of a feed with their threads and media, for the time without a network.
///
/// The app's view models call it. ``DefaultPackProvider`` is the standard implementation.
///
/// Contract:
/// - Texts come first, then threads, thumbnails and media; each item is committed as it arrives.
/// - What is stored already is not fetched again: a pack that is requested twice fetches only its feed's pages, and one
///   that was killed continues where it was.
/// - Of equal requests at the same time one runs, and all callers get its report.
/// - Cancelling the calling task throws `CancellationError`, and ends the pack unless somebody else waits; what arrived
///   stays, and the pack can be resumed.
/// - A failure is a value, ``PackReport/error``, and deletes nothing.
/// - Safe from any thread.
///
/// Six requirements: reports, and the five things that can be done with packs.
public protocol PackProvider: Sendable {
    /// The reports of the packs that ran since the provider was made, the newest first.
    var reports: ObservableValue<[PackReport]> { get }

    /// Downloads a pack, or what is missing of it.
    ///
    /// - Parameter request: The feed, and what to download of it.
    /// - Returns: The final report.
    /// - Throws: `CancellationError`; ``DataError`` with the code `invalidInput` for numbers out of range and local
    ///   feeds, otherwise when the database fails.
    func pack(_ request: PackRequest) async throws -> PackReport

    /// Resumes the packs that were interrupted, one after the other; those that a person requested first.
    ///
    /// - Returns: The final report of each; empty when there are none.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    func resumePacks() async throws -> [PackReport]

    /// Stops a running pack; what arrived stays, and requesting it again or ``resumePacks()`` continues it.
    ///
    /// - Parameter request: The pack's request.
    func pause(_ request: PackRequest) async

    /// Removes posts from packs, with the files that only they hold; the posts themselves stay stored.
    ///
    /// - Parameter ids: The posts' ids; `nil` for all packed posts, and then the packs are deleted too.
    /// - Returns: The files that were deleted.
    /// - Throws: ``DataError`` when the database fails.
    func remove(_ ids: [Post.ID]?) async throws -> FileUsage

    /// Removes the oldest posts from the automatic packs until the setting `localSaveLimit` is kept.
    ///
    /// Saved posts stay and do not count. Call it when that setting may have changed; nothing is fetched.
    ///
    /// - Returns: The files that were deleted.
    /// - Throws: ``DataError`` when the database fails.
    @discardableResult
    func keepToLimit() async throws -> FileUsage
}
