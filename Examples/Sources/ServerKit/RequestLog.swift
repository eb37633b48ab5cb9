import Synchronization

/// Every request since the start or since it was last cleared, and who waits for the next.
package final class RequestLog<Request: Sendable>: Sendable {
    private struct State {
        var requests: [Request] = []
        var listeners: [Int: AsyncStream<Request>.Continuation] = [:]
        var nextListener = 0
    }

    private let state = Mutex(State())

    /// An empty log.
    package init() {}

    /// The requests in their order.
    package var requests: [Request] {
        state.withLock { $0.requests }
    }

    /// Adds a request, and tells it to who waits.
    package func append(_ request: Request) {
        state.withLock { state in
            state.requests.append(request)
            for listener in state.listeners.values {
                listener.yield(request)
            }
        }
    }

    /// Forgets the requests; who waits goes on waiting.
    package func removeAll() {
        state.withLock { $0.requests = [] }
    }

    /// Returns the requests from now on; the stream ends only with its task.
    package func arrivals() -> AsyncStream<Request> {
        let (stream, continuation) = AsyncStream.makeStream(of: Request.self)
        let number = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.removeListener(number)
        }
        return stream
    }

    private func removeListener(_ number: Int) {
        // Taken out of the lock before it is released, for the last release may run foreign code.
        let removed = state.withLock { $0.listeners.removeValue(forKey: number) }
        _ = removed
    }
}
