/// The list of sources (communities and users) that a person follows on one site.
///
/// The app's view models call it. ``DefaultSourceProvider`` is the standard implementation.
///
/// Contract:
/// - What it returns has been committed, and synced.
/// - A source that cannot be checked because the network fails is added all the same, as `pending`.
/// - Additions of the same name at the same time share one request.
/// - Cancelling the calling task throws `CancellationError`; an addition that nobody waits for any more adds nothing,
///   unless its commit has begun.
/// - Safe from any thread.
///
/// It has nine requirements: the name parser, reading, announcing, and one for each thing that can be done with a list.
public protocol SourceProvider: Sendable {
    /// The parser of the site's names, which also names the site.
    var names: SourceNameParser { get }

    /// Reads the stored list.
    ///
    /// - Returns: The sources in the person's own order.
    /// - Throws: ``DataError`` when the database fails.
    func sources() async throws -> StoredSources

    /// Announces that the list may have changed, from now on.
    ///
    /// - Returns: A stream with one element for all changes since the last one was taken; it ends when its consumer
    ///   does, or with the store.
    func changes() -> AsyncStream<Void>

    /// Adds a source, after looking it up on the server where there is one.
    ///
    /// - Parameter text: The typed or pasted text; see ``SourceNameParser``.
    /// - Returns: The source as it is stored, and the reason where it is not verified.
    /// - Throws: ``DataError`` with the code `invalidInput` for a text that is no name, for a source that is in the
    ///   list already, and when the list is full; with `notFound` when the server says that there is no such source;
    ///   the database's; `CancellationError`. Nothing was added then.
    func add(_ text: String) async throws -> SourceAddition

    /// Removes a source from the list.
    ///
    /// - Parameter id: The source's id.
    /// - Returns: The source as it was, for ``restore(_:)``.
    /// - Throws: ``DataError`` with the code `notFound` when the list does not have it; the database's.
    func remove(_ id: SubscribedSource.ID) async throws -> SubscribedSource

    /// Restores a removed source at its former place, with all that was known of it.
    ///
    /// - Parameter source: The source that ``remove(_:)`` returned.
    /// - Throws: ``DataError`` with the code `invalidInput` when the list is full; the database's.
    func restore(_ source: SubscribedSource) async throws

    /// Moves a source to another place in the person's own order.
    ///
    /// - Parameters:
    ///   - id: The source's id.
    ///   - index: Its index after the move, from 0; clamped to the list.
    /// - Throws: ``DataError`` with the code `notFound` when the list does not have it; the database's.
    func move(_ id: SubscribedSource.ID, to index: Int) async throws

    /// Stores that the person opened a source, for ``SourceOrder/recentFirst``.
    ///
    /// - Parameter id: The source's id; one that is not in the list is no error, as any feed can be opened.
    /// - Throws: ``DataError`` when the database fails.
    func open(_ id: SubscribedSource.ID) async throws

    /// Looks up the sources that are `pending`, one after the other, with background priority.
    ///
    /// It ends at the first failure that concerns all requests. A source that does not exist is marked `unknown` and
    /// stays in the list. Calls at the same time are joined.
    ///
    /// - Returns: The sources that were checked, and the error that left others pending.
    /// - Throws: ``DataError`` when the database fails; `CancellationError`.
    func verifyPending() async throws -> SourceVerification
}

/// The result of adding a source.
public struct SourceAddition: Equatable, Sendable {
    /// The source as it is stored.
    public var source: SubscribedSource
    /// The reason that it is not verified, with a sentence for a person; `nil` when it is.
    ///
    /// Its code is the failure's for a source that could not be checked, and `forbidden` for a restricted one.
    public var reason: DataError?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - source: The source as it is stored.
    ///   - reason: The reason that it is not verified.
    public init(source: SubscribedSource, reason: DataError? = nil) {
        self.source = source
        self.reason = reason
    }
}

/// The result of looking up the pending sources of a list.
public struct SourceVerification: Equatable, Sendable {
    /// The sources that were checked, as they are stored now.
    public var checked: [SubscribedSource]
    /// The number of sources that are still pending.
    public var pendingCount: Int
    /// The first error; `nil` when all were checked.
    public var error: DataError?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - checked: The sources that were checked.
    ///   - pendingCount: The number of sources that are still pending.
    ///   - error: The first error.
    public init(checked: [SubscribedSource] = [], pendingCount: Int = 0, error: DataError? = nil) {
        self.checked = checked
        self.pendingCount = pendingCount
        self.error = error
    }
}

/// The source providers of an app, by site.
public struct SourceProviders: Sendable {
    private let providers: [Site: any SourceProvider]

    /// Creates the collection.
    ///
    /// - Parameter providers: The provider of each site.
    public init(_ providers: [Site: any SourceProvider]) {
        self.providers = providers
    }

    /// Finds the provider of a site.
    ///
    /// - Parameter site: The site.
    /// - Returns: Its provider; `nil` where the app has none.
    public subscript(site: Site) -> (any SourceProvider)? { providers[site] }
}

extension DataError {
    /// The error of an app that has no list of sources for a site.
    package static func noSourceList(of site: Site) -> DataError {
        DataError(
            .invalidInput, message: "There is no list of sources for '\(site)'.",
            underlying: SourceError.noList(site))
    }
}
