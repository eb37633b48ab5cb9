public import Core

/// The drafts in a JSON store, one record for each; each change is synced.
///
/// Reads run on the caller's thread against a snapshot, some microseconds for each draft.
public final class DatabaseDraftProvider: DraftProvider {
    private let store: JSONStore

    /// The collections that a store needs to keep drafts, beside an outbox.
    package static var collections: [AnyCollectionSchema] { DatabaseOutboxStore.collections }

    /// Creates a provider.
    ///
    /// - Parameter store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    public init(store: JSONStore) {
        self.store = store
    }

    public func drafts() async throws -> [Draft] { try store.read { try $0.drafts() } }

    @discardableResult
    public func store(_ draft: Draft) async throws -> Bool {
        try await store.write(.synced) { transaction in
            guard try !transaction.snapshot.isOnItsWay(draft.id) else { return false }
            guard try transaction.record(draft.id, in: DraftSchemas.drafts) != draft else { return true }
            try transaction.upsert(draft, in: DraftSchemas.drafts)
            return true
        }
    }

    public func remove(_ id: Draft.ID) async throws {
        try await store.write(.synced) { try $0.delete(id, from: DraftSchemas.drafts) }
    }

    public func observe() -> AsyncThrowingStream<[Draft], any Error> {
        // Asked for before the first look, so that nothing is missed between the two.
        let commits = store.commits()
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: [Draft].self, bufferingPolicy: .bufferingNewest(1))
        let task = Task { [store] in
            do {
                continuation.yield(try store.read { try $0.drafts() })
                for await commit in commits where commit.isReload || !commit.ids(in: DraftSchemas.drafts).isEmpty {
                    continuation.yield(try store.read { try $0.drafts() })
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
