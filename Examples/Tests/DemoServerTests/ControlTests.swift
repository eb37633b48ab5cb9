import DemoServer
import Foundation
import Testing

@Suite("Faults on request")
struct ControlTests {
    private static let everyFault: [DemoFault] = [
        .status(418), .delay(.milliseconds(250)), .drip(every: .seconds(2)), .hang, .truncatedJSON, .captivePortal,
        .blockPage, .garbage, .reset(), .reset(.midBody), .abort(), .abort(.midBody), .wrongLength(by: -3),
        .redirectLoop, .redirectCircle, .redirect(toOrigin: "http://localhost:8081"), .loginRedirect,
        .hugeBody(byteCount: 12), .emptyListing, .missingChildren, .childrenNotArray, .corruptChild(at: 4),
        .acted(.reset()), .acted(.status(502)), .acted(.delay(.seconds(2))), .refuse("TOO_OLD"),
        .rateLimit(.seconds(540)), .tokenExpired, .tokenRevoked, .stale(.seconds(3)),
    ]

    @Test("Every fault can be written as a word and read back", arguments: everyFault)
    func words(fault: DemoFault) {
        #expect(DemoFault(fault.text) == fault)
        let word = String(fault.text.prefix { $0 != ":" })
        #expect(DemoFault.words.contains(word))
    }

    @Test(
        "What is no fault is none",
        arguments: [
            "", "status", "status:", "status:99", "status:x", "nap", "hang:3", "delay:-1", "delay:nan", "redirect:ftp",
            "reset:never", "corruptChild:-1", "act", "act:", "act:nap", "act:act:reset", "act:stale:1", "refuse:",
            "stale:61",
            "rateLimit:soon",
        ])
    func noWords(text: String) {
        #expect(DemoFault(text) == nil)
    }

    @Test("Orders by JSON, listed and taken back")
    func orders() async throws {
        try await withServer(configured { $0.allowsControl = true }) { server, client in
            func order(_ json: String) async throws -> TestResponse {
                try await client.get("/demo/faults", method: "POST", body: Data(json.utf8))
            }
            let first = try await order(
                #"{"fault":"status:429","path":"/r/swift","times":2,"headers":{"Retry-After":"7"}}"#)
            #expect(first.text == #"[{"fault":"status:429","path":"/r/swift","dialect":null,"times":2}]"#)
            _ = try await order(#"{"fault":"blockPage","dialect":"json"}"#)
            let limited = try await client.get("/r/swift.json")
            #expect(limited.status == 429 && limited.headers["retry-after"] == "7")
            #expect(try await client.get("/r/pics.json").status == 403)
            #expect(try await client.get("/r/pics/.rss").status == 200)
            let removed = try await client.get("/demo/faults?path=/&dialect=json", method: "DELETE")
            #expect(removed.text == #"[{"fault":"status:429","path":"/r/swift","dialect":null,"times":1}]"#)
            #expect(try await client.get("/demo/faults").text == removed.text)
            #expect(try await client.get("/demo/faults", method: "DELETE").text == "[]")
            #expect(try await client.get("/r/swift.json").status == 200)
            let refusedOrders = [
                "{", "{}", #"{"fault":"nap"}"#, #"{"fault":"hang","dialect":"latin"}"#,
                #"{"fault":"hang","path":"r/"}"#, #"{"fault":"hang","times":0}"#,
                #"{"fault":"hang","headers":{"Retry-After":"7"}}"#,
            ]
            for order in refusedOrders {
                let refused = try await client.get("/demo/faults", method: "POST", body: Data(order.utf8))
                #expect(refused.status == 400 && refused.text.contains("error"))
            }
            #expect(server.requestCount(forPath: "/demo") == 0)
        }
    }

    @Test("A fault is taken back by its dialect, and a dialect that is none takes nothing back")
    func takesBackByDialect() async throws {
        try await withServer(configured { $0.allowsControl = true }) { server, client in
            server.setFault(.status(418))
            server.setFault(.blockPage, dialect: .json)
            let unknown = try await client.get("/demo/faults?dialect=latin", method: "DELETE")
            #expect(unknown.status == 400)
            let left = try await client.get("/demo/faults?dialect=json", method: "DELETE")
            #expect(left.text == #"[{"fault":"status:418","path":"/","dialect":null,"times":null}]"#)
        }
    }

    @Test("One request orders its own fault, and tokens end on request")
    func singleRequests() async throws {
        try await withServer(configured { $0.allowsControl = true }) { _, client in
            let byHeader = try await client.get("/hot.json", headers: ["X-Demo-Fault": "status:418"])
            let byQuery = try await client.get("/hot.json?demo_fault=captivePortal")
            #expect(byHeader.status == 418 && byQuery.text.contains("Almost online"))
            #expect(try await client.get("/hot.json").status == 200)
            let token = try await client.token()
            #expect(try await client.get("/demo/tokens", method: "DELETE").status == 204)
            #expect(try await client.get("/hot", headers: ["Authorization": "bearer \(token)"]).status == 401)
            _ = try await client.token()
            #expect(try await client.get("/demo/tokens?kind=all", method: "DELETE").status == 204)
            await #expect(throws: URLError.self) { try await client.token() }
        }
    }

    @Test("Without permission, requests cannot order faults")
    func forbidden() async throws {
        try await withServer { server, client in
            let order = Data(#"{"fault":"status:503"}"#.utf8)
            let response = try await client.get("/demo/faults", method: "POST", body: order)
            #expect(response.status == 405)
            let byHeader = try await client.get("/hot.json", headers: ["X-Demo-Fault": "status:418"])
            #expect(byHeader.status == 200)
            let list = try await client.get("/demo/faults")
            #expect(list.status == 404 && server.requestCount(forPath: "/demo") == 2)
        }
    }
}
