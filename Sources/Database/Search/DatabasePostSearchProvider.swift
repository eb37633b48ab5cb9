public import Core

/// A search of the posts of a JSON store.
///
/// The folded texts are stored beside the journal in the order of the results; they are written with each commit and
/// rebuilt from the journal when they are missing. A search finds the newest post first and stops when it has enough:
/// about a millisecond for 100,000 posts. Searches of one provider run one after the other.
public final class DatabasePostSearchProvider: PostSearchProvider {
    private let store: JSONStore
    private let owner: MarkOwner
    private let queue = SearchQueue(label: "lantern.search")

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - owner: The owner of the marks that posts are found with; nobody by default.
    public init(store: JSONStore, owner: MarkOwner = .nobody) {
        self.store = store
        self.owner = owner
    }

    public func search(_ request: PostSearchRequest) async throws -> PostSearchResult {
        try await queue.run { [store, owner] isCancelled in
            try store.read { try $0.search(request, for: owner, isCancelled: isCancelled) }
        }
    }

    public func changes() -> AsyncStream<Void> {
        store.touches(of: [
            PostSchemas.posts.name, StatusSchemas.statuses.name, StatusSchemas.marks.name, StatusSchemas.confirmed.name,
            StatusSchemas.intents.name,
        ])
    }
}
