import Dispatch
import Synchronization

/// A throttle by which the writer and the maintenance thread leave processor time to each other while the store is read.
///
/// Where there are as many busy threads as cores, maintenance gets what is left: nothing. What was frozen then piles
/// up, has to be written at the usual priority in the end, and takes a core from the reader for milliseconds. So a
/// writer that is ahead waits a little after each commit, and the reader keeps its core.
///
/// The other way round, a commit that comes while both cores are busy may be put behind the reader instead of on the core
/// of the maintenance thread, and the scheduler takes ten milliseconds and more to see that. It sees it at once when a
/// core becomes idle: so the maintenance thread pauses when a commit takes longer than one does that has a core.
///
/// When nobody reads, nobody waits.
final class MaintenancePace: Sendable {
    private struct State: Sendable {
        /// The number of pieces of work that are under way.
        var count = 0
        var isAwaited = false
    }

    /// The longest pause after a commit, and of the maintenance thread for one, in nanoseconds.
    private let longestPause: Int
    /// The time in nanoseconds after which a commit is taken for one that has no core.
    private let patience: UInt64
    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)
    /// The time since when the writer has had something to do, in nanoseconds; or ``idle`` or ``stalled``.
    private let writerDue = Atomic<UInt64>(MaintenancePace.idle)
    /// The last such time for which the maintenance thread has paused: each is worth one pause, as what a longer commit
    /// waits for is no core.
    private let lastMadeWay = Atomic<UInt64>(MaintenancePace.idle)
    /// Whether somebody reads.
    private let isShared = Atomic(false)
    /// Whether the maintenance thread pauses for the writer.
    private let isWriterAwaited = Atomic(false)
    private let writerEnded = DispatchSemaphore(value: 0)

    /// The writer has nothing to do.
    private static let idle = UInt64.max
    /// The writer waits for the maintenance thread.
    private static let stalled = UInt64.max - 1

    /// Creates one.
    ///
    /// - Parameters:
    ///   - longestPause: The longest pause after a commit, and of the maintenance thread for one.
    ///   - patience: The time after which a commit is taken for one that has no core; most need half of the default.
    init(longestPause: Duration = .milliseconds(1), patience: Duration = .microseconds(300)) {
        self.longestPause = Int(longestPause / .nanoseconds(1))
        self.patience = UInt64(patience / .nanoseconds(1))
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    // MARK: The writer makes room for the maintenance thread

    /// There is a piece of work more.
    func begin() {
        state.withLock { $0.count += 1 }
    }

    /// A piece of work is done.
    func end() {
        let isAwaited = state.withLock { state in
            state.count = max(0, state.count - 1)
            guard state.count == 0 else { return false }
            defer { state.isAwaited = false }
            return state.isAwaited
        }
        if isAwaited { ended.signal() }
    }

    /// Waits until there is no more work, or for a moment; only the writer's thread calls it.
    func giveWay() {
        let isBusy = state.withLock { state in
            state.isAwaited = state.count > 0
            return state.isAwaited
        }
        guard isBusy else { return }
        // Until then the writer wants no core, whatever waits for it.
        writerDue.store(Self.now + UInt64(longestPause), ordering: .relaxed)
        guard ended.wait(timeout: .now() + .nanoseconds(longestPause)) == .timedOut else { return }
        let isSignalled = state.withLock { state in
            defer { state.isAwaited = false }
            return !state.isAwaited
        }
        // The end came in between, and its signal must not shorten the next pause.
        if isSignalled { ended.wait() }
    }

    // MARK: The maintenance thread makes room for the writer

    /// The writer has something to do from now on, where it had not.
    func expectWriter() {
        _ = writerDue.compareExchange(expected: Self.idle, desired: Self.now, ordering: .relaxed)
    }

    /// The writer goes on, where it waited for the maintenance thread.
    func resumeWriter() {
        _ = writerDue.compareExchange(expected: Self.stalled, desired: Self.now, ordering: .relaxed)
    }

    /// The writer begins with what it has to do.
    func beginWriting() {
        writerDue.store(Self.now, ordering: .relaxed)
    }

    /// The writer has done with it.
    ///
    /// - Parameters:
    ///   - isMore: Whether there is more for it to do.
    ///   - isStalled: Whether that waits for the maintenance thread.
    ///   - isShared: Whether somebody reads.
    func endWriting(isMore: Bool, isStalled: Bool, isShared: Bool) {
        self.isShared.store(isShared, ordering: .relaxed)
        writerDue.store(
            isStalled ? Self.stalled : isMore ? Self.now : Self.idle, ordering: .sequentiallyConsistent)
        if isWriterAwaited.exchange(false, ordering: .sequentiallyConsistent) { writerEnded.signal() }
    }

    /// Waits for a commit that seems to have no core, or for a moment; only the maintenance thread calls it, and it holds
    /// no lock then.
    ///
    /// - Returns: Whether it has waited.
    @discardableResult
    func makeWay() -> Bool {
        guard isShared.load(ordering: .relaxed) else { return false }
        let due = writerDue.load(ordering: .sequentiallyConsistent)
        guard due < Self.stalled, Self.now > due + patience, lastMadeWay.load(ordering: .relaxed) != due
        else { return false }
        lastMadeWay.store(due, ordering: .relaxed)
        isWriterAwaited.store(true, ordering: .sequentiallyConsistent)
        // The writer may have come to its end before it could see that it is awaited.
        let isOver = writerDue.load(ordering: .sequentiallyConsistent) != due
        if !isOver, writerEnded.wait(timeout: .now() + .nanoseconds(longestPause)) == .success { return true }
        // When the end came in between, its signal must not shorten the next pause.
        if !isWriterAwaited.exchange(false, ordering: .sequentiallyConsistent) { writerEnded.wait() }
        return !isOver
    }
}
