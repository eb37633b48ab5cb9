import Core
import Database
import Foundation
import Mocks
import Testing

/// The threads that come with the posts of a page.
struct PageThreadTests {
    private let files = InMemoryFileSystem()
    private let feed = Feed.mock()
    private let date = Date(timeIntervalSince1970: 5)

    private func open() throws -> (posts: DatabasePostProvider, comments: DatabaseCommentProvider) {
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files, time: ManualClock())
        return (DatabasePostProvider(store: store), DatabaseCommentProvider(store: store))
    }

    private func page(_ threads: [Post.ID: CommentThread]) -> Page {
        var page = Page.mock("t3_a", "t3_b", next: "c1")
        page.threadSort = .new
        page.threads = threads
        return page
    }

    @Test func theyAreThereAfterThePagesCommitWithoutARequestOfTheirOwn() async throws {
        var (posts, comments) = try open()
        var changes = posts.changes().makeAsyncIterator()
        let threads = [Post.ID.mock("t3_a"): CommentThread.mock("t1_2", "t1_1"), .mock("t3_x"): .mock("t1_9")]
        _ = try await posts.commit(page(threads), to: feed, at: .head, date: date)
        let version = try await posts.storedFeed(feed).version
        #expect(await changes.next()?.version == version, "one commit")
        files.killProcess()

        (posts, comments) = try open()
        let stored = try #require(try await comments.storedThread(of: .mock("t3_a")))
        #expect(stored.thread.comments.map(\.id.native) == ["t1_2", "t1_1"])
        #expect(stored.sort == .new && stored.fetched == date)
        #expect(try await comments.storedThread(of: .mock("t3_b")) == nil)
        #expect(try await comments.storedThread(of: .mock("t3_x")) == nil, "of a post that the page does not have")
    }

    @Test func aLaterPageSaysWhatIsThereThenAndOneWithoutThreadsSaysNothing() async throws {
        let (posts, comments) = try open()
        for thread in [CommentThread.mock("t1_2", "t1_1"), .mock("t1_3", "t1_1")] {
            _ = try await posts.commit(page([.mock("t3_a"): thread]), to: feed, at: .head, date: date)
        }
        var stored = try #require(try await comments.storedThread(of: .mock("t3_a")))
        #expect(stored.thread.comments.map(\.id.native) == ["t1_3", "t1_1"])
        _ = try await posts.commit(page([:]), to: feed, at: .head, date: date + 1)
        stored = try #require(try await comments.storedThread(of: .mock("t3_a")))
        #expect(stored.thread.comments.map(\.id.native) == ["t1_3", "t1_1"] && stored.fetched == date)
    }
}
