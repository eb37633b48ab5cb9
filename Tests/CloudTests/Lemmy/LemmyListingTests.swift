import Cloud
import Core
import Foundation
import Testing

struct LemmyListingTests {
    @Test func aPageHasItsPostsInOrderAndTheServersCursor() async throws {
        let views = ["5", "3", "9"].map { lemmyViewJSON(["post": lemmyPostJSON(["id": $0])]) }
        let page = try await lemmyPage(lemmyList(views, next: #""Pabc""#))
        #expect(page.posts.map(\.id.native) == ["5", "3", "9"])
        #expect(page.posts.allSatisfy { $0.id.site == lemmySite })
        #expect(page.next == PageCursor(rawValue: "Pabc"))
        #expect(page.issues.isEmpty && page.source == "lemmy" && page.completeness == .full)
    }

    @Test(arguments: [nil, "null", #""""#, #""0""#, "0", "7", "{}"]) func theEndIsNoCursor(_ next: String?) async throws
    {
        #expect(try await lemmyPage(lemmyList([lemmyViewJSON()], next: next), limit: 1).next == nil)
    }

    @Test(
        arguments: [
            (nil, 2, "page:2"), (nil, 3, nil), ("page:4", 2, "page:5"), ("page:4", 25, nil), (nil, -1, "page:2"),
        ] as [(String?, Int, String?)])
    func aNumberedListGoesOnBehindAFullPage(_ cursor: String?, _ limit: Int, _ next: String?) async throws {
        let body = lemmyList([lemmyViewJSON(), "{}"], next: #""Pabc""#)
        for source in [FeedSource.user("ann"), .search("x")] {
            let page = try await lemmyPage(body, source: source, cursor: cursor, limit: limit)
            #expect(page.next?.rawValue == next)
            #expect(page.posts.count == 1 && page.issues.count == 1)
        }
    }

    @Test func aListWithMorePostsThanAnyServerSendsIsTooLarge() async throws {
        #expect(try await lemmyPage(lemmyList(Array(repeating: "0", count: 2000))).issues.count == 2000)
        let code = await errorCode { try await lemmyPage(lemmyList(Array(repeating: "0", count: 2001))) }
        #expect(code == .tooLarge)
    }

    @Test func anEmptyListIsAPage() async throws {
        let page = try await lemmyPage(#"{"posts":[]}"#)
        #expect(page.posts.isEmpty && page.issues.isEmpty && page.next == nil)
    }

    @Test(arguments: [
        "", "not JSON", "<html>", "null", "[]", "{}", "7", #"{"posts":null}"#, #"{"posts":{}}"#, #"{"posts":"x"}"#,
        #"{"error":"unknown"}"#, #"{"comments":[]}"#, #"{"kind":"Listing","data":{"children":[]}}"#, #"{"posts":[]"#,
    ])
    func anAnswerThatIsNoListIsMalformed(_ body: String) async throws {
        let error = await #expect(throws: NetworkError.self) { try await lemmyPage(body) }
        #expect(error?.code == .malformed)
    }

    @Test func aListCutAnywhereIsMalformed() async throws {
        let whole = Array(lemmyList([lemmyViewJSON()], next: #""P""#).utf8)
        for end in 0..<whole.count {
            let code = await errorCode { try await lemmyPage(String(decoding: whole[..<end], as: UTF8.self)) }
            #expect(code == .malformed, "cut at byte \(end)")
        }
    }

    @Test(arguments: [
        ("null", "view: expected an object"), ("[]", "view: expected an object"), ("{}", "post: missing"),
        (#"{"post":null}"#, "post: missing"), (#"{"post":[]}"#, "post: expected an object"),
        (#"{"post":{"name":"x"}}"#, "post.id: missing"),
        (#"{"post":{"name":"x","id":"t3_x"}}"#, "post.id: expected a number"),
        (#"{"post":{"name":"x","id":0}}"#, "post.id: expected a number"),
        (#"{"post":{"name":"x","id":-4}}"#, "post.id: expected a number"),
        (#"{"post":{"name":"x","id":[1]}}"#, "post.id: expected a number"),
        (#"{"post":{"id":1}}"#, "post.name: missing"),
        (#"{"post":{"id":1,"name":7}}"#, "post.name: expected text in UTF-8"),
    ])
    func oneBadPostCostsOnlyItself(_ view: String, _ reason: String) async throws {
        var views = (1...24).map { lemmyViewJSON(["post": lemmyPostJSON(["id": "\($0)"])]) }
        views.insert(view, at: 7)
        let page = try await lemmyPage(lemmyList(views, next: #""P""#))
        #expect(page.posts.map(\.id.native) == (1...24).map(String.init))
        #expect(page.issues == [DecodeIssue(index: 7, reason: reason)])
        #expect(page.next == PageCursor(rawValue: "P"))
    }

    @Test func aFeedOfAnotherServerIsRefused() async throws {
        let requests = CannedRequests(lemmyList([]))
        let provider = try lemmyProvider(requests)
        let other = Site.lemmy("lemmy.ml")
        await #expect(throws: DataError.self) { try await provider.fetchPage(PageRequest(feed: Feed(site: other))) }
        let thread = ThreadRequest(post: Post.ID(site: other, native: "1"))
        await #expect(throws: DataError.self) { try await provider.fetchThread(thread) }
        #expect(requests.request == nil)
    }

    // MARK: What is wrong

    @Test(arguments: [
        (400, "couldnt_find_community", ErrorCode.notFound), (404, "couldnt_find_community", .notFound),
        (404, "not_found", .notFound), (400, "couldnt_find_that_username_or_email", .notFound),
        (400, "couldnt_find_post", .notFound), (400, "not_logged_in", .unauthorized),
        (401, "incorrect_login", .unauthorized), (400, "instance_is_private", .unauthorized),
        (403, "instance_is_blocked", .forbidden), (400, "rate_limit_error", .rateLimited),
        (400, "unknown", .badRequest), (403, "something_new", .forbidden), (404, "something_new", .notFound),
        (429, "something_new", .rateLimited), (500, "not_found", .serverError),
    ])
    func aWordSaysWhatIsWrong(_ status: Int, _ word: String, _ code: ErrorCode) async throws {
        let transport = ScriptedTransport(.respond(status, [:], #"{"error":"\#(word)","message":"x"}"#))
        let requests = NetworkRequestProvider(
            transport: transport, configuration: .init(retry: .never),
            services: .init(time: TestClock(), random: MiddleRandom()))
        let provider = try lemmyProvider(requests)
        let error = await #expect(throws: NetworkError.self) {
            try await provider.fetchPage(PageRequest(feed: Feed(site: lemmySite, source: .subreddits(["nobody"]))))
        }
        #expect(error?.code == code && error?.status == status)
    }

    @Test(arguments: [
        "", "not JSON", "[]", #"{"error":404}"#, #"{"error":null}"#, #"{"message":"not_found"}"#,
        #"{"error":"not_found","x":"\#(String(repeating: "x", count: 5000))"}"#,
    ])
    func withoutAWordTheStatusSays(_ body: String) async throws {
        let requests = NetworkRequestProvider(
            transport: ScriptedTransport(.respond(400, [:], body)), configuration: .init(retry: .never),
            services: .init(time: TestClock(), random: MiddleRandom()))
        let provider = try lemmyProvider(requests)
        #expect(
            await errorCode { try await provider.fetchPage(PageRequest(feed: Feed(site: lemmySite))) } == .badRequest)
    }

    @Test func otherBackendsHaveNoWords() async throws {
        let transport = ScriptedTransport(.respond(400, [:], #"{"error":"not_found"}"#))
        let requests = NetworkRequestProvider(
            transport: transport, configuration: .init(retry: .never),
            services: .init(time: TestClock(), random: MiddleRandom()))
        let provider = RedditOnlinePostProvider(endpoints: RedditEndpointProvider(), requests: requests)
        #expect(await errorCode { try await provider.fetchPage(PageRequest(feed: Feed(site: .reddit))) } == .badRequest)
    }

    /// Damage ends in a page or in a typed error, and never in a crash.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func damageNeverCrashes(_ seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        let views = [lemmyViewJSON(), lemmyViewJSON(["post": lemmyPostJSON(["url": #""https://a.com/b.png""#])])]
        let list = lemmyList(views, next: #""P""#)
        let comments = ["0.1", "0.1.2", "0.1.2.3", "0.4"].map { lemmyCommentJSON($0, children: 2) }
        let threadBody = #"{"comments":[\#(comments.joined(separator: ","))]}"#
        let thread = ThreadRequest(post: Post.ID(site: lemmySite, native: "123"))
        for round in 0..<250 {
            let place: Testing.Comment = "seed \(seed), round \(round)"
            do {
                let page = try await lemmyProvider(ByteRequests(body: damaged(list, by: random)))
                    .fetchPage(PageRequest(feed: Feed(site: lemmySite)))
                #expect(page.posts.count + page.issues.count <= 4, place)
            } catch let error as NetworkError {
                #expect(error.code == .malformed, place)
            }
            do {
                let thread = try await lemmyProvider(ByteRequests(body: damaged(threadBody, by: random)))
                    .fetchThread(thread)
                #expect(thread.comments.count + thread.issues.count <= 8, place)
            } catch let error as NetworkError {
                #expect(error.code == .malformed, place)
            }
        }
    }
}
