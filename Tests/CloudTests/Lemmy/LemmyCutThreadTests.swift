import Cloud
import Core
import Foundation
import Synchronization
import Testing

/// Threads of which Lemmy sends only a part: with a depth 300 comments are the most.
@Suite(.timeLimit(.minutes(5)))
struct LemmyCutThreadTests {
    /// A server with answers by path and query, which notes what it was asked.
    private final class Server: RequestProvider {
        private let asked = Mutex<[String]>([])
        private let answer: @Sendable (String) throws -> String

        init(_ answer: @escaping @Sendable (String) throws -> String) {
            self.answer = answer
        }

        /// What was asked for, without what comes before every path.
        var log: [String] { asked.withLock { $0 } }

        func response(to request: NetworkRequest) async throws -> NetworkResponse {
            let text = request.url.absoluteString.replacing("https://lemmy.world/api/v3/", with: "")
            asked.withLock { $0.append(text) }
            return NetworkResponse(status: 200, url: request.url, body: Data(try answer(text).utf8))
        }

        func shutDown() async {}
    }

    private let post = Post.ID(site: lemmySite, native: "123")

    private static func list(_ views: [String]) -> String { #"{"comments":[\#(views.joined(separator: ","))]}"# }

    private static func comments(_ numbers: ClosedRange<Int>) -> [String] {
        numbers.map { lemmyCommentJSON("0.\($0)") }
    }

    private static func postView(_ count: Int) -> String { #"{"post_view":{"counts":{"comments":\#(count)}}}"# }

    /// A server whose thread has these views, and whose post says how many comments it has.
    private func server(_ views: [String], count: Int) -> Server {
        Server { asked in asked.hasPrefix("post?") ? Self.postView(count) : Self.list(views) }
    }

    private func thread(_ server: Server) async throws -> CommentThread {
        try await lemmyProvider(server).fetchThread(ThreadRequest(post: post))
    }

    @Test func whatThePostCountsMoreThanCameIsAPlaceholder() async throws {
        let server = server(Self.comments(1...300), count: 420)
        let thread = try await thread(server)
        #expect(thread.comments.count == 300 && thread.completeness == .full)
        #expect(thread.more == [MoreComments(parent: .post(post), depth: 0, count: 120, ids: [])])
        #expect(!thread.isComplete && thread.missingCount == 120)
        #expect(server.log.last == "post?id=123" && server.log.count == 2)
    }

    @Test func aThreadOfExactlyAsManyIsWhole() async throws {
        let thread = try await thread(server(Self.comments(1...300), count: 300))
        #expect(thread.isComplete && thread.entries.count == 300)
    }

    @Test func whatIsMissingBelowCommentsCountsOnce() async throws {
        let views = [lemmyCommentJSON("0.1", children: 7)] + Self.comments(2...300)
        #expect(try await thread(server(views, count: 307)).more.map(\.count) == [7])
        #expect(try await thread(server(views, count: 310)).more.map(\.count) == [7, 3])
    }

    @Test func whatWasTakenDownIsNotCounted() async throws {
        let gone = (1...10).map { lemmyCommentJSON("0.\($0)", comment: ["deleted": "true"]) }
        let thread = try await thread(server(gone + Self.comments(11...300), count: 295))
        #expect(thread.more.map(\.count) == [5])
    }

    @Test func aShortThreadCostsOneRequest() async throws {
        let server = server(Self.comments(1...299), count: 999)
        #expect(try await thread(server).isComplete)
        #expect(server.log.count == 1)
    }

    @Test func aPostThatCannotBeAskedLeavesAPlaceholderWithoutANumber() async throws {
        let server = Server { asked in
            if asked.hasPrefix("post?") { throw NetworkError(.timedOut) }
            return Self.list(Self.comments(1...300))
        }
        let thread = try await thread(server)
        #expect(thread.comments.count == 300)
        #expect(thread.more == [MoreComments(parent: .post(post), depth: 0, count: 0, ids: [])])
    }

    @Test func whoIsCancelledGetsNoThread() async throws {
        let server = Server { asked in
            if asked.hasPrefix("post?") { throw CancellationError() }
            return Self.list(Self.comments(1...300))
        }
        await #expect(throws: CancellationError.self) { try await thread(server) }
    }

    // MARK: The rest

    private var rest: MoreRequest {
        MoreRequest(post: post, more: MoreComments(parent: .post(post), depth: 0, count: 20, ids: []), sort: .new)
    }

    @Test func theRestComesPageByPageAndThenTheThreadIsWhole() async throws {
        let first = try await thread(server(Self.comments(1...300), count: 320))
        let pages = Server { asked in
            let number = asked.split(separator: "&").first { $0.hasPrefix("page=") }?.dropFirst(5) ?? ""
            let begin = ((Int(number) ?? 1) - 1) * 50 + 1
            return begin > 320 ? Self.list([]) : Self.list(Self.comments(begin...min(begin + 49, 320)))
        }
        let expansion = try await lemmyProvider(pages).fetchMore(rest)
        #expect(pages.log.first == "comment/list?limit=50&page=1&post_id=123&sort=New&type_=All")
        #expect(pages.log.count == 7, "the seventh is the first that is not full")
        #expect(expansion.entries.count == 320 && expansion.issues.isEmpty && expansion.requested.isEmpty)
        let forest = CommentForest(first.entries).expanding(rest.more, with: expansion)
        #expect(forest.entries.count == 320 && forest.comments.count == 320)
        #expect(CommentThread(entries: forest.entries, source: "lemmy").isComplete)
    }

    @Test func answersOnDifferentPagesAreThreaded() async throws {
        let pages = Server { asked in
            asked.contains("page=1&")
                ? Self.list(Self.comments(1...50))
                : Self.list([lemmyCommentJSON("0.3.60"), lemmyCommentJSON("0.3.60.61")])
        }
        let expansion = try await lemmyProvider(pages).fetchMore(rest)
        let forest = CommentForest(expansion.entries)
        #expect(forest.comments[3].id.native == "60" && forest.comments[3].depth == 1)
        #expect(forest.comments[4].id.native == "61" && forest.comments[4].depth == 2)
    }

    @Test func aServerThatSendsTheSamePageAgainIsAskedTwice() async throws {
        let pages = Server { _ in Self.list(Self.comments(1...50)) }
        let expansion = try await lemmyProvider(pages).fetchMore(rest)
        #expect(pages.log.count == 2)
        #expect(expansion.entries.count == 51)
        #expect(expansion.entries.last == .more(MoreComments(parent: .post(post), depth: 0, count: 0, ids: [])))
    }

    /// A server of full pages, one of which fails.
    private static func failing(_ page: Int, with error: any Error) -> Server {
        Server { asked in
            if asked.contains("page=\(page)&") { throw error }
            let begin = asked.contains("page=1&") ? 1 : 51
            return Self.list(Self.comments(begin...(begin + 49)))
        }
    }

    @Test func aPageThatFailsTakesNothingOfWhatCame() async throws {
        let pages = Self.failing(3, with: NetworkError(.timedOut))
        let expansion = try await lemmyProvider(pages).fetchMore(rest)
        #expect(pages.log.count == 3 && expansion.entries.count == 101)
        #expect(expansion.entries.last == .more(MoreComments(parent: .post(post), depth: 0, count: 0, ids: [])))
    }

    @Test func aFirstPageThatFailsIsAFailure() async throws {
        let provider = try lemmyProvider(Self.failing(1, with: NetworkError(.timedOut)))
        let code = await errorCode { try await provider.fetchMore(rest) }
        #expect(code == .timedOut)
    }

    @Test func whoIsCancelledBetweenPagesGetsNothing() async throws {
        let provider = try lemmyProvider(Self.failing(3, with: CancellationError()))
        await #expect(throws: CancellationError.self) { try await provider.fetchMore(rest) }
    }

    @Test func aThreadWithoutEndIsAskedForFortyTimes() async throws {
        let pages = Server { asked in
            let number = asked.split(separator: "&").first { $0.hasPrefix("page=") }?.dropFirst(5) ?? ""
            let begin = ((Int(number) ?? 1) - 1) * 50 + 1
            return Self.list(Self.comments(begin...(begin + 49)))
        }
        let expansion = try await lemmyProvider(pages).fetchMore(rest)
        #expect(pages.log.count == 40 && expansion.entries.count == 2_001)
    }
}
