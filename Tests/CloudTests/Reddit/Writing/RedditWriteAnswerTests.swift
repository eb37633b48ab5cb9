import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// Each row of the table of what Reddit's answers mean.
struct RedditWriteAnswerTests {
    private let world: RedditWritingWorld

    init() throws {
        world = try RedditWritingWorld()
    }

    private func answer(
        _ kind: OutboxEntry.Kind, _ answer: ScriptedTransport.Answer, isInDoubt: Bool = false
    ) async throws -> OutboxAnswer {
        let (path, target, value, text): (String, String, String?, OutboxText?) =
            switch kind {
            case .vote: ("/v/api/vote", "t3_p", "1", nil)
            case .save: ("/v/api/save", "t3_p", "true", nil)
            case .subscribe: ("/v/api/subscribe", "r/swift", "true", nil)
            case .reply: ("/v/api/comment", "t3_p", nil, OutboxText(text: "words"))
            case .edit: ("/v/api/editusertext", "t1_c", nil, OutboxText(text: "words"))
            case .delete: ("/v/api/del", "t1_c", nil, nil)
            default: ("/v/api/submit", "r/swift", nil, OutboxText(title: "title", text: "words"))
            }
        world.server.on(path, answer)
        let request = try world.request(kind, target, value: value, text, isInDoubt: isInDoubt)
        return try await world.sender.send([request])
    }

    private func body(
        _ kind: OutboxEntry.Kind, _ body: String, isInDoubt: Bool = false
    ) async throws -> OutboxAnswer {
        try await answer(kind, .respond(200, [:], body), isInDoubt: isInDoubt)
    }

    private func errors(_ codes: String..., beside more: String = "", words: String = "some words") -> String {
        let list = codes.map { #"["\#($0)","\#(words)","field"]"# }.joined(separator: ",")
        return #"{"json":{"errors":[\#(list)]\#(more)}}"#
    }

    // MARK: Done

    @Test(arguments: ["{}", "", " ", #"{"json":{"errors":[]}}"#])
    func aToggleIsDone(_ body: String) async throws {
        for kind in [OutboxEntry.Kind.vote, .save, .subscribe, .delete] {
            #expect(try await self.body(kind, body) == .done(result: nil, value: nil))
        }
        #expect(try await answer(.vote, .respond(202, [:], body)) == .done(result: nil, value: nil))
    }

    @Test(arguments: [
        (#"{"things":[{"kind":"t1","data":{"name":"t1_x","id":"x"}}]}"#, "t1_x"),
        (#"{"things":[{"kind":"t1","data":{"id":"t1_x"}}]}"#, "t1_x"),
        (#"{"things":[{"kind":"t1","data":{"id":"x"}}]}"#, "t1_x"),
    ])
    func aReplyHasAnID(_ data: String, _ name: String) async throws {
        let body = #"{"json":{"errors":[],"data":\#(data)}}"#
        #expect(try await self.body(.reply, body) == .done(result: name, value: nil))
    }

    @Test(arguments: [#"{"id":"x","name":"t3_x","url":"u"}"#, #"{"id":"t3_x"}"#, #"{"id":"x"}"#])
    func aPostHasAnID(_ data: String) async throws {
        let body = #"{"json":{"errors":[],"data":\#(data)}}"#
        #expect(try await self.body(.submit, body) == .done(result: "t3_x", value: nil))
    }

    @Test(arguments: [#"{"things":[]}"#, "{}", #"{"name":"t3 x"}"#, #"{"name":7}"#, #"{"id":"t1_/x"}"#])
    func withoutAnIDItIsDoneAllTheSame(_ data: String) async throws {
        let body = #"{"json":{"errors":[],"data":\#(data)}}"#
        #expect(try await self.body(.reply, body) == .doneWithoutResult)
        #expect(try await self.body(.submit, body) == .doneWithoutResult)
    }

    @Test func anEditMakesNothing() async throws {
        let body = #"{"json":{"errors":[],"data":{"things":[{"kind":"t1","data":{"name":"t1_c"}}]}}}"#
        #expect(try await self.body(.edit, body) == .done(result: nil, value: nil))
    }

    // MARK: Refused

    @Test(arguments: [
        "THREAD_LOCKED", "TOO_OLD", "DELETED_LINK", "DELETED_COMMENT", "NO_TEXT", "TOO_LONG", "NOT_AUTHOR",
        "SUBREDDIT_NOEXIST", "SUBREDDIT_NOTALLOWED", "NO_SELFS", "BAD_URL", "USER_BLOCKED", "DOMAIN_BANNED",
        "ALREADY_SUB", "SOMETHING_NEW",
    ])
    func aCodeIsARefusalForGood(_ code: String) async throws {
        for kind in [OutboxEntry.Kind.reply, .submit] {
            let answer = try await body(kind, errors(code))
            guard case .refused(let reason) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(reason == OutboxEntry.Reason(.refused, "some words (\(code))"))
        }
    }

    @Test func aRefusalForGoodCountsBeforeAPause() async throws {
        guard case .refused = try await body(.reply, errors("RATELIMIT", "TOO_LONG")) else {
            return #expect(Bool(false))
        }
    }

    @Test func aStrangersWordsAreOneShortLine() async throws {
        let long = String(repeating: "w", count: 2000)
        let answer = try await body(.reply, errors("ODD", words: #"a\u001b[31m\n\#(long)"#))
        guard case .refused(let reason) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(reason.message.count < 400 && reason.message.hasPrefix("a[31mww") && reason.message.hasSuffix("(ODD)"))
    }

    @Test(arguments: [400, 403, 404, 409, 413]) func aStatusIsARefusalForGood(_ status: Int) async throws {
        guard case .refused = try await answer(.reply, .respond(status, [:], #"{"message":"x","error":1}"#)) else {
            return #expect(Bool(false))
        }
    }

    // MARK: Later

    @Test(arguments: [
        ("RATELIMIT", "try again in 9 minutes", "", OutboxScope.kind, 541.0),
        ("RATELIMIT", "Take a break for 30 seconds before trying again.", "", .kind, 31),
        ("RATELIMIT", "try again in 500 milliseconds", "", .kind, 1.5),
        ("RATELIMIT", "try again in 9 minutes", #","ratelimit":545.5"#, .kind, 546.5),
        ("RATELIMIT", "slow down", #","ratelimit":12"#, .kind, 13), ("RATELIMIT", "slow down", "", .kind, 600),
        ("QUOTA_FILLED", "enough", "", .kind, 3600), ("SUBREDDIT_RATELIMIT", "enough", "", .entry, 600),
        ("SUBREDDIT_RATELIMIT", "in 2 minutes", "", .entry, 121),
    ])
    func aPauseHasItsTime(
        _ code: String, _ words: String, _ more: String, _ scope: OutboxScope, _ seconds: Double
    ) async throws {
        let answer = try await body(.reply, errors(code, beside: more, words: words))
        guard case .later(let reason, scope: scope, after: seconds, until: let until) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(reason.code == .rateLimited && until == world.clock.now + seconds)
    }

    @Test func aPageOfTheServersOwnSaysNothingOfWhatWasSent() async throws {
        // The address has https, so that no portal can answer in the server's place.
        let page = ScriptedTransport.Answer.respond(200, [:], "<html><body>Something went wrong.</body></html>")
        guard case .unknown(_, isAnswered: false) = try await answer(.reply, page) else {
            return #expect(Bool(false))
        }
        let request = NetworkRequest(url("http://api.example.com/v/api/comment"))
        let meaning = RedditWriteAnswer(kind: .reply, isInDoubt: false, now: world.clock.now)
        let portal = NetworkError(.captivePortal, status: 200)
        guard case .later(_, scope: .site, after: nil, until: nil) = try meaning.answer(to: portal, of: request) else {
            return #expect(Bool(false))
        }
    }

    @Test func theWayIsClosedAndNotTheText() async throws {
        let page = "<html><body>blocked by network security</body></html>"
        let closed: [ScriptedTransport.Answer] = [
            .respond(403, [:], page), .respond(420, [:], "{}"), .respond(444, [:], ""),
            .fail(NetworkError(.offline, underlying: ConnectionFailure(.refused))),
            .fail(NetworkError(.offline, underlying: ConnectionFailure(.noNetwork))),
        ]
        for answer in closed {
            guard case .later(_, scope: .site, after: nil, until: nil) = try await self.answer(.reply, answer) else {
                Issue.record("\(answer)")
                continue
            }
        }
        let limited = try await answer(.reply, .respond(429, ["Retry-After": "7"], "{}"))
        guard case .later(_, scope: .site, after: 7, until: world.clock.now + 7) = limited else {
            Issue.record("\(limited)")
            return
        }
    }

    // MARK: The session

    @Test func nobodyIsSignedIn() async throws {
        guard case .sessionOver = try await body(.reply, errors("USER_REQUIRED")) else { return #expect(Bool(false)) }
        for status in [401, 418, 419] {
            guard case .sessionOver = try await answer(.vote, .respond(status)) else { return #expect(Bool(false)) }
        }
        world.server.on("/v/api/vote", json: "{}")
        let asked = world.server.requests.count
        world.accounts.set(.success(nil))
        guard case .sessionOver = try await body(.vote, "{}") else { return #expect(Bool(false)) }
        world.accounts.set(.failure(DataError(.fileProtected)))
        guard case .later(_, scope: .account, after: nil, until: nil) = try await body(.vote, "{}") else {
            return #expect(Bool(false))
        }
        #expect(world.server.requests.count == asked)
    }

    // MARK: Nobody knows

    @Test(arguments: ["", "{", #"{"json":"#, "[]", "{}", #"{"json":{}}"#, #"{"json":{"errors":[]}}"#, "ok"])
    func aTextWhoseAnswerCannotBeReadMayHaveArrived(_ body: String) async throws {
        let texts = [OutboxEntry.Kind.reply, .submit] + (body.contains("errors") ? [] : [.edit])
        for kind in texts {
            guard case .unknown(_, isAnswered: false) = try await self.body(kind, body) else {
                Issue.record("\(kind) \(body)")
                continue
            }
        }
    }

    @Test(arguments: ["{", "[]", "ok"]) func soMayAToggle(_ body: String) async throws {
        guard case .unknown(_, isAnswered: false) = try await self.body(.vote, body) else {
            return #expect(Bool(false))
        }
    }

    @Test func aServerInTroubleMayHaveDoneIt() async throws {
        for status in [408, 501, 502, 503, 504] {
            guard case .unknown(_, isAnswered: false) = try await answer(.reply, .respond(status)) else {
                Issue.record("\(status)")
                continue
            }
        }
        guard case .unknown(_, isAnswered: true) = try await answer(.reply, .respond(500)) else {
            return #expect(Bool(false))
        }
        for reason in [ConnectionFailure.Reason.lost, .silent, .other] {
            let failure = NetworkError(.offline, underlying: ConnectionFailure(reason))
            guard case .unknown(_, isAnswered: false) = try await answer(.reply, .fail(failure)) else {
                Issue.record("\(reason)")
                continue
            }
        }
    }

    @Test func aRedirectIsNotFollowed() async throws {
        // The script does not follow; over a connection it is the transport that refuses.
        guard case .unknown(_, isAnswered: false) = try await answer(.reply, .respond(302, ["Location": "/x"])) else {
            return #expect(Bool(false))
        }
    }

    @Test func aLinkThatIsThereAlreadyProvesNothingInDoubt() async throws {
        guard case .unknown(_, isAnswered: true) = try await body(.submit, errors("ALREADY_SUB"), isInDoubt: true)
        else { return #expect(Bool(false)) }
        guard case .refused = try await body(.submit, errors("ALREADY_SUB")) else { return #expect(Bool(false)) }
        guard case .refused = try await body(.submit, errors("ALREADY_SUB", "NO_LINKS"), isInDoubt: true) else {
            return #expect(Bool(false))
        }
    }

    // MARK: Deletions

    @Test func whatIsGoneIsDeleted() async throws {
        #expect(try await body(.delete, errors("DELETED_COMMENT")) == .done(result: nil, value: nil))
        #expect(try await answer(.delete, .respond(404, [:], "{}")) == .done(result: nil, value: nil))
        // A page says nothing of it.
        guard case .refused = try await answer(.delete, .respond(404, [:], "<html>no such page</html>")) else {
            return #expect(Bool(false))
        }
        guard case .refused = try await body(.delete, errors("NOT_AUTHOR")) else { return #expect(Bool(false)) }
        guard case .refused = try await answer(.delete, .respond(403, [:], "{}")) else { return #expect(Bool(false)) }
        // A reply to what is gone is refused.
        guard case .refused = try await answer(.reply, .respond(404, [:], "{}")) else { return #expect(Bool(false)) }
    }

    // MARK: Waits

    @Test(arguments: [
        ("you are doing that too much. try again in 9 minutes.", nil, 541.0), ("try again in 1 minute.", nil, 61),
        ("try again in 30 seconds.", nil, 31), ("in 500 milliseconds", nil, 1.5), ("in 2 hours", nil, 7201),
        ("Take a break for 1 minute before", nil, 61), ("9 minutes or 30 seconds", nil, 541), ("", 5.0, 6),
        ("in 3 seconds", 60, 61), ("in 90000 minutes", nil, 86400), ("soon", nil, nil), ("9", nil, nil),
        ("minutes", nil, nil), ("in -1 minutes", nil, 61), ("1e9 minutes", nil, nil), ("", -4, nil), ("", .nan, nil),
    ])
    func aWaitIsReadFromWords(_ words: String, _ seconds: Double?, _ expected: Double?) {
        #expect(RedditWait.seconds(words, beside: seconds) == expected)
    }

    @Test func whatIsConfirmedIsNamed() throws {
        func confirmed(_ kind: OutboxEntry.Kind, _ value: String) throws -> ConfirmedValues? {
            world.sender.confirmed(value, of: try world.request(kind, value: value).entry)
        }
        #expect(try confirmed(.vote, "1") == ConfirmedValues(vote: .up))
        #expect(try confirmed(.vote, "-1") == ConfirmedValues(vote: .down))
        #expect(try confirmed(.vote, "0") == ConfirmedValues(vote: .neutral))
        #expect(try confirmed(.save, "true") == ConfirmedValues(isSaved: true))
        #expect(try confirmed(.hide, "false") == ConfirmedValues(isHidden: false))
        #expect(try confirmed(.read, "true") == ConfirmedValues(isRead: true))
        #expect(try confirmed(.subscribe, "true") == ConfirmedValues(isSubscribed: true))
        #expect(try confirmed(.save, "0") == ConfirmedValues(isSaved: false))
        #expect(try confirmed(.reply, "true") == nil && confirmed(.save, "odd") == nil && confirmed(.vote, "2") == nil)
    }
}
