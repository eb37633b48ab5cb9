public import Foundation

/// The store of the lists of sources, one list for each site.
///
/// Contract:
/// - Each call is one commit or none; a call that changes nothing is not announced.
/// - What the person did is synced before a call returns.
/// - An id is stored as it is: it was made by the rules of its site, where case may matter.
/// - No list has two sources of one id, and none has more than 1,000.
/// - A removed source is remembered as removed, with the date, so that another device's list does not bring it back;
///   adding it again starts without what was known of it before.
/// - Each change is made to the newest list: two calls at once never undo each other.
///
/// It has eight requirements: reading, announcing, and one for each change that has to be a single commit.
public protocol OfflineSourceProvider: Sendable {
    /// Reads the list of a site.
    ///
    /// - Parameter site: The site.
    /// - Returns: The list in the person's own order; an empty one when nothing is stored of it.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func sources(on site: Site) async throws -> StoredSources

    /// Adds a source at the end of its site's list.
    ///
    /// - Parameters:
    ///   - source: The source; its position is ignored, and its date of change becomes `date`.
    ///   - date: The current date.
    /// - Returns: The source as it is stored.
    /// - Throws: ``DataError`` with the code `invalidInput` when the list has it already, or is full; otherwise the
    ///   store's. Nothing is changed then.
    func add(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource

    /// Updates a source with the result of looking it up.
    ///
    /// Where the result gives it another id (see ``SubscribedSource/update(with:at:)``), it keeps its place and gets
    /// the new name; where the list has that id already, the two become one, in the place of the other one.
    ///
    /// - Parameters:
    ///   - id: The id under which it was looked up.
    ///   - result: The result.
    ///   - date: The date of the result.
    /// - Returns: The source as it is stored; `nil` when the list no longer has it, and then nothing changes.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func update(
        _ id: SubscribedSource.ID, with result: SourceLookupResult, at date: Date
    ) async throws -> SubscribedSource?

    /// Removes a source from its list.
    ///
    /// - Parameters:
    ///   - id: The source's id.
    ///   - date: The current date.
    /// - Returns: The source as it was, for ``restore(_:at:)``; `nil` when the list does not have it.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func remove(_ id: SubscribedSource.ID, at date: Date) async throws -> SubscribedSource?

    /// Restores a removed source at its former place, with all that was known of it.
    ///
    /// - Parameters:
    ///   - source: The source that ``remove(_:at:)`` returned.
    ///   - date: The current date.
    /// - Returns: The source as it is stored now; when it was added again meanwhile, that one, unchanged.
    /// - Throws: ``DataError`` with the code `invalidInput` when the list is full; otherwise the store's. Nothing is
    ///   changed then.
    func restore(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource

    /// Moves a source to another place in its list.
    ///
    /// - Parameters:
    ///   - id: The source's id.
    ///   - index: Its index in the list after the move; clamped to the list.
    ///   - date: The current date.
    /// - Returns: Whether the list has it.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func move(_ id: SubscribedSource.ID, to index: Int, at date: Date) async throws -> Bool

    /// Stores that the person opened a source.
    ///
    /// - Parameters:
    ///   - id: The source's id.
    ///   - date: The current date; an earlier date than the stored one changes nothing.
    /// - Returns: Whether the list has it.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func open(_ id: SubscribedSource.ID, at date: Date) async throws -> Bool

    /// Announces each commit that changes a list, from now on.
    ///
    /// - Returns: A stream of all changes that ends when its consumer does, or with the store.
    func changes() -> AsyncStream<SourcesChange>
}

/// A commit that changed lists of sources.
public struct SourcesChange: Hashable, Sendable {
    /// The sites whose lists were changed.
    public var sites: Set<Site>
    /// The commit's number.
    public var version: UInt64

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - sites: The sites whose lists were changed.
    ///   - version: The commit's number.
    public init(sites: Set<Site>, version: UInt64) {
        self.sites = sites
        self.version = version
    }
}

/// The list of sources of one site, as it is stored.
public struct StoredSources: Equatable, Sendable {
    /// The sources in the person's own order.
    public var sources: [SubscribedSource]
    /// The number of the last commit that the list includes: a larger number is a newer list.
    public var version: UInt64

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - sources: The sources in the person's own order.
    ///   - version: The number of the last commit that the list includes.
    public init(sources: [SubscribedSource] = [], version: UInt64 = 0) {
        self.sources = sources
        self.version = version
    }

    /// Finds a source by its id.
    ///
    /// - Parameter id: The source's id.
    /// - Returns: The source; `nil` when the list does not have it.
    package subscript(id: SubscribedSource.ID) -> SubscribedSource? {
        sources.first { $0.id == id }
    }

    /// Finds a source by its name, in any spelling that the site takes for the same.
    package func source(named name: SourceName, on profile: SiteProfile) -> SubscribedSource? {
        // A source that was stored by other rules has another id, but the same name.
        self[profile.sourceID(of: name)] ?? sources.first { $0.name == name }
    }
}
