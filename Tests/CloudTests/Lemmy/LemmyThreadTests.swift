import Cloud
import Core
import Foundation
import Testing

struct LemmyThreadTests {
    private let post = Post.ID(site: lemmySite, native: "123")

    private func thread(_ views: [String]) async throws -> CommentThread {
        let provider = try lemmyProvider(CannedRequests(#"{"comments":[\#(views.joined(separator: ","))]}"#))
        return try await provider.fetchThread(ThreadRequest(post: post))
    }

    /// A thread as text: one row for each entry, indented by depth.
    private func outline(_ thread: CommentThread) -> [String] {
        thread.entries.map { entry in
            switch entry {
            case .comment(let comment): String(repeating: " ", count: comment.depth) + comment.id.native
            case .more(let more): String(repeating: " ", count: more.depth) + "+\(more.count) of \(more.parent.native)"
            }
        }
    }

    @Test func aWholeCommentIsRead() async throws {
        let thread = try await thread([lemmyCommentJSON("0.45", comment: ["updated": #""2023-06-13T11:00:00Z""#])])
        var expected = Core.Comment(id: Core.Comment.ID(site: lemmySite, native: "45"), parent: .post(post))
        expected.author = "bob"
        expected.authorFullname = "8"
        expected.body = "Words of 45"
        expected.score = 5
        expected.created = Date(timeIntervalSince1970: 1_686_650_400)
        expected.edited = .at(Date(timeIntervalSince1970: 1_686_654_000))
        expected.isSubmitter = false
        #expect(thread.comments == [expected])
        #expect(thread.source == "lemmy" && thread.completeness == .full && thread.issues.isEmpty)
    }

    @Test func commentsInAnyOrderAreThreadedAndSiblingsKeepTheServers() async throws {
        let paths = ["0.9.5.7", "0.4", "0.9.6", "0.9", "0.9.5", "0.4.8", "0.1"]
        let thread = try await thread(paths.map { lemmyCommentJSON($0) })
        #expect(outline(thread) == ["4", " 8", "9", " 6", " 5", "  7", "1"])
        #expect(thread.comments.map(\.parent.native) == ["123", "4", "123", "9", "9", "5", "123"])
        #expect(thread.more.isEmpty && thread.issues.isEmpty)
    }

    @Test func aCommentWithoutItsParentHangsBelowItsNearestAncestor() async throws {
        let thread = try await thread(["0.1", "0.1.2.3", "0.7.8.9", "0.1.2.3.4"].map { lemmyCommentJSON($0) })
        // As deep as it would be with the parent that is missing.
        #expect(outline(thread) == ["1", "  3", "   4", "9"])
        // What it answers is known all the same.
        #expect(thread.comments.map(\.parent.native) == ["123", "2", "3", "8"])
        #expect(thread.comments.last?.parent == .comment(Core.Comment.ID(site: lemmySite, native: "8")))
    }

    @Test func aCommentWithoutItsParentIsCollapsedWithItsAncestors() async throws {
        let paths = ["0.1", "0.1.5", "0.1.5.7", "0.1.2.8.3", "0.1.2.8.3.4", "0.6", "0.9.9.10"]
        let thread = try await thread(paths.map { lemmyCommentJSON($0) })
        #expect(thread.comments.map(\.id.native) == ["1", "5", "7", "3", "4", "6", "10"])
        let outline = CommentOutline(thread.entries)
        #expect((0..<outline.count).map(outline.end(of:)) == [5, 3, 3, 5, 5, 6, 7])
        #expect(outline.replyCount(of: 0) == 4)
    }

    @Test func whereMoreWereCountedThanCameThereIsAPlaceholder() async throws {
        let thread = try await thread([
            lemmyCommentJSON("0.1", children: 9), lemmyCommentJSON("0.1.2", children: 5),
            lemmyCommentJSON("0.1.2.3", children: 4), lemmyCommentJSON("0.1.4"), lemmyCommentJSON("0.5"),
        ])
        // Of 9 below 1 there are 2, 3 and 4, and the 4 that are missing below 3: so 2 more are right below 1.
        #expect(outline(thread) == ["1", " 2", "  3", "   +4 of 3", " 4", " +2 of 1", "5"])
        #expect(thread.more.allSatisfy { $0.isContinuation })
    }

    @Test(arguments: [-1, 0, 1, 2]) func countsBelowWhatCameAreNothing(_ count: Int64) async throws {
        let thread = try await thread([
            lemmyCommentJSON("0.1", children: count), lemmyCommentJSON("0.1.2"), lemmyCommentJSON("0.1.3"),
        ])
        #expect(outline(thread) == ["1", " 2", " 3"])
    }

    @Test func countsWithoutMeasureDoNotOverflow() async throws {
        let views = ["0.1", "0.1.2", "0.1.2.3"].map { lemmyCommentJSON($0, children: 999_999_999_999_999_999) }
        let thread = try await thread(views)
        #expect(outline(thread) == ["1", " 2", "  3", "   +40000 of 3"])
    }

    @Test func pathsThatLeadInACircleLoseNobody() async throws {
        let thread = try await thread([
            lemmyCommentJSON("0.2.1"), lemmyCommentJSON("0.1.2"), lemmyCommentJSON("0.3.3"),
            lemmyCommentJSON("0.4.4.4"),
        ])
        #expect(Set(thread.comments.map(\.id.native)) == ["1", "2", "3", "4"])
        #expect(thread.comments.count == 4)
    }

    @Test func aCommentThatComesTwiceIsShownOnce() async throws {
        let again = lemmyCommentJSON("0.1", comment: ["content": #""again""#])
        let thread = try await thread([lemmyCommentJSON("0.1"), again, lemmyCommentJSON("0.1.2")])
        #expect(outline(thread) == ["1", " 2"] && thread.comments.first?.body == "Words of 1")
    }

    @Test func aDeepThreadNeedsNoStack() async throws {
        let paths = (1...150).map { depth in "0." + (1...depth).map(String.init).joined(separator: ".") }
        let thread = try await thread(paths.reversed().map { lemmyCommentJSON($0) })
        #expect(thread.comments.map(\.depth) == Array(0..<150))
    }

    @Test(
        arguments: [
            (["path": nil], "comment.path: missing"),
            (["path": "7"], "comment.path: expected numbers that end in the comment's own"),
            (["path": #""0""#], "comment.path: expected numbers that end in the comment's own"),
            (["path": #""0.8""#], "comment.path: expected numbers that end in the comment's own"),
            (["path": #""0..7""#], "comment.path: expected numbers that end in the comment's own"),
            (["path": #""0.x.7""#], "comment.path: expected numbers that end in the comment's own"),
            (["path": #""1.7""#], "comment.path: expected numbers that end in the comment's own"),
            (["id": "null"], "comment.id: missing"), (["id": "{}"], "comment.id: expected a number"),
        ] as [([String: String?], String)])
    func oneBadCommentCostsOnlyItself(_ change: [String: String?], _ reason: String) async throws {
        let thread = try await thread([
            lemmyCommentJSON("0.1"), lemmyCommentJSON("0.1.7", comment: change), lemmyCommentJSON("0.1.7.9"),
        ])
        #expect(outline(thread) == ["1", "  9"])
        #expect(thread.issues == [DecodeIssue(index: 1, reason: reason)])
    }

    @Test func whatCannotBeReadIsToldOfAHundredTimesAtMost() async throws {
        let thread = try await thread(Array(repeating: "0", count: 150) + [lemmyCommentJSON("0.1")])
        #expect(outline(thread) == ["1"])
        #expect(thread.issues.count == 100)
    }

    @Test(arguments: [
        ("null", "view: expected an object"), ("{}", "comment: missing"),
        (#"{"comment":1}"#, "comment: expected an object"),
    ])
    func anEntryThatIsNoViewIsAnIssue(_ view: String, _ reason: String) async throws {
        let thread = try await thread([view, lemmyCommentJSON("0.1")])
        #expect(outline(thread) == ["1"] && thread.issues == [DecodeIssue(index: 0, reason: reason)])
    }

    @Test func whatWasTakenDownKeepsItsPlace() async throws {
        let thread = try await thread([
            lemmyCommentJSON("0.1", comment: ["deleted": "true", "content": #""""#]),
            lemmyCommentJSON("0.1.2", comment: ["removed": "true", "content": #""secret""#]),
            lemmyCommentJSON("0.1.2.3"),
        ])
        #expect(outline(thread) == ["1", " 2", "  3"])
        #expect(thread.comments.map(\.body) == [nil, nil, "Words of 3"])
        #expect(thread.comments.map(\.collapsedReason) == ["DELETED", "REMOVED", nil])
        #expect(thread.comments.map(\.removal) == [.deletedByAuthor, .removed(by: nil), nil])
        #expect(thread.comments.map(\.author) == ["bob", "bob", "bob"])
    }

    @Test func administratorsAndModeratorsAreDistinguished() async throws {
        let distinguished: [String: String?] = ["distinguished": "true"]
        let thread = try await thread([
            lemmyCommentJSON("0.1", comment: distinguished, view: ["creator_is_admin": "true"]),
            lemmyCommentJSON("0.2", comment: distinguished),
            lemmyCommentJSON("0.3", view: ["creator_is_admin": "true"]),
            lemmyCommentJSON("0.4", comment: ["creator_id": "7"], view: ["creator": lemmyPersonJSON]),
        ])
        #expect(thread.comments.map(\.distinguished) == ["admin", "moderator", nil, nil])
        #expect(thread.comments.map(\.isSubmitter) == [false, false, false, true])
    }

    // MARK: The post

    @Test func thePostIsToldWithoutTheCountsOfAComment() async throws {
        let bare = try #require(try await thread([lemmyCommentJSON("0.1", children: 3)]).post)
        #expect(bare.id == post && bare.title == "A title" && bare.subreddit == "swift")
        #expect(bare.score == nil && bare.commentCount == nil && bare.author == nil && bare.authorFullname == "7")
        let own = lemmyCommentJSON("0.2", comment: ["creator_id": "7"], view: ["creator": lemmyPersonJSON])
        #expect(try await thread([lemmyCommentJSON("0.1"), own]).post?.author == "ann")
    }

    @Test func aThreadWithoutCommentsTellsOfNoPost() async throws {
        let thread = try await thread([])
        #expect(thread.post == nil && thread.entries.isEmpty && thread.issues.isEmpty)
    }

    @Test(arguments: ["null", "[]", "{}", #"{"id":124,"name":"other"}"#])
    func aViewWithoutThePostCostsNothing(_ json: String) async throws {
        let thread = try await thread([lemmyCommentJSON("0.1", view: ["post": json])])
        #expect(thread.post == nil && outline(thread) == ["1"] && thread.issues.isEmpty)
    }

    @Test(arguments: ["", "[]", "{}", #"{"comments":null}"#, #"{"comments":{}}"#, #"{"posts":[]}"#, #"{"comments":["#])
    func anAnswerThatIsNoListOfCommentsIsMalformed(_ body: String) async throws {
        let provider = try lemmyProvider(CannedRequests(body))
        #expect(await errorCode { try await provider.fetchThread(ThreadRequest(post: post)) } == .malformed)
    }
}
