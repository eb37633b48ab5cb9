import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

@Suite(.timeLimit(.minutes(5)))
struct EngineIOHandshakeTests {
    private func end(of answer: PollingServer.Answer) async throws -> SocketError? {
        let server = PollingServer()
        server.handshakes.push(answer)
        let run = try EngineIORun(server)
        let end = await run.life.value
        #expect(server.pollCount.value == 0)
        #expect(server.handshakeCount.value == 1)
        return end
    }

    @Test(arguments: [
        (400, #"{"code":5,"message":"Unsupported protocol version"}"#, SocketError.Reason.wrongVersion, false),
        (
            400, #""The client is using an unsupported version of the Socket.IO or Engine.IO protocols""#,
            .wrongVersion, false
        ),
        (400, #"{"code":0,"message":"Transport unknown"}"#, .wrongVersion, false),
        (200, #"96:0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":5000}2:40"#, .wrongVersion, false),
        (400, #"{"code":3,"message":"Bad request"}"#, .unreachable, false), (403, #"{"code":4}"#, .unreachable, false),
        (401, "", .unreachable, false), (404, "", .unreachable, false), (302, "", .unreachable, false),
        (429, "", .unreachable, true), (503, "", .unreachable, true), (500, #"{"code":1}"#, .unreachable, true),
        (200, "<html><body>Sign in</body></html>", .unreachable, true), (200, "", .malformed, true),
        (200, "4a", .malformed, true), (200, "0{}", .malformed, true), (200, "ok", .malformed, true),
    ])
    func aHandshakeThatFails(
        status: Int, body: String, reason: SocketError.Reason, isRetryable: Bool
    ) async throws {
        let error = try await end(of: .respond(status, [:], body))
        #expect(error?.reason == reason)
        #expect(error?.isRetryable == isRetryable)
    }

    @Test
    func theServersPauseIsKept() async throws {
        let error = try await end(of: .respond(503, ["Retry-After": "120"], ""))
        #expect(error?.retryAfter == .seconds(120))
        #expect(error?.code == .serverError)
    }

    @Test
    func noNetworkIsARetryableFailure() async throws {
        let error = try await end(of: .fail(NetworkError(.offline, underlying: ConnectionFailure(.noNetwork))))
        #expect(error?.reason == .unreachable)
        #expect(error?.code == .offline)
        #expect(error?.isRetryable == true)
    }

    @Test
    func aHandshakeThatHangsEnds() async throws {
        let server = PollingServer()
        server.handshakes.push(.hang)
        let run = try EngineIORun(server)
        await server.handshakeCount.reaches(1)
        try await run.clock.waitForSleepers(1)
        run.clock.advance(by: .seconds(20))
        #expect(await run.life.value?.code == .timedOut)
    }

    // MARK: Headers and cookies

    @Test
    func headersAndOwnCookiesGoAlong() async throws {
        let server = PollingServer()
        let open = EngineIOPacket.open(EngineIOHandshake(sid: "s1")).text
        let cookies = "AWSALB=x1; Expires=Tue, 21 Nov 2023 22:13:20 GMT; Path=/, io=s1; Path=/socket.io/; HttpOnly"
        server.handshakes.push(.respond(200, ["Set-Cookie": cookies], open))
        let run = try EngineIORun(server) { $0.headers = ["Authorization": "t", "cookie": "mine=1"] }
        await run.connected()
        #expect(server.requests[0].headers["cookie"] == "mine=1")
        #expect(server.requests[1].headers["cookie"] == "mine=1; AWSALB=x1; io=s1")
        // An answer to a POST may change them, too.
        server.posts.push(.respond(200, ["Set-Cookie": "io=s2; Path=/, AWSALB=; Max-Age=0"], "ok"))
        try await run.connection.send("a")
        server.say("6")
        await server.pollCount.reaches(2)
        #expect(server.requests.last?.headers["cookie"] == "mine=1; io=s2")
        #expect(server.requests.allSatisfy { $0.headers["Authorization"] == "t" })
        await run.stop()
    }

    @Test(arguments: [
        ("a=1", "a=1"), ("a=1; Secure", "a=1"), ("a=1; Domain=chat.example", "a=1"), ("a=1; Domain=.example", "a=1"),
        ("a=\"x,y\", b=2", "a=\"x,y\"; b=2"), ("a=1, a=2", "a=2"), ("a=1; path=/socket.io", "a=1"), ("a=", "a="),
        ("a=1; Domain=other.example", nil), ("a=1; Domain=at.example", nil), ("a=1; Path=/rest", nil), ("a", nil),
        ("=1", nil), ("a=1; Max-Age=0", nil), ("a=1; Expires=Mon, 13 Nov 2023 22:13:20 GMT", nil), ("a=\u{7F}", nil),
    ])
    func cookiesAreKeptByTheirRules(header: String, expected: String?) throws {
        let address = url("https://chat.example/socket.io/?EIO=4")
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        var cookies = EngineIOCookies(for: address)
        cookies.keep(from: NetworkResponse(status: 200, url: address, headers: ["Set-Cookie": header]), now: now)
        #expect(cookies.header(now: now) == expected)
    }

    @Test
    func cookiesAreForTheirOriginAndTimeAndBounded() throws {
        let address = url("https://chat.example/socket.io/")
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        var cookies = EngineIOCookies(for: address)
        func answer(_ text: String, from place: URL) -> NetworkResponse {
            NetworkResponse(status: 200, url: place, headers: ["Set-Cookie": text])
        }
        cookies.keep(from: answer("a=1", from: url("https://chat.example:8443/socket.io/")), now: now)
        #expect(cookies.header(now: now) == nil)
        cookies.keep(from: answer("a=1; Max-Age=60", from: address), now: now)
        #expect(cookies.header(now: now.addingTimeInterval(59)) == "a=1")
        #expect(cookies.header(now: now.addingTimeInterval(60)) == nil)
        cookies.keep(from: answer("b=" + String(repeating: "x", count: 5000), from: address), now: now)
        #expect(cookies.header(now: now) == "a=1")
        for number in 0..<50 { cookies.keep(from: answer("c\(number)=1", from: address), now: now) }
        #expect(cookies.header(now: now)?.split(separator: ";").count == EngineIOCookies.maximumCount)
        var plain = EngineIOCookies(for: url("http://127.0.0.1:80/socket.io/"))
        plain.keep(from: answer("a=1; Secure", from: url("http://127.0.0.1/socket.io/")), now: now)
        #expect(plain.header(now: now) == nil)
    }

    // MARK: Addresses

    @Test
    func addressesKeepTheQueryAndNothingElse() throws {
        let address = try EngineIOAddress(server: url("https://chat.example:8443/v1/x?key=a%20b#f"), path: "/s/")
        #expect(address.polling().absoluteString == "https://chat.example:8443/s/?EIO=4&transport=polling&key=a%20b")
        #expect(
            address.webSocket(sid: "a+b/c").absoluteString
                == "wss://chat.example:8443/s/?EIO=4&transport=websocket&sid=a%2Bb%2Fc&key=a%20b")
        let local = try EngineIOAddress(server: url("http://127.0.0.1:8080"), path: "/socket.io/")
        #expect(local.webSocket(sid: "a").absoluteString.hasPrefix("ws://127.0.0.1:8080/socket.io/?"))
    }

    @Test(arguments: [
        ("http://chat.example", "/socket.io/"), ("https://me:secret@chat.example", "/socket.io/"),
        ("https://chat.example", "socket.io"), ("https://chat.example", "//other.example/"), ("ftp://a", "/"),
    ])
    func addressesThatNothingMayBeSentToAreRefused(server: String, path: String) {
        #expect(throws: DataError.self) { try EngineIOAddress(server: url(server), path: path) }
    }
}
