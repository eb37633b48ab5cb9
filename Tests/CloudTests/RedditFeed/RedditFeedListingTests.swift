import Cloud
import Core
import Foundation
import Testing

struct RedditFeedListingTests {
    @Test func aPageHasItsPostsInOrderAndSaysThatItIsPartial() async throws {
        let entries = ["t3_b", "t3_a", "t3_c"].map { entryXML(["id": "<id>\($0)</id>"]) }
        let page = try await feedPage(atomFeed(entries))
        #expect(page.posts.map(\.id.native) == ["t3_b", "t3_a", "t3_c"])
        #expect(page.posts.allSatisfy { $0.id.site == .reddit })
        #expect(page.issues.isEmpty && page.source == "reddit-feed" && page.completeness == .partial)
    }

    @Test(arguments: [(3, 2, true), (3, 3, true), (3, 4, false), (3, 0, true), (0, 25, false), (100, 1000, true)])
    func aFullPageGoesOnBehindItsLastEntry(_ count: Int, _ limit: Int, _ goesOn: Bool) async throws {
        let entries = (0..<count).map { entryXML(["id": "<id>t3_\($0)</id>"]) }
        let page = try await feedPage(atomFeed(entries), limit: limit)
        #expect(page.next == (goesOn ? PageCursor(rawValue: "t3_\(count - 1)") : nil))
    }

    @Test func anEmptyFeedIsAPage() async throws {
        let page = try await feedPage(atomFeed([]))
        #expect(page.posts.isEmpty && page.issues.isEmpty && page.next == nil)
    }

    @Test(arguments: [
        "", " ", "not XML", "{}", #"{"error":403}"#, "<feed/>", "<feed></feed>",
        #"<rss version="2.0"><channel><item/></channel></rss>"#, #"<feed xmlns="http://example.com/other"/>"#,
        #"<entry xmlns="http://www.w3.org/2005/Atom"/>"#, #"<feed xmlns="http://www.w3.org/2005/Atom"><entry></feed>"#,
        #"<feed xmlns="http://www.w3.org/2005/Atom">&nothing;</feed>"#,
        #"<?xml version="1.0" encoding="UTF-16"?><feed xmlns="http://www.w3.org/2005/Atom"/>"#,
        #"<?xml version="1.0" encoding='utf-7'?><feed xmlns="http://www.w3.org/2005/Atom"/>"#, "<!--", "<?xml",
    ])
    func whatIsNoAtomFeedIsMalformed(_ body: String) async throws {
        let error = await #expect(throws: NetworkError.self) { try await feedPage(body) }
        #expect(error?.code == .malformed)
    }

    @Test func aFeedCutAnywhereIsMalformed() async throws {
        let whole = Array(atomFeed([entryXML(), entryXML()]).utf8)
        for end in 0..<whole.count {
            let code = await errorCode { try await feedPage(String(decoding: whole[..<end], as: UTF8.self)) }
            #expect(code == .malformed, "cut at byte \(end)")
        }
    }

    /// Entities that name entities would fill the memory, and one that names a file would read it.
    @Test(arguments: [
        #"<!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>"#,
        #"<!DOCTYPE feed [<!ENTITY a SYSTEM "file:///etc/passwd">]>"#,
        "<!DOCTYPE feed SYSTEM 'http://127.0.0.1/x.dtd'>",
        "<!-- a comment --><?pi x?>\n<!DOCTYPE feed>", "<!ENTITY a 'b'>",
    ])
    func aDocumentTypeIsRefused(_ declaration: String) async throws {
        let feed = atomFeed([entryXML(["title": "<title>&c;&a;</title>"])])
        let body = feed.replacing("?><feed", with: "?>\(declaration)<feed")
        #expect(body != feed)
        let error = await #expect(throws: NetworkError.self) { try await feedPage(body) }
        #expect(error?.code == .malformed)
        let reason = String(describing: error?.underlying)
        #expect(reason.contains("document type"))
    }

    @Test func commentsAndInstructionsBeforeTheFeedAreNothing() async throws {
        let body = atomFeed([entryXML()]).replacing("?><feed", with: "?>\n<!-- <!DOCTYPE x> --><?a b?>\n<feed")
        #expect(try await feedPage("\n" + body).posts.count == 1)
    }

    /// Systems differ in whether that is an error; a feed is whole when its last tag has come.
    @Test(arguments: [" \n", "<!-- served by x -->", "text", "</feed>", "&nothing;", "<feed>", "\u{1}"])
    func whatStandsBehindTheEndIsNothing(_ rest: String) async throws {
        #expect(try await feedPage(atomFeed([entryXML()]) + rest).posts.count == 1)
        let another = atomFeed([entryXML()]).drop { $0 != ">" }.dropFirst()
        #expect(try await feedPage(atomFeed([entryXML()]) + another).posts.count == 1)
    }

    @Test func deepNestingIsMalformedAndNoCrash() async throws {
        let nested = String(repeating: "<a>", count: 50_000) + String(repeating: "</a>", count: 50_000)
        #expect(await errorCode { try await feedPage(atomFeed([nested])) } == .malformed)
        let shallow = String(repeating: "<a>", count: 20) + String(repeating: "</a>", count: 20)
        #expect(try await feedPage(atomFeed([shallow, entryXML()])).posts.count == 1)
    }

    @Test func aFeedThatIsTooLargeIsNotParsed() async throws {
        let body = atomFeed([]) + String(repeating: " ", count: 8 << 20)
        #expect(await errorCode { try await feedPage(body) } == .tooLarge)
    }

    @Test func aPartThatIsTooLongCostsOnlyItsEntry() async throws {
        let long = String(repeating: "x", count: (1 << 20) + 1)
        let entries = [entryXML(["title": "<title>\(long)</title>"]), entryXML(["id": "<id>t3_two</id>"])]
        let page = try await feedPage(atomFeed(entries))
        #expect(page.posts.map(\.id.native) == ["t3_two"])
        #expect(page.issues == [DecodeIssue(index: 0, reason: "title: longer than 1048576 bytes")])
    }

    @Test func entriesWithoutEndAreCutOff() async throws {
        let entries = (0..<1100).map { "<entry><id>t3_\($0)</id><title>t</title></entry>" }
        let page = try await feedPage(atomFeed(entries), limit: 100)
        #expect(page.posts.count == 1000)
        #expect(page.issues == [DecodeIssue(reason: "feed: more than 1000 entries")])
    }

    @Test(
        arguments: [
            (["id": nil], "id: missing"), (["id": "<id></id>"], "id: expected a fullname"),
            (["id": "<id>tag:example.com,2026:1</id>"], "id: expected a fullname"),
            (["id": "<id>t3_a b</id>"], "id: expected a fullname"),
            (["id": "<id>t3_ABC</id>"], "id: expected a fullname"),
            (["title": nil], "title: missing"),
        ] as [([String: String?], String)])
    func oneBadEntryCostsOnlyItself(_ parts: [String: String?], _ reason: String) async throws {
        var entries = (0..<24).map { entryXML(["id": "<id>t3_\($0)</id>"]) }
        let part = try #require(parts.first)
        entries.insert(entryXML(KeyValuePairs(dictionaryLiteral: (part.key, part.value))), at: 7)
        let page = try await feedPage(atomFeed(entries))
        #expect(page.posts.map(\.id.native) == (0..<24).map { "t3_\($0)" })
        #expect(page.issues == [DecodeIssue(index: 7, reason: reason)])
        #expect(page.next == PageCursor(rawValue: "t3_23"))
    }

    @Test(arguments: ["t1_abc", "t5_2qh0y", "t2_x"])
    func entriesThatAreNoPostsAreLeftOutWithoutAnIssue(_ id: String) async throws {
        let page = try await feedPage(atomFeed([entryXML(["id": "<id>\(id)</id>"]), entryXML()]))
        #expect(page.posts.count == 1 && page.issues.isEmpty)
    }

    @Test func aFeedOfAnotherSiteIsRefused() async throws {
        let requests = CannedRequests(atomFeed([]))
        let provider = RedditFeedOnlinePostProvider(endpoints: RedditFeedEndpointProvider(), requests: requests)
        await #expect(throws: DataError.self) { try await provider.fetchPage(PageRequest(feed: Feed(site: .demo))) }
        let post = Post.ID(site: .demo, native: "t3_one")
        await #expect(throws: DataError.self) { try await provider.fetchThread(ThreadRequest(post: post)) }
        #expect(requests.request == nil)
    }

    @Test func aSearchForASubredditThatNobodyKnowsIsNotFound() async throws {
        let requests = CannedRequests(
            atomFeed([]), finalURL: url("https://www.reddit.com/subreddits/search.rss?q=nobody"))
        let provider = RedditFeedOnlinePostProvider(endpoints: RedditFeedEndpointProvider(), requests: requests)
        #expect(await errorCode { try await provider.fetchPage(PageRequest(feed: Feed(site: .reddit))) } == .notFound)
    }

    /// Damage ends in a page or in a typed error, and never in a crash: neither in this code nor in the XML parser.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func damageNeverCrashes(_ seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        let text = #"<p>Hi &amp; <a href="/r/x">you</a></p><ul><li>a</li></ul><pre><code>b</code></pre>"#
        let body = atomFeed([
            entryXML(), entryXML(["content": contentXML(text: text, link: "https://a.com/b.png", image: "/c.png")]),
        ])
        for round in 0..<250 {
            let provider = RedditFeedOnlinePostProvider(
                endpoints: RedditFeedEndpointProvider(), requests: ByteRequests(body: damaged(body, by: random)))
            do {
                let page = try await provider.fetchPage(PageRequest(feed: Feed(site: .reddit)))
                #expect(page.posts.count + page.issues.count <= 4, "seed \(seed), round \(round)")
            } catch let error as NetworkError {
                #expect(error.code == .malformed, "seed \(seed), round \(round)")
            }
        }
    }
}
