import Synchronization

/// A cloud with a note of which posts were not stored when their page came.
///
/// What a page brings to a feed says nothing of what another feed has brought already.
final class PostCensus: OnlinePostProvider {
    private let online: any OnlinePostProvider
    private let offline: any OfflinePostProvider
    private let strangers = Mutex<Set<Post.ID>>([])

    init(_ online: any OnlinePostProvider, offline: any OfflinePostProvider) {
        self.online = online
        self.offline = offline
    }

    var site: Site { online.site }

    func fetchPage(_ request: PageRequest) async throws -> Page {
        let page = try await online.fetchPage(request)
        let ids = page.posts.map(\.id)
        let known = Set(try await offline.items(ids).map(\.id))
        strangers.withLock { $0.formUnion(ids.filter { !known.contains($0) }) }
        return page
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
