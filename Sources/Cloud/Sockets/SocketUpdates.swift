import Synchronization

/// Something that happened in a namespace.
public enum SocketUpdate: Sendable, Hashable {
    /// The namespace was joined. What happened before is not told again: ask for it elsewhere, now.
    case joined(sid: String)
    /// An event came.
    case event(SocketEvent)
    /// The namespace was lost, and is joined again by itself; what happens until then is not told.
    case interrupted(SocketError)
    /// The namespace is not joined, and is not joined by itself: ``SocketNamespace/rejoin()`` tries again.
    case ended(SocketError)
}

/// The updates of one namespace, in order, each once: an asynchronous sequence for one consumer.
///
/// It ends when the namespace is left or the client is closed. A consumer may be slow, but not for ever: when more
/// waits than the configuration allows, the connection ends, what waits is dropped, and the consumer finds
/// ``SocketUpdate/interrupted(_:)`` with the reason `flooded` in its place.
public struct SocketUpdates: AsyncSequence, Sendable {
    public typealias Element = SocketUpdate
    public typealias Failure = Never

    let queue: SocketUpdateQueue

    /// An iterator over the updates.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let queue: SocketUpdateQueue

        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> SocketUpdate? {
            await queue.next()
        }

        public mutating func next() async -> SocketUpdate? {
            await queue.next()
        }
    }

    /// Creates an iterator; what one has taken no other one gets.
    public func makeAsyncIterator() -> Iterator {
        Iterator(queue: queue)
    }
}

/// The updates that wait to be taken, bounded in number and bytes.
final class SocketUpdateQueue: Sendable {
    private struct State {
        var updates: [SocketUpdate] = []
        var bytes = 0
        var waiters: [(id: Int, continuation: CheckedContinuation<SocketUpdate?, Never>)] = []
        var cancelled: Set<Int> = []
        var lastID = 0
        var isFinished = false
    }

    private let maximumCount: Int
    private let maximumBytes: Int
    private let state = Mutex(State())

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - maximumCount: The largest number of events that wait.
    ///   - maximumBytes: The largest size of what waits, in bytes.
    init(maximumCount: Int, maximumBytes: Int) {
        (self.maximumCount, self.maximumBytes) = (maximumCount, maximumBytes)
    }

    /// Adds an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: False when there is no room for it.
    func push(_ event: SocketEvent) -> Bool {
        push(.event(event), size: event.size, isBounded: true)
    }

    /// Adds an update that is no event: there is always room for it.
    ///
    /// - Parameter update: The update.
    func push(_ update: SocketUpdate) {
        _ = push(update, size: 0, isBounded: false)
    }

    private func push(_ update: SocketUpdate, size: Int, isBounded: Bool) -> Bool {
        let (hasRoom, waiter) = state.withLock { state -> (Bool, CheckedContinuation<SocketUpdate?, Never>?) in
            if state.isFinished { return (true, nil) }
            if !state.waiters.isEmpty { return (true, state.waiters.removeFirst().continuation) }
            if isBounded, state.updates.count >= maximumCount || state.bytes + size > maximumBytes {
                return (false, nil)
            }
            state.updates.append(update)
            state.bytes += size
            return (true, nil)
        }
        waiter?.resume(returning: update)
        return hasRoom
    }

    /// Drops what waits, and puts one update in its place.
    ///
    /// - Parameter update: The update.
    func replaceAll(with update: SocketUpdate) {
        state.withLock { state in (state.updates, state.bytes) = ([], 0) }
        push(update)
    }

    /// Ends the sequence behind what waits.
    func finish() {
        let waiters = state.withLock { state in
            state.isFinished = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
    }

    /// Waits for the next update.
    ///
    /// - Returns: The update; `nil` when there is none any more, or the task was cancelled.
    func next() async -> SocketUpdate? {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> SocketUpdate?? in
                    if state.cancelled.contains(id) { return .some(nil) }
                    if !state.updates.isEmpty {
                        let update = state.updates.removeFirst()
                        if case .event(let event) = update { state.bytes -= event.size }
                        return update
                    }
                    if state.isFinished { return .some(nil) }
                    state.waiters.append((id, continuation))
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<SocketUpdate?, Never>? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.waiters.remove(at: index).continuation
            }
            waiter?.resume(returning: nil)
        }
    }
}

extension SocketEvent {
    /// The memory that it takes, in bytes.
    fileprivate var size: Int { name.utf8.count + arguments.size }
}
