public import Core

/// Searches the posts of a JSON store.
///
/// What is searched is kept beside the journal, folded and in the order of the results; it is written with each commit
/// and rebuilt from the journal when it is missing. A search reads from the newest post on and stops when it has enough,
/// so that a word which is everywhere costs no more than one that is nowhere: some tens of milliseconds for 100,000
/// posts. Searches of one provider run one after the other.
public final class DatabasePostSearchProvider: PostSearchProvider {
    private let store: JSONStore
    private let queue = SearchQueue(label: "lantern.search")

    /// Creates a provider.
    ///
    /// - Parameter store: A store that was opened by ``JSONStore/init(directory:ownCollections:files:time:)``.
    public init(store: JSONStore) {
        self.store = store
    }

    /// Searches the posts as they are now.
    ///
    /// - Parameter request: What to search for.
    /// - Returns: The posts, the newest first.
    /// - Throws: `CancellationError`; ``StoreError`` when the disk fails.
    /// - Complexity: O(*n*) in the bytes of the texts of posts that are newer than the last one that is found.
    public func search(_ request: PostSearchRequest) async throws -> PostSearchResult {
        try await queue.run { [store] isCancelled in
            try store.snapshot().search(request, isCancelled: isCancelled)
        }
    }

    /// Says that posts or statuses were committed, from now on.
    ///
    /// - Returns: A stream with one element for all commits since the last one was taken.
    public func changes() -> AsyncStream<Void> {
        store.touches(of: [PostSchemas.posts.name, PostSchemas.statuses.name])
    }
}
