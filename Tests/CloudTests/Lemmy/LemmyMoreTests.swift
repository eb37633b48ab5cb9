import Cloud
import Core
import Foundation
import Testing

/// The replies below Lemmy comments that have more of them than came.
struct LemmyMoreTests {
    private let post = Post.ID(site: lemmySite, native: "123")

    private func more(_ parent: String?, ids: [String] = [], sort: CommentSort? = nil) -> MoreRequest {
        MoreRequest(
            post: post,
            more: MoreComments(
                parent: parent.map { .comment(Core.Comment.ID(site: lemmySite, native: $0)) } ?? .post(post), depth: 8,
                count: 3, ids: ids.map { Core.Comment.ID(site: lemmySite, native: $0) }),
            sort: sort, priority: .background)
    }

    @Test(
        arguments: [
            ("45", nil, "limit=50&max_depth=8&parent_id=45&type_=All"),
            ("45", .new, "limit=50&max_depth=8&parent_id=45&sort=New&type_=All"),
            (nil, nil, "limit=50&max_depth=8&post_id=123&type_=All"),
        ] as [(String?, CommentSort?, String)])
    func requestsAreExact(_ parent: String?, _ sort: CommentSort?, _ query: String) throws {
        let request = try LemmyEndpointProvider(host: "lemmy.world").more(more(parent, sort: sort))
        #expect(request.url.absoluteString == "https://lemmy.world/api/v3/comment/list?" + query)
        #expect(request.method == .get && request.priority == .background && request.expectation == .json)
        #expect(request.headers == ["Accept": "application/json"])
        #expect(request.errorWords["couldnt_find_comment"] == .notFound)
    }

    @Test(arguments: ["", "t1_abc", "0", "012", "-1", "1/2", "12345678901234567890"])
    func anInvalidPlaceholderIDIsRefused(_ native: String) throws {
        let endpoints = try LemmyEndpointProvider(host: "lemmy.world")
        let error = #expect(throws: DataError.self) { try endpoints.more(more(native)) }
        #expect(error?.code == .invalidInput)
    }

    @Test func whatIsBelowACommentGrowsItsThread() async throws {
        // Given a thread that was cut at its eighth comment
        let cut = lemmyCommentJSON("0.1.2", children: 2)
        let thread = try await lemmyProvider(
            CannedRequests(#"{"comments":[\#(lemmyCommentJSON("0.1", children: 3)),\#(cut)]}"#)
        )
        .fetchThread(ThreadRequest(post: post))
        let placeholder = try #require(thread.more.first)
        #expect(thread.more.count == 1 && placeholder.parent.native == "2" && placeholder.count == 2)
        // When the rest comes, flat and in the server's order, with the comment that was asked for
        let views = ["0.1.2.3.4", "0.1.2", "0.1.2.3"].map { lemmyCommentJSON($0) }.joined(separator: ",")
        let provider = try lemmyProvider(CannedRequests(#"{"comments":[\#(views),7]}"#))
        let expansion = try await provider.fetchMore(MoreRequest(post: post, more: placeholder))
        #expect(expansion.source == "lemmy" && expansion.completeness == .full && expansion.requested.isEmpty)
        #expect(expansion.issues == [DecodeIssue(index: 3, reason: "view: expected an object")])
        let forest = CommentForest(thread.entries).expanding(placeholder, with: expansion)
        #expect(forest.comments.map(\.id.native) == ["1", "2", "3", "4"])
        #expect(forest.comments.map(\.depth) == [0, 1, 2, 3])
        #expect(forest.entries.count == 4, "the placeholder is gone")
    }

    @Test func whatTheServerStillKeepsBackStaysAPlaceholder() async throws {
        let entries: [CommentThread.Entry] = [
            .comment(Core.Comment(id: Core.Comment.ID(site: lemmySite, native: "2"), parent: .post(post))),
            .more(more("2").more),
        ]
        let views = [lemmyCommentJSON("0.2", children: 9), lemmyCommentJSON("0.2.3")].joined(separator: ",")
        let provider = try lemmyProvider(CannedRequests(#"{"comments":[\#(views)]}"#))
        let expansion = try await provider.fetchMore(more("2"))
        let forest = CommentForest(entries).expanding(more("2").more, with: expansion)
        #expect(forest.comments.map(\.id.native) == ["2", "3"] && forest.entries.count == 3)
        #expect(CommentThread(entries: forest.entries, source: "lemmy").missingCount == 8)
    }

    @Test func aPlaceholderOfAnotherServerIsNotAskedFor() async throws {
        let requests = CannedRequests("")
        let provider = try lemmyProvider(requests)
        let foreign = MoreRequest(post: Post.ID(site: .reddit, native: "1"), more: more("2").more)
        let error = await #expect(throws: DataError.self) { try await provider.fetchMore(foreign) }
        #expect(error?.code == .invalidInput && requests.request == nil)
    }
}
