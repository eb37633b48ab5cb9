public import Core
public import Foundation

/// The lists of sources in a JSON store: the source of truth.
///
/// One record for each source, so that a move writes one line, and what was removed stays as a record that says so. Every
/// change is synced. Reads run on the caller's thread against a snapshot.
public final class DatabaseSourceProvider: OfflineSourceProvider {
    private let store: JSONStore

    /// The collections that a store needs to keep lists of sources.
    package static var collections: [AnyCollectionSchema] { [AnyCollectionSchema(SourceSchemas.sources)] }

    /// Creates a provider.
    ///
    /// - Parameter store: A store that was opened by ``JSONStore/init(directory:ownCollections:files:time:)``.
    public init(store: JSONStore) {
        self.store = store
    }

    /// A site's list as it is stored.
    ///
    /// - Parameter site: Whose list.
    /// - Returns: The list in the person's own order.
    /// - Throws: ``StoreError`` when the disk fails.
    /// - Complexity: O(*n*) in the sources of the list.
    public func sources(on site: Site) async throws -> StoredSources {
        let snapshot = store.snapshot()
        return StoredSources(sources: try snapshot.sources(on: site), version: snapshot.version)
    }

    /// Puts a source at the end of its site's list, synced.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - date: When.
    /// - Returns: The source as it is stored.
    /// - Throws: `DataError` with the code `invalidInput` when the list has it already, or is full; ``StoreError``.
    public func add(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource {
        try await store.write(.synced) { try $0.addSource(source, at: date) }
    }

    /// Takes over what the server says of a source, synced.
    ///
    /// - Parameters:
    ///   - id: Which source, by the name that it was asked for.
    ///   - verdict: What the server says.
    ///   - date: When it was asked.
    /// - Returns: The source as it is stored; `nil` when the list does not have it any more.
    /// - Throws: ``StoreError``.
    public func settle(
        _ id: SubscribedSource.ID, _ verdict: SourceVerdict, at date: Date
    ) async throws -> SubscribedSource? {
        try await store.write(.synced) { try $0.settleSource(id, verdict, at: date) }
    }

    /// Takes a source out of its list, synced.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - date: When.
    /// - Returns: The source as it was; `nil` when the list does not have it.
    /// - Throws: ``StoreError``.
    public func remove(_ id: SubscribedSource.ID, at date: Date) async throws -> SubscribedSource? {
        try await store.write(.synced) { try $0.removeSource(id, at: date) }
    }

    /// Puts a source back that was removed, synced.
    ///
    /// - Parameters:
    ///   - source: What ``remove(_:at:)`` returned.
    ///   - date: When.
    /// - Returns: The source as it is stored now.
    /// - Throws: `DataError` with the code `invalidInput` when the list is full; ``StoreError``.
    public func restore(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource {
        try await store.write(.synced) { try $0.restoreSource(source, at: date) }
    }

    /// Moves a source to another place in its list, synced.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - index: Its index in the list once it has moved; clamped to the list.
    ///   - date: When.
    /// - Returns: Whether the list has it.
    /// - Throws: ``StoreError``.
    public func move(_ id: SubscribedSource.ID, to index: Int, at date: Date) async throws -> Bool {
        try await store.write(.synced) { try $0.moveSource(id, to: index, at: date) }
    }

    /// Notes that the person opened a source, synced.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - date: When.
    /// - Returns: Whether the list has it.
    /// - Throws: ``StoreError``.
    public func open(_ id: SubscribedSource.ID, at date: Date) async throws -> Bool {
        try await store.write(.synced) { try $0.openSource(id, at: date) }
    }

    /// Announces each commit that changes a list, from now on.
    ///
    /// - Returns: A stream that misses nothing.
    public func changes() -> AsyncStream<SourcesChange> {
        let commits = store.commits()
        let (stream, continuation) = AsyncStream.makeStream(of: SourcesChange.self, bufferingPolicy: .unbounded)
        let task = Task {
            for await commit in commits {
                let sites = Set(commit.ids(in: SourceSchemas.sources).map(\.site))
                if !sites.isEmpty { continuation.yield(SourcesChange(sites: sites, version: commit.number)) }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
