import Cloud
import Core
import Foundation
import Testing

/// First pages that are recognised, through a whole backend.
struct ConditionalPageTests {
    private let etag = #"W/"5-abc~!""#
    private let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
    private let body = listing([postJSON()], after: #""t3_one""#)

    /// What a backend makes of one answer after the other; each request takes along the revision of the page before.
    private func pages(
        _ answers: ScriptedTransport.Answer..., limits: [Int] = [], cursor: PageCursor? = nil, revision: String? = nil
    ) async throws -> (pages: [Page], requests: [NetworkRequest]) {
        let transport = ScriptedTransport(answers)
        let provider = RedditOnlinePostProvider(
            endpoints: RedditEndpointProvider(),
            requests: NetworkRequestProvider(
                transport: transport, configuration: .init(retry: .never),
                services: .init(time: TestClock(), random: MiddleRandom())))
        var pages: [Page] = []
        var known = revision.map(PageRevision.init(rawValue:))
        for index in answers.indices {
            var request = PageRequest(feed: Feed(site: .reddit), cursor: cursor)
            if limits.indices.contains(index) { request.limit = limits[index] }
            request.revision = known
            let page = try await provider.fetchPage(request)
            pages.append(page)
            if !page.isUnchanged { known = page.revision }
        }
        return (pages, transport.requests)
    }

    @Test func theServerIsAskedToCompareWithWhatItSaidItself() async throws {
        let headers = ["ETag": etag, "Last-Modified": modified]
        let (pages, requests) = try await pages(.respond(200, headers, body), .respond(304, [:], ""))
        #expect(requests[0].headers["If-None-Match"] == nil)
        #expect(requests[1].headers["If-None-Match"] == etag)
        #expect(requests[1].headers["If-Modified-Since"] == modified)
        #expect(!pages[0].isUnchanged && pages[0].posts.count == 1)
        #expect(pages[1].isUnchanged && pages[1].posts.isEmpty && pages[1].next == nil)
        #expect(pages[1].source == "reddit-json" && pages[1].completeness == .full)
    }

    @Test func withoutValidatorsTheBodyIsRecognised() async throws {
        let (pages, requests) = try await pages(.respond(200, [:], body), .respond(200, [:], body))
        #expect(requests[1].headers["If-None-Match"] == nil && requests[1].headers["If-Modified-Since"] == nil)
        #expect(pages.map(\.isUnchanged) == [false, true])
    }

    @Test func aServerThatSendsEverythingAgainInSpiteOfItsTagIsRecognised() async throws {
        let (pages, _) = try await pages(.respond(200, ["ETag": "\"1\""], body), .respond(200, ["ETag": "\"2\""], body))
        #expect(pages.map(\.isUnchanged) == [false, true])
    }

    /// Only the first bytes are looked at to see what a body is: a body that would not parse shows that nobody did.
    @Test func anUnchangedBodyIsNotParsed() async throws {
        let (first, _) = try await pages(.respond(200, [:], body))
        let forged = try #require(first[0].revision).rawValue
        // The same revision, but of a body that is no JSON behind its first bracket.
        let broken = "{broken"
        let revision = forged.replacing(/hash=[^&]*/, with: "hash=vjAkYc2ihds-0tRft2eyPgjKiAizWmOACZN98iszLXM")
            .replacing(/length=[0-9]*/, with: "length=7")
        let (pages, _) = try await pages(.respond(200, [:], broken), revision: revision)
        #expect(pages[0].isUnchanged)
    }

    @Test func oneByteMakesAnotherPage() async throws {
        let other = listing([postJSON(["title": #""Another""#])], after: #""t3_one""#)
        let (pages, _) = try await pages(.respond(200, [:], body), .respond(200, [:], other))
        #expect(pages.map(\.isUnchanged) == [false, false])
        #expect(pages[0].revision != pages[1].revision)
    }

    @Test func anotherRequestMatchesNothing() async throws {
        let (pages, requests) = try await pages(
            .respond(200, ["ETag": etag], body), .respond(200, ["ETag": etag], body), limits: [25, 50])
        #expect(requests[1].headers["If-None-Match"] == nil)
        #expect(pages.map(\.isUnchanged) == [false, false])
    }

    @Test func aPageBehindTheFirstHasNoRevision() async throws {
        let (pages, _) = try await pages(
            .respond(200, ["ETag": etag], body), cursor: PageCursor(rawValue: "t3_x"))
        #expect(pages[0].revision == nil)
    }

    @Test func aPageWithIssuesHasNoRevisionSoThatTheyAreToldAgain() async throws {
        let broken = listing([postJSON(), #"{"name":7}"#])
        let (pages, requests) = try await pages(.respond(200, ["ETag": etag], broken), .respond(200, [:], broken))
        #expect(pages.map(\.issues.count) == [1, 1])
        #expect(pages[0].revision == nil && requests[1].headers["If-None-Match"] == nil)
    }

    @Test(arguments: [nil, "v=1", "no revision at all", "v=1&request=AAAA&hash=AA&length=3&source=x&completeness=full"])
    func unchangedFromNothingIsMalformed(_ revision: String?) async throws {
        let code = await errorCode { try await pages(.respond(304, [:], ""), revision: revision) }
        #expect(code == .malformed)
    }

    /// A store is a file: what comes out of it goes into no header unless it is what a server may have said.
    @Test func aForgedRevisionGetsNothingIntoAHeader() async throws {
        let (first, _) = try await pages(.respond(200, [:], body))
        let revision = try #require(first[0].revision).rawValue
        let forged = revision + "&etag=%22a%22%0D%0AX:%20y&modified=%0D%0AX:%20y"
        let (pages, requests) = try await pages(.respond(200, [:], listing([])), revision: forged)
        #expect(requests[0].headers["If-None-Match"] == nil && requests[0].headers["If-Modified-Since"] == nil)
        #expect(!pages[0].isUnchanged)
    }

    @Test(arguments: ["", "abc", "\"", "\"a\"b\"", "\"\u{7F}\"", "W/abc", "\"\(String(repeating: "x", count: 300))\""])
    func aTagThatIsNoneOrTooLongIsNotKept(_ tag: String) async throws {
        let (pages, requests) = try await pages(
            .respond(200, ["ETag": tag, "Last-Modified": "yesterday"], body), .respond(200, [:], body))
        #expect(requests[1].headers["If-None-Match"] == nil && requests[1].headers["If-Modified-Since"] == nil)
        #expect(pages[1].isUnchanged)
        #expect(try #require(pages[0].revision).rawValue.utf8.count < 400)
    }
}
