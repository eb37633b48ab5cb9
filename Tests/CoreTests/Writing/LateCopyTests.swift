import Foundation
import Mocks
import Testing

@testable import Core

/// Texts that were given up in doubt, and are on the server all the same.
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct LateCopyTests {
    private let world = LeavingWorld()
    private let post = StatusTarget.post(.mock("t3_a"))

    private var notices: [OutboxNotice] { world.writing.outbox.value.notices }

    /// Sends a text of which nobody can tell whether it arrived, and gives it up.
    private func giveUp(_ intent: WriteIntent) async throws {
        world.signIn("ann")
        let id = try #require(try await world.writing.queue(intent, as: LeavingWorld.ann))
        let (_, answer) = try #require(await world.send())
        answer.resume(returning: .unknown(OutboxEntry.Reason(.timedOut, "No answer."), isAnswered: false))
        guard case .look(_, let finding) = await world.sender.next() else {
            Issue.record("A look was expected.")
            return
        }
        finding.resume(returning: .unclear(OutboxEntry.Reason(.unknown, "Nobody knows.")))
        for await outbox in world.writing.outbox.values where outbox.items.first?.state == .unsure { break }
        try await world.writing.decide(.giveUp(nil), on: id)
    }

    private func comment(_ native: String, _ change: (inout Core.Comment) -> Void = { _ in }) -> Core.Comment {
        .mock(native) { comment in
            comment.author = "Ann"
            comment.body = "Hello "
            comment.created = world.clock.now
            change(&comment)
        }
    }

    @Test func aReplyThatAThreadHasIsOfferedAndDeleted() async throws {
        try await world.running {
            try await giveUp(.reply("Hello", to: post, in: nil))
            Dependency.register(DefaultWritingProvider.self) { world.writing }
            let online = TestInjector.mocks.onlineCommentProvider
            let provider = DefaultCommentProvider(
                offline: InMemoryOfflinePostProvider(), comments: ThreadShelf(), online: online, time: world.clock)
            var thread = CommentThread.mock("t1_other")
            thread.entries.append(.comment(comment("t1_late")))
            online.onFetchThread.returns(thread)
            #expect(notices.isEmpty)
            _ = try await provider.thread(ThreadRequest(post: .mock("t3_a")))
            for await outbox in world.writing.outbox.values where !outbox.notices.isEmpty { break }
            let notice = try #require(notices.first)
            let copy = StatusTarget.comment(.mock("t1_late"))
            #expect(notice.reason == .copy(copy) && notice.text == "Hello" && notices.count == 1)
            #expect(world.writing.outbox.value.sent.isEmpty)
            // Both or nothing.
            world.store.fail(with: InMemoryOutboxStore.Failure())
            await #expect(throws: InMemoryOutboxStore.Failure.self) {
                try await world.writing.decide(.deleteCopy, on: notice.id)
            }
            #expect(notices == [notice] && world.writing.outbox.value.items.isEmpty)
            world.store.fail(with: nil)
            try await world.writing.decide(.deleteCopy, on: notice.id)
            #expect(notices.isEmpty)
            let (entry, answer) = try #require(await world.send())
            #expect(entry.kind == .delete && entry.target == copy)
            answer.resume(returning: .done(result: nil, value: nil))
            await #expect(throws: WritingError.unknownItem) {
                try await world.writing.decide(.dismiss, on: notice.id)
            }
        }
    }

    @Test func whatIsNotTheTextIsNotOffered() async throws {
        try await world.running {
            try await giveUp(.reply("Hello", to: post, in: nil))
            await LateCopyWatch(world.writing).look(at: [
                comment("t1_a") { $0.author = "ben" },
                comment("t1_b") { $0.body = "Hello?" },
                comment("t1_c") { $0.created = world.clock.now - 3601 },
                .mock("t1_d", parent: "t1_a") { ($0.author, $0.body) = ("ann", "Hello") },
            ])
            #expect(world.store.sent.values.allSatisfy { $0.result == nil })
            await LateCopyWatch(world.writing).look(at: [comment("t1_e")])
            #expect(world.store.sent.values.map(\.result) == ["t1_e"])
        }
    }

    @Test func aPostThatAFeedHasIsOffered() async throws {
        try await world.running {
            try await giveUp(.submit(PostDraft(title: "A title", text: "Text"), to: "swift"))
            Dependency.register(DefaultWritingProvider.self) { world.writing }
            let online = TestInjector.mocks.onlinePostProvider
            let provider = DefaultPostProvider(
                offline: InMemoryOfflinePostProvider(), online: online, time: world.clock)
            let late = Post.mock("t3_late") { post in
                (post.title, post.text, post.author, post.subreddit) = ("A title", "Text", "ann", "Swift")
                post.created = world.clock.now
            }
            online.onFetchPage.returns(.mock([late]))
            _ = try await provider.perform(.refresh, on: .mock(), limit: 10)
            for await outbox in world.writing.outbox.values where !outbox.notices.isEmpty { break }
            #expect(notices.map(\.reason) == [.copy(.post(.mock("t3_late")))])
            try await world.writing.decide(.dismiss, on: try #require(notices.first?.id))
            #expect(notices.isEmpty && world.writing.outbox.value.items.isEmpty)
        }
    }
}
