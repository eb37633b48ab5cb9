import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What a store can say of the things that it had before a moment, and what it cannot.
@Suite(.timeLimit(.minutes(5)))
struct DatabaseKnownThingsTests {
    private let date = Date(timeIntervalSince1970: 1_700_000_000)
    private let feed = Feed(site: .reddit)
    private let store: JSONStore
    private let known: DatabaseKnownThings

    init() throws {
        store = try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: InMemoryFileSystem(),
            time: ManualClock())
        known = DatabaseKnownThings(store: store)
    }

    private func post(_ native: String) -> StatusTarget { StatusTarget(.post, site: .reddit, native: native) }

    private func page(_ natives: String...) -> Page {
        Page(posts: natives.map { Post(id: Post.ID(site: .reddit, native: $0), title: "t") }, source: "mock")
    }

    @Test func aPostIsKnownFromItsArrivalOn() async throws {
        let posts = DatabasePostProvider(store: store)
        _ = try await posts.commit(page("t3_a"), to: feed, at: .head, date: date)
        let things = [post("t3_a"), post("t3_b")]
        #expect(try await known.stored(things, before: date + 1) == [post("t3_a")])
        #expect(try await known.stored(things, before: date).isEmpty)
        #expect(try await known.stored(things, before: date - 1).isEmpty)
        let elsewhere = StatusTarget(.post, site: .demo, native: "t3_a")
        #expect(try await known.stored([elsewhere], before: date + 1).isEmpty)
    }

    @Test func afterALaterArrivalNothingIsSaid() async throws {
        let posts = DatabasePostProvider(store: store)
        _ = try await posts.commit(page("t3_a"), to: feed, at: .head, date: date)
        _ = try await posts.commit(page("t3_a"), to: feed, at: .head, date: date + 86400)
        #expect(try await known.stored([post("t3_a")], before: date + 1).isEmpty)
    }

    /// Whatever has no date could have come after the moment: to say so would have it sent twice.
    @Test func nothingIsSaidOfComments() async throws {
        let comments = DatabaseCommentProvider(store: store)
        let id = Post.ID(site: .reddit, native: "t3_a")
        let comment = Core.Comment(
            id: Core.Comment.ID(site: .reddit, native: "t1_x"), parent: .post(id), depth: 0)
        _ = try await comments.commit(
            CommentThread(entries: [.comment(comment)], source: "mock"), of: id, sort: nil, date: date)
        let target = StatusTarget(.comment, site: .reddit, native: "t1_x")
        #expect(try await known.stored([target], before: date + 10).isEmpty)
    }
}
