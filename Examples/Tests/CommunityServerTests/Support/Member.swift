import CommunityServer
import Foundation
import Synchronization
import Testing

/// An answer as a test looks at it.
struct Answered: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data
    /// The body as JSON; null where it is none.
    let json: JSON

    init(status: Int, headers: [String: String], body: Data) {
        (self.status, self.headers, self.body) = (status, headers, body)
        json = (try? JSONDecoder().decode(JSON.self, from: body)) ?? .null
    }
}

/// Somebody who calls a server without a socket.
struct Member: Sendable {
    let server: CommunityServer
    /// The id; empty for nobody.
    var id = ""
    var token: String?
    var refresh: String?
    var key: String? = CommunityServer.demoKey

    /// Nobody who is signed in.
    static func nobody(_ server: CommunityServer) -> Member { Member(server: server) }

    /// Logs somebody in who is there from the start.
    static func of(_ person: CommunityServer.DemoPerson, _ server: CommunityServer) throws -> Member {
        try logIn(person.email, person.password, server)
    }

    /// Joins and logs in.
    static func new(_ nick: String, _ server: CommunityServer) throws -> Member {
        let email = "\(nick)@candleby.example"
        let joined = nobody(server).post("users/join", #"{"email":"\#(email)","password":"secret","nick":"\#(nick)"}"#)
        #expect(joined.status == 200)
        return try logIn(email, "secret", server)
    }

    static func logIn(_ email: String, _ password: String, _ server: CommunityServer) throws -> Member {
        let json = nobody(server).post("users/login", #"{"email":"\#(email)","password":"\#(password)"}"#).json
        return Member(
            server: server, id: try #require(json["user_id"]?.string), token: try #require(json["accessToken"]?.string),
            refresh: try #require(json["refreshToken"]?.string))
    }

    func get(_ path: String) -> Answered { call("GET", path) }
    func delete(_ path: String) -> Answered { call("DELETE", path) }
    func post(_ path: String, _ json: String = "{}") -> Answered { call("POST", path, json: json) }
    func put(_ path: String, _ json: String) -> Answered { call("PUT", path, json: json) }

    func call(_ method: String, _ path: String, json: String? = nil, headers more: [String: String] = [:]) -> Answered {
        var headers = headers(more)
        if json != nil { headers["Content-Type"] = "application/json" }
        return send(method, path, headers, Data((json ?? "").utf8))
    }

    /// Sends a form of several parts.
    func form(_ method: String, _ path: String, _ parts: [FormPart]) -> Answered {
        var headers = headers([:])
        headers["Content-Type"] = "multipart/form-data; boundary=\(FormPart.boundary)"
        return send(method, path, headers, FormPart.body(of: parts))
    }

    /// Uploads pictures for posts, or for a room.
    func upload(_ count: Int, room: String? = nil) -> Answered {
        form("POST", room.map { "chats/\($0)/files" } ?? "posts/files", (0..<count).map { .picture($0) })
    }

    /// Writes a post.
    func write(_ text: String, category: String = "CategoryZ_pet", files: [String] = []) -> Answered {
        let list = files.map { "\"\($0)\"" }.joined(separator: ",")
        return post(
            "posts",
            #"{"title":"","content":"\#(text)","content2":"","content3":"0.75","product_id":"\#(category)","files":[\#(list)]}"#
        )
    }

    func headers(_ more: [String: String]) -> [String: String] {
        var headers = more
        headers["SesacKey"] = key
        if headers["Authorization"] == nil { headers["Authorization"] = token }
        return headers
    }

    private func send(_ method: String, _ path: String, _ headers: [String: String], _ body: Data) -> Answered {
        let answer = server.answer(method, "/v1/\(path)", headers: headers, body: body)
        return Answered(status: answer.status, headers: answer.headers, body: answer.body)
    }
}

/// A part of a form.
struct FormPart: Sendable {
    static let boundary = "lantern-boundary"

    var name: String
    var fileName: String?
    var data: Data

    /// A small picture, or something that begins as one, of so many bytes.
    static func picture(_ number: Int, name: String = "files", count: Int = 64) -> FormPart {
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, UInt8(number)]
        return FormPart(
            name: name, fileName: "CategoryZ_\(number).jpeg",
            data: Data(start) + Data(repeating: 0x0D, count: count - start.count))
    }

    static func text(_ name: String, _ text: String) -> FormPart {
        FormPart(name: name, data: Data(text.utf8))
    }

    static func body(of parts: [FormPart]) -> Data {
        var body = Data()
        for part in parts {
            body += Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"".utf8)
            if let name = part.fileName { body += Data("; filename=\"\(name)\"\r\nContent-Type: image/jpeg".utf8) }
            body += Data("\r\n\r\n".utf8) + part.data + Data("\r\n".utf8)
        }
        return body + Data("--\(boundary)--\r\n".utf8)
    }
}

/// A clock that stands still until it is told otherwise.
final class TestClock: Sendable {
    private let seconds = Mutex(1_750_000_000.25)

    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

    func advance(by duration: Double) {
        seconds.withLock { $0 += duration }
    }
}

extension CommunityServer {
    /// A server with a clock that a test moves.
    static func test(
        _ clock: TestClock = TestClock(), _ change: (inout Configuration) -> Void = { _ in }
    ) -> CommunityServer {
        var configuration = Configuration()
        change(&configuration)
        return CommunityServer(configuration: configuration, now: { clock.now })
    }

    /// What is there.
    var found: JSON {
        get throws { try JSONDecoder().decode(JSON.self, from: record) }
    }
}
