import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// What goes out to Lemmy, and what its answers mean.
@Suite(.timeLimit(.minutes(5)))
struct LemmyWriteTests {
    private let world: LemmyWritingWorld

    init() throws {
        world = try LemmyWritingWorld()
    }

    private func check(
        _ request: OutboxRequest, _ method: HTTPMethod, _ path: String, _ body: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let world = try LemmyWritingWorld()
        world.server.on(
            "/api/v3/comment", json: #"{"comment_view":\#(LemmyWritingWorld.comment(34, path: "0.34", by: 9))}"#)
        _ = try await world.sender.send([request])
        let sent = try #require(world.server.requests.last, sourceLocation: location)
        #expect(sent.url.absoluteString == "https://example.com/api/v3/\(path)", sourceLocation: location)
        #expect(String(decoding: sent.body ?? Data(), as: UTF8.self) == body, sourceLocation: location)
        #expect(sent.method == method && sent.isSentOnce && sent.idempotencyKey == nil, sourceLocation: location)
        #expect(sent.headers["Content-Type"] == "application/json", sourceLocation: location)
        #expect(world.server.requests.dropLast().allSatisfy { $0.method == .get && $0.isSentOnce })
    }

    // MARK: Requests

    @Test func toggles() async throws {
        try await check(
            world.request(.vote, value: "1"), .post, "post/like", #"{"post_id":12,"score":1}"#)
        try await check(
            world.request(.vote, "34", as: .comment, value: "-1"), .post, "comment/like",
            #"{"comment_id":34,"score":-1}"#)
        // What an entry has made is named with its kind.
        try await check(
            world.request(.vote, "comment/34", as: .comment, value: "0"), .post, "comment/like",
            #"{"comment_id":34,"score":0}"#)
        try await check(world.request(.save, value: "1"), .put, "post/save", #"{"post_id":12,"save":true}"#)
        try await check(
            world.request(.save, "34", as: .comment, value: "false"), .put, "comment/save",
            #"{"comment_id":34,"save":false}"#)
        try await check(world.request(.hide, value: "true"), .post, "post/hide", #"{"hide":true,"post_ids":[12]}"#)
        try await check(
            world.request(.read, value: "false"), .post, "post/mark_as_read", #"{"post_ids":[12],"read":false}"#)
        try await check(
            world.request(.subscribe, "r/swift@programming.dev", as: .source, value: "true"), .post, "community/follow",
            #"{"community_id":3,"follow":true}"#)
    }

    @Test func texts() async throws {
        try await check(
            world.request(.reply, OutboxText(text: "a/b\n")), .post, "comment", #"{"content":"a/b\n","post_id":12}"#)
        try await check(
            world.request(.reply, "34", as: .comment, OutboxText(text: "a")), .post, "comment",
            #"{"content":"a","parent_id":34,"post_id":12}"#)
        try await check(
            world.request(.edit, "34", as: .comment, OutboxText(text: "b")), .put, "comment",
            #"{"comment_id":34,"content":"b"}"#)
        try await check(world.request(.edit, OutboxText(text: "b")), .put, "post", #"{"body":"b","post_id":12}"#)
        try await check(
            world.request(.delete, "34", as: .comment), .post, "comment/delete", #"{"comment_id":34,"deleted":true}"#)
        try await check(world.request(.delete), .post, "post/delete", #"{"deleted":true,"post_id":12}"#)
        try await check(
            world.request(.submit, "r/swift", as: .source, OutboxText(title: "T", text: "w")), .post, "post",
            #"{"body":"w","community_id":3,"name":"T"}"#)
        try await check(
            world.request(.submit, "swift", as: .source, OutboxText(title: "T", url: "https://a.org/x")), .post, "post",
            #"{"community_id":3,"name":"T","url":"https://a.org/x"}"#)
    }

    @Test(arguments: [("deleted", "true"), ("removed", "true")])
    func nothingIsPostedAtTheTopBecauseItsParentIsGone(_ name: String, _ value: String) async throws {
        let gone = LemmyWritingWorld.comment(34, path: "0.34", by: 9, more: #","\#(name)":\#(value)"#)
        world.server.on("/api/v3/comment", json: #"{"comment_view":\#(gone)}"#)
        let request = try world.request(.reply, "34", as: .comment, OutboxText(text: "a"))
        guard case .refused = try await world.sender.send([request]) else { return #expect(Bool(false)) }
        world.server.on("/api/v3/comment", .respond(404, [:], #"{"error":"couldnt_find_comment"}"#))
        guard case .refused = try await world.sender.send([request]) else { return #expect(Bool(false)) }
        #expect(world.server.requests.allSatisfy { $0.method == .get })
    }

    @Test(arguments: [500, 502, 503, 408]) func aQuestionThatFailsDoneNothing(_ status: Int) async throws {
        world.server.on("/api/v3/comment", .respond(status))
        let request = try world.request(.reply, "34", as: .comment, OutboxText(text: "a"))
        guard case .later(_, scope: .entry, after: nil, until: nil) = try await world.sender.send([request]) else {
            return #expect(Bool(false))
        }
        #expect(world.server.requests.count == 1)
    }

    @Test func whatCannotBeAskedForIsRefusedAndNotSent() async throws {
        let requests = [
            try world.request(.vote, "t3_a", value: "1"), try world.request(.vote, value: "2"),
            try world.request(.save, value: "2"), try world.request(.vote, nil, value: "1"),
            try world.request(.hide, "34", as: .comment, value: "true"),
            try world.request(.subscribe, "r/a b", as: .source, value: "true"),
            try world.request(OutboxEntry.Kind(rawValue: "gild")),
        ]
        for request in requests {
            guard case .refused = try await world.sender.send([request]) else {
                Issue.record("\(request.entry.kind)")
                continue
            }
        }
        #expect(world.server.requests.isEmpty)
    }

    // MARK: Answers

    private func answer(
        _ kind: OutboxEntry.Kind, _ answer: ScriptedTransport.Answer
    ) async throws -> OutboxAnswer {
        let path =
            switch kind {
            case .vote: "post/like"
            case .save: "post/save"
            case .delete: "post/delete"
            case .reply: "comment"
            case .subscribe: "community/follow"
            default: "post"
            }
        world.server.on("/api/v3/\(path)", answer)
        let isSource = kind == .submit || kind == .subscribe
        return try await world.sender.send([
            world.request(
                kind, isSource ? "r/swift" : "12", as: isSource ? .source : .post, value: kind == .vote ? "1" : "true",
                OutboxText(title: "title", text: "words"))
        ])
    }

    @Test func theAnsweredViewSettlesIt() async throws {
        let comment = #"{"comment_view":{"comment":{"id":34}}}"#
        #expect(try await answer(.reply, .respond(200, [:], comment)) == .done(result: "comment/34", value: nil))
        let post = #"{"post_view":{"post":{"id":12},"my_vote":1,"saved":true}}"#
        #expect(try await answer(.submit, .respond(200, [:], post)) == .done(result: "12", value: nil))
        #expect(try await answer(.vote, .respond(200, [:], post)) == .done(result: nil, value: "1"))
        #expect(try await answer(.save, .respond(200, [:], post)) == .done(result: nil, value: "true"))
        #expect(try await answer(.vote, .respond(200, [:], "{}")) == .done(result: nil, value: nil))
        let view = #"{"post_view":{"post":{"id":12}}}"#
        #expect(try await answer(.vote, .respond(200, [:], view)) == .done(result: nil, value: nil))
        for (word, value) in [("Subscribed", "true"), ("Pending", "true"), ("NotSubscribed", "false")] {
            let body = #"{"community_view":{"community":{"id":3},"subscribed":"\#(word)"}}"#
            #expect(try await answer(.subscribe, .respond(200, [:], body)) == .done(result: nil, value: value))
        }
    }

    @Test func aCutAnswerIsDone() async throws {
        let cut = NetworkError(
            .offline, underlying: ConnectionFailure(.lost, isUnsent: false, begunStatus: 200))
        for answer in [
            .respond(200, [:], #"{"comment_view":{"comm"#), .respond(200, [:], "{}"), .fail(cut),
            .respond(200, [:], #"{"comment_view":{"comment":{"id":0}}}"#),
        ] as [ScriptedTransport.Answer] {
            #expect(try await self.answer(.reply, answer) == .doneWithoutResult)
        }
        // What is no JSON was not said by Lemmy, and half of a refusal is none.
        let refusal = NetworkError(
            .offline, underlying: ConnectionFailure(.lost, isUnsent: false, begunStatus: 400))
        for answer in [.respond(200, [:], "ok"), .respond(200, [:], ""), .fail(refusal), .respond(200, [:], "[]")]
            as [ScriptedTransport.Answer]
        {
            guard case .unknown(_, isAnswered: false) = try await self.answer(.reply, answer) else {
                Issue.record("\(answer)")
                continue
            }
        }
    }

    @Test(arguments: ["deleted", "locked", "couldnt_find_post", "site_ban", "person_is_blocked", "something_new"])
    func aWordIsARefusalForGood(_ word: String) async throws {
        for status in [400, 403, 404] {
            guard case .refused = try await answer(.reply, .respond(status, [:], #"{"error":"\#(word)"}"#)) else {
                Issue.record("\(word) \(status)")
                continue
            }
        }
    }

    @Test func aRefusalHasTheSitesOwnWord() async throws {
        let refused = try await answer(.reply, .respond(400, [:], #"{"error":"locked"}"#))
        guard case .refused(let reason) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(reason.code == .refused && reason.message == DataError.message(for: .refused) + " (locked)")
    }

    @Test func wordsCountBeforeTheStatus() async throws {
        for (status, word) in [(401, "incorrect_login"), (400, "not_logged_in"), (401, "anything")] {
            guard case .sessionOver = try await answer(.vote, .respond(status, [:], #"{"error":"\#(word)"}"#)) else {
                Issue.record("\(word)")
                continue
            }
        }
        let limited = try await answer(.vote, .respond(400, [:], #"{"error":"rate_limit_error"}"#))
        guard case .later(_, scope: .site, after: 60, until: world.clock.now + 60) = limited else {
            Issue.record("\(limited)")
            return
        }
        let named = try await answer(.vote, .respond(429, ["Retry-After": "9"], "{}"))
        guard case .later(_, scope: .site, after: 9, _) = named else {
            Issue.record("\(named)")
            return
        }
    }

    @Test func whatIsGoneIsDeleted() async throws {
        let gone = ScriptedTransport.Answer.respond(400, [:], #"{"error":"couldnt_find_post"}"#)
        #expect(try await answer(.delete, gone) == .done(result: nil, value: nil))
        guard case .refused = try await answer(.delete, .respond(404, [:], "<html>no such page</html>")) else {
            return #expect(Bool(false))
        }
    }

    @Test func aServerInTroubleMayHaveDoneIt() async throws {
        guard case .unknown(_, isAnswered: true) = try await answer(.reply, .respond(500)) else {
            return #expect(Bool(false))
        }
        for trouble in [.respond(502), .respond(504), .fail(NetworkError(.timedOut))] as [ScriptedTransport.Answer] {
            guard case .unknown(_, isAnswered: false) = try await answer(.reply, trouble) else {
                Issue.record("\(trouble)")
                continue
            }
        }
        world.accounts.set(.success(nil))
        guard case .sessionOver = try await answer(.reply, .respond(200)) else { return #expect(Bool(false)) }
    }
}
