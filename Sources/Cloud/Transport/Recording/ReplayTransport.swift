public import Core
import Foundation
import Synchronization

/// A transport that answers from a recording, without a network.
///
/// A request is answered by what was recorded for its method and URL (compared as archives have them, without secrets),
/// one after the other in the recorded order; the last of them again and again. A request that was never recorded is an
/// error, and nothing is ever sent. Safe from any thread.
public final class ReplayTransport: HTTPTransport {
    private struct State {
        var played: [String: Int] = [:]
        var isShutDown = false
    }

    private let exchanges: [String: [TransportArchive.Exchange]]
    private let state = Mutex(State())

    /// Creates a transport.
    ///
    /// - Parameter archive: The recorded requests and answers.
    public init(_ archive: TransportArchive) {
        exchanges = Dictionary(grouping: archive.exchanges) { Self.key($0.method, $0.url) }
    }

    public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        try Task.checkCancellation()
        let key = Self.key(request.method.rawValue, SecretRule.url(request.url.absoluteString))
        let turn: Int = try state.withLock { state in
            guard !state.isShutDown else { throw NetworkError(.offline, underlying: ConnectionFailure(.shutDown)) }
            defer { state.played[key, default: 0] += 1 }
            return state.played[key, default: 0]
        }
        guard let known = exchanges[key], let exchange = turn < known.count ? known[turn] : known.last else {
            throw DataError(.invalidInput, message: "The archive has no answer to \(key).")
        }
        guard let url = URL(string: exchange.answeredBy) else { throw NetworkError(.malformed) }
        let body = exchange.body.data
        guard body.count <= request.maximumBytes ?? .max else {
            throw NetworkError(.tooLarge, status: exchange.status)
        }
        return NetworkResponse(status: exchange.status, url: url, headers: exchange.headers, body: body)
    }

    public func shutDown() async {
        state.withLock { $0.isShutDown = true }
    }

    private static func key(_ method: String, _ url: String) -> String { "\(method) \(url)" }
}
