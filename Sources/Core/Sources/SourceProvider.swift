/// What view models talk to: the list of sources of one site.
///
/// Contract:
/// - What it hands out has been committed, and synced.
/// - A source that cannot be checked because the network fails is added all the same, as `pending`.
/// - Everybody who adds the same name at the same time waits for one request.
/// - Cancelling the calling task throws `CancellationError`; an addition that nobody waits for any more adds nothing,
///   unless its commit has begun.
/// - Safe from any thread.
public protocol SourceProvider: Sendable {
    /// Whose list, and how names are read there.
    var names: SourceNames { get }

    /// The list as it is stored.
    ///
    /// - Returns: The sources in the person's own order.
    /// - Throws: ``DataError`` when the database fails.
    func sources() async throws -> StoredSources

    /// Says that the list may have changed, from now on.
    ///
    /// - Returns: A stream that ends when its consumer does, or with the store. Newest only: several changes that its
    ///   consumer is too slow for are one.
    func changes() -> AsyncStream<Void>

    /// Adds a source, checked against the server when there is one.
    ///
    /// - Parameter text: What was typed or pasted; see ``SourceNames``.
    /// - Returns: The source as it is stored, and why it is not verified where it is not.
    /// - Throws: ``DataError`` with the code `invalidInput` for what is no name, is in the list already (in any case,
    ///   unless the site tells names apart by it, or as the server spells it) or is one too many, with `notFound` when
    ///   the server says that there is no such source; the database's; `CancellationError`. Nothing was added then.
    func add(_ text: String) async throws -> SourceAddition

    /// Takes a source out of the list.
    ///
    /// - Parameter id: Which source.
    /// - Returns: The source as it was, for ``restore(_:)``.
    /// - Throws: ``DataError`` with the code `notFound` when the list does not have it; the database's.
    func remove(_ id: SubscribedSource.ID) async throws -> SubscribedSource

    /// Puts a source back that was removed: where it was, with all that was known of it.
    ///
    /// - Parameter source: What ``remove(_:)`` returned.
    /// - Throws: ``DataError`` with the code `invalidInput` when the list is full; the database's.
    func restore(_ source: SubscribedSource) async throws

    /// Moves a source to another place in the person's own order.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - index: Its index once it has moved, from 0; clamped to the list.
    /// - Throws: ``DataError`` with the code `notFound` when the list does not have it; the database's.
    func move(_ id: SubscribedSource.ID, to index: Int) async throws

    /// Notes that the person opened a source, for the order by what was opened last.
    ///
    /// - Parameter id: Which source; one that is not in the list is no error, as any feed can be opened.
    /// - Throws: ``DataError`` when the database fails.
    func open(_ id: SubscribedSource.ID) async throws

    /// Checks the sources that are `pending`, one after the other, with requests that nobody waits for.
    ///
    /// It ends at the first failure that the next request would meet as well. What the server does not know is marked
    /// `unknown` and stays in the list.
    ///
    /// - Returns: What was checked, and why the rest was not.
    /// - Throws: ``DataError`` when the database fails; `CancellationError`.
    func verifyPending() async throws -> SourceVerification
}
