import Cloud
import Core
import Foundation
import Mocks
import Synchronization
import Testing

/// The real transport against real sockets.
@Suite(.timeLimit(.minutes(5)))
struct URLSessionTransportTests {
    let transport = URLSessionTransport()

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

    @Test func aBodyNeverGoesOverAConnectionThatTheServerMayHaveGivenUp() async throws {
        // Whatever comes second over a connection is not answered, as when the server's patience ends at that moment.
        try await withServer { request in
            request.precedingCount > 0 ? [] : [.send(LoopbackServer.answer("200 OK", isLast: false)), .next]
        } _: { server in
            _ = try await transport.send(NetworkRequest(server.url.appending(path: "first")))
            let post = NetworkRequest(server.url, method: .post, body: Data("a=1".utf8))
            #expect(try await transport.send(post).status == 200)
            #expect(try await transport.send(post).status == 200)
            #expect(server.requests.map(\.precedingCount) == [0, 0, 0])
        }
    }

    @Test func aQuestionGoesOverTheConnectionOfTheOneBefore() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK", isLast: false)), .next]
        } _: { server in
            for _ in 0..<3 { _ = try await transport.send(NetworkRequest(server.url)) }
            #expect(server.requests.map(\.precedingCount) == [0, 1, 2])
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
            #expect(await errorCode { try await transport.send(NetworkRequest(server.url)) } == .offline)
        }
    }

    @Test func nobodyListeningIsOffline() async throws {
        let gone = try LoopbackServer { _ in [] }
        gone.stop()
        let error = await #expect(throws: NetworkError.self) { try await transport.send(NetworkRequest(gone.url)) }
        #expect(error?.code == .offline)
        #expect((error?.underlying as? ConnectionFailure)?.reason == .refused)
    }

    #if canImport(FoundationNetworking)
        @Test func anAddressThatTheSystemDoesNotKnowIsABadRequestAndNotOffline() async throws {
            let request = NetworkRequest(url("http://[::1]:9/x"))
            let error = await #expect(throws: NetworkError.self) { try await transport.send(request) }
            #expect(error?.code == .badRequest && error?.isRetryable == false)
            #expect((error?.underlying as? ConnectionFailure)?.reason == .other)
        }
    #endif

    @Test func aBodyThatIsCutIsOffline() async throws {
        let half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
        try await withServer { _ in
            [.send(half)]
        } _: { server in
            #expect(await errorCode { try await transport.send(NetworkRequest(server.url)) } == .offline)
        }
    }

    @Test func aBodyInChunksIsTakenWhole() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        try await withServer { request in
            [.send(head + "3\r\nabc\r\n2\r\nde\r\n"), .send(request.target == "/cut" ? "5\r\nx" : "0\r\n\r\n")]
        } _: { server in
            let response = try await transport.send(NetworkRequest(server.url))
            #expect(String(decoding: response.body, as: UTF8.self) == "abcde")
            let cut = NetworkRequest(server.url.appending(path: "cut"))
            #expect(await errorCode { try await transport.send(cut) } == .offline)
        }
    }

    @Test func aLargeBodyArrivesWhole() async throws {
        let body = String(repeating: "0123456789abcdef", count: 200_000)
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK", [], body))]
        } _: { server in
            let response = try await transport.send(NetworkRequest(server.url))
            #expect(response.body == Data(body.utf8))
        }
    }

    @Test func aResponseThatIsNotHTTPIsNoAnswer() async throws {
        try await withServer { _ in
            [.send("220 mail ready\r\n\r\n")]
        } _: { server in
            await #expect(throws: NetworkError.self) { try await transport.send(NetworkRequest(server.url)) }
        }
    }

    @Test func aServerThatHangsUpWithoutAWordIsOffline() async throws {
        try await withServer { _ in
            []
        } _: { server in
            #expect(await errorCode { try await transport.send(NetworkRequest(server.url)) } == .offline)
        }
    }

    @Test func aServerThatKeepsSilentTimesOut() async throws {
        try await withServer { _ in
            [.hang]
        } _: { server in
            var request = NetworkRequest(server.url)
            request.timeout = .milliseconds(10)
            #expect(await errorCode { try await transport.send(request) } == .timedOut)
        }
    }

    @Test func aDeadlineEndsAHang() async throws {
        try await withServer { _ in
            [.hang]
        } _: { server in
            let clock = ManualClock()
            let provider = NetworkRequestProvider(transport: transport, time: clock)
            // The transport by itself would wait for half an hour, and the suite does not.
            var request = NetworkRequest(server.url)
            request.timeout = .seconds(1_800)
            async let code = errorCode { try await provider.response(to: request) }
            try await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1_800))
            #expect(await code == .timedOut)
        }
    }

    @Test func anAnnouncedLengthIsRefusedAtOnce() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nx"
        try await withServer { _ in
            [.send(head), .hang]
        } _: { server in
            var request = NetworkRequest(server.url)
            request.maximumBytes = 1000
            #expect(await errorCode { try await transport.send(request) } == .tooLarge)
        }
    }

    @Test func anEndlessBodyIsStoppedOnItsWay() async throws {
        try await withServer { _ in
            [.send("HTTP/1.1 200 OK\r\n\r\n"), .flood]
        } _: { server in
            var request = NetworkRequest(server.url)
            request.maximumBytes = 100_000
            #expect(await errorCode { try await transport.send(request) } == .tooLarge)
        }
    }

    @Test func aBodyOfExactlyTheLimitIsTaken() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK", [], "12345"))]
        } _: { server in
            var fitting = NetworkRequest(server.url)
            fitting.maximumBytes = 5
            let response = try await transport.send(fitting)
            #expect(response.body.count == 5)
            var tooSmall = NetworkRequest(server.url)
            tooSmall.maximumBytes = 4
            #expect(await errorCode { try await transport.send(tooSmall) } == .tooLarge)
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
            #expect(await errorCode { try await task.value } == .offline)
            #expect(await errorCode { try await transport.send(NetworkRequest(server.url)) } == .offline)
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
