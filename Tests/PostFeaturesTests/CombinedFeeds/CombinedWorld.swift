import Core
import Foundation
import Mocks
import Synchronization

/// Two sites with a cloud and a store each, whose feeds are lists of posts that are given out page by page.
final class CombinedWorld: Sendable {
    static let sites = [Site.demo, .lemmy("lemmy.example")]

    struct Server: Sendable {
        var posts: [Post] = []
        var failure: NetworkError?
    }

    let feed: CombinedFeed
    let clouds: [MockOnlinePostProvider]
    let providers: [DefaultPostProvider]
    private let servers = Mutex([Server(), Server()])

    init(order: CombinedFeedOrder = .newest) {
        feed = CombinedFeed(Self.sites.map { Feed(site: $0, sort: .new) }, order: order)
        let clouds = Self.sites.map { MockOnlinePostProvider(site: $0) }
        self.clouds = clouds
        providers = clouds.map {
            DefaultPostProvider(offline: InMemoryOfflinePostProvider(), online: $0, time: ManualClock())
        }
        for (index, cloud) in clouds.enumerated() {
            cloud.onFetchPage.answers { [weak self] request in
                guard let self else { throw CancellationError() }
                return try self.page(request, of: index)
            }
        }
        var byName: [Site: any PostProvider] = [:]
        for (site, provider) in zip(Self.sites, providers) { byName[site] = provider }
        let combined = CombinedFeedProvider(byName)
        Dependency.register(CombinedFeedProvider.self) { combined }
    }

    /// A post that was posted so many minutes ago.
    static func post(_ name: String, _ minutes: Int, of index: Int) -> Post {
        .mock(name, site: sites[index]) {
            $0.created = Date(timeIntervalSince1970: 1_700_000_000 - Double(minutes) * 60)
        }
    }

    /// Sets what a site has: one post for each number, so many minutes old, named by the site's letter and the number.
    func set(_ index: Int, _ minutes: [Int]) {
        let letter = index == 0 ? "a" : "b"
        servers.withLock { $0[index].posts = minutes.map { Self.post("\(letter)\($0)", $0, of: index) } }
    }

    func fail(_ index: Int, with error: NetworkError?) {
        servers.withLock { $0[index].failure = error }
    }

    /// The cursors that a site was asked with; `-` for none.
    func asked(_ index: Int) -> [String] { clouds[index].onFetchPage.calls.map { $0.cursor?.rawValue ?? "-" } }

    private func page(_ request: PageRequest, of index: Int) throws -> Page {
        try servers.withLock { servers in
            if let failure = servers[index].failure { throw failure }
            let posts = servers[index].posts
            let start = posts.firstIndex { $0.id.native == request.cursor?.rawValue }.map { $0 + 1 } ?? 0
            let page = Array(posts[start...].prefix(request.limit))
            let isLast = start + page.count == posts.count
            return .mock(page, next: isLast ? nil : page.last?.id.native)
        }
    }
}
