public import Core

/// A ``Core/PostSearchProvider`` in memory, over the posts of an ``InMemoryOfflinePostProvider`` or given ones: it
/// keeps the whole contract by looking at every post.
///
/// ```swift
/// let store = InMemoryOfflinePostProvider()
/// let search = InMemoryPostSearchProvider(store)
/// ```
public final class InMemoryPostSearchProvider: PostSearchProvider {
    private let store: InMemoryOfflinePostProvider?
    private let items: [FeedItem]

    /// Creates a provider over what a store holds.
    ///
    /// - Parameter store: The store whose posts are searched.
    public init(_ store: InMemoryOfflinePostProvider) {
        self.store = store
        items = []
    }

    /// Creates a provider over posts that never change.
    ///
    /// - Parameter items: The posts to search.
    public init(items: [FeedItem]) {
        store = nil
        self.items = items
    }

    public func search(_ request: PostSearchRequest) async throws -> PostSearchResult {
        try Task.checkCancellation()
        let (items, version) = try store?.everything() ?? (items, 0)
        let limit = max(0, request.limit)
        guard !request.query.isEmpty else { return PostSearchResult(version: version) }
        let found = items.filter { item in
            item.isListed && (request.site.map { $0 == item.id.site } ?? true)
                && Self.contains(request.query.words, item.post)
        }.sorted(by: Self.precedes)
        return PostSearchResult(
            items: Array(found.prefix(limit)), isComplete: found.count <= limit, version: version)
    }

    public func changes() -> AsyncStream<Void> {
        guard let commits = store?.changes() else { return AsyncStream { _ in } }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            for await commit in commits where !commit.posts.isEmpty { continuation.yield() }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// The plain way, so that it can be what a clever one is measured by.
    private static func contains(_ words: [String], _ post: Post) -> Bool {
        let texts = [post.title, post.author ?? "", post.text ?? ""].map(TextFolding.fold)
        return words.map { Array($0.utf8) }.allSatisfy { word in
            texts.contains { text in text.indices.contains { text[$0...].starts(with: word) } }
        }
    }

    private static func precedes(_ left: FeedItem, _ right: FeedItem) -> Bool {
        switch (left.post.created, right.post.created) {
        case (let left?, let right?) where left != right: left > right
        case (_?, nil): true
        case (nil, _?): false
        default: left.id < right.id
        }
    }
}
