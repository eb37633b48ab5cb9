import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ChainedCommentProviderTests {
    /// Answers with a thread, or fails, as it is told.
    private struct Threads: OnlineCommentProvider {
        let site = Site.reddit
        let onFetch = MockMethod<ThreadRequest, CommentThread>("Threads.fetchThread", log: MockLog())

        func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
            try await onFetch.answer(to: request)
        }
    }

    private let world = ChainWorld("best", "other")
    private let best = Threads()
    private let other = Threads()

    private func chain() -> ChainedCommentProvider {
        ChainedCommentProvider(
            site: .reddit, suspensions: world.memory, activity: world.activity, time: world.clock,
            links: [
                ChainLink("best", host: "best.example", provider: best),
                ChainLink("other", host: "other.example", provider: other),
            ])
    }

    private func request(_ native: String = "t3_a", isManual: Bool = false) -> ThreadRequest {
        var request = ThreadRequest(post: .mock(native, site: .reddit))
        request.isManual = isManual
        return request
    }

    @Test func theFirstBackendThatAnswersBringsTheThread() async throws {
        best.onFetch.fails(with: NetworkError(.timedOut))
        other.onFetch.returns(CommentThread(source: "whatever", completeness: .partial))
        let thread = try await chain().fetchThread(request())
        #expect(thread.source == "other")
        #expect(thread.completeness == .partial)
        #expect(world.activity.events.map(\.code) == [.timedOut])
    }

    @Test func whatIsGoneIsRememberedForItsThreadAlone() async throws {
        other.onFetch.answers { _ in CommentThread(source: "") }
        best.onFetch.fails(with: NetworkError(.notFound))
        best.onFetch.answers { _ in CommentThread(source: "") }
        #expect(try await chain().fetchThread(request()).source == "other")
        #expect(try await chain().fetchThread(request()).source == "other")
        #expect(try await chain().fetchThread(request("t3_b")).source == "best")
        #expect(try await chain().fetchThread(request(isManual: true)).source == "best")
    }

    @Test func aBackendThatIsSuspendedForPostsIsSuspendedForThreads() async throws {
        world["best"].fails(with: NetworkError(.accessClosed))
        world["other"].returns(.mock())
        try await world.fetch()
        other.onFetch.returns(CommentThread(source: ""))
        #expect(try await chain().fetchThread(request()).source == "other")
        #expect(best.onFetch.calls.isEmpty)
    }

    @Test func whenNoBackendAnswersTheMostTellingErrorIsThrown() async throws {
        best.onFetch.fails(with: NetworkError(.notFound, status: 404))
        other.onFetch.fails(with: NetworkError(.offline))
        let chain = chain()
        await #expect { try await chain.fetchThread(request()) } throws: { ($0 as? NetworkError)?.code == .notFound }
        await #expect(throws: DataError.self) {
            try await chain.fetchThread(ThreadRequest(post: .mock("t3_a", site: .demo)))
        }
        let none = ChainedCommentProvider(site: .reddit, links: [])
        await #expect(throws: DataError.self) { try await none.fetchThread(request()) }
    }
}
