import Core
import Foundation
import Testing

@testable import Cloud

struct RedditListingTests {
    @Test func aPageHasItsPostsInOrderAndTheServersCursor() async throws {
        let posts = ["t3_b", "t3_a", "t3_c"].map { postJSON(["name": "\"\($0)\""]) }
        let page = try await page(listing(posts, after: #""t3_c""#))
        #expect(page.posts.map(\.id.native) == ["t3_b", "t3_a", "t3_c"])
        #expect(page.posts.allSatisfy { $0.id.site == .reddit })
        #expect(page.next == PageCursor(rawValue: "t3_c"))
        #expect(page.issues.isEmpty && page.source == "reddit-json" && page.completeness == .full)
    }

    @Test func theParentsOfCrosspostsComeWithThePageAndAreNoneOfItsPosts() async throws {
        let parent = postJSON(["name": #""t3_p""#, "id": #""p""#, "title": #""The first""#, "subreddit": #""swift""#])
        let page = try await page(
            listing([
                postJSON(["name": #""t3_a""#, "crosspost_parent": #""t3_p""#, "crosspost_parent_list": "[\(parent)]"]),
                // One that cannot be read costs nothing but itself.
                postJSON([
                    "name": #""t3_b""#, "crosspost_parent": #""t3_q""#, "crosspost_parent_list": #"[{"id":"q"}]"#,
                ]),
            ]))
        #expect(page.posts.map(\.id.native) == ["t3_a", "t3_b"] && page.issues.isEmpty)
        #expect(page.related.map(\.id.native) == ["t3_p"])
        #expect(page.related.first?.title == "The first" && page.related.first?.subreddit == "swift")
    }

    @Test(arguments: ["null", #""""#, #""0""#, "0", "7", "[]"]) func theEndIsNoCursor(_ after: String) async throws {
        #expect(try await page(listing([postJSON()], after: after)).next == nil)
    }

    @Test func anEmptyListingIsAPage() async throws {
        let page = try await page(listing([]))
        #expect(page.posts.isEmpty && page.issues.isEmpty && page.next == nil)
    }

    @Test(arguments: [
        "", "not JSON", "<html>", "null", "[]", "{}", "7", #"{"kind":"Listing"}"#, #"{"kind":"Listing","data":[]}"#,
        #"{"kind":"Listing","data":{}}"#, #"{"kind":"Listing","data":{"children":null}}"#,
        #"{"kind":"Listing","data":{"children":{}}}"#, #"{"kind":"Listing","data":{"children":"x"}}"#,
        #"{"kind":"t3","data":{"children":[]}}"#, #"{"data":{"children":[]}}"#, #"{"message":"Forbidden","error":403}"#,
        #"[{"kind":"Listing","data":{"children":[]}}]"#, #"{"kind":"Listing","data":{"children":[]}"#,
    ])
    func whatIsNoListingIsMalformed(_ body: String) async throws {
        let error = await #expect(throws: NetworkError.self) { try await page(body) }
        #expect(error?.code == .malformed)
    }

    @Test func aListingCutAnywhereIsMalformed() async throws {
        let whole = Array(listing([postJSON(), postJSON()]).utf8)
        for end in 0..<whole.count {
            let error = await #expect(throws: NetworkError.self) {
                try await page(String(decoding: whole[..<end], as: UTF8.self))
            }
            #expect(error?.code == .malformed)
        }
    }

    @Test func deepNestingIsMalformedAndNoCrash() async throws {
        let nested = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let error = await #expect(throws: NetworkError.self) {
            try await page(listing([postJSON(["media": nested])]))
        }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: [
        (#"{"kind":"t3","data":{"id":"x"}}"#, "data.title: missing"),
        (#"{"kind":"t3","data":{"id":"x","title":null}}"#, "data.title: missing"),
        (#"{"kind":"t3","data":{"id":"x","title":7}}"#, "data.title: expected a string"),
        (#"{"kind":"t3","data":{"title":"x"}}"#, "data.name: missing"),
        (#"{"kind":"t3","data":{"title":"x","name":7,"id":[]}}"#, "data.name: expected an id"),
        (#"{"kind":"t3","data":{"title":"x","id":"a b\n"}}"#, "data.name: missing"),
        (#"{"kind":"t3","data":null}"#, "data: missing"), (#"{"kind":"t3"}"#, "data: missing"),
        (#"{"kind":"t3","data":"x"}"#, "data: expected an object"), (#"{"data":{}}"#, "kind: missing"),
        (#"{"kind":3,"data":{}}"#, "kind: expected a string"), ("null", "child: expected an object"),
        ("[]", "child: expected an object"), ("7", "child: expected an object"),
    ])
    func oneBadPostCostsOnlyItself(_ child: String, _ reason: String) async throws {
        var children = (0..<99).map { #"{"kind":"t3","data":\#(postJSON(["name": "\"t3_\($0)\""]))}"# }
        children.insert(child, at: 42)
        let body = #"{"kind":"Listing","data":{"children":[\#(children.joined(separator: ","))]}}"#
        let page = try await page(body)
        #expect(page.posts.map(\.id.native) == (0..<99).map { "t3_\($0)" })
        #expect(page.issues == [DecodeIssue(index: 42, reason: reason)])
    }

    @Test func aTitleThatIsNotUTF8CostsOnlyItsPost() async throws {
        var body = Data(listing([postJSON(["title": #""@@""#]), postJSON()]).utf8)
        for (index, byte) in body.enumerated() where byte == UInt8(ascii: "@") { body[index] = 0xFF }
        let transport = BytesRequests(body)
        let provider = RedditOnlinePostProvider(endpoints: RedditEndpointProvider(), requests: transport)
        let page = try await provider.fetchPage(PageRequest(feed: Feed(site: .reddit)))
        #expect(page.posts.count == 1)
        #expect(page.issues == [DecodeIssue(index: 0, reason: "data.title: expected text in UTF-8")])
    }

    @Test func aChildOfAnUnknownKindIsAnEntryOfThePageWithAllThatTheServerSaid() async throws {
        let child = #"{"kind": "t9", "data": {"b": 1.50, "a": [null, "x y"]}}"#
        let body = #"{"kind":"Listing","data":{"children":[{"kind":"t3","data":\#(postJSON())},\#(child)]}}"#
        let page = try await page(body)
        #expect(page.posts.count == 1 && page.issues.isEmpty)
        #expect(page.unknown.map(\.index) == [1] && page.unknown.map(\.kind) == ["t9"])
        #expect(page.unknown.first?.json.text == #"{"kind":"t9","data":{"b":1.50,"a":[null,"x y"]}}"#)
    }

    @Test func whatOnlyRedditSaysIsKeptAsItWasWritten() async throws {
        let fields: KeyValuePairs<String, String?> = [
            "upvote_ratio": "0.970", "locked": "false", "author_flair_text": #""a \"b\" \u00e9""#, "name": #""t3_a""#,
            "suggested_sort": "null",
        ]
        let first = postJSON(fields)
        let page = try await page(listing([first, postJSON(["name": #""t3_b""#])]))
        let extras = try #require(page.extras[Post.ID(site: .reddit, native: "t3_a")])
        #expect(extras.text == #"{"upvote_ratio":0.970,"author_flair_text":"a \"b\" \u00e9","locked":false}"#)
        #expect(try RawJSON(extras.text) == extras)
        #expect(page.extras[Post.ID(site: .reddit, native: "t3_b")]?["upvote_ratio"]?.text != "0.970")
    }

    @Test(arguments: ["t1", "t5", "more", "LiveUpdate", ""])
    func childrenThatAreNoPostsAreLeftOutWithoutAnIssue(_ kind: String) async throws {
        let body =
            #"{"kind":"Listing","data":{"children":[{"kind":"\#(kind)","data":{}},{"kind":"t3","data":\#(postJSON())}]}}"#
        let page = try await page(body)
        #expect(page.posts.count == 1 && page.issues.isEmpty)
    }

    @Test func aFeedOfAnotherSiteIsRefused() async throws {
        let requests = CannedRequests(listing([]))
        let provider = RedditOnlinePostProvider(site: .demo, endpoints: RedditEndpointProvider(), requests: requests)
        await #expect(throws: DataError.self) { try await provider.fetchPage(PageRequest(feed: Feed(site: .reddit))) }
        #expect(requests.request == nil)
    }

    @Test func aSearchForASubredditThatNobodyKnowsIsNotFound() async throws {
        let requests = CannedRequests(
            listing([]), finalURL: url("https://www.reddit.com/subreddits/search.json?q=nobody"))
        let provider = RedditOnlinePostProvider(endpoints: RedditEndpointProvider(), requests: requests)
        let error = await #expect(throws: NetworkError.self) {
            try await provider.fetchPage(PageRequest(feed: Feed(site: .reddit, source: .subreddits(["nobody"]))))
        }
        #expect(error?.code == .notFound)
    }

    @Test func aListingWithMoreChildrenThanAnyServerSendsIsTooLarge() async throws {
        let most = RedditListingDecoder.maximumChildren
        #expect(try await page(listing(Array(repeating: postJSON(), count: most))).posts.count == most)
        let code = await errorCode { try await page(listing(Array(repeating: postJSON(), count: most + 1))) }
        #expect(code == .tooLarge)
    }
}

/// Answers with bytes that no string holds.
private struct BytesRequests: RequestProvider {
    let body: Data

    init(_ body: Data) { self.body = body }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        NetworkResponse(status: 200, url: request.url, body: body)
    }

    func shutDown() async {}
}
