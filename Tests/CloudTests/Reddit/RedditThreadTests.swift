import Cloud
import Core
import Foundation
import Mocks
import Testing

/// The shape of threads: nesting, placeholders, and what cannot be read.
@Suite(.timeLimit(.minutes(5)))
struct RedditThreadTests {
    @Test func repliesComeRightBehindWhatTheyAnswerAndDepthIsCounted() async throws {
        let lies: KeyValuePairs<String, String?> = ["depth": "7"]
        let thread = try await thread(
            threadJSON([
                commentJSON(
                    "a", parent: "t3_one",
                    replies: [
                        commentJSON("b", parent: "t1_a", replies: [commentJSON("c", parent: "t1_b", lies)], lies),
                        commentJSON("d", parent: "t1_a"),
                    ]),
                commentJSON("e", parent: "t3_one", lies),
            ]))
        #expect(thread.outline == ["t1_a<t3_one", ".t1_b<t1_a", "..t1_c<t1_b", ".t1_d<t1_a", "t1_e<t3_one"])
        #expect(thread.post?.id.native == "t3_one" && thread.post?.title == "A title")
        #expect(thread.issues.isEmpty && thread.source == "reddit-json" && thread.completeness == .full)
        #expect(thread.entries[0].parent == .post(Post.ID(site: .reddit, native: "t3_one")))
        #expect(thread.entries[1].parent == .comment(Core.Comment.ID(site: .reddit, native: "t1_a")))
    }

    @Test(arguments: [#""""#, "null", nil, #"{"kind":"Listing","data":{"children":[]}}"#])
    func noRepliesAreWrittenInManyWays(_ replies: String?) async throws {
        let thread = try await thread(threadJSON([commentJSON("a", ["replies": replies]), commentJSON("b")]))
        #expect(thread.outline == ["t1_a<t3_one", "t1_b<t3_one"])
        #expect(thread.issues.isEmpty)
    }

    @Test func everyPlaceholderIsOneEntry() async throws {
        let thread = try await thread(
            threadJSON([
                commentJSON(
                    "a", parent: "t3_one",
                    replies: [
                        commentJSON(
                            "b", parent: "t1_a", replies: [moreJSON("_", parent: "t1_b", count: 3, children: ["x"])]),
                        moreJSON("c", parent: "t1_a", count: 4, children: ["c", "t1_d"]),
                    ]),
                moreJSON("e", parent: "t3_one", count: -2, children: ["e", "f g", "_", ""]),
            ]))
        #expect(
            thread.outline == [
                "t1_a<t3_one", ".t1_b<t1_a", "..+0[]<t1_b", ".+4[t1_c t1_d]<t1_a", "+0[t1_e]<t3_one",
            ])
        #expect(thread.more.map(\.isContinuation) == [true, false, false])
    }

    @Test func aPartOfAThreadKeepsParentsThatAreNotInIt() async throws {
        let body = threadJSON([commentJSON("b", parent: "t1_far", replies: [commentJSON("c", parent: "t1_b")])])
        #expect(try await thread(body).outline == ["t1_b<t1_far", ".t1_c<t1_b"])
    }

    @Test(arguments: ["null", nil, "7", #""""#, #""t5_sub""#, #""nothing""#, #""t1_with space""#])
    func withoutAParentTheNestingSaysWhatIsAnswered(_ parent: String?) async throws {
        let fields: KeyValuePairs<String, String?> = ["parent_id": parent]
        let body = threadJSON([
            commentJSON(
                "a", replies: [commentJSON("b", replies: [moreJSON("_", count: 0, children: [])], fields)], fields)
        ])
        #expect(try await thread(body).outline == ["t1_a<t3_one", ".t1_b<t1_a", "..+0[]<t1_b"])
    }

    // MARK: What cannot be read

    @Test func oneBadCommentCostsItselfAlone() async throws {
        let nameless: KeyValuePairs<String, String?> = ["id": nil, "name": nil]
        let thread = try await thread(
            threadJSON([
                commentJSON("a"),
                commentJSON(
                    "x",
                    replies: [
                        commentJSON("b", parent: "t1_x"),
                        commentJSON("y", replies: [commentJSON("c")], ["id": "7", "name": #""a b""#]),
                    ], nameless),
                commentJSON("d", replies: [#"{"kind":"t1"}"#, commentJSON("e"), "7"]),
                #"{"kind":"t1","data":[]}"#, #"{"data":{}}"#, #"{"kind":8,"data":{}}"#,
            ]))
        #expect(
            thread.outline == ["t1_a<t3_one", ".t1_b<t1_x", "..t1_c<t3_one", "t1_d<t3_one", ".t1_e<t1_d"])
        #expect(
            thread.issues == [
                DecodeIssue(index: 1, reason: "data.name: missing"),
                DecodeIssue(index: 1, reason: "reply 1 to an unreadable comment: data.name: expected an id"),
                DecodeIssue(index: 2, reason: "reply 0 to t1_d: data: missing"),
                DecodeIssue(index: 2, reason: "reply 2 to t1_d: child: expected an object"),
                DecodeIssue(index: 3, reason: "data: expected an object"),
                DecodeIssue(index: 4, reason: "kind: missing"),
                DecodeIssue(index: 5, reason: "kind: expected a string"),
            ])
    }

    @Test(arguments: ["7", #""x""#, "[]", "{}", #"{"kind":"Listing"}"#, #"{"kind":"Listing","data":{"children":{}}}"#])
    func repliesThatAreNoneAreAnIssue(_ replies: String) async throws {
        let thread = try await thread(threadJSON([commentJSON("a", ["replies": replies]), commentJSON("b")]))
        #expect(thread.outline == ["t1_a<t3_one", "t1_b<t3_one"])
        #expect(
            thread.issues == [DecodeIssue(index: 0, reason: "data.replies: expected a Listing or an empty string")])
    }

    @Test func thingsOfOtherKindsAreLeftOut() async throws {
        let others = ["t3", "t4", "t9"].map { #"{"kind":"\#($0)","data":{"id":"z","name":"z","title":"z"}}"# }
        let thread = try await thread(threadJSON(others + [commentJSON("a", replies: others)]))
        #expect(thread.outline == ["t1_a<t3_one"])
        #expect(thread.issues.isEmpty)
    }

    @Test func aCommentThatComesTwiceCountsOnce() async throws {
        let thread = try await thread(
            threadJSON([commentJSON("a", ["body": #""first""#]), commentJSON("a"), commentJSON("b")]))
        #expect(thread.outline == ["t1_a<t3_one", "t1_b<t3_one"])
        #expect(thread.comments.first?.body == "first")
    }

    @Test func aPostThatCannotBeReadCostsNoComments() async throws {
        let postless = try await thread(threadJSON([commentJSON("a")], post: postJSON(["title": nil])))
        #expect(postless.post == nil)
        #expect(postless.outline == ["t1_a<t3_one"])
        #expect(postless.issues == [DecodeIssue(reason: "the post: data.title: missing")])
        let empty = try await thread("[\(childrenJSON([])),\(childrenJSON([]))]")
        #expect(empty.post == nil && empty.entries.isEmpty && empty.issues.isEmpty)
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "[1,2]", childrenJSON([]), "[\(childrenJSON([]))]", "[\(childrenJSON([])),{}]",
        #"[{"kind":"Listing"},{"kind":"Listing"}]"#, String(threadJSON([]).dropLast()),
        #"{"message":"Not Found","error":404}"#,
    ]) func anAnswerThatIsNoThreadIsMalformed(_ body: String) async {
        #expect(await errorCode { try await thread(body) } == .malformed)
    }

    // MARK: Large ones

    @Test func hundredsOfNestedRepliesAreRead() async throws {
        let depth = 800
        // Made from the inside, which takes a copy of the text for each level.
        var body = #""""#
        for level in (0..<depth).reversed() {
            body = childrenJSON([#"{"kind":"t1","data":{"id":"c\#(level)","replies":\#(body)}}"#])
        }
        let thread = try await thread("[\(listing([postJSON()])),\(body)]")
        #expect(thread.comments.map(\.depth) == Array(0..<depth))
        #expect(thread.comments.last?.parent.native == "t1_c\(depth - 2)")
    }

    @Test func aThreadOfThousandsIsRead() async throws {
        let count = 5_000
        let wide = (0..<count / 2).map { #"{"kind":"t1","data":{"id":"w\#($0)","replies":""}}"# }
        let deep = (0..<count / 20).map { index in
            commentJSON("d\(index)", replies: (0..<9).map { #"{"kind":"t1","data":{"id":"d\#(index)r\#($0)"}}"# })
        }
        let thread = try await thread(threadJSON(wide + deep))
        #expect(thread.entries.count == count)
        #expect(Set(thread.comments.map(\.id)).count == count)
    }

    @Test(arguments: 0..<20) func anyThreadIsReadAsItIsNested(_ seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        var number = 0
        var expected: [String] = []
        func things(below parent: String, depth: Int) -> [String] {
            (0..<Int(random.next() % (depth > 6 ? 1 : 4))).map { _ in
                number += 1
                let id = "c\(number)"
                let dots = String(repeating: ".", count: depth)
                if random.next() % 5 == 0 {
                    expected.append("\(dots)+\(number)[t1_\(id)]<\(parent)")
                    return moreJSON(id, parent: parent, count: number, children: [id])
                }
                expected.append("\(dots)t1_\(id)<\(parent)")
                return commentJSON(id, parent: parent, replies: things(below: "t1_\(id)", depth: depth + 1))
            }
        }
        let comments = things(below: "t3_one", depth: 0)
        #expect(try await thread(threadJSON(comments)).outline == expected, "seed \(seed)")
    }
}
