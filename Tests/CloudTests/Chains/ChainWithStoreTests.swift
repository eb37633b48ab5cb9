import Cloud
import Core
import Foundation
import Mocks
import Testing

/// The chain under the provider that stores what it brings: a feed keeps coming, and nothing known is lost.
@Suite(.timeLimit(.minutes(5)))
struct ChainWithStoreTests {
    private let world = ChainWorld("json", "atom")
    private let offline = InMemoryOfflinePostProvider()
    private let feed = ChainWorld.feed()

    private func provider() -> DefaultPostProvider {
        DefaultPostProvider(
            offline: offline, online: world.posts, time: world.clock,
            services: .init(activity: world.activity, settings: InMemorySettingsProvider()))
    }

    /// A post as an Atom feed shows it: no score, no number of comments, a guess at what there is to see.
    private func poor(_ native: String, title: String) -> Post {
        var post = Post.mock(native, title: title, media: Media(kind: .link), site: .reddit) {
            $0.commentCount = nil
            $0.score = nil
        }
        post.isNSFW = nil
        return post
    }

    @Test func aPoorerBackendNeverTakesAwayWhatABetterOneKnew() async throws {
        let provider = provider()
        var rich = Post.mock("t3_a", media: Media(kind: .video), site: .reddit) {
            $0.commentCount = 12
            $0.score = 34
        }
        rich.isNSFW = true
        world["json"].returns(.mock([rich], next: "t3_a"))
        let first = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(first.origin == .network(source: "json", completeness: .full))

        world["json"].fails(with: NetworkError(.accessClosed, status: 403))
        var page = Page.mock([poor("t3_new", title: "New"), poor("t3_a", title: "Edited")])
        page.completeness = .partial
        world["atom"].returns(page)
        let second = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(second.origin == .network(source: "atom", completeness: .partial))
        #expect(second.error == nil)
        #expect(second.items.map(\.id.native) == ["t3_new", "t3_a"])
        let old = try #require(second.items.last?.post)
        #expect(old.title == "Edited")
        #expect(old.score == 34)
        #expect(old.commentCount == 12)
        #expect(old.isNSFW == true)
        #expect(old.media.kind == .video)
        let new = try #require(second.items.first?.post)
        #expect(new.score == nil)
        #expect(new.commentCount == nil)

        // And when the better backend opens again, it fills in what was missing.
        world.clock.advance(by: .seconds(3600))
        world["json"].returns(.mock([.mock("t3_new", site: .reddit) { $0.score = 5 }, rich]))
        let third = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(third.items.first?.post.score == 5)
        #expect(third.items.first?.post.media.kind == .text)
    }

    @Test func whenEveryBackendIsSuspendedTheStoredFeedStaysAndTheErrorSaysWhy() async throws {
        let provider = provider()
        world["json"].returns(world.page("t3_a", next: "t3_a"))
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        let before = try await offline.storedFeed(feed)
        world["json"].fails(with: NetworkError(.accessClosed, status: 403))
        world["atom"].fails(with: NetworkError(.rateLimited, status: 429, retryAfter: .seconds(60)))
        let update = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(update.error?.code == .rateLimited)
        #expect(update.error?.retryAfter == .seconds(60))
        #expect(try await offline.storedFeed(feed) == before)
        #expect(world.activity.events.map(\.kind) == [.suspended, .suspended, .failed])
    }

    @Test func aStoredCursorOutlivesASuspendedBackend() async throws {
        let world = ChainWorld("json", "other", families: ["other": "other"])
        let provider = DefaultPostProvider(offline: offline, online: world.posts, time: world.clock)
        world["json"].returns(world.page("t3_a", next: "t3_a"))
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        world["json"].fails(with: NetworkError(.accessClosed, status: 403))
        #expect(try await provider.performed(.loadMore, on: feed, limit: 25).error?.code == .accessClosed)
        let update = try await provider.performed(.loadMore, on: feed, limit: 25)
        #expect(update.error?.message.contains("'json'") == true)
        #expect(update.isEnd == false)
        world.clock.advance(by: .seconds(3600))
        world["json"].returns(world.page("t3_b"))
        let more = try await provider.performed(.loadMore, on: feed, limit: 25)
        #expect(more.items.map(\.id.native) == ["t3_a", "t3_b"])
        #expect(more.isEnd)
        #expect(world.calls == [3, 0])
    }

    @Test func pagesOfTwoBackendsOfAFamilyMakeOneFeed() async throws {
        let provider = provider()
        world["json"].returns(world.page("t3_a", "t3_b", next: "t3_b"))
        _ = try await provider.perform(.refresh, on: feed, limit: 25)
        world["json"].fails(with: NetworkError(.accessClosed, status: 403))
        world["atom"].returns(world.page("t3_c", completeness: .partial))
        let update = try await provider.performed(.loadMore, on: feed, limit: 25)
        #expect(update.items.map(\.id.native) == ["t3_a", "t3_b", "t3_c"])
        #expect(update.gaps.isEmpty)
        #expect(world["atom"].calls.last?.cursor == .mock("t3_b"))
    }
}
