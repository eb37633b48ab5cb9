import Cloud
import Core
import Foundation
import Testing

struct RedditFeedThreadTests {
    private let post = Post.ID(site: .reddit, native: "t3_one")

    private func thread(_ entries: [String]) async throws -> CommentThread {
        let provider = RedditFeedOnlinePostProvider(
            endpoints: RedditFeedEndpointProvider(), requests: CannedRequests(atomFeed(entries)))
        return try await provider.fetchThread(ThreadRequest(post: post))
    }

    private func commentXML(_ id: String, _ text: String?) -> String {
        let html = text.map { #"<!-- SC_OFF --><div class="md">\#($0)</div><!-- SC_ON -->"# } ?? ""
        return entryXML([
            "id": "<id>\(id)</id>", "title": "<title>/u/ann on A title</title>",
            "content": #"<content type="html">\#(xmlEscaped(html))</content>"#,
        ])
    }

    @Test func aThreadIsItsPostAndAFlatListOfComments() async throws {
        let thread = try await thread([
            entryXML(), commentXML("t1_b", "<p>First &amp; best</p>"), commentXML("t1_a", "<p>Second</p>"),
        ])
        #expect(thread.post?.id == post && thread.post?.title == "A title")
        #expect(thread.source == "reddit-feed" && thread.completeness == .partial)
        #expect(thread.issues.isEmpty && thread.more.isEmpty)
        var first = Core.Comment(id: Core.Comment.ID(site: .reddit, native: "t1_b"), parent: .post(post))
        first.author = "ann"
        first.body = "First & best"
        first.created = Date(timeIntervalSince1970: 1_783_749_420)
        #expect(thread.comments.first == first)
        #expect(thread.comments.map(\.id.native) == ["t1_b", "t1_a"])
        #expect(thread.comments.allSatisfy { $0.depth == 0 && $0.parent == .post(post) && $0.score == nil })
    }

    @Test func oneBadCommentCostsOnlyItself() async throws {
        let thread = try await thread([
            entryXML(), "<entry><title>x</title></entry>", commentXML("t1_a", "<p>a</p>"),
            "<entry><id>t1_b</id><title>x</title></entry>",
        ])
        #expect(thread.comments.map(\.id.native) == ["t1_a"])
        #expect(
            thread.issues == [
                DecodeIssue(index: 1, reason: "id: missing"), DecodeIssue(index: 3, reason: "content: missing"),
            ])
    }

    @Test func anotherPostIsNotThisOne() async throws {
        let thread = try await thread([entryXML(["id": "<id>t3_two</id>"]), commentXML("t1_a", nil)])
        #expect(thread.post == nil && thread.comments.map(\.body) == [nil])
    }

    @Test func aDeletedCommentStays() async throws {
        let comment = commentXML("t1_a", "<p>[deleted]</p>").replacing("/u/ann", with: "/u/[deleted]")
        let deleted = try await thread([entryXML(), comment]).comments.first
        #expect(deleted?.body == "[deleted]" && deleted?.removal == .deletedByAuthor)
        // A person may say the same.
        let said = try await thread([entryXML(), commentXML("t1_a", "<p>[removed]</p>")]).comments.first
        #expect(said?.body == "[removed]" && said?.removal == nil)
    }

    @Test func aCommentThatComesTwiceIsShownOnce() async throws {
        let thread = try await thread([
            commentXML("t1_a", "<p>first</p>"), commentXML("t1_b", "<p>b</p>"), commentXML("t1_a", "<p>again</p>"),
        ])
        #expect(thread.comments.map(\.body) == ["first", "b"])
    }

    @Test func aDocumentThatIsNoFeedIsMalformed() async throws {
        let provider = RedditFeedOnlinePostProvider(
            endpoints: RedditFeedEndpointProvider(), requests: CannedRequests("[]"))
        #expect(await errorCode { try await provider.fetchThread(ThreadRequest(post: post)) } == .malformed)
    }
}
