import Cloud
import Core
import Foundation
import Mocks
import Synchronization
import Testing

/// Bodies that are passed on while they arrive, over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct URLSessionStreamTests {
    let transport = URLSessionTransport()

    /// Collects what arrives, and does as told with every piece.
    private final class Collector: BodySink {
        private struct State {
            var heads: [NetworkResponse] = []
            var body = Data()
            var pieces = 0
        }

        private let state = Mutex(State())
        private let onBytes: @Sendable (Int) async throws -> Void

        init(_ onBytes: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
            self.onBytes = onBytes
        }

        var heads: [NetworkResponse] { state.withLock { $0.heads } }
        var body: Data { state.withLock { $0.body } }

        func begin(_ head: NetworkResponse) async throws {
            state.withLock { $0.heads.append(head) }
        }

        func receive(_ bytes: Data) async throws {
            let count = state.withLock { state in
                state.body += bytes
                state.pieces += 1
                return state.body.count
            }
            try await onBytes(count)
        }
    }

    @Test func aLargeBodyComesWholeAndInOrder() async throws {
        let body = (0..<300_000).map { "line \($0)\n" }.joined()
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK", ["X-Word: yes"], body))]
        } _: { server in
            let sink = Collector()
            let answer = try await transport.send(NetworkRequest(server.url), into: sink)
            #expect(answer.status == 200 && answer.header("x-word") == "yes" && answer.body.isEmpty)
            #expect(sink.heads == [answer])
            #expect(sink.body == Data(body.utf8))
        }
    }

    @Test func theFirstBytesAreTakenBeforeTheLastAreSent() async throws {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"), .hang]
        } _: { server in
            let sink = Collector { continuation.yield($0) }
            let request = NetworkRequest(server.url)
            let task = Task { [transport] in try await transport.send(request, into: sink) }
            for await count in arrivals where count == 5 { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(sink.body == Data("first".utf8))
        }
    }

    @Test func aRedirectIsFollowedAndItsBodyIsNobodys() async throws {
        try await withServer { request in
            let isFirst = request.target == "/from"
            return [
                .send(
                    LoopbackServer.answer(
                        isFirst ? "302 Found" : "200 OK", isFirst ? ["Location: /to"] : [], isFirst ? "moved" : "here"))
            ]
        } _: { server in
            let sink = Collector()
            let answer = try await transport.send(NetworkRequest(server.url.appending(path: "from")), into: sink)
            #expect(answer.url.path() == "/to" && sink.heads.map(\.status) == [200])
            #expect(sink.body == Data("here".utf8))
        }
    }

    @Test func whoeverWantsNoMoreGetsNoMore() async throws {
        struct Enough: Error {}
        try await withServer { _ in
            [.send("HTTP/1.1 200 OK\r\n\r\n"), .flood]
        } _: { server in
            let sink = Collector { count in if count > 100_000 { throw Enough() } }
            await #expect(throws: Enough.self) { try await transport.send(NetworkRequest(server.url), into: sink) }
        }
    }

    @Test func aLimitEndsAnAnswerThatIsStillArriving() async throws {
        try await withServer { request in
            request.target == "/said"
                ? [.send(LoopbackServer.answer("200 OK", [], String(repeating: "x", count: 5000)))]
                : [.send("HTTP/1.1 200 OK\r\n\r\n"), .flood]
        } _: { server in
            let sink = Collector()
            var flood = NetworkRequest(server.url)
            flood.maximumBytes = 70_000
            #expect(await errorCode { try await transport.send(flood, into: sink) } == .tooLarge)
            #expect(sink.body.count <= 70_000)
            var announced = NetworkRequest(server.url.appending(path: "said"))
            announced.maximumBytes = 4999
            let second = Collector()
            #expect(await errorCode { try await transport.send(announced, into: second) } == .tooLarge)
            #expect(second.heads.isEmpty && second.body.isEmpty)
        }
    }

    @Test func aBodyThatIsCutIsOffline() async throws {
        try await withServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")]
        } _: { server in
            let sink = Collector()
            #expect(await errorCode { try await transport.send(NetworkRequest(server.url), into: sink) } == .offline)
        }
    }

    @Test func shuttingDownEndsWhatArrives() async throws {
        let transport = URLSessionTransport()
        try await withServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"), .hang]
        } _: { server in
            let sink = Collector { _ in await transport.shutDown() }
            #expect(await errorCode { try await transport.send(NetworkRequest(server.url), into: sink) } == .offline)
            #expect(await errorCode { try await transport.send(NetworkRequest(server.url), into: sink) } == .offline)
        }
    }

    @Test func aTransportThatHasTheAnswerAnywayPassesItOn() async throws {
        let sink = Collector()
        let scripted = ScriptedTransport(.respond(404, ["X": "y"], "gone"), .respond(204, [:], ""))
        let answer = try await scripted.send(NetworkRequest(url("https://example.com/")), into: sink)
        #expect(answer.status == 404 && sink.heads == [answer] && sink.body == Data("gone".utf8))
        _ = try await scripted.send(NetworkRequest(url("https://example.com/")), into: sink)
        #expect(sink.heads.count == 2 && sink.body == Data("gone".utf8))
    }

    /// All of it together: a server on a socket, the real transport, and a download that breaks and goes on.
    @Test func aDownloadGoesOnOverARealConnection() async throws {
        let body = (0..<2000).map { "line \($0)\n" }.joined()
        let files = InMemoryFileSystem()
        try await withServer { request in
            guard let range = request.header("Range"), let start = Int(range.dropFirst(6).dropLast()) else {
                let head = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                return [.send(head + body.prefix(9000))]
            }
            let rest = String(body.dropFirst(start))
            let range206 = "Content-Range: bytes \(start)-\(body.utf8.count - 1)/\(body.utf8.count)"
            return [.send(LoopbackServer.answer("206 Partial Content", ["ETag: \"a\"", range206], rest))]
        } _: { server in
            let downloader = Downloader(transport: transport, files: files)
            var file = NetworkRequest(server.url)
            file.expectation = .data
            let request = DownloadRequest(file, to: "/tmp/file", maximumBytes: 1 << 20)
            #expect(await errorCode { try await downloader.download(request) } == .offline)
            let receipt = try await downloader.download(request)
            #expect(receipt.bytes == body.utf8.count && receipt.resumedBytes > 0)
            #expect(files.bytes(at: "/tmp/file") == [UInt8](body.utf8))
            #expect(server.requests.count == 2)
        }
    }
}
