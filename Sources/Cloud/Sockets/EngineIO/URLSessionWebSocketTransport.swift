#if canImport(Darwin)
    public import Foundation

    /// A transport of WebSockets on Foundation's `URLSession`, for Apple's systems only.
    ///
    /// Nothing of it is compiled or tested on Linux; Documentation/Sockets.md says how to check it.
    public struct URLSessionWebSocketTransport: WebSocketTransport {
        /// Creates a transport.
        public init() {}

        public func open(
            _ url: URL, headers: [String: String], maximumBytes: Int
        ) async throws -> any WebSocketConnection {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            var request = URLRequest(url: url)
            request.httpShouldHandleCookies = false
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            let session = URLSession(configuration: configuration)
            let task = session.webSocketTask(with: request)
            task.maximumMessageSize = maximumBytes
            task.resume()
            // A session that is not invalidated is never freed; the task goes on until it ends.
            session.finishTasksAndInvalidate()
            return URLSessionWebSocketConnection(task: task)
        }
    }

    /// A WebSocket of ``URLSessionWebSocketTransport``.
    private struct URLSessionWebSocketConnection: WebSocketConnection {
        let task: URLSessionWebSocketTask

        func send(_ frame: WebSocketFrame) async throws {
            let message: URLSessionWebSocketTask.Message =
                switch frame {
                case .text(let text): .string(text)
                case .binary(let data): .data(data)
                }
            try await endingWithCaller { try await task.send(message) }
        }

        func receive() async throws -> WebSocketFrame {
            switch try await endingWithCaller({ try await task.receive() }) {
            case .string(let text): return .text(text)
            case .data(let data): return .binary(data)
            @unknown default: throw URLError(.cannotParseResponse)
            }
        }

        func close() async {
            task.cancel(with: .normalClosure, reason: nil)
        }

        /// The system does not end a call whose task is cancelled before something comes.
        private func endingWithCaller<Result: Sendable>(
            _ work: @Sendable () async throws -> Result
        ) async throws -> Result {
            try await withTaskCancellationHandler {
                do {
                    return try await work()
                } catch {
                    try Task.checkCancellation()
                    throw error
                }
            } onCancel: {
                task.cancel(with: .goingAway, reason: nil)
            }
        }
    }
#endif
