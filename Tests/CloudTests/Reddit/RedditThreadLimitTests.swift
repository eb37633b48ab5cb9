import Core
import Foundation
import Testing

@testable import Cloud

/// Limits on what one answer may bring; they are far beyond real ones, and lowered here.
struct RedditThreadLimitTests {
    private let post = Post.ID(site: .reddit, native: "t3_one")

    private func decoder() -> RedditThreadDecoder {
        let context = RedditObject.Context(site: .reddit, text: .raw, endpoints: RedditEndpointProvider())
        return RedditThreadDecoder(context: context, source: "test")
    }

    @Test func commentsBehindTheLimitAreLeftOutAndItIsSaid() throws {
        var decoder = decoder()
        decoder.maximumEntries = 3
        let two = [commentJSON("a", replies: [commentJSON("b")])]
        let three = try decoder.thread(from: Data(threadJSON(two + [commentJSON("c")]).utf8), of: post)
        #expect(three.entries.count == 3 && three.issues.isEmpty)
        let four = try decoder.thread(
            from: Data(threadJSON(two + [commentJSON("c"), commentJSON("d")]).utf8), of: post)
        #expect(four.comments.map(\.id.native) == ["t1_a", "t1_b", "t1_c"])
        #expect(four.issues == [DecodeIssue(reason: "more than 3 comments")])
    }

    @Test func notEveryIssueOfABrokenAnswerIsTold() throws {
        var decoder = decoder()
        decoder.maximumIssues = 2
        let thread = try decoder.thread(
            from: Data(threadJSON(Array(repeating: "7", count: 9) + [commentJSON("a")]).utf8), of: post)
        #expect(thread.issues.count == 2)
        #expect(thread.comments.count == 1)
        let posts = Array(repeating: "7", count: 9).joined(separator: ",")
        let body = #"[{"kind":"Listing","data":{"children":[\#(posts)]}},{"kind":"Listing","data":{"children":[]}}]"#
        #expect(try decoder.thread(from: Data(body.utf8), of: post).issues.count == 2)
    }

    @Test func namesOfMissingCommentsAreLimitedToo() throws {
        let ids = (0..<RedditCommentDecoder.maximumIDs + 5).map(String.init)
        let body = threadJSON([moreJSON("a", count: ids.count, children: ids)])
        let thread = try decoder().thread(from: Data(body.utf8), of: post)
        #expect(thread.more.first?.ids.count == RedditCommentDecoder.maximumIDs)
        #expect(thread.more.first?.count == ids.count)
    }
}
