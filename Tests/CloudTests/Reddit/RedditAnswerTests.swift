import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// The inbox of a Reddit account: what is asked, and what is read of the answers.
@Suite(.timeLimit(.minutes(5)))
struct RedditAnswerTests {
    private let me = AccountKey(site: .reddit, name: "t2_me")
    private let server = PathScript()
    private let provider: RedditOnlineAnswerProvider

    init() throws {
        provider = RedditOnlineAnswerProvider(
            site: .reddit,
            endpoints: try RedditEndpointProvider(baseURL: url("https://api.example.com/v"), dialect: .oauth),
            requests: NetworkRequestProvider(transport: server, time: ManualClock()))
    }

    private func thing(_ members: String, kind: String = "t1") -> String {
        #"{"kind":"\#(kind)","data":{\#(members)}}"#
    }

    private func listing(_ things: String..., after: String? = nil) -> String {
        let cursor = after.map { "\"\($0)\"" } ?? "null"
        return #"{"kind":"Listing","data":{"after":\#(cursor),"children":[\#(things.joined(separator: ","))]}}"#
    }

    private func id(_ name: String) -> Answer.ID { Answer.ID(me, Core.Comment.ID(site: .reddit, native: name)) }

    @Test func repliesAndMentionsAreReadAndMessagesAreLeftOut() async throws {
        let reply =
            #""name":"t1_a","id":"a","author":"ann","body":"A & B","new":true,"parent_id":"t3_p","type":"post_reply","#
            + #""context":"/r/swift/comments/p/a_title/a/?context=3","link_title":"A title","subreddit":"swift","#
            + #""created_utc":1700000001.0,"was_comment":true,"subject":"post reply","dest":"me""#
        let deep =
            #""name":"t1_b","author":"ben","body":"B","new":false,"parent_id":"t1_m","type":"comment_reply","#
            + #""context":"/r/swift/comments/q/x/b/?context=3","created_utc":1700000000.0"#
        let mention = #""name":"t1_c","author":"cem","body":"u/me","new":true,"type":"username_mention""#
        let older = #""name":"t1_d","body":"u/me","new":true,"subject":"username mention","context":"""#
        server.on(
            "/v/message/inbox",
            json: listing(
                thing(reply), thing(#""name":"t4_x","body":"secret","new":true"#, kind: "t4"), thing(deep),
                thing(mention), thing(older), after: "t1_d"))
        let page = try await provider.fetchAnswers(AnswerPageRequest(me))
        #expect(page.answers.map(\.id) == ["t1_a", "t1_b", "t1_c", "t1_d"].map(id) && page.issues.isEmpty)
        #expect(page.answers.map(\.kind) == [.reply, .reply, .mention, .mention])
        #expect(page.answers.map(\.isRead) == [false, true, false, false])
        #expect(page.answers.flatMap { $0.notices.map(\.native) } == ["t1_a", "t1_b", "t1_c", "t1_d"])
        func post(_ native: String) -> Post.ID { Post.ID(site: .reddit, native: native) }
        #expect(page.answers.map(\.post) == [post("t3_p"), post("t3_q"), nil, nil])
        let parents: [Core.Comment.Parent?] = [
            .post(post("t3_p")), .comment(Core.Comment.ID(site: .reddit, native: "t1_m")), nil, nil,
        ]
        #expect(page.answers.map(\.parent) == parents)
        let answer = page.answers[0]
        #expect(answer.author == "ann" && answer.body == "A & B" && answer.community == "swift")
        #expect(answer.postTitle == "A title" && answer.created == Date(timeIntervalSince1970: 1_700_000_001))
        #expect(page.next == PageCursor(rawValue: "t1_d") && page.ends == [id("t1_d")])
    }

    @Test func requestsAreOfThatAccountAndMarkNothing() async throws {
        server.on("/v/message/inbox", json: listing())
        server.on("/v/message/unread", json: listing())
        _ = try await provider.fetchAnswers(AnswerPageRequest(me, limit: 500))
        _ = try await provider.fetchAnswers(
            AnswerPageRequest(me, cursor: PageCursor(rawValue: "t1_d"), isUnreadOnly: true, priority: .background))
        #expect(
            server.requests.map(\.url.absoluteString) == [
                "https://api.example.com/v/message/inbox?limit=100&mark=false&raw_json=1",
                "https://api.example.com/v/message/unread?after=t1_d&limit=50&mark=false&raw_json=1",
            ])
        #expect(server.requests.allSatisfy { $0.sender == .account(me) && $0.method == .get })
        #expect(server.requests.map(\.priority) == [.userInitiated, .background])
        await #expect(throws: DataError.self) {
            try await provider.fetchAnswers(AnswerPageRequest(AccountKey(site: .demo, name: "t2_me")))
        }
    }

    @Test func oneThatCannotBeReadCostsOnlyItself() async throws {
        server.on("/v/message/inbox", json: listing("3", thing(#""body":"B""#), thing(#""name":"t1_a""#)))
        let page = try await provider.fetchAnswers(AnswerPageRequest(me))
        #expect(page.issues.map(\.index) == [0, 1] && page.answers.map(\.id) == [id("t1_a")])
        #expect(page.answers[0].isRead, "what is not said to be new is read")
        server.on("/v/message/inbox", json: #"{"kind":"t1","data":{}}"#)
        await #expect(throws: NetworkError.self) { try await provider.fetchAnswers(AnswerPageRequest(me)) }
    }

    @Test(
        arguments: [
            ("/r/swift/comments/abc/title/def/?context=3", "abc"), ("https://www.reddit.com/r/a/comments/abc/", "abc"),
            ("/comments/abc", "abc"), ("/r/swift/comments", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func thePostIsInTheContext(_ text: String?, _ post: String?) {
        #expect(RedditAnswerDecoder.post(inContext: text).map(String.init) == post)
    }
}
