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
            directory: "/tmp/store", ownCollections: [], files: InMemoryFileSystem(), time: ManualClock())
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

    /// What a reply could be taken for is what the server has: one's own words, still unsent, are none of it.
    @Test func theServersCommentsBelowAThing() async throws {
        let ann = AccountKey(site: .reddit, name: "t2_ann")
        let viewers = CurrentViewers(fixed: Viewers(everywhere: .account(ann)))
        let comments = DatabaseCommentProvider(store: store, viewers: viewers)
        let known = DatabaseKnownThings(store: store, comments: comments)
        let id = Post.ID(site: .reddit, native: "t3_a")
        #expect(try await known.comments(below: .post(id), in: id).isEmpty)
        func comment(_ native: String, below parent: Core.Comment.Parent, depth: Int) -> Core.Comment {
            Core.Comment(id: Core.Comment.ID(site: .reddit, native: native), parent: parent, depth: depth)
        }
        let first = comment("t1_x", below: .post(id), depth: 0)
        let second = comment("t1_y", below: .comment(first.id), depth: 1)
        let thread = CommentThread(entries: [.comment(first), .comment(second)], source: "mock")
        _ = try await comments.commit(thread, of: id, sort: nil, date: date)
        var policy = OutboxEntry.Policy(.never)
        policy.makesThing = true
        let reply = OutboxEntry(
            id: OutboxEntry.ID(random: SeededRandomSource(seed: 1)), account: ann, kind: .reply,
            payload: OutboxText(text: "Mine", post: id.native).payload(), target: .post(id), thread: id,
            field: "text", thing: id.native, policy: policy, at: OutboxTime(date: date, boot: "boot", uptime: 1))
        var outbox = Outbox(limits: Outbox.Limits())
        let step = try outbox.queue(reply, known: nil, at: reply.queued)
        try await DatabaseOutboxStore(store: store).commit(OutboxCommit(OutboxChanges(step.changes, of: outbox)))
        #expect(try await comments.storedThread(of: id)?.thread.comments.count == 3)
        #expect(try await known.comments(below: .post(id), in: id).map(\.id) == [first.id])
        #expect(try await known.comments(below: .comment(first.id), in: id).map(\.id) == [second.id])
        #expect(try await known.comments(below: .comment(second.id), in: id).isEmpty)
    }

    @Test func withoutThreadsNoCommentIsKnown() async throws {
        let store = try JSONStore(
            directory: "/tmp/other", collections: DatabaseOutboxStore.collections, files: InMemoryFileSystem(),
            time: ManualClock())
        let id = Post.ID(site: .reddit, native: "t3_a")
        #expect(try await DatabaseKnownThings(store: store).comments(below: .post(id), in: id).isEmpty)
    }
}
