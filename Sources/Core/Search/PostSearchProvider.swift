/// Searches every post that is kept, whatever feed it came with: title, author and body.
///
/// Local, no network.
///
/// Contract:
/// - All words of the query are found in the texts of a post together, in any order: one may be in the title and the
///   other in the body. They are found inside of other words, and compared as ``SearchText`` folds them. A query without
///   words finds nothing.
/// - The whole body is searched, however long it is.
/// - What was dismissed or hidden is left out; what was read is not.
/// - The order is stable: the newest post first by when it was posted, equal dates by ascending id, and posts without a
///   date last.
/// - What was committed before the call is found, and what was deleted before is not.
/// - Safe from any thread; the work is done on a thread of its own.
public protocol PostSearchProvider: Sendable {
    /// Searches.
    ///
    /// - Parameter request: What to search for.
    /// - Returns: The posts.
    /// - Throws: `CancellationError` as soon as the calling task is cancelled; a ``CodedError`` when the store cannot be
    ///   read.
    func search(_ request: PostSearchRequest) async throws -> PostSearchResult

    /// Says that a search may find something else than before, from now on.
    ///
    /// - Returns: A stream with one element for all commits since the last one was taken; it ends when its consumer does,
    ///   or with the store.
    func changes() -> AsyncStream<Void>
}
