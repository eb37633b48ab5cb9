import Cloud
import Core
import Foundation
import Testing

/// Threads of Hacker News, as Algolia nests them.
struct HackerNewsThreadTests {
    private let server = HackerNewsServer()

    private func thread(_ children: [String], text: String? = nil) async throws -> CommentThread {
        server.answer("/api/v1/items/1", with: threadJSON(1, children, text: text))
        return try await fetch("1")
    }

    private func fetch(_ id: String) async throws -> CommentThread {
        try await HackerNewsProvider(requests: server).fetchThread(
            ThreadRequest(post: Post.ID(site: .hackerNews, native: id)))
    }

    @Test func aThreadIsWholeAndInTheServersOrder() async throws {
        let thread = try await thread([
            nestedJSON(2, children: [nestedJSON(3, children: [nestedJSON(4)]), nestedJSON(5)]), nestedJSON(6),
        ])
        #expect(server.requests.map(\.url.absoluteString) == ["https://hn.algolia.com/api/v1/items/1"])
        #expect(thread.comments.map(\.id.native) == ["2", "3", "4", "5", "6"])
        #expect(thread.comments.map(\.parent.native) == ["1", "2", "3", "2", "1"])
        #expect(thread.comments.map(\.depth) == [0, 1, 2, 1, 0])
        #expect(thread.more.isEmpty && thread.completeness == .full && thread.issues.isEmpty)
        #expect(thread.post?.title == "Story 1" && thread.post?.score == 57 && thread.post?.permalink == "/item?id=1")
        #expect(thread.comments[0].created == Date(timeIntervalSince1970: 1_175_714_200))
        #expect(thread.comments[0].score == nil)
    }

    @Test func aBodyIsText() async throws {
        let html =
            #"I&#x27;d say <i>no<\/i>.<p>See <a href=\"https:&#x2F;&#x2F;example.com&#x2F;a?b=1&amp;c=2\" "#
            + #"rel=\"nofollow\">https:&#x2F;&#x2F;example.com&#x2F;a?b=...<\/a><p><pre><code>  if a &lt; b {\n  }\n"#
            + #"<\/code><\/pre>\nDone"#
        let thread = try await thread([nestedJSON(2, text: html)])
        #expect(
            thread.comments[0].body
                == "I'd say no.\n\nSee https://example.com/a?b=1&c=2\n\n  if a < b {\n  }\n\nDone")
    }

    @Test func aDeletedCommentKeepsItsAnswers() async throws {
        let thread = try await thread([nestedJSON(2, author: nil, text: nil, children: [nestedJSON(3)])])
        let deleted = thread.comments[0]
        #expect(deleted.author == nil && deleted.body == nil && deleted.removal == .deletedByAuthor)
        #expect(thread.comments[1].parent == .comment(deleted.id))
    }

    @Test func aCommentThatCannotBeReadIsAnIssueAndItsAnswersStay() async throws {
        let bad = nestedJSON(2, children: [nestedJSON(3)]).replacing(#""id":2"#, with: #""id":null"#)
        let thread = try await thread([nestedJSON(7), bad, "5", nestedJSON(8)])
        #expect(thread.comments.map(\.id.native) == ["7", "3", "8"])
        #expect(thread.comments[1].parent.native == "1")
        #expect(thread.issues.map(\.index) == [1, 2])
    }

    @Test func noCommentComesTwice() async throws {
        let thread = try await thread([nestedJSON(2), nestedJSON(2, text: "Again")])
        #expect(thread.comments.map(\.body) == ["Hello"])
    }

    @Test func whoWroteThePostIsMarked() async throws {
        let thread = try await thread([nestedJSON(2, author: "ann"), nestedJSON(3)])
        #expect(thread.comments.map(\.isSubmitter) == [true, false])
    }

    @Test func aThousandLevelsAreRead() async throws {
        let deepest = (0..<1000).reduce(nestedJSON(2000)) { inner, index in nestedJSON(index + 2, children: [inner]) }
        #expect(try await thread([deepest]).comments.last?.depth == 1000)
    }

    @Test func errorsHaveTheirCodes() async {
        #expect(await errorCode { try await fetch("9") } == .notFound)
        #expect(await errorCode { try await fetch("t3_a") } == .invalidInput)
        server.answer("/api/v1/items/9", with: nestedJSON(9))
        #expect(await errorCode { try await fetch("9") } == .notFound)
        for body in ["{}", "null", "{\"children\":7}", "[", ""] {
            server.answer("/api/v1/items/9", with: body)
            #expect(await errorCode { try await fetch("9") } == .malformed)
        }
    }
}
