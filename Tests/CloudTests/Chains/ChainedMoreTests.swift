import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Placeholders that are expanded by the first of several backends that can.
@Suite(.timeLimit(.minutes(5)))
struct ChainedMoreTests {
    private let world = ChainWorld("best", "other")
    private let best = MockOnlineCommentProvider(site: .reddit)
    private let other = MockOnlineCommentProvider(site: .reddit)

    private func chain() -> ChainedCommentProvider {
        ChainedCommentProvider(
            site: .reddit, suspensions: world.memory, activity: world.activity, time: world.clock,
            links: [
                ChainLink("best", host: "best.example", provider: best),
                ChainLink("other", host: "other.example", provider: other),
            ])
    }

    private func request(_ parent: String? = "t1_a", post: String = "t3_a") -> MoreRequest {
        MoreRequest(post: .mock(post, site: .reddit), more: .mock("t1_x", parent: parent))
    }

    @Test func aBackendThatCannotExpandIsPassedOverAndIsNotSuspended() async throws {
        best.onFetchMore.fails(with: DataError(.invalidInput))
        other.onFetchMore.returns(CommentExpansion(requested: [.mock("t1_x")], source: "whatever"))
        let expansion = try await chain().fetchMore(request())
        #expect(expansion.source == "other" && expansion.requested == [.mock("t1_x")])
        best.onFetchThread.returns(CommentThread(source: ""))
        #expect(try await chain().fetchThread(ThreadRequest(post: .mock("t3_a", site: .reddit))).source == "best")
    }

    @Test func aFailureIsRememberedForItsPlaceholderAlone() async throws {
        best.onFetchMore.fails(with: NetworkError(.notFound, status: 404))
        best.onFetchMore.answers { _ in CommentExpansion(source: "") }
        best.onFetchThread.answers { _ in CommentThread(source: "") }
        other.onFetchMore.answers { _ in CommentExpansion(source: "") }
        #expect(try await chain().fetchMore(request()).source == "other")
        #expect(try await chain().fetchMore(request()).source == "other")
        #expect(try await chain().fetchMore(request("t1_b")).source == "best")
        #expect(try await chain().fetchThread(ThreadRequest(post: .mock("t3_a", site: .reddit))).source == "best")
        #expect(best.onFetchMore.calls.count == 2)
    }

    @Test func aBackendThatIsSuspendedForPostsIsSuspendedForPlaceholders() async throws {
        world["best"].fails(with: NetworkError(.accessClosed))
        world["other"].returns(.mock())
        try await world.fetch()
        other.onFetchMore.returns(CommentExpansion(source: ""))
        #expect(try await chain().fetchMore(request()).source == "other")
        #expect(best.onFetchMore.calls.isEmpty)
    }

    @Test func whenNoBackendAnswersTheMostTellingErrorIsThrown() async throws {
        best.onFetchMore.fails(with: NetworkError(.rateLimited, status: 429))
        other.onFetchMore.fails(with: DataError(.invalidInput))
        let chain = chain()
        await #expect { try await chain.fetchMore(request()) } throws: { ($0 as? NetworkError)?.code == .rateLimited }
        for provider in [chain, ChainedCommentProvider(site: .reddit, links: [])] {
            await #expect(throws: DataError.self) {
                try await provider.fetchMore(MoreRequest(post: .mock("t3_a"), more: .mock("t1_x")))
            }
        }
    }

    @Test func whereNoBackendCanExpandItSaysSo() async {
        best.onFetchMore.fails(with: DataError(.invalidInput))
        other.onFetchMore.fails(with: DataError(.invalidInput))
        let error = await #expect(throws: DataError.self) { try await chain().fetchMore(request()) }
        #expect(error?.code == .invalidInput)
    }
}
