import Synchronization

/// A bounded channel from a callback to an asynchronous loop: packets that are sent wait here until they are taken.
///
/// A producer that is faster than its consumer has to wait, so memory stays bounded:
///
/// ```swift
/// let packets = PacketChannel<[Deal]>(capacity: 8)
/// server.subscribeToDeals { deals in packets.send(deals) }   // blocks the server's thread when 8 wait
/// try await store.ingest(packets, into: deals)
/// ```
///
/// There are two ways to send:
/// - The synchronous `send` blocks the calling thread. Never call it on the main actor, which would freeze, or on a
///   thread of Swift's cooperative pool, which the consumer may need.
/// - The asynchronous `send` suspends; it is what the compiler picks in asynchronous code.
///
/// Packets come out in the order in which they were sent. There is one consumer. When it stops, the channel is closed:
/// waiting senders continue, and `send` returns false.
public final class PacketChannel<Packet: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Packet
    public typealias Failure = any Error

    /// The maximum number of waiting packets, besides those whose senders wait.
    package let capacity: Int
    let state: Mutex<State>

    /// Creates a channel.
    ///
    /// - Parameter capacity: The maximum number of waiting packets, 1 or more; 8 by default.
    public init(capacity: Int = 8) {
        precondition(capacity > 0, "A channel needs room for one packet.")
        self.capacity = capacity
        state = Mutex(State(capacity: capacity))
    }

    /// Sends a packet, and blocks the calling thread while the channel is full.
    ///
    /// For callbacks that come on a thread of the producer's own. Not for the main actor and not for Swift's
    /// cooperative pool.
    ///
    /// - Parameter packet: The packet.
    /// - Returns: Whether it was taken; false when the channel has ended, and then the producer may stop.
    @available(*, noasync, message: "It blocks a thread; in asynchronous code say 'await send'.")
    @discardableResult
    public func send(_ packet: Packet) -> Bool {
        let thread = BlockedThread()
        let id = state.withLock { $0.makeID() }
        switch offer(packet, from: .thread(thread), id) {
        case .accepted: return true
        case .refused: return false
        case .queued: return thread.wait()
        }
    }

    /// Sends a packet, and suspends while the channel is full.
    ///
    /// - Parameter packet: The packet.
    /// - Returns: Whether it was taken; false when the channel has ended, and then the producer may stop.
    /// - Throws: `CancellationError` when the task is cancelled while it waits; the packet was not sent then.
    @discardableResult
    public func send(_ packet: Packet) async throws -> Bool {
        try Task.checkCancellation()
        let id = state.withLock { $0.makeID() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                switch offer(packet, from: .task(continuation), id) {
                case .accepted: continuation.resume(returning: true)
                case .refused: continuation.resume(returning: false)
                case .queued: if Task.isCancelled { giveUp(id) }
                }
            }
        } onCancel: {
            giveUp(id)
        }
    }

    /// Sends a packet if there is room for it; never waits.
    ///
    /// - Parameter packet: The packet.
    /// - Returns: Whether it was taken; false when the channel is full or has ended.
    package func trySend(_ packet: Packet) -> Bool {
        let id = state.withLock { $0.makeID() }
        return if case .accepted = offer(packet, from: nil, id) { true } else { false }
    }

    /// Ends the channel: nothing more is sent.
    ///
    /// What was sent before is still taken, then the loop ends. Calling it again does nothing.
    ///
    /// - Parameter error: The error that the loop throws at its end; `nil`, the default, for none.
    public func finish(throwing error: (any Error)? = nil) {
        state.withLock { $0.finish(throwing: error) }?.resume()
    }

    /// Removes and returns the packets that the consumer did not take, once it has stopped.
    ///
    /// - Returns: The packets that were accepted, in order; none while the consumer is at work.
    package func takeUnread() -> [Packet] {
        state.withLock { $0.takeUnread() }
    }

    /// The number of waiting packets, those of waiting senders included.
    package var waitingCount: Int { state.withLock { $0.packets.count + $0.senders.count } }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(channel: self)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let consumer: Consumer

        init(channel: PacketChannel) {
            consumer = Consumer(channel: channel)
        }

        public mutating func next() async throws -> Packet? {
            try await consumer.channel.next()
        }
    }

    /// Closes the channel when the last copy of its iterator goes.
    private final class Consumer: Sendable {
        let channel: PacketChannel

        init(channel: PacketChannel) {
            self.channel = channel
        }

        deinit {
            channel.close()
        }
    }
}
