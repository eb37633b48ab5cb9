import Cloud
import Core
import Foundation
import Synchronization
import Testing

/// The real transport against real sockets.
@Suite(.timeLimit(.minutes(1)))
struct URLSessionTransportTests {
    let transport = URLSessionTransport()

    private func code(_ work: () async throws -> some Any) async -> ErrorCode? {
        do {
            _ = try await work()
            return nil
        } catch {
            return (error as? NetworkError)?.code ?? ErrorCode(rawValue: "\(type(of: error))")
        }
    }

    @Test func anAnswerComesWhole() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK", ["X-Word: yes"], "hello"))]
        } _: { server in
            let request = NetworkRequest(server.url.appending(path: "a"), headers: ["User-Agent": "test/1"])
            let response = try await transport.send(request)
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self) == "hello")
            #expect(response.header("x-word") == "yes")
            #expect(server.requests.map(\.target) == ["/a"])
            #expect(server.requests.first?.header("User-Agent") == "test/1")
        }
    }

    @Test(arguments: [204, 304, 400, 401, 403, 404, 429, 500, 503])
    func anyStatusIsAnAnswer(_ status: Int) async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("\(status) Word", ["Retry-After: 7"]))]
        } _: { server in
            let response = try await transport.send(NetworkRequest(server.url))
            #expect(response.status == status)
            #expect(response.header("Retry-After") == "7")
        }
    }

    @Test func aBodyIsSent() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("201 Created"))]
        } _: { server in
            let request = NetworkRequest(server.url, method: .post, body: Data("a=1".utf8))
            let response = try await transport.send(request)
            #expect(response.status == 201)
            #expect(server.requests.first?.text.hasPrefix("POST / HTTP/1.1") == true)
            #expect(server.requests.first?.header("Content-Length") == "3")
        }
    }

    @Test func cookiesAreNeitherKeptNorSent() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK", ["Set-Cookie: a=b; Path=/"]))]
        } _: { server in
            _ = try await transport.send(NetworkRequest(server.url))
            _ = try await transport.send(NetworkRequest(server.url))
            #expect(server.requests.count == 2)
            #expect(server.requests.allSatisfy { $0.header("Cookie") == nil })
        }
    }

    @Test func aResetIsOffline() async throws {
        try await withServer { _ in
            [.reset]
        } _: { server in
            #expect(await code { try await transport.send(NetworkRequest(server.url)) } == .offline)
        }
    }

    @Test func nobodyListeningIsOffline() async throws {
        let gone = try LoopbackServer { _ in [] }
        gone.stop()
        let error = await #expect(throws: NetworkError.self) { try await transport.send(NetworkRequest(gone.url)) }
        #expect(error?.code == .offline)
        #expect((error?.underlying as? ConnectionFailure)?.reason == .refused)
    }

    @Test func aBodyThatIsCutIsOffline() async throws {
        let half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
        try await withServer { _ in
            [.send(half)]
        } _: { server in
            #expect(await code { try await transport.send(NetworkRequest(server.url)) } == .offline)
        }
    }

    @Test func aServerThatKeepsSilentTimesOut() async throws {
        try await withServer { _ in
            [.hang]
        } _: { server in
            let request = NetworkRequest(server.url, timeout: .milliseconds(10))
            #expect(await code { try await transport.send(request) } == .timedOut)
        }
    }

    @Test func aDeadlineEndsAHang() async throws {
        try await withServer { _ in
            [.hang]
        } _: { server in
            let provider = NetworkRequestProvider(transport: transport)
            let request = NetworkRequest(server.url, timeout: .milliseconds(150))
            let start = ContinuousClock.now
            #expect(await code { try await provider.response(to: request) } == .timedOut)
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }

    @Test func anAnnouncedLengthIsRefusedAtOnce() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nx"
        try await withServer { _ in
            [.send(head), .hang]
        } _: { server in
            let request = NetworkRequest(server.url, maximumBytes: 1000)
            #expect(await code { try await transport.send(request) } == .tooLarge)
        }
    }

    @Test func anEndlessBodyIsStoppedOnItsWay() async throws {
        try await withServer { _ in
            [.send("HTTP/1.1 200 OK\r\n\r\n"), .flood]
        } _: { server in
            let request = NetworkRequest(server.url, maximumBytes: 100_000)
            #expect(await code { try await transport.send(request) } == .tooLarge)
        }
    }

    @Test func aBodyOfExactlyTheLimitIsTaken() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK", [], "12345"))]
        } _: { server in
            let response = try await transport.send(NetworkRequest(server.url, maximumBytes: 5))
            #expect(response.body.count == 5)
            let tooSmall = NetworkRequest(server.url, maximumBytes: 4)
            #expect(await code { try await transport.send(tooSmall) } == .tooLarge)
        }
    }

    @Test(arguments: 0..<8)
    func cancellingEndsAHangPromptly(_ round: Int) async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        try await withServer { _ in
            arrived.yield()
            return [.hang]
        } _: { server in
            let task = Task { try await transport.send(NetworkRequest(server.url)) }
            // Half of the rounds cancel while the request is on its way, half while it is being made.
            if round.isMultiple(of: 2) { for await _ in arrivals { break } }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK"))]
        } _: { server in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await transport.send(NetworkRequest(server.url))
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func aRedirectIsFollowed() async throws {
        try await withServer { request in
            let isFirst = request.target == "/from"
            return [
                .send(
                    LoopbackServer.answer(isFirst ? "302 Found" : "200 OK", isFirst ? ["Location: /to?a=b"] : [], "x"))
            ]
        } _: { server in
            let response = try await transport.send(NetworkRequest(server.url.appending(path: "from")))
            #expect(response.status == 200)
            #expect(response.url.absoluteString == "\(server.url)/to?a=b")
            #expect(server.requests.map(\.target) == ["/from", "/to?a=b"])
        }
    }

    @Test func aRedirectThatLoopsIsRefused() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("302 Found", ["Location: /again"]))]
        } _: { server in
            let request = NetworkRequest(server.url.appending(path: "again"))
            #expect(await code { try await transport.send(request) } == .redirected)
        }
    }

    @Test func secretsStayWithTheirServerWhenARedirectLeadsElsewhere() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK"))]
        } _: { other in
            let target = other.url.absoluteString
            try await withServer { _ in
                [.send(LoopbackServer.answer("307 Moved", ["Location: \(target)"]))]
            } _: { first in
                let headers = ["Authorization": "secret", "Cookie": "c=1", "X-Key": "k", "Accept": "text/plain"]
                _ = try await transport.send(NetworkRequest(first.url, headers: headers))
                #expect(first.requests.first?.header("Authorization") == "secret")
                #expect(other.requests.count == 1)
                #expect(other.requests.first?.header("Accept") == "text/plain")
                for name in ["Authorization", "Cookie", "X-Key"] {
                    #expect(other.requests.first?.header(name) == nil, "\(name)")
                }
            }
        }
    }

    @Test func shuttingDownEndsWhatIsUnderWay() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        try await withServer { _ in
            arrived.yield()
            return [.hang]
        } _: { server in
            let task = Task { try await transport.send(NetworkRequest(server.url)) }
            for await _ in arrivals { break }
            await transport.shutDown()
            await transport.shutDown()
            #expect(await code { try await task.value } == .offline)
            #expect(await code { try await transport.send(NetworkRequest(server.url)) } == .offline)
        }
    }

    @Test func manyRequestsAtOnceEachGetTheirOwnAnswer() async throws {
        try await withServer { request in
            [.send(LoopbackServer.answer("200 OK", [], request.target))]
        } _: { server in
            try await withThrowingTaskGroup(of: (Int, NetworkResponse).self) { group in
                for number in 0..<32 {
                    group.addTask {
                        (number, try await transport.send(NetworkRequest(server.url.appending(path: "\(number)"))))
                    }
                }
                for try await (number, response) in group {
                    #expect(String(decoding: response.body, as: UTF8.self) == "/\(number)")
                }
            }
        }
    }
}
