import Synchronization

/// A counter of posts that were not stored before their page was fetched, whichever feed brought them first.
final class NewPostCounter: Sendable {
    private let offline: any OfflinePostProvider
    private let newIDs = Mutex<Set<Post.ID>>([])

    init(offline: any OfflinePostProvider) {
        self.offline = offline
    }

    /// Returns a backend whose pages are observed by this counter.
    func observing(_ online: any OnlinePostProvider) -> any OnlinePostProvider {
        ObservedPostProvider(online: online, counter: self)
    }

    fileprivate func observe(_ page: Page) async throws {
        let ids = page.posts.map(\.id)
        let known = Set(try await offline.items(ids).map(\.id))
        newIDs.withLock { $0.formUnion(ids.filter { !known.contains($0) }) }
    }

    /// Returns how many of some posts, which are stored now, were new; each counts once.
    func count(_ ids: [Post.ID]) -> Int {
        newIDs.withLock { newIDs in ids.count { newIDs.remove($0) != nil } }
    }

    /// Drops posts that were fetched and not stored.
    func reset() {
        newIDs.withLock { $0 = [] }
    }
}

private struct ObservedPostProvider: OnlinePostProvider {
    let online: any OnlinePostProvider
    let counter: NewPostCounter

    var site: Site { online.site }

    func fetchPage(_ request: PageRequest) async throws -> Page {
        let page = try await online.fetchPage(request)
        try await counter.observe(page)
        return page
    }
}
