import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Requests and answers for the comments behind placeholders.
@Suite(.timeLimit(.minutes(5)))
struct RedditMoreTests {
    private let post = Post.ID(site: .reddit, native: "t3_one")

    private func id(_ native: String) -> Core.Comment.ID { Core.Comment.ID(site: .reddit, native: native) }

    private func more(
        _ ids: [String], parent: String? = nil, post: String = "t3_one", sort: CommentSort? = nil
    ) -> MoreRequest {
        let post = Post.ID(site: .reddit, native: post)
        return MoreRequest(
            post: post,
            more: MoreComments(
                parent: parent.map { .comment(id($0)) } ?? .post(post), depth: 0, count: ids.count, ids: ids.map(id)),
            sort: sort, priority: .prefetch)
    }

    private func expansion(_ body: String, of request: MoreRequest) async throws -> CommentExpansion {
        let provider = RedditOnlineCommentProvider(
            endpoints: RedditEndpointProvider(), requests: CannedRequests(body))
        return try await provider.fetchMore(request)
    }

    private func thingsJSON(_ things: [String]) -> String {
        #"{"json":{"errors":[],"data":{"things":[\#(things.joined(separator: ","))]}}}"#
    }

    // MARK: Requests

    @Test(
        arguments: [
            (
                ["t1_a", "b"], nil, nil,
                "/api/morechildren.json?api_type=json&children=a%2Cb&limit_children=false&link_id=t3_one&raw_json=1"
            ),
            (
                ["t1_a"], "t1_p", .new,
                "/api/morechildren.json?api_type=json&children=a&limit_children=false&link_id=t3_one&raw_json=1"
                    + "&sort=new"
            ),
            ([], "t1_p", nil, "/comments/one/_/p.json?raw_json=1"),
            ([], "p", .qa, "/comments/one/_/p.json?raw_json=1&sort=qa"),
            ([], nil, .top, "/comments/one.json?raw_json=1&sort=top"),
        ] as [([String], String?, CommentSort?, String)])
    func requestsAreExact(_ ids: [String], _ parent: String?, _ sort: CommentSort?, _ path: String) throws {
        let asked = more(ids, parent: parent, sort: sort)
        let request = try RedditEndpointProvider().more(asked)
        #expect(request.url.absoluteString == "https://www.reddit.com" + path)
        #expect(request.method == .get && request.body == nil && request.priority == .prefetch)
        #expect(request.expectation == .json && request.headers == ["Accept": "application/json"])
        let oauth = try RedditEndpointProvider(dialect: .oauth).more(asked)
        #expect(
            oauth.url.absoluteString == "https://oauth.reddit.com" + path.replacingOccurrences(of: ".json?", with: "?"))
    }

    @Test func aHundredAreAskedForAtMost() throws {
        let request = more((0..<101).map { "t1_c\($0)" })
        let url = try RedditEndpointProvider().more(request).url.absoluteString
        #expect(url.contains("%2Cc99&") && !url.contains("c100"))
    }

    @Test(arguments: ["", "t1_", "..", "a/b", "a,b", "t1_a b", "é", "a%2Cb", "t1_a.json"])
    func anInvalidCommentIDIsNotRequested(_ native: String) {
        for request in [more(["t1_a", native]), more([], parent: native)] {
            let error = #expect(throws: DataError.self) { try RedditEndpointProvider().more(request) }
            #expect(error?.code == .invalidInput)
        }
    }

    @Test func aPlaceholderOfAnotherSiteIsNotAskedFor() async {
        let requests = CannedRequests("")
        let provider = RedditOnlineCommentProvider(endpoints: RedditEndpointProvider(), requests: requests)
        var foreign = more([], parent: "p")
        foreign.more.parent = .comment(.mock("t1_p"))
        for request in [foreign, MoreRequest(post: .mock("t3_a"), more: .mock("t1_a"))] {
            let error = await #expect(throws: DataError.self) { try await provider.fetchMore(request) }
            #expect(error?.code == .invalidInput)
        }
        #expect(requests.request == nil)
    }

    // MARK: Answers

    @Test func aFlatListIsReadWithWhatEachAnswers() async throws {
        let body = thingsJSON([
            commentJSON("a", parent: "t3_one"), commentJSON("b", parent: "t1_a"),
            moreJSON("c", parent: "t1_b", count: 4, children: ["c", "d"]),
            moreJSON("_", parent: "t1_a", count: 0, children: []),
            commentJSON("e"), commentJSON("a", parent: "t3_one"),
        ])
        let expansion = try await expansion(body, of: more(["t1_a", "t1_e", "t1_gone"], parent: "t1_p"))
        #expect(
            expansion.outline == ["t1_a<t3_one", "t1_b<t1_a", "+4[t1_c t1_d]<t1_b", "+0[]<t1_a", "t1_e<t1_p"])
        #expect(expansion.requested == ["t1_a", "t1_e", "t1_gone"].map(id))
        #expect(expansion.issues.isEmpty && expansion.source == "reddit-json" && expansion.completeness == .full)
    }

    @Test func repliesThatAreNestedAllTheSameAreRead() async throws {
        let body = thingsJSON([commentJSON("a", replies: [commentJSON("b", parent: "t1_a")])])
        #expect(try await expansion(body, of: more(["t1_a"])).outline == ["t1_a<t3_one", ".t1_b<t1_a"])
    }

    @Test func oneBadThingCostsItselfAlone() async throws {
        let body = thingsJSON(["7", commentJSON("a"), #"{"kind":"t1"}"#, #"{"kind":"t5","data":{}}"#])
        let expansion = try await expansion(body, of: more(["t1_a"]))
        #expect(expansion.outline == ["t1_a<t3_one"])
        #expect(
            expansion.issues == [
                DecodeIssue(index: 0, reason: "child: expected an object"),
                DecodeIssue(index: 2, reason: "data: missing"),
            ])
    }

    @Test(arguments: [#"{"json":{"errors":[]}}"#, #"{"json":{"errors":[],"data":{"things":[]}}}"#])
    func nothingMayBeLeftOfWhatWasAskedFor(_ body: String) async throws {
        let expansion = try await expansion(body, of: more(["t1_a"]))
        #expect(expansion.entries.isEmpty && expansion.requested == [id("t1_a")])
    }

    @Test func aPartOfAThreadBeginsWithItsComment() async throws {
        let body = threadJSON([
            commentJSON("p", parent: "t1_far", replies: [commentJSON("a", parent: "t1_p", replies: [commentJSON("b")])])
        ])
        let expansion = try await expansion(body, of: more([], parent: "t1_p"))
        #expect(expansion.outline == ["t1_p<t1_far", ".t1_a<t1_p", "..t1_b<t1_a"])
        #expect(expansion.requested.isEmpty)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"json":[]}"#, #"{"json":{"data":{}}}"#, #"{"json":{"data":{"things":{}}}}"#,
        #"{"json":{"errors":[["BAD_ID","that id is no good","children"]]}}"#, threadJSON([]),
    ]) func anAnswerThatIsNoListOfThingsIsMalformed(_ body: String) async {
        #expect(await errorCode { try await expansion(body, of: more(["t1_a"])) } == .malformed)
    }

    @Test func anErrorInPlaceOfThingsTakesNothingForGone() async {
        let body =
            #"{"json":{"errors":[["RATELIMIT","you are doing that too much","ratelimit"]],"data":{"things":[]}}}"#
        #expect(await errorCode { try await expansion(body, of: more(["t1_a"])) } == .rateLimited)
    }

    @Test func anAnswerThatIsNoThreadFailsAnExpansion() async {
        #expect(await errorCode { try await expansion(thingsJSON([]), of: more([], parent: "t1_p")) } == .malformed)
    }

    // MARK: Other backends

    @Test func feedsHaveNoMore() async {
        let requests = CannedRequests("")
        let provider = RedditFeedOnlinePostProvider(endpoints: RedditFeedEndpointProvider(), requests: requests)
        let refusal = await #expect(throws: DataError.self) { try await provider.fetchMore(more(["t1_a"])) }
        #expect(refusal?.code == .invalidInput && requests.request == nil)
    }
}

extension CommentExpansion {
    /// What came as an outline, as threads are drawn.
    fileprivate var outline: [String] { CommentThread(entries: entries, source: source).outline }
}
