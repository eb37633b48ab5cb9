public import Core
public import Foundation

/// The lists of sources in a JSON store.
///
/// Each source is one record, so that a move writes one line; a removed source stays as a record that says so. Every
/// change is synced. Reads run on the caller's thread against a snapshot.
public final class DatabaseSourceProvider: OfflineSourceProvider {
    private let store: JSONStore

    /// The collections that a store needs to keep lists of sources.
    package static var collections: [AnyCollectionSchema] { SourceSchemas.all }

    /// Creates a provider.
    ///
    /// - Parameter store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    public init(store: JSONStore) {
        self.store = store
    }

    public func sources(on site: Site) async throws -> StoredSources {
        try store.read { StoredSources(sources: try $0.sources(on: site), version: $0.version) }
    }

    public func add(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource {
        try await store.write(.synced) { try $0.addSource(source, at: date) }
    }

    public func update(
        _ id: SubscribedSource.ID, with result: SourceLookupResult, at date: Date
    ) async throws -> SubscribedSource? {
        try await store.write(.synced) { try $0.updateSource(id, with: result, at: date) }
    }

    public func remove(_ id: SubscribedSource.ID, at date: Date) async throws -> SubscribedSource? {
        try await store.write(.synced) { try $0.removeSource(id, at: date) }
    }

    public func restore(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource {
        try await store.write(.synced) { try $0.restoreSource(source, at: date) }
    }

    public func move(_ id: SubscribedSource.ID, to index: Int, at date: Date) async throws -> Bool {
        try await store.write(.synced) { try $0.moveSource(id, to: index, at: date) }
    }

    public func open(_ id: SubscribedSource.ID, at date: Date) async throws -> Bool {
        try await store.write(.synced) { try $0.openSource(id, at: date) }
    }

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
