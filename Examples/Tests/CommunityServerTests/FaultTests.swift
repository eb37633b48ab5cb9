import CommunityServer
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Faults", .timeLimit(.minutes(5)))
struct FaultTests {
    private static let comment = "/v1/posts/POST/comments"

    /// The newest post's id; asked without a socket, because URLSession may ask again when a connection in use breaks.
    private func post(_ server: CommunityServer) throws -> String {
        try #require(try server.found["posts"]?.elements.last?["post_id"]?.string)
    }

    @Test("A status comes as often as ordered, with its headers")
    func status() async throws {
        try await withServer { server, client in
            server.setFault(.status(503, headers: ["Retry-After": "7"]), forPath: "/v1/posts", times: 2)
            let answers = [
                try await client.get("/v1/posts?limit=1"), try await client.get("/v1/chats"),
                try await client.get("/v1/posts/likes/me"), try await client.get("/v1/posts?limit=1"),
            ]
            #expect(answers.map(\.status) == [503, 200, 503, 200])
            #expect(answers[0].headers["retry-after"] == "7" && answers[0].json["message"]?.string != nil)
        }
    }

    @Test("The longest prefix counts, then one call, then writes or reads; no key, no fault")
    func scopes() async throws {
        try await withServer { server, client in
            server.setFault(.status(501), only: .reads)
            server.setFault(.status(502), only: .call(.posts))
            server.setFault(.status(503), forPath: "/v1/posts/")
            var statuses = [
                try await client.get("/v1/chats").status, try await client.get("/v1/posts").status,
                try await client.get("/v1/posts/likes/me").status,
                try await client.call("POST", "/v1/chats", "{}").status,
            ]
            server.setFault(nil, only: .call(.posts))
            statuses.append(try await client.get("/v1/posts").status)
            var stranger = client
            stranger.key = "another"
            statuses.append(try await stranger.get("/v1/chats").status)
            server.removeAllFaults()
            statuses.append(try await client.get("/v1/chats").status)
            #expect(statuses == [501, 502, 503, 410, 501, 420, 200])
        }
    }

    @Test(
        "An answer that is lost after the act leaves the act, one that is lost instead of it does not",
        arguments: [CommunityFault.reset(), .abort(), .reset(.midBody), .wrongLength(by: 9)])
    func lost(fault: CommunityFault) async throws {
        try await withServer { server, client in
            let path = Self.comment.replacing("POST", with: try post(server))
            server.setFault(.acted(fault), only: .call(.writeComment), times: 1)
            await #expect(throws: URLError.self) { try await client.call("POST", path, #"{"content":"Kept"}"#) }
            server.removeAllFaults()
            let text = String(decoding: try server.record, as: UTF8.self)
            #expect(text.components(separatedBy: "Kept").count == 2)
        }
    }

    @Test(
        "A fault in place of an answer does nothing", arguments: [CommunityFault.status(500), .captivePortal, .garbage])
    func instead(fault: CommunityFault) async throws {
        try await withServer { server, client in
            let path = Self.comment.replacing("POST", with: try post(server))
            server.setFault(fault, only: .writes, times: 1)
            let answer = try await client.call("POST", path, #"{"content":"Lost"}"#)
            #expect(answer.status == (fault == .status(500) ? 500 : 200) && answer.json["comment_id"] == nil)
            #expect(!String(decoding: try server.record, as: UTF8.self).contains("Lost"))
            server.setFault(.acted(fault), only: .writes, times: 1)
            #expect(try await client.call("POST", path, #"{"content":"Kept"}"#).json["comment_id"] == nil)
            #expect(String(decoding: try server.record, as: UTF8.self).contains("Kept"))
        }
    }

    @Test("Lists are damaged as ordered, and other answers left as they are")
    func lists() async throws {
        try await withServer { server, client in
            let right = try await client.get("/v1/posts?limit=3").json
            server.setFault(.emptyList, forPath: "/v1/posts")
            #expect(
                try await client.get("/v1/posts?limit=3").json
                    == .object(["data": .array([]), "next_cursor": .string("0")]))
            server.setFault(.missingData, forPath: "/v1/posts")
            #expect(try await client.get("/v1/posts?limit=3").json.keys == ["next_cursor"])
            server.setFault(.corruptElement(at: 1), forPath: "/v1/posts")
            let damaged = try await client.get("/v1/posts?limit=3").json.data
            #expect(damaged[0] == right.data[0] && damaged[2] == right.data[2])
            #expect(damaged[1]["post_id"]?.string == nil && damaged[1].keys == right.data[1].keys)
            server.setFault(.corruptElement(at: 9), forPath: "/v1/")
            #expect(try await client.get("/v1/users/me/profile").json["nick"]?.string == "ann")
            #expect(try await client.get("/v1/chats").json.data[0]["room_id"]?.string == nil)
        }
    }

    @Test("Bodies come cut, in pieces or without end")
    func bodies() async throws {
        try await withServer { server, client in
            let right = try await client.get("/v1/posts?limit=2").body
            server.setFault(.truncated, times: 1)
            #expect(try await client.get("/v1/posts?limit=2").body == right.prefix(right.count / 2))
            server.setFault(.drip(byteCount: 400, every: .zero), times: 1)
            #expect(try await client.get("/v1/posts?limit=2").body == right)
            server.setFault(.delay(.zero), times: 1)
            #expect(try await client.get("/v1/posts?limit=2").body == right)
            server.setFault(.hugeBody(byteCount: 300_000), times: 1)
            let huge = try await client.get("/v1/posts?limit=2")
            #expect(huge.body.count == 300_000 && huge.json.data.isEmpty && huge.json["next_cursor"]?.string == "0")
        }
    }

    @Test("Sessions end as ordered: 419 and a good refresh, 419 and 418, 401")
    func tokens() async throws {
        try await withServer { server, client in
            func refreshed(_ member: Member) -> Int {
                member.call("GET", "auth/refresh", headers: ["Refresh": member.refresh ?? ""]).status
            }
            for (fault, statuses) in [
                (CommunityFault.accessExpired, (419, 200)), (.refreshExpired, (419, 418)), (.sessionOver, (401, 401)),
            ] {
                let (ann, ben) = (try Member.of(.ann, server), try Member.of(.ben, server))
                var client = client
                client.token = ann.token
                server.setFault(fault, times: 1)
                #expect(try await client.get("/v1/chats").status == statuses.0)
                #expect(refreshed(ann) == statuses.1)
                #expect(ben.get("chats").status == 200 && refreshed(ben) == 200)
            }
        }
    }

    @Test("Messages of one time are told apart by their ids alone")
    func sameTime() async throws {
        try await withServer { server, client in
            let room = try #require(try await client.get("/v1/chats").json.data.first?["room_id"]?.string)
            server.setFault(.sameTime, only: .call(.sendMessage), times: 2)
            var messages: [JSON] = []
            for number in 0..<3 {
                messages.append(try await client.call("POST", "/v1/chats/\(room)", #"{"content":"\#(number)"}"#).json)
            }
            let dates = messages.map { $0["createdAt"]?.string }
            #expect(dates[0] == dates[1] && dates[1] != dates[2])
            #expect(Set(messages.map { $0["chat_id"]?.string }).count == 3)
            #expect(try await client.get("/v1/chats/\(room)").json.data.suffix(3) == messages[...])
        }
    }

    @Test("A request that hangs ends when the server stops")
    func hang() async throws {
        try await withServer { server, client in
            server.setFault(.hang)
            let arrivals = server.arrivals()
            let lost = Task { try await client.get("/v1/posts") }
            for await _ in arrivals { break }
            await server.stop()
            await #expect(throws: URLError.self) { try await lost.value }
        }
    }

    @Test("Every word stands for a fault that has it, and nothing else does")
    func words() throws {
        for word in [
            "status:503", "delay:1.5", "drip:0.5", "hang", "truncated", "captivePortal", "garbage", "reset",
            "reset:midBody", "abort", "abort:midBody", "wrongLength:-3", "hugeBody:10", "emptyList", "missingData",
            "corruptElement:2", "accessExpired", "refreshExpired", "sessionOver", "sameTime", "act:reset",
            "act:status:500",
        ] {
            #expect(CommunityFault(word)?.text == word)
        }
        #expect(CommunityFault("act:500") == .acted(.status(500)))
        for word in [
            "", "nap", "status", "status:99", "delay:-1", "reset:late", "act:act:reset", "act:sessionOver",
            "hugeBody:-1",
            "hang:1",
        ] {
            #expect(CommunityFault(word) == nil)
        }
        for word in ["writes", "reads"] + CommunityCall.allCases.map(\.rawValue) {
            #expect(CommunityTarget(word)?.text == word)
        }
        #expect(CommunityTarget("poems") == nil)
    }
}
