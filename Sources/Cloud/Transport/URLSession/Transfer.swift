import Core
import Dispatch
import Foundation
import Synchronization

/// A request under way, which collects the answer and ends exactly once.
///
/// It knows nothing of the machinery that moves the bytes, which reports here and is stopped through a closure.
final class Transfer: Sendable {
    /// The status and headers of an answer.
    struct Head: Sendable {
        /// The status.
        var status: Int
        /// The URL that answered.
        var url: URL
        /// The headers.
        var headers: [String: String]
        /// The length of the body as announced, `nil` when it is not known or there will be no body.
        var length: Int?

        /// The error of an answer that is longer than what is taken.
        var tooLarge: NetworkError {
            NetworkError(.tooLarge, status: status, date: response().serverDate)
        }

        /// The error of an answer that ended before it was whole.
        ///
        /// - Parameters:
        ///   - body: What had come of the body.
        ///   - error: What the session reports; a connection that was closed by default.
        /// - Returns: The error, with the status unless it is a page for browsers.
        func cut(
            after body: Data, by error: NetworkError = NetworkError(.offline, underlying: ConnectionFailure(.lost))
        ) -> NetworkError {
            let contentType = response().header("Content-Type")
            let isPage = BodyKind(of: body).isPage(contentType: contentType) || BodyKind.isHTML(contentType)
            let failure = error.underlying as? ConnectionFailure
            return NetworkError(
                error.code, date: response().serverDate,
                underlying: ConnectionFailure(
                    failure?.reason ?? .lost, isUnsent: false, begunStatus: isPage ? nil : status,
                    underlying: failure?.underlying))
        }

        private func response() -> NetworkResponse { NetworkResponse(status: status, url: url, headers: headers) }
    }

    private struct State {
        var continuation: CheckedContinuation<NetworkResponse, any Error>?
        var stop: (@Sendable () -> Void)?
        var outcome: Result<NetworkResponse, any Error>?
        var head: Head?
        var body = Data()
    }

    private let maximumBytes: Int
    private let onSent: @Sendable (Int, Int) -> Void
    private let state = Mutex(State())

    /// Creates a transfer that has not begun.
    ///
    /// - Parameters:
    ///   - maximumBytes: The largest body that is taken, `nil` for any.
    ///   - onSent: Told how much of the request's body was sent, and of how much; nobody by default.
    init(maximumBytes: Int?, onSent: @escaping @Sendable (Int, Int) -> Void = { _, _ in }) {
        self.maximumBytes = maximumBytes ?? .max
        self.onSent = onSent
    }

    /// Takes how much of the request's body was sent.
    func sent(_ count: Int, of total: Int) { onSent(count, total) }

    /// Begins.
    ///
    /// - Parameters:
    ///   - continuation: Who waits; resumed once, at once when the transfer has ended before it began.
    ///   - stop: Stops the machinery; called at most once, on a thread of its own.
    /// - Returns: Whether the machinery should start; false when the transfer has ended already.
    func begin(
        _ continuation: CheckedContinuation<NetworkResponse, any Error>, stop: @escaping @Sendable () -> Void
    ) -> Bool {
        let outcome = state.withLock { state in
            if state.outcome == nil {
                state.continuation = continuation
                state.stop = stop
            }
            return state.outcome
        }
        guard let outcome else { return true }
        continuation.resume(with: outcome)
        stop()
        return false
    }

    /// Takes what comes before the body, and ends the transfer when more is announced than is allowed.
    ///
    /// - Parameter head: The status and the headers.
    func receive(_ head: Head) {
        state.withLock { $0.head = head }
        if let length = head.length, length > maximumBytes {
            end(.failure(head.tooLarge))
        }
    }

    /// Takes a part of the body, and ends the transfer when it is one byte too many.
    ///
    /// - Parameter data: The next bytes.
    func receive(_ data: Data) {
        let failure: NetworkError? = state.withLock { state in
            guard state.outcome == nil else { return nil }
            guard state.body.count + data.count <= maximumBytes else {
                return state.head?.tooLarge ?? NetworkError(.tooLarge)
            }
            state.body.append(data)
            return nil
        }
        if let failure { end(.failure(failure)) }
    }

    /// Takes the end of the answer.
    ///
    /// - Parameter error: Why it ended early, `nil` when it is complete.
    func complete(_ error: (any Error)?) {
        let outcome: Result<NetworkResponse, any Error> = state.withLock { state in
            if let error {
                guard let head = state.head, let error = error as? NetworkError else { return .failure(error) }
                return .failure(head.cut(after: state.body, by: error))
            }
            guard let head = state.head else {
                return .failure(NetworkError(.malformed, underlying: ConnectionFailure(.garbled)))
            }
            // Not every system notices that a connection closed before all was there.
            if let length = head.length, state.body.count < length {
                return .failure(head.cut(after: state.body))
            }
            return .success(
                NetworkResponse(status: head.status, url: head.url, headers: head.headers, body: state.body))
        }
        end(outcome, stops: false)
    }

    /// Ends the transfer; does nothing when it has ended.
    ///
    /// - Parameter error: What the one who waits gets.
    func fail(_ error: any Error) {
        end(.failure(error))
    }

    private func end(_ outcome: Result<NetworkResponse, any Error>, stops: Bool = true) {
        let (continuation, stop) = state.withLock { state in
            guard state.outcome == nil else { return (nil, nil) as Ends }
            state.outcome = outcome
            state.body = Data()
            defer { (state.continuation, state.stop) = (nil, nil) }
            return (state.continuation, state.stop)
        }
        // Stopping may wait for a queue that waits for this very thread, so another thread does it.
        if stops, let stop { DispatchQueue.global().async(execute: stop) }
        continuation?.resume(with: outcome)
    }

    private typealias Ends = (CheckedContinuation<NetworkResponse, any Error>?, (@Sendable () -> Void)?)
}
