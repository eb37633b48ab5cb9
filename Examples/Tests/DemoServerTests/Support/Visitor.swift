import DemoServer
import Foundation
import Testing

/// An answer without a socket, as JSON where it is JSON.
struct VisitorAnswer: Sendable {
    let status: Int
    let headers: [String: String]
    let text: String
    let json: JSONTree

    /// The code of the first error inside an answer of Reddit's.
    var code: String? { json["json"]?["errors"]?[0]?[0]?.string }
    /// The word of a refusal of Lemmy's.
    var word: String? { json["error"]?.string }
    /// The thing that an answer of Reddit's has.
    var thing: JSONTree? { json["json"]?["data"]?["things"]?[0]?["data"] }
}

/// Somebody who reads and writes, without a socket.
struct Visitor: Sendable {
    let server: DemoServer
    /// The headers of each request.
    let headers: [String: String]

    /// Signs in to Reddit's dialect.
    static func reddit(_ server: DemoServer, _ account: String? = nil) throws -> Visitor {
        let token = ["lantern-demo-refresh-token", account].compactMap(\.self).joined(separator: "-")
        let answer = Visitor(server: server, headers: ["Authorization": "Basic bGFudGVybi1kZW1vOg=="])
            .post("/api/v1/access_token", ["grant_type": "refresh_token", "refresh_token": token])
        let access = try #require(answer.json["access_token"]?.string, "\(answer.text)")
        return Visitor(server: server, headers: ["Authorization": "bearer \(access)"])
    }

    /// Signs in to Lemmy's dialect.
    static func lemmy(_ server: DemoServer, _ account: String) throws -> Visitor {
        let answer = nobody(server).send(
            "POST", "user/login", #"{"username_or_email": "\#(account)", "password": "lantern"}"#)
        let token = try #require(answer.json["jwt"]?.string, "\(answer.text)")
        return Visitor(server: server, headers: ["Authorization": "Bearer \(token)"])
    }

    /// Somebody who is not signed in.
    static func nobody(_ server: DemoServer) -> Visitor {
        Visitor(server: server, headers: [:])
    }

    func get(_ target: String) -> VisitorAnswer {
        parsed(server.answer("GET", target, headers: headers))
    }

    /// Sends a form.
    func post(_ target: String, _ form: KeyValuePairs<String, String>) -> VisitorAnswer {
        let items = form.map { URLQueryItem(name: $0.key, value: $0.value) }
        return parsed(server.answer("POST", target, headers: headers, form: items))
    }

    /// Calls Reddit's API, with the answer as JSON that is not escaped.
    func call(_ name: String, _ form: KeyValuePairs<String, String>) -> VisitorAnswer {
        let items = [("api_type", "json"), ("raw_json", "1")] + form.map { ($0.key, $0.value) }
        return parsed(
            server.answer(
                "POST", "/api/\(name)", headers: headers, form: items.map { URLQueryItem(name: $0.0, value: $0.1) }))
    }

    /// Calls Lemmy's API.
    func send(_ method: String, _ page: String, _ json: String) -> VisitorAnswer {
        parsed(server.answer(method, "/api/v3/\(page)", headers: headers, json: Data(json.utf8)))
    }

    /// Reads what Lemmy's API has at a path.
    func read(_ page: String) -> JSONTree {
        get("/api/v3/\(page)").json
    }

    /// The post or comment with a fullname, as the visitor sees it.
    func info(_ name: String) -> JSONTree? {
        let path = headers.isEmpty ? "/api/info.json" : "/api/info"
        return get("\(path)?raw_json=1&id=\(name)").json.children.first
    }

    private func parsed(_ answer: DemoAnswer) -> VisitorAnswer {
        VisitorAnswer(
            status: answer.status, headers: answer.headers, text: String(decoding: answer.body, as: UTF8.self),
            // Not every answer is JSON; a test that wants it finds null.
            json: (try? JSONParser.parse([UInt8](answer.body))) ?? .null)
    }
}

extension DemoServer {
    /// A server for tests, with a clock that a test moves.
    static func forWriting(
        _ clock: TestClock = TestClock(), _ configuration: DemoServer.Configuration = testConfiguration(port: 1)
    ) -> DemoServer {
        DemoServer(configuration: configuration, now: { clock.now })
    }

    /// A server for tests that keeps what it is told.
    static func keeping(_ file: URL, seed: UInt64 = 1, clock: TestClock = TestClock()) throws -> DemoServer {
        try DemoServer(configuration: testConfiguration(port: 1, seed: seed), keepFile: file, now: { clock.now })
    }

    /// The newest posts of a community, as anybody sees them.
    func posts(in community: String, limit: Int = 100) -> [JSONTree] {
        Visitor.nobody(self).get("/r/\(community)/new.json?raw_json=1&limit=\(limit)").json.children
    }

    /// A post that can be answered: neither locked, nor archived, nor removed.
    func openPost(in community: String = "swift") throws -> String {
        let post = try #require(
            posts(in: community).first { post in
                post["locked"] == .bool(false) && post["archived"] == .bool(false)
                    && post["removed_by_category"] == .null && (post["num_comments"]?.int ?? 0) > 2
            })
        return try #require(post["name"]?.string)
    }
}

/// Lemmy's number of a fullname.
func number(_ name: String) -> Int {
    Int(name.dropFirst(3), radix: 36) ?? 0
}
