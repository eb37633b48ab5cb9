import Dispatch
import Synchronization

extension PacketChannel {
    enum Offer {
        case accepted
        case queued
        case refused
    }

    /// A sender that waits until there is room.
    enum Waiting: Sendable {
        case thread(BlockedThread)
        case task(CheckedContinuation<Bool, any Error>)

        func goOn(_ result: Result<Bool, any Error>) {
            switch self {
            // A blocked thread cannot be cancelled, so it is never given an error.
            case .thread(let thread): thread.goOn((try? result.get()) ?? false)
            case .task(let continuation): continuation.resume(with: result)
            }
        }
    }

    final class BlockedThread: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let answer = Mutex(false)

        func goOn(_ accepted: Bool) {
            answer.withLock { $0 = accepted }
            semaphore.signal()
        }

        func wait() -> Bool {
            semaphore.wait()
            return answer.withLock { $0 }
        }
    }

    struct Sender: Sendable {
        let id: Int
        let packet: Packet
        let waiting: Waiting
    }

    struct State: Sendable {
        let capacity: Int
        var packets: [Packet] = []
        var senders: [Sender] = []
        var consumer: CheckedContinuation<Void, Never>?
        var failure: (any Error)?
        /// Whether the sender has ended the channel: nothing more is accepted.
        var isFinished = false
        /// Whether the consumer has ended the channel: nothing more is taken.
        var isClosed = false
        private var lastID = 0

        init(capacity: Int) {
            self.capacity = capacity
        }

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }

        mutating func takeConsumer() -> CheckedContinuation<Void, Never>? {
            defer { consumer = nil }
            return consumer
        }

        mutating func finish(throwing error: (any Error)?) -> CheckedContinuation<Void, Never>? {
            guard !isFinished else { return nil }
            isFinished = true
            failure = error
            return takeConsumer()
        }

        mutating func takeUnread() -> [Packet] {
            guard isClosed else { return [] }
            defer { packets = [] }
            return packets
        }
    }

    func offer(_ packet: Packet, from sender: Waiting?, _ id: Int) -> Offer {
        let (offer, consumer) = state.withLock { state -> (Offer, CheckedContinuation<Void, Never>?) in
            guard !state.isFinished else { return (.refused, nil) }
            // Whoever waits already comes first.
            if state.packets.count < state.capacity, state.senders.isEmpty {
                state.packets.append(packet)
                return (.accepted, state.takeConsumer())
            }
            guard let sender else { return (.refused, nil) }
            state.senders.append(Sender(id: id, packet: packet, waiting: sender))
            return (.queued, nil)
        }
        consumer?.resume()
        return offer
    }

    /// Removes a waiting sender whose task was cancelled; one that no longer waits is unchanged.
    func giveUp(_ id: Int) {
        let sender = state.withLock { state in
            state.senders.firstIndex { $0.id == id }.map { state.senders.remove(at: $0) }
        }
        sender?.waiting.goOn(.failure(CancellationError()))
    }

    func next() async throws -> Packet? {
        while true {
            // What waits is left for takeUnread().
            if Task.isCancelled { close() }
            let (outcome, sender) = state.withLock { state -> (Result<Packet?, any Error>?, Sender?) in
                if state.isClosed { return (.success(nil), nil) }
                guard !state.packets.isEmpty else {
                    guard state.isFinished else { return (nil, nil) }
                    defer { state.failure = nil }
                    return (state.failure.map { .failure($0) } ?? .success(nil), nil)
                }
                let packet = state.packets.removeFirst()
                guard !state.senders.isEmpty else { return (.success(packet), nil) }
                let sender = state.senders.removeFirst()
                state.packets.append(sender.packet)
                return (.success(packet), sender)
            }
            sender?.waiting.goOn(.success(true))
            if let outcome { return try outcome.get() }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isReady = state.withLock { state in
                        precondition(state.consumer == nil, "A channel has one consumer.")
                        if state.isClosed || state.isFinished || !state.packets.isEmpty { return true }
                        state.consumer = continuation
                        return false
                    }
                    if isReady { continuation.resume() }
                }
            } onCancel: {
                close()
            }
        }
    }

    /// Ends the channel from the consumer's side.
    func close() {
        let (senders, consumer) = state.withLock { state in
            state.isFinished = true
            state.isClosed = true
            defer { state.senders = [] }
            return (state.senders, state.takeConsumer())
        }
        for sender in senders { sender.waiting.goOn(.success(false)) }
        consumer?.resume()
    }
}
