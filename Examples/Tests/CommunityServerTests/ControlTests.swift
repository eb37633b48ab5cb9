import CommunityServer
import Foundation
import Testing

@Suite("Orders", .timeLimit(.minutes(5)))
struct ControlTests {
    @Test("Faults are ordered, listed and taken back by requests")
    func faults() async throws {
        try await withServer(allowsControl: true) { _, client in
            let order =
                #"{"fault":"status:503","path":"/v1/posts","only":"reads","times":2,"headers":{"Retry-After":"3"}}"#
            let listed = try await client.call("POST", "/community/faults", order)
            #expect(
                listed.json[0]
                    == .object([
                        "fault": .string("status:503"), "path": .string("/v1/posts"), "only": .string("reads"),
                        "times": .number(2),
                    ]))
            #expect(try await client.get("/v1/posts").headers["retry-after"] == "3")
            #expect(try await client.get("/community/faults").json[0]?["times"] == .number(1))
            #expect(try await client.call("POST", "/community/faults", #"{"fault":"hang"}"#).json.elements.count == 2)
            let left = try await client.call("DELETE", "/community/faults?path=/v1/posts&only=reads")
            #expect(left.json.elements.map { $0["fault"]?.string } == ["hang"])
            #expect(try await client.call("DELETE", "/community/faults").json == .array([]))
            #expect(try await client.get("/v1/posts").status == 200)
        }
    }

    @Test(
        "An order that can never take effect is 400",
        arguments: [
            "", "{}", #"{"fault":"nap"}"#, #"{"fault":"hang","path":"v1"}"#, #"{"fault":"hang","only":"poems"}"#,
            #"{"fault":"hang","times":0}"#, #"{"fault":"hang","headers":{"A":"b"}}"#,
        ])
    func refused(order: String) async throws {
        try await withServer(allowsControl: true) { _, client in
            let statuses = [
                try await client.call("POST", "/community/faults", order).status,
                try await client.get("/v1/posts").status,
            ]
            #expect(statuses == [400, 200])
        }
    }

    @Test("Scripts end tokens, say things, know receipts and see what is there")
    func others() async throws {
        try await withServer(allowsControl: true) { server, client in
            let (ann, ben) = (CommunityServer.DemoPerson.ann.id, CommunityServer.DemoPerson.ben.id)
            let said = try await client.call(
                "POST", "/community/say", #"{"from":"\#(ben)","to":"\#(ann)","text":"Hello from afar"}"#)
            #expect(said.status == 200 && said.json["sender"]?["user_id"]?.string == ben)
            #expect(try await client.get("/v1/chats").json.data.first?["lastChat"] == said.json)
            let nobody = #"{"from":"\#(ben)","to":"\#(ben)","text":"x"}"#
            #expect(try await client.call("POST", "/community/say", nobody).status == 410)
            let receipt = #"{"imp_uid":"imp_1","merchant_uid":"m-1","amount":1000}"#
            #expect(try await client.call("POST", "/community/receipts", receipt).status == 204)
            let state = try await client.get("/community/state")
            #expect(state.json.keys == ["people", "posts", "rooms", "messages", "payments"])
            #expect(try state.json == server.found)
            let text = String(decoding: state.body, as: UTF8.self)
            #expect(text.contains("Hello from afar") && !text.contains("password") && !text.contains("access-"))
            for (kind, status) in [("access", 419), ("refresh", 419), ("sessions", 401)] {
                let other = try Member.of(.cleo, server)
                let end = try await client.call("DELETE", "/community/tokens?kind=\(kind)&person=\(ann)")
                #expect(end.status == 204 && other.get("chats").status == 200)
                #expect(try await client.get("/v1/chats").status == status)
            }
            #expect(try await client.call("DELETE", "/community/tokens?kind=all").status == 400)
            #expect(try await client.get("/community/nothing").status == 404)
            #expect(server.requests.allSatisfy { $0.path.hasPrefix("/v1/") })
        }
    }

    @Test("Without leave, an order is an address like any other that is not the service's")
    func forbidden() async throws {
        try await withServer { _, client in
            let statuses = [
                try await client.call("POST", "/community/faults", #"{"fault":"hang"}"#).status,
                try await client.get("/community/state").status,
            ]
            #expect(statuses == [444, 444])
        }
    }
}
