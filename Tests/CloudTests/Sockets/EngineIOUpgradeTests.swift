import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Cloud

@Suite(.timeLimit(.minutes(5)))
struct EngineIOUpgradeTests {
    private func start(
        _ sockets: FakeWebSockets, upgrades: [String] = ["websocket"]
    ) throws -> EngineIORun {
        let server = PollingServer(EngineIOHandshake(sid: "s1", upgrades: upgrades))
        return try EngineIORun(server) {
            $0.webSocket = sockets
            $0.headers = ["Authorization": "t"]
        }
    }

    @Test
    func theConnectionGoesOverToTheWebSocket() async throws {
        let sockets = FakeWebSockets()
        let run = try start(sockets)
        await run.connected()
        let socket = await sockets.socket()
        #expect(
            sockets.opened.value.map(\.absoluteString) == [
                "wss://chat.example/socket.io/?EIO=4&transport=websocket&sid=s1"
            ])
        #expect(sockets.headers == [["Authorization": "t"]])
        await socket.sent.wait { $0 == [.text("2probe")] }
        socket.say(.text("3probe"))
        await run.connection.mode.wait { $0 == .switching }
        // The last poll brings what it brings before anything comes over the WebSocket.
        #expect(socket.sent.value == [.text("2probe")])
        run.server.say("4a", "6")
        await socket.sent.wait { $0.last == .text("5") }
        socket.say(.text("4b"))
        socket.say(.binary(Data([1])))
        socket.say(.text("2"))
        await socket.sent.wait { $0.last == .text("3") }
        try await run.connection.send("c")
        #expect(socket.sent.value == [.text("2probe"), .text("5"), .text("3"), .text("4c")])
        #expect(run.received.value == [.text("a"), .text("b"), .binary(Data([1]))])
        #expect(run.server.pollCount.value == 1)
        #expect(run.server.postCount.value == 0)
        await run.stop()
        #expect(socket.isClosed)
    }

    @Test
    func whatIsSentMeanwhileWaitsForTheWebSocket() async throws {
        let sockets = FakeWebSockets()
        let run = try start(sockets)
        await run.connected()
        let socket = await sockets.socket()
        run.server.holdPosts()
        let first = Task { try await run.connection.send("a") }
        await run.server.postCount.reaches(1)
        socket.say(.text("3probe"))
        await run.connection.mode.wait { $0 == .switching }
        let second = Task { try await run.connection.send("b") }
        while await run.connection.waitingCount < 1 { await Task.yield() }
        run.server.say("6")
        await run.connection.requestCount.wait { $0 == 1 }
        #expect(socket.sent.value == [.text("2probe")])
        run.server.posts.push(.respond(200, [:], "ok"))
        try await first.value
        try await second.value
        #expect(socket.sent.value == [.text("2probe"), .text("5"), .text("4b")])
        #expect(run.server.bodies == ["4a"])
        await run.stop()
    }

    @Test(arguments: ["refused", "wrong answer", "hangs"])
    func withoutAWebSocketItStaysWithPolling(how: String) async throws {
        let sockets = FakeWebSockets(refuses: how == "refused")
        let run = try start(sockets)
        await run.connected()
        await sockets.opened.wait { !$0.isEmpty }
        if how == "wrong answer" { await sockets.socket().say(.text("6")) }
        if how == "hangs" {
            try await run.clock.waitForSleepers(2)
            run.clock.advance(by: .seconds(20))
        }
        if how != "refused" { await sockets.socket().closed.wait { $0 } }
        run.server.say("4a")
        await run.server.pollCount.reaches(2)
        try await run.connection.send("b")
        #expect(run.received.value == [.text("a")])
        #expect(run.server.bodies == ["4b"])
        await run.stop()
    }

    @Test
    func aPollThatDoesNotEndStopsTheUpgrade() async throws {
        let sockets = FakeWebSockets()
        let run = try start(sockets)
        await run.connected()
        let socket = await sockets.socket()
        socket.say(.text("3probe"))
        await run.connection.mode.wait { $0 == .switching }
        try await run.clock.waitForSleepers(2)
        let sending = Task { try await run.connection.send("a") }
        run.clock.advance(by: .seconds(20))
        await socket.closed.wait { $0 }
        try await sending.value
        #expect(socket.sent.value == [.text("2probe")])
        run.server.say("4b")
        await run.server.pollCount.reaches(2)
        #expect(run.server.bodies == ["4a"])
        await run.stop()
    }

    @Test(arguments: [WebSocketFrame.text("9"), .text(""), nil])
    func aWebSocketThatEndsOrSaysNonsenseEndsTheConnection(frame: WebSocketFrame?) async throws {
        let sockets = FakeWebSockets()
        let run = try start(sockets)
        await run.connected()
        let socket = await sockets.socket()
        socket.say(.text("3probe"))
        await run.connection.mode.wait { $0 == .switching }
        run.server.say("6")
        await socket.sent.wait { $0.last == .text("5") }
        if let frame { socket.say(frame) } else { socket.fail() }
        let end = await run.life.value
        #expect(end?.reason == (frame == nil ? .lost : .malformed))
        #expect(end?.isRetryable == true)
        #expect(socket.isClosed)
    }

    @Test
    func aServerThatOffersNoneIsNotAsked() async throws {
        let sockets = FakeWebSockets()
        let run = try start(sockets, upgrades: ["webtransport"])
        await run.connected()
        run.server.say("4a")
        await run.server.pollCount.reaches(2)
        #expect(sockets.opened.value.isEmpty)
        await run.stop()
    }
}

/// A transport of WebSockets whose other end is the test.
final class FakeWebSockets: WebSocketTransport {
    let opened = ObservableValue<[URL]>([])
    private let refuses: Bool
    private let state = Mutex<(headers: [[String: String]], socket: FakeWebSocket?)>(([], nil))

    init(refuses: Bool = false) {
        self.refuses = refuses
    }

    var headers: [[String: String]] { state.withLock { $0.headers } }

    func open(_ url: URL, headers: [String: String], maximumBytes: Int) async throws -> any WebSocketConnection {
        let socket = FakeWebSocket()
        state.withLock { state in
            state.headers.append(headers)
            state.socket = socket
        }
        opened.update { $0.append(url) }
        if refuses { throw NetworkError(.badRequest, status: 400) }
        return socket
    }

    /// Returns the one that was opened.
    func socket() async -> FakeWebSocket {
        await opened.wait { !$0.isEmpty }
        return state.withLock { $0.socket } ?? FakeWebSocket()
    }
}

/// A WebSocket whose other end is the test.
final class FakeWebSocket: WebSocketConnection {
    let sent = ObservableValue<[WebSocketFrame]>([])
    let closed = ObservableValue(false)
    private let frames: AsyncThrowingStream<WebSocketFrame, any Error>
    private let continuation: AsyncThrowingStream<WebSocketFrame, any Error>.Continuation

    init() {
        (frames, continuation) = AsyncThrowingStream.makeStream()
    }

    var isClosed: Bool { closed.value }

    func say(_ frame: WebSocketFrame) { continuation.yield(frame) }
    func fail() { continuation.finish(throwing: NetworkError(.offline)) }

    func send(_ frame: WebSocketFrame) async throws { sent.update { $0.append(frame) } }

    func receive() async throws -> WebSocketFrame {
        for try await frame in frames { return frame }
        try Task.checkCancellation()
        throw NetworkError(.offline)
    }

    func close() async { closed.set(true) }
}
