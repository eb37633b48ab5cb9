import Core
import Database
import Foundation
import Mocks
import Testing

/// What is written when posts are evicted and statuses change.
struct PostEvictionTests {
    private let files = InMemoryFileSystem()
    private let feed = Feed.mock()
    private let date = Date(timeIntervalSince1970: 1_700_000_000)

    private func open() throws -> (JSONStore, DatabasePostProvider) {
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files, time: ManualClock())
        return (store, DatabasePostProvider(store: store))
    }

    /// The lines of the journal that put something into a collection.
    private func lines(putting collection: String) throws -> [String] {
        let bytes = try #require(files.bytes(at: "/tmp/store/journal-00000001.jsonl"))
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return lines.filter { $0.hasPrefix(#"{"put":"\#(collection)""#) }.map(String.init)
    }

    @Test func anEvictionIsOneBatchThatIsThereAfterKillingTheProcess() async throws {
        let (store, provider) = try open()
        _ = try await provider.commit(.mock("a", "b", "c", "d", next: "c1"), to: feed, at: .head, date: date)
        _ = try await provider.commit(.mock("b", "x"), to: .mock("memes"), at: .head, date: date)
        let before = store.snapshot().version
        let receipt = try await provider.evict([.mock("b"), .mock("d")])
        #expect(receipt.version == before + 1)
        #expect(store.snapshot().version == before + 1)
        let stored = try await provider.storedFeed(feed)
        files.killProcess()

        let (_, reopened) = try open()
        #expect(try await reopened.storedFeed(feed) == stored)
        #expect(try await reopened.items([.mock("b"), .mock("d")]).isEmpty)
        #expect(try await reopened.storedFeed(.mock("memes")).items.map(\.id) == [.mock("x")])
    }

    /// An entry that holds neither a post nor a cursor is how a feed remembers that something is missing there.
    @Test func aFeedRemembersWhatIsMissingOverANewStart() async throws {
        let (store, provider) = try open()
        _ = try await provider.commit(.mock("a", next: "c1"), to: feed, at: .head, date: date)
        _ = try await provider.commit(.mock("b", "c", "d", next: "c2"), to: feed, at: .after(.mock("c1")), date: date)
        _ = try await provider.evict([.mock("c")])
        try await store.close()

        let (reopenedStore, reopened) = try open()
        #expect(reopenedStore.damages.isEmpty)
        _ = try await reopened.commit(.mock("b", next: "k1"), to: feed, at: .after(.mock("c1")), date: date)
        let stored = try await reopened.storedFeed(feed)
        #expect(stored.gaps == [FeedGap(after: .mock("b"), cursor: .mock("k1"))])
        #expect(stored.cursor == .mock("c2"))
    }

    @Test func whatAPersonDoesNeverWritesAPost() async throws {
        let (_, provider) = try open()
        let page = Page.mock("a", "b", next: "c1")
        _ = try await provider.commit(page, to: feed, at: .head, date: date)
        let posts = try lines(putting: "posts")
        #expect(posts.count == 2)
        let changes: [StatusChange] = [
            .saved(true), .saved(false), .saved(true), .read(true), .favourite(true), .hidden(true), .vote(.up),
        ]
        for change in changes { _ = try await provider.apply(.set(change, [.mock("a")]), at: date) }
        _ = try await provider.apply(.dismissAll(feed), at: date)
        _ = try await provider.apply(.undoDismiss, at: date)
        _ = try await provider.commit(page, to: feed, at: .head, date: date)
        #expect(try await provider.items([.mock("a")]).first?.status.isSaved == true)
        #expect(try lines(putting: "posts") == posts)
        // One small record for each change, two for each of the last two.
        #expect(try lines(putting: "statuses").count == changes.count + 4)
        #expect(try lines(putting: "statuses").allSatisfy { $0.utf8.count < 400 })
    }
}
