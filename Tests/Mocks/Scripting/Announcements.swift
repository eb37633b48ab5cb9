/// A broadcaster: sends each element to every stream that was made before.
final class Announcements<Element: Sendable>: Sendable {
    private struct State: Sendable {
        var streams: [Int: AsyncStream<Element>.Continuation] = [:]
        var lastID = 0
    }

    private let state = Monitor(State())

    deinit {
        let streams = state.withLock { $0.streams }
        for stream in streams.values { stream.finish() }
    }

    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let id = state.withLock { state in
            state.lastID += 1
            state.streams[state.lastID] = continuation
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in
            // What is removed is released after unlocking.
            _ = self?.state.withLock { $0.streams.removeValue(forKey: id) }
        }
        return stream
    }

    /// Sends an element; call it under one lock, or the elements of two senders may arrive in either order.
    func send(_ element: Element) {
        // Outside the lock: this resumes tasks, and whoever cancels one holds the runtime's lock for it while the
        // stream's end comes for this one.
        let streams = state.withLock { $0.streams }
        for stream in streams.values { stream.yield(element) }
    }

    func waitForListeners(_ count: Int) async throws {
        try await state.wait { $0.streams.count >= count }
    }
}
