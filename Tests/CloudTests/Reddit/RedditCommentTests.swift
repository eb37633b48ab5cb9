import Core
import Foundation
import Testing

@testable import Cloud

/// The decoding of one comment, whatever JSON types its members have.
struct RedditCommentTests {
    private func comment(_ fields: KeyValuePairs<String, String?>) async throws -> Core.Comment {
        try #require(try await thread(threadJSON([commentJSON("a", fields)])).comments.first)
    }

    @Test func everythingThatAppsShowIsRead() async throws {
        let comment = try await comment([
            "author_fullname": #""t2_x""#, "body": #""*Hi*\n\nthere""#, "score": "-3", "score_hidden": "true",
            "created_utc": "1503977074.0", "edited": "1503977999.0", "stickied": "true", "is_submitter": "true",
            "distinguished": #""moderator""#, "collapsed": "true", "collapsed_reason_code": #""LOW_SCORE""#,
        ])
        #expect(comment.author == "someone" && comment.authorFullname == "t2_x")
        #expect(comment.body == "*Hi*\n\nthere")
        #expect(comment.score == -3 && comment.isScoreHidden == true)
        #expect(comment.created == Date(timeIntervalSince1970: 1_503_977_074))
        #expect(comment.edited == .at(Date(timeIntervalSince1970: 1_503_977_999)))
        #expect(comment.isStickied == true && comment.isSubmitter == true)
        #expect(comment.distinguished == "moderator")
        #expect(comment.isCollapsed == true && comment.collapsedReason == "LOW_SCORE")
        #expect(comment.removal == nil)
    }

    @Test(arguments: [
        "name", "author", "author_fullname", "body", "score", "score_hidden", "created_utc", "edited", "stickied",
        "is_submitter", "distinguished", "collapsed", "collapsed_reason_code", "removed_by_category",
    ]) func whatIsNullOrOfAWrongTypeIsUnknown(_ name: String) async throws {
        let bare = Core.Comment(
            id: Core.Comment.ID(site: .reddit, native: "t1_a"), parent: .post(Post.ID(site: .reddit, native: "t3_one")))
        for value in ["null", "[]", "{}"] {
            let body = threadJSON([#"{"kind":"t1","data":{"id":"a","\#(name)":\#(value)}}"#])
            #expect(try await thread(body).comments == [bare])
        }
    }

    @Test(
        arguments: [
            ("12", 12), ("12.0", 12), (#""12""#, 12), (#""-7.5""#, -7), ("0", 0), ("null", nil), ("true", nil),
            (#""many""#, nil), ("1e400", nil),
        ] as [(String, Int?)]) func numbersComeInManyTypes(_ json: String, _ number: Int?) async throws
    {
        #expect(try await comment(["score": json]).score == number)
        let created = try await comment(["created_utc": json]).created?.timeIntervalSince1970
        #expect(created.map { $0.rounded(.towardZero) } == number.map(Double.init))
        let body = threadJSON([#"{"kind":"more","data":{"id":"x","count":\#(json),"children":["x"]}}"#])
        #expect(try await thread(body).more.first?.count == max(0, number ?? 0))
    }

    @Test(
        arguments: [
            ("false", .never), ("true", .atUnknownTime), ("null", nil), (#""7""#, .at(Date(timeIntervalSince1970: 7))),
        ]
            as [(String, Post.Edited?)]) func editedIsABooleanOrADate(_ json: String, _ edited: Post.Edited?)
        async throws
    {
        #expect(try await comment(["edited": json]).edited == edited)
    }

    @Test(
        arguments: [
            (#""[deleted]""#, #""[deleted]""#, .deletedByAuthor), ("null", #""[deleted]""#, .deletedByAuthor),
            (#""[deleted]""#, #""[removed]""#, .removed(by: nil)),
            (#""[deleted]""#, #""[ Removed by Reddit ]""#, .removed(by: "reddit")),
            // The account is gone, the words are not; and words that only look like it.
            (#""[deleted]""#, #""Words""#, nil), (#""someone""#, #""[removed]""#, nil),
            (#""someone""#, #""[deleted]""#, nil),
        ] as [(String, String, Core.Comment.Removal?)])
    func whoTookTheTextAway(_ author: String, _ body: String, _ removal: Core.Comment.Removal?) async throws {
        let comment = try await comment(["author": author, "body": body])
        #expect(comment.removal == removal)
        #expect(comment.body.map { "\"\($0)\"" } == body, "the server's words stay")
    }

    @Test(
        arguments: [
            ("moderator", .removed(by: "moderator")), ("author", .deletedByAuthor), ("deleted", .deletedByAuthor),
        ]
            as [(String, Core.Comment.Removal)])
    func aCategorySaysWhoToo(_ category: String, _ removal: Core.Comment.Removal) async throws {
        #expect(try await comment(["removed_by_category": "\"\(category)\""]).removal == removal)
    }

    @Test func repliesToADeletedCommentStay() async throws {
        let gone: KeyValuePairs<String, String?> = ["author": #""[deleted]""#, "body": #""[removed]""#]
        let body = threadJSON([commentJSON("a", parent: "t3_one", replies: [commentJSON("b", parent: "t1_a")], gone)])
        #expect(try await thread(body).outline == ["t1_a<t3_one", ".t1_b<t1_a"])
    }

    // MARK: Entities

    @Test func entitiesAreTurnedBackOnceAndOnlyWhereTheyAreEscaped() async throws {
        let body = threadJSON([commentJSON("a", ["body": #""1 &lt; 2 &amp;amp; 3""#])])
        #expect(try await thread(body).comments.first?.body == "1 &lt; 2 &amp;amp; 3")
        // As without `raw_json`, which is how old clients asked.
        let context = RedditObject.Context(site: .reddit, text: .escaped, endpoints: RedditEndpointProvider())
        let legacy = try RedditThreadDecoder(context: context, source: "test")
            .thread(from: Data(body.utf8), of: Post.ID(site: .reddit, native: "t3_one"))
        #expect(legacy.comments.first?.body == "1 < 2 &amp; 3")
    }

    @Test func aNameInTheIDAloneIsEnough() async throws {
        for id in [#""x""#, #""t1_x""#] {
            #expect(try await comment(["name": nil, "id": id]).id.native == "t1_x")
        }
        #expect(try await comment(["name": #""""#, "id": #""x""#]).id.native == "t1_x")
    }
}
