import Synchronization

/// Every request since the start or since it was last cleared, and who waits for the next.
final class RequestLog: Sendable {
    private struct State {
        var requests: [DemoRequest] = []
        var listeners: [Int: AsyncStream<DemoRequest>.Continuation] = [:]
        var nextListener = 0
    }

    private let state = Mutex(State())

    var requests: [DemoRequest] {
        state.withLock { $0.requests }
    }

    func append(_ request: DemoRequest) {
        state.withLock { state in
            state.requests.append(request)
            for listener in state.listeners.values {
                listener.yield(request)
            }
        }
    }

    func removeAll() {
        state.withLock { $0.requests = [] }
    }

    /// The requests from now on.
    func arrivals() -> AsyncStream<DemoRequest> {
        let (stream, continuation) = AsyncStream.makeStream(of: DemoRequest.self)
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
