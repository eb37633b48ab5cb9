import Foundation
import Mocks
import Testing

@testable import Core

/// Answers to reads that were begun before the server took a vote, by way of the providers.
@Suite(.timeLimit(.minutes(5)))
struct LateAnswerTests {
    private static let anna = AccountKey(site: .demo, name: "t2_anna")
    private static let post = Post.ID.mock("t3_a")
    private static let comment = StatusTarget.comment(.mock("a"))

    /// A server that is voted on while it answers: what it says is what it had before.
    private struct Server: OnlinePostProvider, OnlineCommentProvider {
        let statuses: any OfflineStatusProvider
        var site: Site { .demo }

        /// What it had, and the vote that it takes meanwhile.
        private func answer(about target: StatusTarget) async throws -> Core.Confirmation {
            let account = LateAnswerTests.anna
            try await statuses.store(Confirmation(account: account, values: [target: ConfirmedValues(vote: .up)]))
            return Confirmation(account: account, values: [target: ConfirmedValues(vote: .neutral)])
        }

        func fetchPage(_ request: PageRequest) async throws -> Page {
            var page = Page.mock("t3_a")
            page.confirmation = try await answer(about: .post(LateAnswerTests.post))
            return page
        }

        func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
            var thread = CommentThread.mock("a", " …2", post: .mock("t3_a"))
            thread.confirmation = try await answer(about: LateAnswerTests.comment)
            return thread
        }

        func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
            var expansion = CommentExpansion(
                entries: [.comment(.mock("a-0", parent: "a"))], requested: request.more.ids, source: "mock")
            expansion.confirmation = try await answer(about: .comment(.mock("a-0")))
            return expansion
        }
    }

    private let posts = InMemoryOfflinePostProvider(owner: .account(anna), time: ManualClock())
    private let comments: InMemoryOfflineCommentProvider
    private let server: Server

    init() {
        comments = InMemoryOfflineCommentProvider(posts: posts, owner: .account(Self.anna))
        server = Server(statuses: posts)
    }

    @Test func aPageThatWasAskedForBeforeAVoteDoesNotTakeItBack() async throws {
        let provider = DefaultPostProvider(offline: posts, online: server, time: ManualClock())
        _ = try await provider.perform(.load(.networkOnly), on: .mock(), limit: 10)
        #expect(try await posts.items([Self.post]).first?.status.vote == .up)
    }

    @Test func aThreadThatWasAskedForBeforeAVoteDoesNotTakeItBack() async throws {
        let provider = DefaultCommentProvider(offline: posts, comments: comments, online: server, time: ManualClock())
        var request = ThreadRequest(post: Self.post)
        request.policy = .networkOnly
        let update = try await provider.thread(request)
        #expect(update.statuses[.mock("a")]?.vote == .up)
        #expect(update.statuses[.mock("a")]?.voteDelta == 1, "its score was read without it")
        let more = update.thread?.entries.compactMap { entry in
            if case .more(let more) = entry { more } else { nil }
        }.first
        let expanded = try await provider.expand(MoreRequest(post: Self.post, more: try #require(more)))
        #expect(expanded.statuses[.mock("a-0")]?.vote == .up)
    }

    @Test func whatABackendSaysOfTheBeginIsKept() {
        let moment = OutboxTime(date: .distantPast, boot: "boot", uptime: 5)
        var confirmation = Confirmation(account: Self.anna, asOf: 3)
        confirmation.noteBegin(asOf: 9, at: moment)
        #expect(confirmation.asOf == 3 && confirmation.begun == moment)
        confirmation = Confirmation(account: Self.anna)
        confirmation.noteBegin(asOf: nil, at: moment)
        #expect(confirmation.asOf == nil && confirmation.begun == moment)
    }
}
