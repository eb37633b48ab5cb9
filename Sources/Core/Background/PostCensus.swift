import Synchronization

/// A note of which posts were not stored when their page came.
///
/// What a page brings to a feed says nothing of what another feed has brought already.
final class PostCensus: Sendable {
    private let offline: any OfflinePostProvider
    private let strangers = Mutex<Set<Post.ID>>([])

    init(offline: any OfflinePostProvider) {
        self.offline = offline
    }

    /// A cloud whose pages are noted.
    func noting(_ online: any OnlinePostProvider) -> any OnlinePostProvider {
        NotedPostProvider(online: online, census: self)
    }

    fileprivate func note(_ page: Page) async throws {
        let ids = page.posts.map(\.id)
        let known = Set(try await offline.items(ids).map(\.id))
        strangers.withLock { $0.formUnion(ids.filter { !known.contains($0) }) }
    }

    /// How many of some posts, which are stored now, were not before; each counts once.
    func count(_ ids: [Post.ID]) -> Int {
        strangers.withLock { strangers in ids.count { strangers.remove($0) != nil } }
    }

    /// Forgets what was fetched and not stored.
    func reset() {
        strangers.withLock { $0 = [] }
    }
}

private struct NotedPostProvider: OnlinePostProvider {
    let online: any OnlinePostProvider
    let census: PostCensus

    var site: Site { online.site }

    func fetchPage(_ request: PageRequest) async throws -> Page {
        let page = try await online.fetchPage(request)
        try await census.note(page)
        return page
    }
}
