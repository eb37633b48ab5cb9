import Core
import Mocks
import Synchronization
import Testing

/// What it costs to follow favourites while a person reads.
@Suite(.timeLimit(.minutes(5)))
struct FollowingFavouritesTests {
    private final class Marks: Sendable {
        private let ids = Mutex<Set<Post.ID>>([])

        var favourites: Set<Post.ID> {
            get { ids.withLock { $0 } }
            set { ids.withLock { $0 = newValue } }
        }

        func item(_ id: Post.ID) -> FeedItem {
            var status = PostStatus(id: id)
            status.isFavourite = favourites.contains(id)
            return FeedItem(post: .mock(id.native), status: status)
        }
    }

    private let posts = MockOfflinePostProvider()
    private let media = MockMediaProvider()
    private let marks = Marks()

    init() {
        let marks = marks
        posts.onStoredFeed.answers { feed in StoredFeed(feed: feed, items: marks.favourites.map { marks.item($0) }) }
        posts.onItems.answers { ids in ids.map { marks.item($0) } }
    }

    private func announce(_ natives: String...) {
        posts.announce(StoredChange(posts: Set(natives.map { Post.ID.mock($0) }), version: 1))
    }

    @Test func onlyThePostsOfACommitAreLookedAt() async throws {
        let (media, posts) = (media, posts)
        marks.favourites = [.mock("a")]
        let following = Task { await media.followFavourites(of: [.demo], in: posts) }
        defer { following.cancel() }
        try await media.onKeepFavourites.waitForCalls(1)

        announce("read")
        announce("a")
        marks.favourites = [.mock("a"), .mock("b")]
        announce("b")
        try await media.onKeepFavourites.waitForCalls(2)
        #expect(posts.onItems.calls.map { $0.map(\.native) } == [["read"], ["a"], ["b"]])
        #expect(posts.onStoredFeed.calls.count == 1, "the list of favourites was read at the beginning only")

        marks.favourites = [.mock("b")]
        announce("a")
        try await media.onKeepFavourites.waitForCalls(3)
        #expect(posts.onStoredFeed.calls.count == 1)
    }

    @Test func aReloadReadsAll() async throws {
        let (media, posts) = (media, posts)
        marks.favourites = [.mock("a")]
        let following = Task { await media.followFavourites(of: [.demo], in: posts) }
        defer { following.cancel() }
        try await media.onKeepFavourites.waitForCalls(1)
        marks.favourites = [.mock("b")]
        var reload = StoredChange(version: 2)
        reload.isReload = true
        posts.announce(reload)
        try await media.onKeepFavourites.waitForCalls(2)
        #expect(posts.onStoredFeed.calls.count == 2 && posts.onItems.calls.isEmpty)
    }

    @Test func afterAFailureTheNextCommitReadsAll() async throws {
        let (media, posts) = (media, posts)
        marks.favourites = [.mock("a")]
        media.onKeepFavourites.fails(with: DataError(.offline))
        let following = Task { await media.followFavourites(of: [.demo], in: posts) }
        defer { following.cancel() }
        try await media.onKeepFavourites.waitForCalls(1)
        announce("read")
        try await media.onKeepFavourites.waitForCalls(2)
        #expect(posts.onStoredFeed.calls.count == 2)
    }
}
