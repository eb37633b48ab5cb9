public import Core

/// A search of the posts of a JSON store.
///
/// The folded texts are stored beside the journal in the order of the results; they are written with each commit and
/// rebuilt from the journal when they are missing. A search finds the newest post first and stops when it has enough:
/// about a millisecond for 100,000 posts. Searches of one provider run one after the other.
public final class DatabasePostSearchProvider: PostSearchProvider {
    private let store: JSONStore
    private let viewers: CurrentViewers
    private let queue = SearchQueue(label: "lantern.search")

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - owner: The owner of the marks that posts are found with; nobody by default.
    public convenience init(store: JSONStore, owner: MarkOwner = .nobody) {
        self.init(store: store, viewers: CurrentViewers(fixed: Viewers(everywhere: owner)))
    }

    /// Creates a provider that follows who looks.
    ///
    /// - Parameters:
    ///   - store: A store as the other initialiser takes it.
    ///   - viewers: The owners of the marks that posts are found with, by site. When somebody else looks,
    ///     ``changes()`` says it.
    package init(store: JSONStore, viewers: CurrentViewers) {
        self.store = store
        self.viewers = viewers
    }

    public func search(_ request: PostSearchRequest) async throws -> PostSearchResult {
        try await queue.run { [store, viewers] isCancelled in
            let viewers = viewers.now
            return try store.read { try $0.search(request, for: viewers, isCancelled: isCancelled) }
        }
    }

    public func changes() -> AsyncStream<Void> {
        let touches = store.touches(of: [
            PostSchemas.posts.name, StatusSchemas.statuses.name, StatusSchemas.marks.name, StatusSchemas.confirmed.name,
            StatusSchemas.intents.name,
        ])
        guard viewers.canChange else { return touches }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let changes = viewers.changes
        let follower = Task {
            for await _ in changes { continuation.yield() }
        }
        let task = Task {
            for await _ in touches { continuation.yield() }
            continuation.finish()
            follower.cancel()
        }
        continuation.onTermination = { _ in
            task.cancel()
            follower.cancel()
        }
        return stream
    }
}
