import Foundation
import Mocks
import Testing

@testable import Core

/// What a server says of saved, hidden and read things counts only while the person lets it; votes always do.
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SaidMarksTests {
    private static let anna = AccountKey(site: .demo, name: "t2_anna")
    private static let post = Post.ID.mock("t3_a")

    /// A server that says of everything that it is voted up, saved and read.
    private struct Server: OnlinePostProvider, OnlineCommentProvider {
        var site: Site { .demo }

        private func said(of targets: StatusTarget...) -> Core.Confirmation {
            let values = ConfirmedValues(vote: .up, isSaved: true, isRead: true)
            return Confirmation(
                account: SaidMarksTests.anna, values: Dictionary(targets.map { ($0, values) }) { first, _ in first })
        }

        func fetchPage(_ request: PageRequest) async throws -> Page {
            var page = Page.mock("t3_a")
            page.confirmation = said(of: .post(SaidMarksTests.post))
            return page
        }

        func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
            var thread = CommentThread.mock("a", post: .mock("t3_a"))
            thread.confirmation = said(of: .comment(.mock("a")))
            return thread
        }

        func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
            throw DataError(.notFound)
        }
    }

    private let posts = InMemoryOfflinePostProvider(owner: .account(anna), time: ManualClock())

    @Test(arguments: [false, true]) func marksOfAPageCountWhileTheyAreSynced(_ isSynced: Bool) async throws {
        try await TestInjector.mocks.settings.update { $0.syncStatuses = isSynced }
        let provider = DefaultPostProvider(offline: posts, online: Server(), time: ManualClock())
        _ = try await provider.perform(.load(.networkOnly), on: .mock(), limit: 10)
        let status = try #require(try await posts.items([Self.post]).first?.status)
        #expect(status.vote == .up && status.isSaved == isSynced && status.isRead == isSynced)
        // Switching it off takes nothing back.
        try await TestInjector.mocks.settings.update { $0.syncStatuses = false }
        #expect(try await posts.items([Self.post]).first?.status == status)
    }

    @Test(arguments: [false, true]) func marksOfAThreadCountWhileTheyAreSynced(_ isSynced: Bool) async throws {
        try await TestInjector.mocks.settings.update { $0.syncStatuses = isSynced }
        let comments = InMemoryOfflineCommentProvider(posts: posts, owner: .account(Self.anna))
        let provider = DefaultCommentProvider(offline: posts, comments: comments, online: Server(), time: ManualClock())
        var request = ThreadRequest(post: Self.post)
        request.policy = .networkOnly
        let marks = try #require(try await provider.thread(request).statuses[.mock("a")])
        #expect(marks.vote == .up && marks.isSaved == isSynced)
    }

    @Test func nobodysCommentsKeepTheirMarksOnTheDevice() async throws {
        let own = InMemoryOfflinePostProvider(time: ManualClock())
        let comments = InMemoryOfflineCommentProvider(posts: own)
        let provider = DefaultCommentProvider(offline: own, comments: comments, online: nil, time: ManualClock())
        let outcome = try await provider.apply(.vote(.down), to: [.mock("a")])
        #expect(outcome.statuses[.mock("a")]?.vote == .down && outcome.queued.isEmpty && outcome.signedOut.isEmpty)
        let error = await #expect(throws: DataError.self) {
            try await provider.apply(.collapsed(true), to: [.mock("a")])
        }
        #expect(error?.code == .invalidInput)
    }
}
