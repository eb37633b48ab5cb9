import Core
import Dispatch
import Foundation
import Synchronization

/// One request on its way whose body is passed on as it arrives.
///
/// Where the machinery can be paused, it is while more than ``highWater`` bytes wait to be taken. Where it cannot
/// (Foundation on Linux begins a suspended request anew), they wait in memory, and more than ``longestQueue`` of them
/// end the transfer: slow disks are slower than networks for moments, not for minutes.
final class StreamTransfer: TransferReceiver {
    /// The parts of an answer, in order.
    enum Event: Sendable {
        case head(Transfer.Head)
        case data(Data)
    }

    /// The control of the underlying task.
    struct Controls: Sendable {
        /// Stops it for good; called on a thread of its own.
        var stop: @Sendable () -> Void
        /// Lets it rest; quick, and calls nothing back.
        var pause: @Sendable () -> Void = {}
        /// Lets it go on; quick, and calls nothing back.
        var resume: @Sendable () -> Void = {}
    }

    static let highWater = 1 << 20
    static let longestQueue = 64 << 20

    private struct State {
        var controls: Controls?
        var head: Transfer.Head?
        var received = 0
        /// The bytes that nobody has taken yet.
        var waiting = 0
        var isPaused = false
        var hasEnded = false
    }

    /// The stream of parts, which ends with the answer or throws.
    let events: AsyncThrowingStream<Event, any Error>

    private let continuation: AsyncThrowingStream<Event, any Error>.Continuation
    private let maximumBytes: Int
    private let state = Mutex(State())

    /// Creates a transfer that has not begun.
    ///
    /// - Parameter maximumBytes: The largest body that is taken, `nil` for any.
    init(maximumBytes: Int?) {
        self.maximumBytes = maximumBytes ?? .max
        (events, continuation) = AsyncThrowingStream.makeStream()
        // Whoever reads was cancelled, or wants no more.
        continuation.onTermination = { [weak self] _ in self?.fail(CancellationError()) }
    }

    /// Begins.
    ///
    /// - Parameter controls: What can be done with the machinery.
    /// - Returns: Whether it should start; false when the transfer has ended already.
    func begin(_ controls: Controls) -> Bool {
        state.withLock { state in
            guard !state.hasEnded else { return false }
            state.controls = controls
            return true
        }
    }

    func receive(_ head: Transfer.Head) {
        if let length = head.length, length > maximumBytes {
            return end(head.tooLarge)
        }
        let isFirst = state.withLock { state in
            defer { state.head = state.head ?? head }
            return state.head == nil
        }
        if isFirst { continuation.yield(.head(head)) }
    }

    func receive(_ data: Data) {
        guard !data.isEmpty else { return }
        let failure: NetworkError? = state.withLock { state in
            guard !state.hasEnded else { return nil }
            guard data.count <= maximumBytes - state.received else {
                return state.head?.tooLarge ?? NetworkError(.tooLarge)
            }
            state.received += data.count
            state.waiting += data.count
            guard state.waiting <= Self.longestQueue else {
                return NetworkError(.offline, underlying: ConnectionFailure(.other))
            }
            if state.waiting > Self.highWater, !state.isPaused {
                state.isPaused = true
                // Under the lock, so that it cannot come behind the `resume` that belongs to it.
                state.controls?.pause()
            }
            return nil
        }
        if let failure { end(failure) } else { continuation.yield(.data(data)) }
    }

    /// Notes that bytes have been taken.
    ///
    /// - Parameter count: The number to wait for.
    func took(_ count: Int) {
        state.withLock { state in
            state.waiting -= count
            guard state.isPaused, state.waiting <= Self.highWater / 2 else { return }
            state.isPaused = false
            state.controls?.resume()
        }
    }

    func complete(_ error: (any Error)?) {
        let failure: (any Error)? = state.withLock { state in
            if let error { return error }
            guard let head = state.head else {
                return NetworkError(.malformed, underlying: ConnectionFailure(.garbled))
            }
            // Not every system notices that a connection closed before all was there.
            guard state.received >= head.length ?? 0 else {
                return NetworkError(.offline, underlying: ConnectionFailure(.lost))
            }
            return nil
        }
        end(failure, stops: false)
    }

    func fail(_ error: any Error) {
        end(error)
    }

    private func end(_ error: (any Error)?, stops: Bool = true) {
        let (isFirst, stop) = state.withLock { state in
            defer {
                state.hasEnded = true
                state.controls = nil
            }
            return (!state.hasEnded, state.controls?.stop)
        }
        guard isFirst else { return }
        // Stopping may wait for a queue that waits for this very thread, so another thread does it.
        if stops, let stop { DispatchQueue.global().async(execute: stop) }
        continuation.finish(throwing: error)
    }
}
