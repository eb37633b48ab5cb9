import Core
import Database
import Foundation
import PostFeatures
import Synchronization

extension SizeRun {
    /// A page of posts and a status flag, from the call to the view model's new state, with the store on the disk.
    func posts() async throws {
        let folder = folder(.lantern, "posts")
        try settings.remove(folder)
        settings.settleDisk()
        let store = try await JSONStore.open(directory: folder)
        let (pages, flags) = try await PostsPhase.measure(store)
        try await store.close()
        try settings.remove(folder)
        if wants(.page) { add(pages.median, .page, .lantern) }
        if wants(.flag) { add(flags.median, .flag, .lantern) }
        note(
            "posts: page median \(pages.median.short), p95 \(pages.percentile(0.95).short) ms; "
                + "flag median \(flags.median.short), p95 \(flags.percentile(0.95).short) ms")
    }
}

/// The view model of the list, on the main actor as in an app.
@MainActor
private enum PostsPhase {
    static func measure(_ store: JSONStore) async throws -> (pages: Samples, flags: Samples) {
        let feeds = (0..<100).map { Feed(site: .demo, source: .subreddits(["swift\($0)"])) }
        let cloud = PreparedCloud(feeds: feeds)
        let provider = DefaultPostProvider(offline: DatabasePostProvider(store: store), online: cloud)
        Dependency.register((any PostProvider).self) { provider }
        let clock = ContinuousClock()
        var (pages, flags) = (Samples(), Samples())
        for (number, feed) in feeds.enumerated() {
            let list = PostListViewModel(feed: feed, policy: .storedOnly, configuration: .init(pageSize: 100))
            // From here on the list follows its feed, as one on the screen does.
            await list.load()
            let begin = clock.now
            await list.refresh()
            let took = clock.now - begin
            try check(list.state.value.items.count == 100, "the list shows \(list.state.value.items.count) posts")
            for place in [10, 60] {
                let id = list.state.value.items[place].id
                let begin = clock.now
                await list.setSaved(true, for: id)
                let took = clock.now - begin
                try check(list.state.value.items[place].status.isSaved, "the post is not saved")
                if number > 4 { flags.add(took) }
            }
            // The first few warm up.
            if number > 4 { pages.add(took) }
            list.stop()
        }
        return (pages, flags)
    }
}

/// A cloud that has one page of 100 posts of each feed ready.
private struct PreparedCloud: OnlinePostProvider {
    let site = Site.demo
    private let pages: [Feed: Page]

    init(feeds: [Feed]) {
        pages = Dictionary(
            uniqueKeysWithValues: feeds.enumerated().map { number, feed in
                let posts = (0..<100).map { Self.post("t3_\(number)x\($0)", $0) }
                return (feed, Page(posts: posts, next: PageCursor(rawValue: "more"), source: "prepared"))
            })
    }

    func fetchPage(_ request: PageRequest) async throws -> Page {
        guard let page = pages[request.feed] else { throw RunFailure("there is no page of \(request.feed)") }
        return page
    }

    private static func post(_ native: String, _ number: Int) -> Post {
        var post = Post(
            id: Post.ID(site: .demo, native: native), title: "A lantern over the harbour, and what it shows: \(native)",
            media: Media(kind: .link))
        post.author = "keeper_\(number)"
        post.authorFullname = "t2_\(number)"
        post.subreddit = "swift"
        post.created = Date(timeIntervalSince1970: 1_700_000_000 - 60 * Double(number))
        post.commentCount = 3 * number
        post.score = 1000 - number
        post.domain = "example.org"
        post.permalink = "/r/swift/comments/\(native)/a_lantern_over_the_harbour/"
        post.url = ResourceLink("https://example.org/pictures/\(native)", on: .demo)
        post.thumbnail = ResourceLink("https://example.org/thumbnails/\(native).jpg", on: .demo)
        post.text = String(repeating: "Some words of a text that is neither long nor short. ", count: 4)
        post.flair = "Discussion"
        post.isNSFW = false
        post.isSpoiler = false
        post.isStickied = number == 0
        return post
    }
}
