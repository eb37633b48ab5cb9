import Core
import Foundation
import Testing

@testable import Cloud

/// What goes out to Reddit, to the byte.
struct RedditWriteRequestTests {
    private func sent(_ requests: [OutboxRequest]) async throws -> NetworkRequest? {
        let world = try RedditWritingWorld()
        _ = try await world.sender.send(requests)
        #expect(world.accounts.accounts.allSatisfy { $0 == RedditWritingWorld.me })
        return world.server.requests.first
    }

    private func check(
        _ request: OutboxRequest, _ path: String, _ form: String, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let sent = try #require(try await sent([request]), sourceLocation: location)
        #expect(sent.url.absoluteString == "https://api.example.com/v\(path)?raw_json=1", sourceLocation: location)
        #expect(
            String(decoding: sent.body ?? Data(), as: UTF8.self) == "api_type=json&raw_json=1&\(form)",
            sourceLocation: location)
        #expect(sent.method == .post && sent.isSentOnce && sent.idempotencyKey == nil, sourceLocation: location)
        #expect(sent.headers["Content-Type"] == "application/x-www-form-urlencoded", sourceLocation: location)
    }

    @Test(arguments: [("1", "1"), ("-1", "-1"), ("0", "0")]) func aVote(_ value: String, _ direction: String)
        async throws
    {
        let world = try RedditWritingWorld()
        try await check(
            try world.request(.vote, "t1_c", value: value), "/api/vote", "id=t1_c&dir=\(direction)")
    }

    @Test func toggles() async throws {
        let world = try RedditWritingWorld()
        try await check(try world.request(.save, value: "true"), "/api/save", "id=t3_p")
        try await check(try world.request(.save, value: "false"), "/api/unsave", "id=t3_p")
        try await check(try world.request(.hide, value: "1"), "/api/hide", "id=t3_p")
        try await check(try world.request(.hide, value: "0"), "/api/unhide", "id=t3_p")
        try await check(try world.request(.read, "t1_c", value: "true"), "/api/read_message", "id=t1_c")
        try await check(try world.request(.read, "t4_m", value: "false"), "/api/unread_message", "id=t4_m")
        try await check(
            try world.request(.subscribe, "r/swift", value: "true"), "/api/subscribe", "action=sub&sr_name=swift")
        try await check(
            try world.request(.subscribe, "u/ann", value: "false"), "/api/subscribe", "action=unsub&sr_name=u_ann")
    }

    @Test func texts() async throws {
        let world = try RedditWritingWorld()
        try await check(
            try world.request(.reply, "t1_c", OutboxText(text: "a & b\n+ü")), "/api/comment",
            "thing_id=t1_c&text=a%20%26%20b%0A%2B%C3%BC")
        try await check(
            try world.request(.edit, "t1_c", OutboxText(text: "new")), "/api/editusertext", "thing_id=t1_c&text=new")
        try await check(try world.request(.delete, "t3_p"), "/api/del", "id=t3_p")
        try await check(
            try world.request(.submit, "r/swift", OutboxText(title: "A title", text: "words")), "/api/submit",
            "sr=swift&kind=self&title=A%20title&text=words&resubmit=true&sendreplies=true")
        try await check(
            try world.request(.submit, "u/ann", OutboxText(title: "T", url: "https://a.org/?x=1")), "/api/submit",
            "sr=u_ann&kind=link&title=T&url=https%3A%2F%2Fa.org%2F%3Fx%3D1&resubmit=true&sendreplies=true")
        try await check(
            try world.request(.submit, "r/swift", OutboxText(title: "T")), "/api/submit",
            "sr=swift&kind=self&title=T&text=&resubmit=true&sendreplies=true")
    }

    @Test func severalInOneRequest() async throws {
        let world = try RedditWritingWorld()
        let requests = try ["t3_a", "t3_b", "t3_c"].map { try world.request(.hide, $0, value: "true") }
        let body = try await sent(requests)?.body ?? Data()
        #expect(String(decoding: body, as: UTF8.self) == "api_type=json&raw_json=1&id=t3_a%2Ct3_b%2Ct3_c")
    }

    @Test func whatCannotBeAskedForIsRefusedAndNotSent() async throws {
        let world = try RedditWritingWorld()
        let requests = [
            try world.request(.vote, "t5_s", value: "1"), try world.request(.vote, value: "2"),
            try world.request(.save, value: "2"), try world.request(.save), try world.request(.vote, nil, value: "1"),
            try world.request(.vote, "t3_a&id=t3_b", value: "1"),
            try world.request(.hide, "t1_c", value: "true"), try world.request(.subscribe, "r/a b", value: "true"),
            try world.request(.submit, nil, OutboxText(title: "T")),
            try world.request(OutboxEntry.Kind(rawValue: "gild")), try world.request(.read, "t3_p", value: "true"),
        ]
        for request in requests {
            let answer = try await world.sender.send([request])
            guard case .refused(let reason) = answer, reason.code == .invalidInput else {
                Issue.record("\(request.entry.kind): \(answer)")
                continue
            }
        }
        #expect(world.server.requests.isEmpty)
    }

    @Test func questionsGoPastEverything() async throws {
        let world = try RedditWritingWorld()
        world.server.on("/v/comments/p", json: RedditWritingWorld.thread())
        world.server.on("/v/user/me/comments", json: RedditWritingWorld.listing([]))
        _ = try await world.sender.look(for: world.request(.reply, "t1_c", OutboxText(text: "a", post: "t3_p")))
        #expect(world.server.paths == ["/v/comments/p", "/v/user/me/comments", "/v/api/v1/me"])
        #expect(
            world.server.requests.first?.url.query()
                == "comment=c&depth=2&limit=500&raw_json=1&sort=new")
        for request in world.server.requests {
            #expect(request.method == .get && request.isSentOnce && request.priority == .background)
            #expect(request.headers["Cache-Control"] == "no-cache" && request.timeout == .seconds(30))
        }
    }
}
