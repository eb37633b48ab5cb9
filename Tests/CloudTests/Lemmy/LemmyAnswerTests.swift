import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// Replies and mentions of a Lemmy account: what is asked, and what is read of the answers.
@Suite(.timeLimit(.minutes(5)))
struct LemmyAnswerTests {
    private static let site = Site.lemmy("example.com")
    private let me = AccountKey(site: site, name: "7")
    private let server = PathScript()
    private let provider: LemmyOnlineAnswerProvider

    init() throws {
        provider = LemmyOnlineAnswerProvider(
            site: Self.site, endpoints: try LemmyEndpointProvider(host: "example.com"),
            requests: NetworkRequestProvider(transport: server, time: ManualClock()))
        server.on("/api/v3/user/replies", json: #"{"replies":[]}"#)
        server.on("/api/v3/user/mention", json: #"{"mentions":[]}"#)
    }

    /// A `CommentReplyView` or a `PersonMentionView`.
    private func view(
        _ number: Int, of comment: Int, path: String, isMention: Bool = false, isRead: Bool = false, recipient: Int = 7,
        second: Int = 1, _ changes: String = ""
    ) -> String {
        let name = isMention ? "person_mention" : "comment_reply"
        return #"{"\#(name)":{"id":\#(number),"recipient_id":\#(recipient),"comment_id":\#(comment),"read":\#(isRead),"#
            + #""published":"2023-11-14T00:00:00Z"},"comment":{"id":\#(comment),"creator_id":8,"post_id":12,"#
            + #""content":"words of \#(comment)","path":"\#(path)","published":"2023-11-14T00:00:0\#(second).5Z""#
            + #"\#(changes)},"creator":{"id":8,"name":"ann","local":false,"actor_id":"https://far.example/u/ann"},"#
            + #""post":{"id":12,"name":"A title"},"community":{"id":3,"name":"swift","local":true},"#
            + #""recipient":{"id":\#(recipient),"name":"me"}}"#
    }

    private func replies(_ views: String...) { server.on("/api/v3/user/replies", json: list("replies", views)) }
    private func mentions(_ views: String...) { server.on("/api/v3/user/mention", json: list("mentions", views)) }
    private func list(_ name: String, _ views: [String]) -> String {
        #"{"\#(name)":[\#(views.joined(separator: ","))]}"#
    }

    private func id(_ comment: Int) -> Answer.ID {
        Answer.ID(me, Core.Comment.ID(site: Self.site, native: String(comment)))
    }

    @Test func bothListsAreOnePage() async throws {
        replies(view(5, of: 34, path: "0.33.34", second: 1), view(6, of: 35, path: "0.35", isRead: true, second: 3))
        mentions(view(5, of: 36, path: "0.36", isMention: true, second: 2))
        let page = try await provider.fetchAnswers(AnswerPageRequest(me))
        #expect(page.answers.map(\.id) == [id(35), id(36), id(34)], "the newest first")
        #expect(page.answers.map(\.kind) == [.reply, .mention, .reply])
        #expect(page.answers.map(\.isRead) == [true, false, false])
        #expect(page.answers.map { $0.notices.map(\.native) } == [["reply/6"], ["mention/5"], ["reply/5"]])
        let post = Post.ID(site: Self.site, native: "12")
        #expect(page.answers.map(\.post) == [post, post, post])
        let above = Core.Comment.ID(site: Self.site, native: "33")
        #expect(page.answers.map(\.parent) == [.post(post), .post(post), .comment(above)])
        let answer = page.answers[2]
        #expect(answer.author == "ann@far.example" && answer.body == "words of 34")
        #expect(answer.community == "swift" && answer.postTitle == "A title")
        #expect(answer.created == Date(timeIntervalSince1970: 1_699_920_001.5))
        #expect(page.next == nil && page.ends.isEmpty && page.issues.isEmpty)
        #expect(
            server.requests.map(\.url.absoluteString) == [
                "https://example.com/api/v3/user/replies?limit=50&page=1&sort=New&unread_only=false",
                "https://example.com/api/v3/user/mention?limit=50&page=1&sort=New&unread_only=false",
            ])
        #expect(server.requests.allSatisfy { $0.sender == .account(me) })
    }

    @Test func aListThatHasEndedIsNotAskedForAgain() async throws {
        replies(view(5, of: 34, path: "0.34"), view(4, of: 33, path: "0.33"))
        mentions(view(5, of: 36, path: "0.36", isMention: true))
        let page = try await provider.fetchAnswers(AnswerPageRequest(me, limit: 2))
        #expect(page.next == PageCursor(rawValue: "replies:2") && page.ends == [id(33)])
        let next = try await provider.fetchAnswers(AnswerPageRequest(me, cursor: page.next, limit: 2))
        #expect(server.requests.last?.url.query()?.contains("page=2") == true && server.requests.count == 3)
        #expect(next.next == PageCursor(rawValue: "replies:3"))
        for text in ["", "replies", "replies:0", "likes:2", "replies:1,replies:2", "replies:x"] {
            await #expect(throws: DataError.self, "\(text)") {
                try await provider.fetchAnswers(AnswerPageRequest(me, cursor: PageCursor(rawValue: text)))
            }
        }
    }

    @Test func whereNothingIsUnreadNoListIsAskedFor() async throws {
        server.on("/api/v3/user/unread_count", json: #"{"replies":0,"mentions":0,"private_messages":3}"#)
        let page = try await provider.fetchAnswers(AnswerPageRequest(me, isUnreadOnly: true))
        #expect(page.answers.isEmpty && page.next == nil && server.paths == ["/api/v3/user/unread_count"])
        server.on("/api/v3/user/unread_count", json: #"{"replies":0,"mentions":1,"private_messages":0}"#)
        mentions(view(5, of: 36, path: "0.36", isMention: true))
        let unread = try await provider.fetchAnswers(AnswerPageRequest(me, isUnreadOnly: true))
        #expect(unread.answers.map(\.id) == [id(36)])
        #expect(server.paths.suffix(2) == ["/api/v3/user/unread_count", "/api/v3/user/mention"])
        #expect(server.requests.last?.url.query()?.contains("unread_only=true") == true)
        #expect(server.requests.allSatisfy { $0.sender == .account(me) })
    }

    @Test func whatIsToAnybodyElseIsNoAnswer() async throws {
        replies(view(5, of: 34, path: "0.34", recipient: 8))
        await #expect(throws: NetworkError.self) { try await provider.fetchAnswers(AnswerPageRequest(me)) }
        server.on("/api/v3/user/replies", .respond(401, [:], #"{"error":"incorrect_login"}"#))
        do {
            _ = try await provider.fetchAnswers(AnswerPageRequest(me))
            Issue.record("A dead token is an error.")
        } catch let error as NetworkError {
            #expect(error.code == .unauthorized)
        }
        await #expect(throws: DataError.self) {
            try await provider.fetchAnswers(AnswerPageRequest(AccountKey(site: .reddit, name: "7")))
        }
    }

    @Test func oneThatCannotBeReadCostsOnlyItself() async throws {
        replies(
            #"{"comment_reply":{"id":4,"recipient_id":7}}"#, #"{"comment":{"id":1}}"#, "3",
            view(5, of: 34, path: "nonsense", #","deleted":true"#))
        let page = try await provider.fetchAnswers(AnswerPageRequest(me))
        #expect(page.issues.map(\.index) == [0, 1, 2] && page.answers.map(\.id) == [id(34)])
        #expect(page.answers[0].body == nil && page.answers[0].parent == nil)
        server.on("/api/v3/user/replies", json: #"{"posts":[]}"#)
        await #expect(throws: NetworkError.self) { try await provider.fetchAnswers(AnswerPageRequest(me)) }
    }

    // MARK: Marks

    private func request(
        _ native: String, _ world: LemmyWritingWorld, _ value: String = "1"
    ) throws -> OutboxRequest {
        try world.request(.read, native, as: .answer, value: value)
    }

    @Test func marksGoToTheListOfTheirKind() async throws {
        let world = try LemmyWritingWorld()
        world.server.on(
            "/api/v3/comment/mark_as_read", json: #"{"comment_reply_view":{"comment_reply":{"id":5,"read":true}}}"#)
        world.server.on(
            "/api/v3/user/mention/mark_as_read",
            json: #"{"person_mention_view":{"person_mention":{"id":6,"read":false}}}"#)
        #expect(try await world.sender.send([request("reply/5", world)]) == .done(result: nil, value: "1"))
        #expect(try await world.sender.send([request("mention/6", world, "0")]) == .done(result: nil, value: "0"))
        let bodies = world.server.requests.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
        #expect(bodies == [#"{"comment_reply_id":5,"read":true}"#, #"{"person_mention_id":6,"read":false}"#])
        #expect(world.server.requests.allSatisfy { $0.method == .post && $0.isSentOnce })
        for native in ["5", "reply/", "reply/x", "like/5", "reply/5/6", "reply/0"] {
            let answer = try await world.sender.send([request(native, world)])
            guard case .refused = answer else {
                Issue.record("\(native) is no answer, but: \(answer)")
                continue
            }
        }
        #expect(world.server.requests.count == 2)
    }

    @Test func aMarkOfWhatIsGoneIsDone() async throws {
        let world = try LemmyWritingWorld()
        world.server.on(
            "/api/v3/comment/mark_as_read", .respond(400, [:], #"{"error":"couldnt_find_comment_reply"}"#))
        #expect(try await world.sender.send([request("reply/5", world)]) == .done(result: nil, value: nil))
        world.server.on("/api/v3/comment/mark_as_read", .respond(400, [:], #"{"error":"couldnt_update_comment"}"#))
        guard case .refused = try await world.sender.send([request("reply/5", world)]) else {
            Issue.record("Somebody else's is refused.")
            return
        }
    }

    @Test(arguments: [(#"{"replies":[{"comment_reply":{"id":5,"read":false}}]}"#, "0"), (#"{"replies":[]}"#, "1")])
    func whetherAnAnswerIsReadTheListOfUnreadOnesTells(_ json: String, _ value: String) async throws {
        let world = try LemmyWritingWorld()
        world.server.on("/api/v3/user/replies", json: json)
        #expect(try await world.sender.read(request("reply/5", world)) == .value(value))
        #expect(world.server.requests[0].url.query()?.contains("unread_only=true") == true)
        world.server.on("/api/v3/site", json: #"{"site_view":{}}"#)
        #expect(try await world.sender.read(request("reply/5", world)) == .sessionOver, "answered as to anybody")
    }

    @Test func answersAreMarkedOneByOne() {
        #expect(WritingRules.lemmy.policy(of: .read, on: .answer).batchLimit == 1)
        #expect(WritingRules.lemmy.policy(of: .read, on: .post).batchLimit == 50)
        #expect(WritingRules.reddit.policy(of: .read, on: .answer).batchLimit == 25)
    }
}
