import Cloud
import Foundation
import Mocks
import Synchronization

@testable import Core

/// A server that is told what to answer by path, over the real request layer; it keeps what it was asked.
final class PathScript: HTTPTransport {
    private struct State {
        var answers: [String: [ScriptedTransport.Answer]] = [:]
        var requests: [NetworkRequest] = []
    }

    private let state = Mutex(State())
    /// The server's date, in every answer.
    private let date: String?

    init(date: String? = "Tue, 14 Nov 2023 22:13:20 GMT") {
        self.date = date
    }

    var requests: [NetworkRequest] { state.withLock { $0.requests } }
    var paths: [String] { requests.map { $0.url.path() } }

    /// Sets the answers to a path; the last one stays.
    func on(_ path: String, _ answers: ScriptedTransport.Answer...) {
        state.withLock { $0.answers[path] = answers }
    }

    func on(_ path: String, json: String...) {
        state.withLock { $0.answers[path] = json.map { .respond(200, [:], $0) } }
    }

    func requests(to path: String) -> [NetworkRequest] { requests.filter { $0.url.path() == path } }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let path = request.url.path()
        let answer = state.withLock { state -> ScriptedTransport.Answer in
            state.requests.append(request)
            let answers = state.answers[path] ?? []
            if answers.count > 1 { state.answers[path]?.removeFirst() }
            return answers.first ?? .respond(404, [:], #"{"message":"Not Found","error":404}"#)
        }
        switch answer {
        case .respond(let status, var headers, let body):
            if let date { headers["Date"] = headers["Date"] ?? date }
            return NetworkResponse(status: status, url: request.url, headers: headers, body: Data(body.utf8))
        case .fail(let error): throw error
        case .hang: throw CancellationError()
        }
    }

    func shutDown() async {}
}

/// Accounts that have a session as the test says.
final class MockOutboxAccounts: OutboxAccounts {
    private let state: Mutex<Result<OutboxWriter?, any Error>>
    private let asked = Mutex<[AccountKey]>([])

    init(_ writer: OutboxWriter?) {
        state = Mutex(.success(writer))
    }

    /// The accounts that were asked for.
    var accounts: [AccountKey] { asked.withLock { $0 } }

    func set(_ result: Result<OutboxWriter?, any Error>) { state.withLock { $0 = result } }

    func writer(for account: AccountKey) async throws -> OutboxWriter? {
        asked.withLock { $0.append(account) }
        return try state.withLock { $0 }.get()
    }
}

/// A memory of what was known, as the test says.
struct MockKnownThings: KnownThings {
    var things: [StatusTarget: Date] = [:]

    func stored(_ asked: [StatusTarget], before date: Date) async throws -> Set<StatusTarget> {
        Set(asked.filter { things[$0].map { $0 < date } ?? false })
    }

    func text(of thing: StatusTarget) async throws -> StoredText? { nil }
    func comments(below parent: Core.Comment.Parent, in post: Post.ID) async throws -> [Core.Comment] { [] }
}

/// An outbox's store in memory.
final class MemoryOutbox: OutboxStore {
    private struct State {
        var entries: [OutboxEntry.ID: OutboxEntry] = [:]
        var lanes: [OutboxLane: OutboxLaneRecord] = [:]
        var sent: [OutboxEntry.ID: SentEntry] = [:]
        var pauses: [OutboxHold: OutboxPause] = [:]
        var serverDate: Date?
    }

    private let state = Mutex(State())

    func content() async throws -> OutboxContent {
        state.withLock { state in
            OutboxContent(
                entries: Array(state.entries.values), lanes: Array(state.lanes.values), sent: Array(state.sent.values),
                pauses: state.pauses, serverDate: state.serverDate)
        }
    }

    func commit(_ commit: OutboxCommit) async throws {
        let changes = commit.changes
        state.withLock { state in
            for (key, value) in changes.entries { state.entries[key] = value }
            for (key, value) in changes.lanes { state.lanes[key] = value }
            for (key, value) in changes.sent { state.sent[key] = value }
            for (key, value) in changes.pauses { state.pauses[key] = value }
            state.serverDate = changes.serverDate ?? state.serverDate
        }
    }
}
