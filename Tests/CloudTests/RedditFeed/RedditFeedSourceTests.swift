import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Lookups of subreddits and users by their Atom feeds.
@Suite(.timeLimit(.minutes(5)))
struct RedditFeedSourceTests {
    private func lookUp(_ name: String, _ body: String, finalURL: URL? = nil) async throws -> SourceDescription {
        let provider = RedditFeedOnlineSourceProvider(
            endpoints: RedditFeedEndpointProvider(), requests: CannedRequests(body, finalURL: finalURL))
        return try await provider.lookUp(SourceRequest(.mock(name, site: .reddit), on: .reddit))
    }

    /// A feed with some of what stands before its entries.
    private func feed(_ head: String, _ entries: [String] = []) -> String {
        #"<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" "#
            + #"xmlns:media="http://search.yahoo.com/mrss/">\#(head)\#(entries.joined())</feed>"#
    }

    @Test(arguments: [
        ("r/Swift", "https://www.reddit.com/r/Swift/.rss?limit=1"),
        ("u/an-n", "https://www.reddit.com/user/an-n/submitted/.rss?limit=1"),
    ]) func requestsAreExact(_ name: String, _ address: String) throws {
        let source = SourceRequest(.mock(name, site: .reddit), on: .reddit, priority: .background)
        let request = try RedditFeedEndpointProvider().source(source)
        #expect(request.url.absoluteString == address)
        #expect(request.expectation == .data && request.priority == .background)
        #expect(request.errorPaths["/subreddits/search"] == .notFound)
    }

    @Test func aSubredditsFeedSaysItsTitleAndItsSpelling() async throws {
        let head =
            #"<category term="Swift" label="r/Swift"/><updated>2026-07-11T06:11:15+00:00</updated>"#
            + #"<icon>https://www.redditstatic.com/icon.png/</icon><id>/r/swift/.rss</id>"#
            + #"<link rel="self" href="https://www.reddit.com/r/swift/.rss" type="application/atom+xml" />"#
            + "<subtitle>A place for it.</subtitle><title> Swift &amp;amp; friends </title>"
        let description = try await lookUp("r/SWIFT", feed(head, [entryXML(["title": "<title>A post</title>"])]))
        #expect(
            description == SourceDescription(name: .mock("r/Swift", site: .reddit), title: "Swift &amp; friends"))
    }

    @Test func withoutACategoryItsEntrySaysTheSpelling() async throws {
        let entry = entryXML(["category": #"<category term="Swift" label="r/Swift"/>"#])
        #expect(try await lookUp("r/swift", feed("", [entry])).name.text == "Swift")
        // A post that came from elsewhere says nothing of the feed's own name.
        let foreign = entryXML(["category": #"<category term="rust" label="r/rust"/>"#])
        let description = try await lookUp("r/sWift", feed("", [foreign]))
        #expect(description == SourceDescription(name: .mock("r/sWift", site: .reddit)))
    }

    @Test func anEmptyFeedIsASource() async throws {
        #expect(try await lookUp("r/swift", atomFeed([])).title == "hot : swift")
        #expect(try await lookUp("r/swift", feed("")) == SourceDescription(name: .mock("r/swift", site: .reddit)))
    }

    @Test func aUsersFeedSaysTheirSpellingAndNoTitle() async throws {
        let entry = entryXML(["author": "<author><name>/u/Ann-1</name></author>"])
        let description = try await lookUp("u/ann-1", feed("<title>submitted by Ann-1</title>", [entry]))
        #expect(description == SourceDescription(name: .mock("u/Ann-1", site: .reddit)))
    }

    @Test func theTitlesOfEntriesAreNotTheFeeds() async throws {
        let late = feed("", [entryXML()]).replacing("</feed>", with: "<title>Behind</title></feed>")
        #expect(try await lookUp("r/swift", late).title == "Behind")
        #expect(try await lookUp("r/swift", feed("<title>One</title><title>Two</title>")).title == "One")
        let long = "<title>" + String(repeating: "x", count: (1 << 20) + 1) + "</title>"
        #expect(try await lookUp("r/swift", feed(long)).title == nil)
    }

    @Test(arguments: ["", "{}", "<feed/>", "not XML"]) func aDocumentThatIsNoFeedIsMalformed(_ body: String) async {
        #expect(await errorCode { try await lookUp("r/swift", body) } == .malformed)
    }

    @Test func aSearchForSubredditsMeansThatThereIsNone() async {
        let end = url("https://www.reddit.com/subreddits/search.rss?q=nosuch")
        #expect(await errorCode { try await lookUp("r/nosuch", atomFeed([]), finalURL: end) } == .notFound)
    }

    @Test func aPrivateFeedIsARestriction() async throws {
        let transport = ScriptedTransport(
            .respond(403, [:], #"{"reason":"private","message":"Forbidden","error":403}"#), .respond(404, [:], "{}"))
        let provider = RedditFeedOnlineSourceProvider(
            endpoints: RedditFeedEndpointProvider(),
            requests: NetworkRequestProvider(
                transport: transport, configuration: .init(retry: RetryPolicy(maximumRetries: 0)),
                time: ManualClock()))
        let request = SourceRequest(.mock("r/shut", site: .reddit), on: .reddit)
        #expect(try await provider.lookUp(request).restriction == .privateMembers)
        #expect(await errorCode { try await provider.lookUp(request) } == .notFound)
    }
}
