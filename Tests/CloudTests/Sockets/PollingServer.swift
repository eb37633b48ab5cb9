import Core
import Foundation
import Synchronization
import Testing

@testable import Cloud

/// A server of long-polling that says what a test tells it to, and keeps what it was asked.
///
/// Handshakes and POSTs are answered at once unless there are answers of their own; polls wait for an answer.
final class PollingServer: HTTPTransport {
    enum Answer: Sendable {
        case packets([String])
        case respond(Int, [String: String] = [:], String = "")
        case fail(any Error)
        /// Says nothing until the request is cancelled.
        case hang
    }

    private struct State {
        var requests: [NetworkRequest] = []
        var openPolls = 0
        var openPosts = 0
        var mostPolls = 0
        var mostPosts = 0
    }

    let handshakes = AnswerQueue()
    let polls = AnswerQueue()
    let posts = AnswerQueue()
    /// How many requests of each kind have come.
    let handshakeCount = ObservableValue(0)
    let pollCount = ObservableValue(0)
    let postCount = ObservableValue(0)
    private let state = Mutex(State())
    private let handshake: EngineIOHandshake
    private let holdsPosts = Mutex(false)
    private let holdsHandshakes = Mutex(false)

    init(_ handshake: EngineIOHandshake = EngineIOHandshake(sid: "s1")) {
        self.handshake = handshake
    }

    var requests: [NetworkRequest] { state.withLock { $0.requests } }
    var mostPolls: Int { state.withLock { $0.mostPolls } }
    var mostPosts: Int { state.withLock { $0.mostPosts } }
    var openPolls: Int { state.withLock { $0.openPolls } }
    /// The bodies of the POSTs so far, their separators shown as `|`.
    var bodies: [String] {
        requests.compactMap(\.body).map { String(decoding: $0, as: UTF8.self).replacing("\u{1E}", with: "|") }
    }

    func holdPosts(_ isHeld: Bool = true) { holdsPosts.withLock { $0 = isHeld } }
    func holdHandshakes(_ isHeld: Bool = true) { holdsHandshakes.withLock { $0 = isHeld } }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        state.withLock { $0.requests.append(request) }
        let isPost = request.method == .post
        let isHandshake = !(request.url.query ?? "").contains("sid=")
        if isHandshake {
            handshakeCount.update { $0 += 1 }
            if !holdsHandshakes.withLock({ $0 }), handshakes.isEmpty {
                return response(.packets([EngineIOPacket.open(handshake).text]), to: request)
            }
            return try await outcome(of: try await handshakes.next(), to: request)
        }
        state.withLock { state in
            if isPost { state.openPosts += 1 } else { state.openPolls += 1 }
            state.mostPosts = max(state.mostPosts, state.openPosts)
            state.mostPolls = max(state.mostPolls, state.openPolls)
        }
        defer { state.withLock { if isPost { $0.openPosts -= 1 } else { $0.openPolls -= 1 } } }
        (isPost ? postCount : pollCount).update { $0 += 1 }
        if isPost, !holdsPosts.withLock({ $0 }), posts.isEmpty {
            return response(.respond(200, [:], "ok"), to: request)
        }
        return try await outcome(of: try await (isPost ? posts : polls).next(), to: request)
    }

    private func outcome(of answer: Answer, to request: NetworkRequest) async throws -> NetworkResponse {
        switch answer {
        case .fail(let error): throw error
        case .hang: return response(try await AnswerQueue().next(), to: request)
        case .packets, .respond: return response(answer, to: request)
        }
    }

    private func response(_ answer: Answer, to request: NetworkRequest) -> NetworkResponse {
        switch answer {
        case .respond(let status, let headers, let body):
            NetworkResponse(status: status, url: request.url, headers: headers, body: Data(body.utf8))
        case .packets(let packets):
            NetworkResponse(status: 200, url: request.url, body: EngineIOPayload.body(of: packets))
        case .fail, .hang: NetworkResponse(status: 500, url: request.url)
        }
    }

    /// Answers the poll that waits, or the next one.
    func say(_ packets: String...) { polls.push(.packets(packets)) }

    /// Returns when a poll waits and a connection has no POST under way.
    func settled(_ connection: EngineIOConnection) async {
        while openPolls != 1 { await Task.yield() }
        await connection.requestCount.wait { $0 == 1 }
    }

    func shutDown() async {}
}

/// Answers in the order in which they were given; whoever asks earlier waits.
final class AnswerQueue: Sendable {
    private struct State {
        var answers: [PollingServer.Answer] = []
        var waiting: [(id: Int, continuation: CheckedContinuation<PollingServer.Answer, any Error>)] = []
        var cancelled: Set<Int> = []
        var lastID = 0
    }

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.answers.isEmpty } }

    func push(_ answer: PollingServer.Answer) {
        let waiter = state.withLock { state -> CheckedContinuation<PollingServer.Answer, any Error>? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
            state.answers.append(answer)
            return nil
        }
        waiter?.resume(returning: answer)
    }

    func next() async throws -> PollingServer.Answer {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<PollingServer.Answer, any Error>? = state.withLock { state in
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    if !state.answers.isEmpty { return .success(state.answers.removeFirst()) }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancelled.insert(id)
                let index = state.waiting.firstIndex { $0.id == id }
                return index.map { state.waiting.remove(at: $0).continuation }
            }
            waiter?.resume(throwing: CancellationError())
        }
    }
}

extension ObservableValue {
    /// Returns when the value fulfils a condition.
    func wait(_ isTrue: @escaping @Sendable (Value) -> Bool) async {
        for await value in values where isTrue(value) { return }
    }
}

extension ObservableValue<Int> {
    /// Returns when the value is at least a number.
    func reaches(_ count: Int) async { await wait { $0 >= count } }
}

/// The error that something throws; `nil` for none, and for one of another type.
func socketError(_ work: () async throws -> some Any) async -> SocketError? {
    do {
        _ = try await work()
        return nil
    } catch {
        return error as? SocketError
    }
}
