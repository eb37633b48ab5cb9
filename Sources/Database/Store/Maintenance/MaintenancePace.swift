import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A throttle by which the writer and the maintenance thread leave processor time to each other while the store is read.
///
/// Where there are as many busy threads as cores, maintenance gets what is left: nothing. What was frozen then piles
/// up, has to be written at the usual priority in the end, and takes a core from the reader for milliseconds. So a
/// writer that is ahead waits a little after each commit, and the reader keeps its core.
///
/// The other way round, a commit that comes while both cores are busy may be put behind the reader instead of on the core
/// of the maintenance thread, and the scheduler takes ten milliseconds and more to see that. It sees it at once when a
/// core becomes idle: so the maintenance thread pauses when a commit takes longer than one does that has a core. Linux moves
/// no thread that has run within the last half of a millisecond, and what a longer commit waits for may be no core: so
/// it pauses a little later than that, and again some times. Merges at the usual priority do the same between their slices:
/// the scheduler has let such a one run for 35 ms before a commit that waited for its core.
///
/// When nobody reads, nobody waits.
final class MaintenancePace: Sendable {
    private struct State: Sendable {
        /// The number of pieces of work that are under way.
        var count = 0
        /// The writer's pause, which the end of the last of them ends.
        ///
        /// Each pause has its own: who ends one may be without a core between this and its signal, for tens of
        /// milliseconds at idle priority, and the writer waits for nobody that long.
        var pause: DispatchSemaphore?
    }

    /// The longest pause after a commit, and of the maintenance thread for one, in nanoseconds.
    private let longestPause: Int
    /// The time in nanoseconds after which a commit is taken for one that has no core.
    private let patience: UInt64
    private let state = Mutex(State())
    /// The time since when the writer has had something to do, in nanoseconds; or ``idle`` or ``stalled``.
    private let writerDue = Atomic<UInt64>(MaintenancePace.idle)
    /// The time between two pauses for the same commit, in nanoseconds.
    private let spacing: UInt64
    /// Whether somebody reads.
    private let isShared = Atomic(false)
    private let threadPauses = Pauses()
    private let urgentPauses = Pauses()

    /// The pauses for the writer of one that works beside it.
    private final class Pauses: Sendable {
        /// The last time of the writer's for which there was a pause, and how many times.
        let last = Mutex<(due: UInt64, count: UInt64)>((MaintenancePace.idle, 0))
        /// Whether there is one.
        let isWriterAwaited = Atomic(false)
        let writerEnded = DispatchSemaphore(value: 0)

        func endWriting() {
            if isWriterAwaited.exchange(false, ordering: .sequentiallyConsistent) { writerEnded.signal() }
        }
    }

    /// The number of pauses for one commit.
    private static let mostPauses: UInt64 = 8
    /// The writer has nothing to do.
    private static let idle = UInt64.max
    /// The writer waits for the maintenance thread.
    private static let stalled = UInt64.max - 1

    /// Creates one.
    ///
    /// - Parameters:
    ///   - longestPause: The longest pause after a commit, and of the maintenance thread for one.
    ///   - patience: The time after which a commit is taken for one that has no core; most need a quarter of the default.
    ///   - spacing: The time between two pauses for the same commit.
    init(
        longestPause: Duration = .milliseconds(1), patience: Duration = .microseconds(600),
        spacing: Duration = .milliseconds(1)
    ) {
        self.longestPause = Int(longestPause / .nanoseconds(1))
        self.patience = UInt64(patience / .nanoseconds(1))
        self.spacing = UInt64(spacing / .nanoseconds(1))
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    // MARK: The writer makes room for the maintenance thread

    /// There is a piece of work more.
    func begin() {
        state.withLock { $0.count += 1 }
    }

    /// A piece of work is done.
    func end() {
        let pause = state.withLock { state -> DispatchSemaphore? in
            state.count = max(0, state.count - 1)
            return state.count == 0 ? state.pause.take() : nil
        }
        pause?.signal()
    }

    /// Waits until there is no more work, or for a moment; only the writer's thread calls it.
    func giveWay() {
        let pause = state.withLock { state -> DispatchSemaphore? in
            guard state.count > 0 else { return nil }
            let pause = DispatchSemaphore(value: 0)
            state.pause = pause
            return pause
        }
        guard let pause else { return }
        // Until then the writer wants no core, whatever waits for it.
        writerDue.store(Self.now + UInt64(longestPause), ordering: .relaxed)
        if pause.wait(timeout: .now() + .nanoseconds(longestPause)) == .timedOut {
            state.withLock { $0.pause = nil }
        }
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
        threadPauses.endWriting()
        urgentPauses.endWriting()
    }

    /// Waits for a commit that seems to have no core, or for a moment; whoever calls it holds no lock then.
    ///
    /// - Parameter isUrgent: Whether it is the work at the usual priority that calls, and not the maintenance thread: each
    ///   calls it from one thread at a time.
    /// - Returns: Whether it has waited.
    @discardableResult
    func makeWay(isUrgent: Bool = false) -> Bool {
        guard isShared.load(ordering: .relaxed) else { return false }
        let due = writerDue.load(ordering: .sequentiallyConsistent)
        let pauses = isUrgent ? urgentPauses : threadPauses
        guard due < Self.stalled, isTimeToPause(pauses, since: due) else { return false }
        pauses.isWriterAwaited.store(true, ordering: .sequentiallyConsistent)
        // The writer may have come to its end before it could see that it is awaited.
        let isOver = writerDue.load(ordering: .sequentiallyConsistent) != due
        if !isOver, pauses.writerEnded.wait(timeout: .now() + .nanoseconds(longestPause)) == .success { return true }
        // When the end came in between, its signal must not shorten the next pause.
        if !pauses.isWriterAwaited.exchange(false, ordering: .sequentiallyConsistent) { pauses.writerEnded.wait() }
        return !isOver
    }

    /// Leaves the core to a thread of the same priority that waits for it, while somebody reads.
    ///
    /// Linux 6.18 has let a merge run for 47 ms before the thread that was to hand in what commits wait for.
    func yield() {
        #if canImport(Glibc)
            if isShared.load(ordering: .relaxed) { sched_yield() }
        #endif
    }

    private func isTimeToPause(_ pauses: Pauses, since due: UInt64) -> Bool {
        pauses.last.withLock { last in
            let count = last.due == due ? last.count : 0
            let wait = patience + count * (UInt64(longestPause) + spacing)
            guard count < Self.mostPauses, Self.now > due + wait else { return false }
            last = (due, count + 1)
            return true
        }
    }
}
