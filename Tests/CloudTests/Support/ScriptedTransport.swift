import Cloud
import Core
import Foundation
import Synchronization

/// Answers as told, and hangs until it is cancelled when it has been told no more.
final class ScriptedTransport: HTTPTransport {
    enum Answer: Sendable {
        case respond(Int, [String: String] = [:], String = "{}")
        case fail(any Error)
        case hang
    }

    private struct State {
        var answers: [Answer]
        var requests: [NetworkRequest] = []
        var shutDowns = 0
    }

    private let state: Mutex<State>
    private let hanging = TestClock()

    convenience init(_ answers: Answer...) { self.init(answers) }

    init(_ answers: [Answer]) {
        state = Mutex(State(answers: answers))
    }

    var requests: [NetworkRequest] { state.withLock { $0.requests } }
    var shutDowns: Int { state.withLock { $0.shutDowns } }

    /// Returns when a request hangs.
    func waitForHanging() async { await hanging.waitForSleeper() }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers.isEmpty ? .hang : state.answers.removeFirst()
        }
        switch answer {
        case .respond(let status, let headers, let body):
            return NetworkResponse(status: status, url: request.url, headers: headers, body: Data(body.utf8))
        case .fail(let error): throw error
        case .hang:
            try await hanging.sleep(for: .seconds(1_000_000))
            throw CancellationError()
        }
    }

    func shutDown() async { state.withLock { $0.shutDowns += 1 } }
}

/// Answers every request with one body, and keeps the last request.
final class CannedRequests: RequestProvider {
    private let body: Data
    private let finalURL: URL?
    private let last = Mutex<NetworkRequest?>(nil)

    init(_ body: String, finalURL: URL? = nil) {
        self.body = Data(body.utf8)
        self.finalURL = finalURL
    }

    var request: NetworkRequest? { last.withLock { $0 } }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        last.withLock { $0 = request }
        return NetworkResponse(status: 200, url: finalURL ?? request.url, body: body)
    }

    func shutDown() async {}
}

/// A URL that the test knows to be one.
func url(_ text: String) -> URL {
    guard let url = URL(string: text) else { fatalError("the test wrote no URL: \(text)") }
    return url
}

/// The code of the `NetworkError` that something throws, the name of the type of any other error, `nil` for none.
func errorCode(_ work: () async throws -> some Any) async -> ErrorCode? {
    do {
        _ = try await work()
        return nil
    } catch {
        return (error as? any CodedError)?.code ?? ErrorCode(rawValue: "\(type(of: error))")
    }
}
